import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { startSession } from '../support/session.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('a name that several rows have', () => {
  test('is asked back with the rows, and nothing is held for a confirm', async () => {
    const pets = await startSession(service, 'track pets with name and weight');
    await pets.rows("INSERT INTO pets (name, weight) VALUES ('Max', 4), ('Max', 9), ('Bella', 7)");
    const one = await pets.ask('set the weight of pet Bella to 8');
    expect(one.json(), one.text).toMatchObject({ kind: 'preview', diff: { affectedRows: 1 } });
    for (const goal of ['set the weight of pet Max to 8', 'delete pet Max']) {
      const reply = await pets.ask(goal);
      const { error } = reply.json() as { error: { code: string; params: { reason: string; candidates: object[] } } };
      expect(error, goal).toMatchObject({ code: 'not_understood', params: { unclear: ['Max'] } });
      expect(error.params.reason).toContain('2 rows of pets go by "Max" (id 1, 2)');
      expect(error.params.candidates).toEqual([
        expect.objectContaining({ id: 1, weight: 4 }),
        expect.objectContaining({ id: 2, weight: 9 }),
      ]);
    }
    expect((await pets.ask('delete all pets named Max')).json()).toMatchObject({ kind: 'preview', diff: { affectedRows: 2 } });
    expect((await pets.ask('delete pet 2')).json()).toMatchObject({ kind: 'preview', diff: { affectedRows: 1 } });
  });
});

describe('rows that came after a question', () => {
  test('are in its answer, whichever way they came, and names of theirs are understood at once', async () => {
    const pets = await startSession(service, 'track pets with name, species and weight');
    const total = async () => (await pets.ask('what is the total weight of the pets?')).json() as { data: Record<string, unknown>[] };
    const sum = async () => Number(Object.values((await total()).data[0] ?? {})[0] ?? 0);
    expect(await sum()).toBe(0);
    const loaded = await pets.post(
      '/v1/insert',
      { db: pets.db, table: 'pets', rows: [{ name: 'Max', species: 'dog', weight: 4.5 }] },
      { key: randomUUID() },
    );
    expect(loaded.status, loaded.text).toBe(200);
    expect(await sum()).toBe(4.5);
    expect((await pets.ask('add a pet named Bella with species cat and weight 3')).status).toBe(200);
    expect(await sum()).toBe(7.5);
    const cats = await pets.ask('how many cats are there?');
    expect(Object.values((cats.json() as { data: object[] }).data[0] ?? {}), cats.text).toEqual([1]);
    expect((await pets.ask("change Bella's weight to 5")).json()).toMatchObject({ kind: 'preview', diff: { affectedRows: 1 } });
    expect((await pets.ask("change Bella's weight to 5", { confirm: true })).json()).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(await sum()).toBe(9.5);
  });

  test('move the numbering on, when they bring their own', async () => {
    const pets = await startSession(service, 'track pets with name and weight');
    const loaded = await pets.post(
      '/v1/insert',
      { db: pets.db, table: 'pets', rows: [{ id: 7, name: 'Max', weight: 4 }] },
      { key: randomUUID() },
    );
    expect(loaded.status, loaded.text).toBe(200);
    const added = await pets.ask('add a pet named Bella with weight 3');
    expect(added.json(), added.text).toMatchObject({ kind: 'write', data: [{ id: 8 }] });
  });
});
