import { marinaSchema, marinaValues } from './marina-schema.ts';
import { nurserySchema, nurseryValues } from './nursery-schema.ts';
import { planetariumSchema, planetariumValues } from './planetarium-schema.ts';
import { potterySchema, potteryValues } from './pottery-schema.ts';
import { theatreSchema, theatreValues } from './theatre-schema.ts';
import { tunersSchema, tunersValues } from './tuners-schema.ts';

/** Databases that questions of two things, of each thing and of how long are asked of. */
export const HOUSES = {
  theatre: { schema: theatreSchema, values: theatreValues },
  pottery: { schema: potterySchema, values: potteryValues },
  tuners: { schema: tunersSchema, values: tunersValues },
  marina: { schema: marinaSchema, values: marinaValues },
  nursery: { schema: nurserySchema, values: nurseryValues },
  planetarium: { schema: planetariumSchema, values: planetariumValues },
};
export type House = keyof typeof HOUSES;

/** Questions with parts of the statement that each is read as. */
export const READ: readonly [House, string, readonly string[]][] = [
  // An average over each of something.
  ['theatre', 'how often is a play booked on average', ['FROM bookings JOIN plays', '/ NULLIF(( SELECT count(*) AS count FROM plays )']],
  ['theatre', 'how many bookings does a patron make per month on average', ['avg(count)', 'GROUP BY patrons.id', "date_trunc('month'"]],
  ['theatre', 'bookings per patron on average since may', ['booked_on >= 2026-05-01 )', 'count FROM patrons )']],
  ['theatre', 'how many bookings are cancelled per play on average', ['status = cancelled )', 'count FROM plays )']],
  ['marina', 'how often does a sailor stay on average', ['FROM stays JOIN sailors', 'count FROM sailors )']],
  ['tuners', 'how many performances does an artist give on average', ['FROM performance JOIN artist', 'count FROM artist )']],
  // Two against each other.
  ['pottery', 'do we do more bisque or raku firings', ['SELECT kind, count(*) AS count', 'GROUP BY kind']],
  ['theatre', 'did we get more bookings in may or in june', ['AS may', 'AS june FROM bookings']],
  // How long, and how old.
  ['theatre', 'how old was mia roth when she joined', ['age(joined_on, born_on)']],
  ['theatre', 'how old are patrons on average when they join', ['avg(extract(year FROM age(joined_on, born_on))']],
  ['tuners', 'how many days until the spring fair starts', ['starts_on - current_date AS days']],
  // What rows that were counted came to.
  ['theatre', 'how many bookings did we get in may and whats the total', ['count(*) AS count, sum(amount)']],
  ['theatre', 'how many bookings did we get in may and how much money was that', ['count(*) AS count, sum(amount)']],
  // What no noun says.
  ['theatre', 'and how many of the cancelled ones were booked in may', ['FROM bookings WHERE status = cancelled', '2026-05-01']],
  ['theatre', 'and how many of the open ones were for hamlet', ['FROM bookings JOIN plays', 'plays.title = Hamlet']],
  [
    'planetarium',
    'and how many of the interactive ones are in the north wing',
    ['FROM exhibits WHERE is_interactive = TRUE AND wing = north'],
  ],
];
