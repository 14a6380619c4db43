import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('a brief becomes a database, rows go in, and a question is answered with rows and SQL', async () => {
  const svc = service.client();
  const created = await svc.ask({ goal: 'track coffee beans with roaster, price and rating' });
  const { db } = created.session;
  await svc.insert({
    db,
    table: 'coffee_beans',
    rows: [
      { roaster: 'Onyx', price: 18.5 },
      { roaster: 'Sey', price: 22 },
    ],
  });
  const reply = await svc.ask({ db, goal: 'How many coffee beans are there?' });
  expect(reply).toMatchObject({ status: 'ok', kind: 'query', answer: '2 coffee beans.', data: [{ count: 2 }] });
});
