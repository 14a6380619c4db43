import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { briefLines } from '../support/brief-lines.ts';

const linesOf = (brief: string): readonly string[] => {
  const lines = briefLines(brief);
  return typeof lines === 'string' ? [lines] : lines;
};

describe('what a brief tells of its things', () => {
  it.each([
    ['lamps and projectors with maker, price and whether they work', 'lamps(name:text, maker:text, price:decimal, works:boolean)'],
    ['lamps and projectors with maker, price and whether they work', 'projectors(name:text, maker:text, price:decimal, works:boolean)'],
    ['theatre lamps with maker and when i last cleaned them', 'last_cleaned_on:date'],
    ['lamp rental shop', 'lamps('],
    ['laptop repair shop', 'devices('],
    ['i teach mime and ballet. pupils, lessons, what they owe me', 'price:decimal'],
    ['bike workshop with customers, their bikes, jobs and the parts used', 'job_parts('],
    ['costume studio: sessions, clients, prints, invoices', 'session_id>sessions'],
    ['dance theatre: plays, actors, rehearsals, costumes', 'rehearsal_actors('],
    ['masks with size, customer and price', 'customer_id>customers'],
  ])('of %j keeps %j', (brief, part) => expect(linesOf(brief).join('\n')).toContain(part));

  it.each([
    'puppet repairs from our 12 puppeteers, regular visitors and how much they pay',
    'card tricks i know and when we showed them, who laughed',
    'actors: ushers with phone, plays, who has paid for which play',
    'stage school: actors do plays, visitors send in requests, we want to see which plays get asked for most',
    'masks and glitter',
    'travelling bike mechanic',
    'theatre roof with lamps, daily kwh',
    'drama club: actors, swords, contests with points',
    'theatre: actors, visits, masks',
    'our theatre vans: who drives which, mileage, next inspection',
    'stage coach: clients, workouts, weight and measurements',
    'drama team players and matches',
    'theatre masks with ribbons, colour and delivery date',
    'drama club: ushers, actors, masks they make, sessions',
  ])('declines %j', (brief) => expect(designSchema(brief).kind).toBe('declined'));
});
