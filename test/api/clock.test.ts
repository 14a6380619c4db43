import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession } from '../support/session.ts';

/** Years apart from the clock of the database. */
let day = '2031-03-10';
let service: TestService;
let session: TestSession;
beforeAll(async () => {
  service = await startService({}, { now: () => new Date(`${day}T12:00:00Z`) });
  session = await startSession(service, 'track patrons with name and birth date');
  const rows = [
    { name: 'Ana', birth_date: '1965-03-11' },
    { name: 'Bea', birth_date: '1965-03-09' },
  ];
  const inserted = await session.post('/v1/insert', { db: session.db, table: 'patrons', rows }, { key: randomUUID() });
  expect(inserted.status, inserted.text).toBe(200);
});
afterAll(() => service.close());

const OLDER = "SELECT name FROM patrons WHERE date_part('year', age(current_date, birth_date)) >= $1";

test('today is a value that the clock of the service gives, also to a plan that is kept', async () => {
  const ask = async () => {
    const reply = await session.ask('which patrons are at least 66', { sql: OLDER, params: [66] });
    expect(reply.status, reply.text).toBe(200);
    return reply.json() as { data: { name: string }[]; trace: { sql: string; params: unknown[]; cache: { plan: string } } };
  };
  const first = await ask();
  expect(first.data).toEqual([{ name: 'Bea' }]);
  expect(first.trace.sql.toLowerCase()).not.toContain('current_date');
  expect(first.trace.params).toContain('2031-03-10');
  const again = async () => (await session.ask('which patrons are at least 66')).json() as Awaited<ReturnType<typeof ask>>;
  expect((await again()).trace.cache.plan).toBe('hit');
  day = '2031-03-11';
  const later = await again();
  expect(later).toMatchObject({ data: [{ name: 'Ana' }, { name: 'Bea' }], trace: { cache: { plan: 'hit' } } });
});

test('a write has the day that was previewed', async () => {
  const reply = await session.ask('Ana was born today', {
    sql: 'UPDATE patrons SET birth_date = current_date WHERE name = $1',
    params: ['Ana'],
  });
  expect(reply.json(), reply.text).toMatchObject({ status: 'requires_confirm', diff: { sample: [{ after: { birth_date: day } }] } });
});
