import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { PLAINER } from '../../src/plan/builtin/brief/shapes/plainer.ts';
import { briefLines } from '../support/brief-lines.ts';

const linesOf = (brief: string): readonly string[] => {
  const lines = briefLines(brief);
  return typeof lines === 'string' ? [lines] : lines;
};
const lineOf = (brief: string, table: string): string => linesOf(brief).find((line) => line.startsWith(`${table}(`)) ?? '';

describe('what is alike in every database', () => {
  it.each([
    ['ponies with name, sire and dam', 'ponies', 'sire_id>ponies dam_id>ponies'],
    ['fencing club: members with rank, bouts with winner, loser and score', 'bouts', 'winner_id>members loser_id>members'],
    ['deliveries with driver and date', 'deliveries', 'driver_id>drivers'],
    ['barber: customers, appointments and the services with prices', 'appointments', 'service_id>services'],
    ['barber: customers, appointments and the services with prices', 'services', ''],
    ['gallery: sculptures with artist, exhibitions', 'exhibition_sculptures', 'exhibition_id>exhibitions sculpture_id>sculptures'],
    ['costume store: costumes with size, and loans to other theatres with fee', 'loans', 'costume_id>costumes'],
    ['bike shop: bikes with day rate, customers, rentals', 'customers', ''],
    ['agency: actors with languages, castings with date', 'actor_languages', 'actor_id>actors language_id>languages'],
    ['water polo league: clubs, teams, matches with result', 'matches', 'home_team_id>teams away_team_id>teams'],
    ['cover band: songs, concerts and setlists', 'setlist_songs', 'setlist_id>setlists song_id>songs'],
  ])('of %j the keys of %s are %j', (brief, table, keys) => {
    const line = lineOf(brief, table);
    expect(line).toMatch(new RegExp(`^${table}\\(`));
    for (const key of keys.split(' ').filter((one) => one !== '')) expect(line).toContain(key);
    if (keys === '') expect(line).not.toContain('->');
  });

  it.each([
    ['chores for the ushers with points', 'chores', 'name'],
    ['bike shop: customers, repairs with price', 'customers', 'name'],
    ['driving range: coaches, pupils, lessons, and driving tests with passed or failed', 'driving_tests', 'date'],
    ['plays i saw and what i thought of them', 'plays', 'rating'],
    ['mountain hut with beds, guests and bookings', 'bookings', 'check_in'],
  ])('of %j each of the %s has its %s', (brief, table, column) => {
    expect(lineOf(brief, table)).toMatch(new RegExp(`[(, ]${column}:`));
  });

  it.each([
    ['juggling sessions with date and place', 'sessions'],
    ['curling club lanes and bookings by members', 'lanes'],
    ['theatre volunteers, plays, and which volunteer helps at which play', 'volunteers'],
  ])('names the rows of %j without what they are about: %s', (brief, table) => {
    expect(lineOf(brief, table)).not.toBe('');
  });

  it.each([
    ['fell running club results', ['runners', 'races', 'results']],
    ['curling league scores', ['teams', 'events', 'results']],
    ['glazier jobs', ['customers', 'jobs']],
  ])('of %j keeps %j', (brief, tables) => {
    expect(linesOf(brief).map((line) => line.replace(/\(.*/, ''))).toEqual(tables);
  });
});

describe('a finished draft that does not hold what the brief says', () => {
  it.each([
    ['a result of nothing', 'theatre sports club: players with name, results with date'],
    ['a row that a verb names', 'bike shop diary: what i repaired and when customers come'],
    ['things pressed into a column', 'stage diary: lights, set changes, cleaning, painting'],
    ['a score as a fact of a thing', 'skittles club: throwers, balls, scores'],
    ['a fact after a thing of a list', 'flights with pilot, passengers, launch site and fare'],
    ['two things that nothing joins', 'masks and lamps'],
    ['what happens again and again as a day', 'keep a list of my masks with when i washed and mended them'],
    ['several people at each job', 'theatre: shifts, ushers per shift, plays'],
  ])('is declined: %s', (_what, brief) => {
    expect(designSchema(brief)).toMatchObject({ kind: 'declined' });
  });
});

describe('a brief without what is nothing to keep', () => {
  it.each(PLAINER)('is read plainly: $example.0', ({ example: [brief, plain], read }) => {
    expect(read(brief)).toBe(plain);
  });
});
