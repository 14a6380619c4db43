import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';

/** Each table with its columns, and what its keys point at. */
function linesOf(brief: string): string[] | string {
  const made = designSchema(brief);
  if (made.kind !== 'schema') return made.reason;
  return made.schema.tables.map(({ name, columns, references = [] }) => {
    const keys = new Map(references.map(({ column, table }) => [column, table]));
    return `${name}: ${columns.map((column) => (keys.has(column.name) ? `${column.name}>${keys.get(column.name)}` : column.name)).join(', ')}`;
  });
}

const has = (brief: string, table: string, ...parts: string[]) => {
  const line = [linesOf(brief)].flat().find((one) => one.startsWith(`${table}: `)) ?? '';
  for (const part of parts) expect(`${line},`, [linesOf(brief)].flat().join('\n')).toContain(` ${part},`);
};

describe('how the things of a brief stand to each other', () => {
  it.each([
    ['interpreters and the languages they speak', 'interpreter_languages', ['interpreter_id>interpreters', 'language_id>languages']],
    [
      'cooks, their skills with a level from 1-3, and workshops they attended',
      'cook_skills',
      ['cook_id>cooks', 'skill_id>skills', 'level'],
    ],
    ['ferries and the faults they report (code, time)', 'faults', ['code', 'time', 'ferry_id>ferries']],
    ['bowling club with members, games between two members', 'games', ['first_member_id>members', 'second_member_id>members']],
    ['old maps with year and scale, stored in drawers', 'old_maps', ['drawer_id>drawers']],
    [
      'flying school - pupils, instructors, planes, lessons and exams',
      'lessons',
      ['pupil_id>pupils', 'instructor_id>instructors', 'plane_id>planes'],
    ],
    ['flying school - pupils, instructors, planes, lessons and exams', 'exams', ['pupil_id>pupils', 'result']],
    ['watchmaker with customers, their watches and repair jobs', 'repair_jobs', ['watch_id>watches', 'status', 'price']],
    ['porter: tenants with flat number, letters with sender and arrival date', 'letters', ['sender', 'arrival_date', 'tenant_id>tenants']],
    ['wedding budget, estimated vs actual cost per item', 'items', ['estimated_cost', 'actual_cost']],
    ['tanning studio appointments', 'appointments', ['customer_id>customers', 'service_id>services']],
    ['concert ticket sales', 'sales', ['concert_ticket_id>concert_tickets', 'customer_id>customers']],
    [
      'Costumes have a size and a colour. We lend costumes to other theatres, with a from and to date.',
      'loans',
      ['from_date', 'to_date', 'costume_id>costumes', 'theatre_id>theatres'],
    ],
  ])('of %j keeps %s', (brief, table, parts) => has(brief, table, ...parts));

  it('makes no table of where things are', () => {
    const lines = [linesOf('coins with country and year, kept in boxes')].flat().map((line) => line.split(':')[0]);
    expect(lines).toEqual(['coins', 'boxes']);
  });

  it('takes no state for a place', () => {
    const lines = [linesOf('tyres with size and brand, kept in good condition')].flat();
    expect(lines.join()).not.toContain('conditions');
  });

  it('says what it supposed', () => {
    const made = designSchema('flying school - pupils, instructors, planes, lessons and exams');
    expect(made.kind === 'schema' && made.assumptions.join('; ')).toMatch(/lessons point at planes\b.*exams have result too/s);
  });
});
