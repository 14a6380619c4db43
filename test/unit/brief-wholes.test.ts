import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { ROWS } from '../../src/plan/builtin/brief/wholes.ts';
import { briefLines } from '../support/brief-lines.ts';

const NAMES = ROWS.flatMap(([names]) => names.split(' | '));

/** What is kept of one occasion alone: its guests lead to none of its vendors. */
const APART = new Set(['wedding planning']);

const schemaOf = (name: string) => {
  const made = designSchema(name);
  if (made.kind !== 'schema') throw new Error(`${name}: ${made.reason}`);
  return made.schema;
};

describe('the catalogue of trades, hobbies and households', () => {
  it('has each name once', () => expect(NAMES.filter((name, at) => NAMES.indexOf(name) !== at)).toEqual([]));

  it.each(NAMES)('makes a schema of "%s"', (name) => expect(schemaOf(name).tables.length).toBeGreaterThan(0));

  it.each(ROWS.map(([names]) => names.split(' | ')[0] ?? ''))('of "%s" makes tables that hold together', (name) => {
    const { tables } = schemaOf(name);
    const met = new Set(tables.slice(0, 1).map((table) => table.name));
    for (const table of tables) {
      const references = table.references ?? [];
      const isLink = references.length > 1 && references.length === table.columns.length;
      expect(isLink || table.columns.length > 1, table.name).toBe(true);
      expect(table.name).not.toMatch(/^(?:app|system|database|tracker|log|list|diar(?:y|ie)|journal|busines|data|info)$/);
      for (const { table: target } of references) expect(tables.map((other) => other.name)).toContain(target);
    }
    for (let size = 0; size < met.size; ) {
      size = met.size;
      for (const { name: from, references = [] } of tables)
        for (const { table: to } of references) if (met.has(from) || met.has(to)) met.add(from).add(to);
    }
    if (!APART.has(name)) expect(met.size).toBe(tables.length);
  });

  it.each([
    [
      'our small family-run golf club in Leeds',
      [
        'members(name:text, handicap:decimal, email:text, phone:text)',
        'courses(name:text, holes:integer, par:integer)',
        'rounds(date:date, score:decimal, member_id:integer, course_id:integer) -> member_id>members course_id>courses',
      ],
    ],
    [
      'chess club database',
      [
        'members(name:text, rating:integer, email:text, phone:text)',
        'games(date:date, result:text, white_id:integer, black_id:integer) -> white_id>members black_id>members',
      ],
    ],
    [
      'meter readings log for my mum',
      [
        'meters(name:text, type:text, number:integer, location:text)',
        'readings(date:date, value:decimal, meter_id:integer) -> meter_id>meters',
      ],
    ],
    [
      'lost & found',
      [
        'items(description:text, found_on:date, location:text, status:text)',
        'claims(name:text, phone:text, claimed_on:date, item_id:integer) -> item_id>items',
      ],
    ],
    ['snow globe collection', ['snow_globes(name:text, place:text, country:text, acquired_on:date, notes:text)']],
    [
      'my guitars',
      [
        'guitars(name:text, brand:text, model:text, year:integer, serial_number:text, price:decimal)',
        'services(date:date, description:text, cost:decimal, guitar_id:integer) -> guitar_id>guitars',
      ],
    ],
    ['dream journal', ['dreams(date:date, title:text, description:text, mood:text, lucid:boolean)']],
  ])('reads "%s"', (brief, lines) => expect(briefLines(brief)).toEqual(lines));

  it.each([
    ['wine cellar', 'garden cellar'],
    ['hotel', 'list of hotels'],
    ['dream journal', 'thimble journal'],
  ])('of "%s" makes another design than of "%s"', (known, other) => expect(briefLines(other)).not.toEqual(briefLines(known)));

  it('counts the longest name', () => {
    expect(briefLines('our tool library')).not.toEqual(briefLines('library'));
    expect(briefLines('the village tool library')).toEqual(briefLines('tool library'));
  });

  it.each([
    ['brewery: beers, batches, tanks', 'tanks(name:text, volume:decimal)'],
    ['campsite with pitches, guests and bookings', 'pitches(number:integer, type:text, price:decimal)'],
    [
      'chess club: members, games',
      'games(date:date, location:text, result:text, white_id:integer, black_id:integer) -> white_id>members black_id>members',
    ],
  ])('gives what "%s" only names what its trade keeps of it', (brief, line) => expect(briefLines(brief)).toContain(line));
});
