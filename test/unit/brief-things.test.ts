import { describe, expect, it } from 'vitest';
import { readClause } from '../../src/plan/builtin/brief/outline/clause.ts';
import { isKnownOf, kindOf } from '../../src/plan/builtin/brief/outline/kind.ts';
import { briefLines } from '../support/brief-lines.ts';

describe('the things of a brief, what is known of each and what they do', () => {
  it.each([
    [
      'badge workshop. customers bring jobs like pins, patches and medals, i need to know what is printed on which fabric and if its paid',
      ['customers: name, email, phone', 'jobs: date, type, customer_id>customers, fabric, paid'],
    ],
    [
      'tram depot: trams, each tram must be inspected every year, faults are reported by the driver',
      ['trams: name, registration, model', 'inspections: date, tram_id>trams', 'faults: date, reported_by, tram_id>trams'],
    ],
    [
      'violin lessons. pupils, what pieces they are working on, and who has paid for this month',
      [
        'lessons: title, date, pupil_id>pupils',
        'pupils: name, email, phone',
        'pieces: name, notes',
        'pupil_pieces: pupil_id>pupils, piece_id>pieces',
        'payments: date, amount, pupil_id>pupils',
      ],
    ],
    [
      'we hire out canoes. which customer has which canoe, deposit paid or not',
      ['canoes', 'hires: start_date, end_date, canoe_id>canoes, customer_id>customers, deposit_paid', 'customers: name, email, phone'],
    ],
    ['squash court reservations', ['courts', 'customers: name, email, phone', 'reservations']],
    ['dance evenings', ['evenings', 'people: name, email, phone', 'attendances: date, status, evening_id>evenings, person_id>people']],
    ['my marble collection', ['marbles']],
    ['scooter and kite rental at the beach', ['items', 'customers', 'rentals']],
  ])('reads %j', (brief, tables) => {
    const lines = shapes(brief);
    expect(lines).toHaveLength(tables.length);
    for (const [at, table] of tables.entries())
      expect(lines[at]?.startsWith(table) && (!table.includes(':') || lines[at] === table)).toBe(true);
  });

  it.each([
    // What was asked of each has no place.
    'lantern parade with lanterns, and what each lantern eats',
    'rabbits, their owners, and the stuff I bought',
    'sauna club',
    'observatory log: telescope, object, when, weather, what i saw',
  ])('leaves %j to who wrote it', (brief) => expect(briefLines(brief)).toBe('declined'));

  it.each([
    ['pianos', 'machine'],
    ['elevators', 'machine'],
    ['weddings', 'event'],
    ['pilots', 'person'],
    ['vouchers', 'ticket'],
    ['fees', 'money'],
    ['horses', 'animal'],
    ['chapels', 'place'],
  ])('takes %s for a %s', (noun, kind) => expect(kindOf(noun)).toBe(kind));

  it.each(['serial number', 'allergies', 'colour', 'humidity'])('takes %j for what is known of a thing', (words) =>
    expect(isKnownOf(words)).toBe(true),
  );

  it.each(['harvests', 'players', 'rooms', 'fees'])('takes %j for things', (words) => expect(isKnownOf(words)).toBe(false));

  it.each([
    ['parents book a package for a date', { subject: 'parents', verb: 'book', object: 'a package' }],
    ['faults are reported by the caretaker', { subject: 'faults', verb: 'report', passive: true }],
    ['people bring broken things', { subject: 'people', verb: 'bring', object: 'broken things' }],
    ['the skis', null],
    ['maps, globes and atlases', null],
  ])('takes %j apart', (item, parts) => {
    if (parts === null) expect(readClause(item)).toBeNull();
    else expect(readClause(item)).toMatchObject(parts);
  });
});

/** The tables with their columns, and what these point at. */
function shapes(brief: string): string[] {
  const lines = briefLines(brief);
  if (lines === 'declined') return [];
  return lines.map((line) => {
    const [, name = '', columns = '', keys = ''] = /^([a-z_]+)\((.*)\)(?: -> (.*))?$/.exec(line) ?? [];
    const targets = new Map(keys.split(' ').map((key) => key.split('>') as [string, string]));
    const said = columns.split(', ').map((column) => {
      const [bare = ''] = column.split(':');
      return targets.has(bare) ? `${bare}>${targets.get(bare) ?? ''}` : bare;
    });
    return `${name}: ${said.join(', ')}`;
  });
}
