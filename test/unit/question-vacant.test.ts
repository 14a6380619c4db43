import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema, Table } from '../../src/plan/schema.ts';
import { idTable } from '../support/table.ts';

const required = (made: Table, optional: readonly string[]): Table => ({
  ...made,
  columns: made.columns.map((column) => ({ ...column, nullable: optional.includes(column.name) })),
});

/** A radio station: shows are presented by hosts, and features may be without an editor. */
const schema: Schema = {
  fingerprint: 'radio',
  tables: [
    required(
      idTable('hosts', { id: 'integer', first_name: 'text', last_name: 'text', city: 'text', buddy: 'integer' }, { buddy: 'hosts' }),
      ['buddy'],
    ),
    required(idTable('features', { id: 'integer', title: 'text', editor_id: 'integer', due_on: 'date' }, { editor_id: 'hosts' }), [
      'editor_id',
    ]),
    required(idTable('films', { id: 'integer', title: 'text' }), []),
    required(idTable('screenings', { id: 'integer', film_id: 'integer', starts_at: 'timestamp' }, { film_id: 'films' }), []),
    required(idTable('sponsors', { id: 'integer', name: 'text', contact_host_id: 'integer' }, { contact_host_id: 'hosts' }), []),
  ],
};
const values = buildValueIndex([
  { table: 'hosts', column: 'first_name', values: ['Mia', 'Tom'] },
  { table: 'hosts', column: 'last_name', values: ['Roth', 'Aas'] },
  { table: 'sponsors', column: 'name', values: ['Brightside'] },
  { table: 'films', column: 'title', values: ['Low Water'] },
]);

async function planOf(text: string): Promise<string> {
  const signal = new AbortController().signal;
  const outcome = await createQuestionPlanner().plan({ text, schema, values, now: new Date('2026-06-01T12:00:00Z'), signal });
  return outcome.kind === 'plan' ? JSON.stringify(outcome.plan) : `declined: ${outcome.kind === 'declined' ? outcome.reason : ''}`;
}

describe('what nobody does, and what was never done', () => {
  it.each(['features nobody is working on yet', 'features no one is looking after', 'features nobody is editing'])('%s', async (text) => {
    expect(await planOf(text)).toContain('"where":{"kind":"isNull","arg":{"kind":"column","table":"features","column":"editor_id"}}');
  });

  it.each(['films that arent shown anywhere', 'films that were never shown', 'films that havent been shown yet'])('%s', async (text) => {
    expect(await planOf(text)).toMatch(/"kind":"not","arg":\{"kind":"exists".*"table":"screenings"/);
  });

  it.each(['features nobody is singing', 'films that were never painted', 'sponsors nobody is working on'])(
    '%s is not read',
    async (text) => {
      expect(await planOf(text)).toContain('declined');
    },
  );
});

describe('who stands in the role that a key is called after', () => {
  it.each(["who is mia roth's buddy", 'who is mia roths buddy', 'who is the buddy of mia roth'])('%s', async (text) => {
    expect(await planOf(text)).toContain('"column":"buddy"');
  });

  it('with a noun for people after it', async () => {
    expect(await planOf('who is the contact person for brightside')).toContain('"column":"contact_host_id"');
    expect(await planOf("who is brightside's contact")).toContain('"column":"contact_host_id"');
  });

  it('but not in one that no key has', async () => {
    expect(await planOf('who is the accountant for brightside')).toContain('declined');
    expect(await planOf("who is mia roth's landlord")).toContain('declined');
  });

  it('"which towns" are cities', async () => {
    expect(await planOf('which towns do our hosts live in')).toContain('"column":"city"');
  });
});
