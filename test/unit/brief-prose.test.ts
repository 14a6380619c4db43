import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { RULES } from '../../src/plan/builtin/brief/prose.ts';
import { briefLines } from '../support/brief-lines.ts';

describe('briefs in sentences', () => {
  it.each(RULES.map(({ example, read }) => [...example, read] as const))('says %j as %j', (sentence, plain, read) =>
    expect(read(sentence)).toBe(plain),
  );

  it.each([
    ['For pets: name and breed', 'pets(name, breed)'],
    ['orders have a date and we need to know if they are paid', 'orders(date, paid)'],
    [
      'Every pet belongs to one owner, and an owner can have many pets',
      'pets(name, species, breed, birth_date, status, owner_id) owners(name, email, phone)',
    ],
    ['track plants and when I watered them', 'plants(name, species, location) waterings(date, plant_id)'],
    ['We bill clients with invoices', 'invoices(number, date, amount, due_date, paid)'],
    ['Our bee club wants a members list with address', 'members(name, address)'],
    ['Interviews get codes', 'codes(name, notes, interview_id) interviews(date, interviewer, result)'],
    ['we store every attempt with score', 'attempts(date, score)'],
    ['we have several parcels with size', 'parcels(name, size)'],
    [
      'A newsletter needs subscribers and issues',
      'newsletters(name, notes) subscribers(name, email, phone, newsletter_id) issues(title, description, status, priority, created_at, newsletter_id)',
    ],
  ])('needs no rule to read %j', (sentence, tables) => {
    const made = designSchema(sentence);
    const told = made.kind === 'schema' ? made.schema.tables : [];
    expect(told.map(({ name, columns }) => `${name}(${columns.map((one) => one.name).join(', ')})`).join(' ')).toBe(tables);
  });

  it.each([
    'readings of humidity every 5 minutes',
    'one interview can have many codes and one code appears in many interviews',
    'we need to know the name and price of every product',
    'Each screening shows one film at a venue on a date',
    'how much of each ingredient goes into each recipe',
    'Agents reply to tickets with comments',
    'Runners sign up with name and email',
    'We have 3 holiday cottages that we rent out',
    'families pick up parcels every week',
    "I'm a landlord with three houses",
    'During harvest we record the date and kilos for each parcel',
    'Inspections happen every two weeks and note mites',
    'Neighbours lend tools to each other',
  ])('asks what there is to keep: %s', (sentence) => expect(designSchema(sentence).kind).toBe('declined'));

  it.each(['an order of the customers', 'customers with name and email', 'tickets, agents and teams', 'each author has many books'])(
    'leaves %j as it is',
    (sentence) => expect(RULES.reduce((rest, { read }) => read(rest), sentence)).toBe(sentence),
  );

  it.each([
    [
      'an app to track my plants and when I watered them',
      ['plants(name:text, species:text, location:text)', 'waterings(date:date, plant_id:integer) -> plant_id>plants'],
    ],
    [
      'We organise a film festival. There are films, venues and screenings. Each screening shows one film at a venue on a date.',
      [
        'films(title:text, year:integer, genre:text, watched_on:date, rating:decimal)',
        'venues(name:text, address:text)',
        'screenings(date:date, film_id:integer, venue_id:integer) -> film_id>films venue_id>venues',
      ],
    ],
    [
      'school database with students teachers classes and lessons',
      [
        'students(name:text, email:text, phone:text)',
        'teachers(name:text, email:text, phone:text, subject:text)',
        'classes(name:text, schedule:text, teacher_id:integer) -> teacher_id>teachers',
        'lessons(title:text, date:date, class_id:integer, teacher_id:integer, student_id:integer) -> class_id>classes teacher_id>teachers student_id>students',
      ],
    ],
    [
      'a parking garage',
      [
        'spots(number:integer, level:integer)',
        'cars(plate:text, owner:text)',
        'stays(started_at:timestamp, ended_at:timestamp, spot_id:integer, car_id:integer) -> spot_id>spots car_id>cars',
      ],
    ],
  ])('reads %j', (brief, tables) => expect(briefLines(brief)).toEqual(tables));

  it.each([
    ['contests: authors send an entry with two samples, judges score it and a jury decides', 'two_samples'],
    ['contests: authors send an entry with two samples, judges score it and a jury decides', 'jury_decides'],
    ['contests: authors send an entry with two samples, judges score it and a jury decides', 'judges_score'],
    ['riders come to drop off keys', 'drop_off_keys'],
    ['choir with singers and songs. Singers practise songs with a coach at a time', 'coach_at_a_time'],
  ])('makes no table or column of a clause: %s', (brief, name) => {
    const made = designSchema(brief);
    const names =
      made.kind === 'schema' ? made.schema.tables.flatMap((table) => [table.name, ...table.columns.map((one) => one.name)]) : [];
    expect(names).not.toContain(name);
    expect(names).not.toContain(`${name}_id`);
  });

  it('says instead nothing that the brief has as a verb', () => {
    const declined = designSchema('a gallery that lends paintings to other galleries and wants to know where each painting hangs');
    expect(declined).toMatchObject({ kind: 'declined', instead: expect.stringContaining('paintings (') });
    expect(declined.kind === 'declined' && declined.instead).not.toMatch(/hangs|lends/);
  });

  it.each([
    ['an app where users can post questions and others can answer and vote', 'users', 'questions'],
    ['gift ideas for friends and family', 'ideas', 'friends'],
    ['keep track of frobs, widgets and how the gadgets among them fare', 'widgets', 'gadgets'],
  ])('of %j says how to say it, in words that are understood', (brief, ...things) => {
    const declined = designSchema(brief);
    const instead = declined.kind === 'declined' ? (declined.instead ?? '') : '';
    for (const thing of things) expect(instead).toContain(`${thing} (`);
    expect(declined).toMatchObject({ kind: 'declined', reason: expect.stringContaining(instead) });
    const again = designSchema(instead);
    expect(again.kind === 'schema' && again.schema.tables.map(({ name }) => name)).toEqual(expect.arrayContaining(things));
  });
});
