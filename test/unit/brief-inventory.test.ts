import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { readInventory } from '../../src/plan/builtin/brief/inventory/inventory.ts';
import { briefLines } from '../support/brief-lines.ts';

describe('briefs that are lists of things', () => {
  it('reads things, what is known of each and which went together', () => {
    const { setting, entries, pairs, unread } = readInventory(
      'puppet stage: players, with name and phone; wigs; who took which wig out when',
    );
    expect(setting).toBe('puppet stage');
    expect(entries.map(({ name, facts }) => `${name}: ${facts.join(', ')}`)).toEqual(['players: name, phone', 'wigs: ']);
    expect(pairs).toMatchObject([{ one: 'players', other: 'wigs', verb: 'take', facts: ['date'] }]);
    expect(unread).toEqual([]);
  });

  it('leaves over what is neither a thing nor a fact', () => {
    expect(readInventory('circus: acrobats, what they dream of').unread).toHaveLength(1);
  });

  it.each([
    ['stage society: members, with name and phone; wigs; who took which wig out when', 'loans(', 'member_id>members wig_id>wigs'],
    ['piano hall: customers, their pianos (brand, year), tunings with date and price', 'pianos(', 'customer_id>customers'],
    ['stage awards: juries, plays, points per jury per play', 'points(', 'points:integer'],
    ['ballet: dancers with phone, galas with date and place, who danced at which gala', 'dancer_galas(', 'gala_id>galas'],
  ])('of %j makes %s with %s', (brief, table, part) => {
    expect(briefLines(brief)).toContainEqual(expect.stringMatching(new RegExp(`^${table.replace('(', '\\(')}.*${part}`)));
  });

  it('keeps the list in the middle of which a plural stands to who wrote it', () => {
    expect(designSchema('stage library: pieces with author, voices, number of copies; loans to actors').kind).toBe('declined');
  });

  it.each([
    'theatre bells: stewards, lamps with watts, and evening attendance',
    'stage bells: ringers, events, courses with length and climb, results with time',
  ])('makes no key that nobody said: %s', (brief) => {
    expect(designSchema(brief).kind).toBe('declined');
  });
});
