import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { inClauses } from '../../src/plan/builtin/brief/clauses.ts';
import { briefLines } from '../support/brief-lines.ts';

/** Tables with their columns alone: `name: column, column`. */
function tablesOf(brief: string): string[] {
  const made = designSchema(brief);
  if (made.kind !== 'schema') return [made.reason];
  return made.schema.tables.map(({ name, columns }) => `${name}: ${columns.map((column) => column.name).join(', ')}`);
}

describe('sentences that are taken apart', () => {
  it.each([
    [
      'An appointment is with one therapist, takes place in one room, and includes one or more treatments',
      'appointments belong to a therapist. appointments belong to a room. appointments have many treatments',
    ],
    [
      'Each lesson has a date, and is given by an instructor to a pupil',
      'lessons with a date. lessons belong to a instructor. lessons belong to a pupil',
    ],
    ['The exams are passed or failed', 'exams: status (passed or failed)'],
    ['Songs have one or more composers', 'songs and composers, many-to-many'],
    ['Our school has classrooms with desks', 'classrooms with desks'],
  ])('%s', (sentence, said) => expect(inClauses(sentence).text).toBe(said));

  it.each(['blood pressure: date, upper, lower', 'who has what', 'notes'])('leaves %j as it is', (text) =>
    expect(inClauses(text).text).toBe(text),
  );
});

describe('briefs as people of many trades write them', () => {
  it.each([
    [
      'Sailing club: members own boats; each boat has a name, length and sail number. A repair is done on a boat by a carpenter, has materials used with quantity and price, hours and a status (open, done).',
      [
        'boats: name, length, sail_number, member_id',
        'members: name, email, phone',
        'repairs: date, hours, status, boat_id, carpenter_id',
        'carpenters: name, notes',
        'materials: name, quantity, price',
        'material_repairs: repair_id, material_id, quantity, price',
      ],
    ],
    [
      'I run a small editing agency with freelance editors. Each editor knows several genres and has a price per page for each of them. Clients send us texts with a deadline and a page count; a text is done by one editor and checked by another one.',
      [
        'editor_genres: editor_id, genre_id, price_per_page',
        'editors: name, notes',
        'genres: name',
        'texts: deadline, page_count, client_id, editor_id, checker_editor_id',
        'clients: name, email, phone',
      ],
    ],
    [
      'We are a band of 12 players. Each player has an instrument, a phone number and an email. We rehearse every week and I want to note who was there.',
      ['players: instrument, phone_number, email', 'rehearsals: date, notes', 'attendance: rehearsal_id, player_id, date, status'],
    ],
    [
      'A rescue team needs to track its members, their certificates and when they expire, vans, equipment on each van, and missions with the members who took part.',
      [
        'members: name, email, phone',
        'certificates: expiry_date, member_id',
        'vans: model, year, license_plate',
        'equipment: name, description, van_id',
        'missions: name, notes',
        'member_missions: mission_id, member_id',
      ],
    ],
    [
      'People or clubs rent a boat for a date from-to, we want to see what is paid and what isnt. Boats have a price per hour.',
      [
        'people: name, email, phone',
        'rentals: boat_id, club_id, date, start_time, end_time, is_paid, person_id',
        'boats: name, price_per_hour',
        'clubs: name',
      ],
    ],
  ])('%s', (brief, tables) => {
    expect(briefLines(brief)).not.toBe('declined');
    expect(tablesOf(brief).map(sorted).sort()).toEqual(tables.map(sorted).sort());
  });

  it('takes no list for a remark on its first thing', () => {
    expect(briefLines('Need to track: laptops, who has which laptop, when they got it, repairs')).toBe('declined');
  });

  it('declines what names a thing that it has no place for, in words of its own', () => {
    const made = designSchema(
      'Nobody pays money, we use points: one hour is one point. Each sitting has the family who needed it. Families have a name.',
    );
    expect(made).toMatchObject({ kind: 'declined', reason: expect.stringContaining('families') });
  });
});

/** The order of columns is no matter here. */
const sorted = (line: string): string => {
  const [name = '', columns = ''] = line.split(': ');
  return `${name}: ${columns.split(', ').sort().join(', ')}`;
};
