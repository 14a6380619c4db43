import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let session: TestSession;

beforeAll(async () => {
  service = await startService();
  session = await startSession(service);
  await session.post('/v1/insert', {
    db: session.db,
    table: 'coffee_beans',
    rows: [
      { roaster: 'Onyx', price: 18.5, rating: 5 },
      { roaster: 'Lavazza', price: 7.9, rating: 3 },
    ],
  });
});
afterAll(() => service.close());

const answerTo = async (goal: string) => String((await session.ask(goal)).json().answer);

test('the value that is not stored is named, with the nearest that are', async () => {
  expect(await answerTo("Show coffee beans with roaster 'Lavaza'")).toBe(
    'No coffee beans have the roaster "Lavaza". Nearest stored: Lavazza.',
  );
});

test('a number that none reaches is named', async () => {
  expect(await answerTo('Show coffee beans with a price above 100')).toBe('No coffee beans have a price over 100.');
});

test('conditions that each are met, but not together, are told with their counts', async () => {
  expect(await answerTo("Show coffee beans with roaster 'Onyx' and a price below 10")).toBe(
    'Of the coffee beans, 1 has the roaster "Onyx" and 1 has a price under 10; none does both.',
  );
});

test('a count and an average of nothing say why too', async () => {
  expect(await answerTo('How many coffee beans have a price above 100?')).toBe('0 coffee beans. No coffee beans have a price over 100.');
  expect(await answerTo('What is the average rating of coffee beans with a price above 100?')).toBe(
    'There is no average rating. No coffee beans have a price over 100.',
  );
});

test('a table without rows is told as such', async () => {
  const empty = await startSession(service);
  const reply = await empty.ask('Show coffee beans with a price above 1');
  expect(reply.json().answer).toBe('There are no coffee beans.');
  expect((await empty.ask('list all coffee beans')).json().answer).toBe('There are no coffee beans.');
});
