import { setMaxListeners } from 'node:events';
import { createClient } from '../src/client/index.ts';
import { type Running, withService } from './children.ts';

const CALLERS = 500;
const ROWS = 1_000;
const ROUNDS = 4;
const LIMIT_MS = 120_000;

interface Outcome {
  readonly ms: number;
  /** Null where the reply is whole, in order, and the answer to what was asked. */
  readonly flaw: 'dropped' | 'reordered' | null;
}

/** So many asks at once as streams of events, and then as JSON: what came of each, and how long they took. */
async function bench(running: Running): Promise<void> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  setMaxListeners(0, limit);
  const svc = createClient({ baseUrl: running.url });
  const { dbId: db } = await svc.createDatabase({ goal: 'track items with name, shelf and price' });
  await svc.insert({ db, table: 'items', rows: Array.from({ length: ROWS }, (_, n) => ({ name: `item ${n}`, shelf: 'a', price: n })) });
  const post = (accept: string, price: number) =>
    fetch(`${running.url}/v1/ask`, {
      method: 'POST',
      headers: {
        accept,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        authorization: `Bearer ${svc.anonymousToken()}`,
      },
      body: JSON.stringify({ db, goal: `How many items have a price above ${price}?` }),
      signal: limit,
    });
  const ask = async (accept: string, price: number, judge: (text: string) => Outcome['flaw']): Promise<Outcome> => {
    const from = performance.now();
    const flaw = await post(accept, price)
      .then((reply) => reply.text())
      .then(judge)
      .catch(() => 'dropped' as const);
    return { ms: performance.now() - from, flaw };
  };
  const count = (price: number): string => `"data":[{"count":${ROWS - 1 - price}}]`;
  // What one caller alone is told, once the plan is known, is what each of them is to be told.
  await (await post(EVENTS, 1)).text();
  const order = typesIn(await (await post(EVENTS, 2)).text());
  const eventsJudge = (price: number) => (text: string) => {
    const types = typesIn(text);
    if (types.at(-1) !== 'done' || types.length !== order.length || !text.includes(count(price))) return 'dropped';
    return types.every((type, index) => type === order[index]) ? null : 'reordered';
  };
  const jsonJudge = (price: number) => (text: string) => (text.includes(count(price)) ? null : 'dropped');
  const events: Outcome[][] = [];
  const json: Outcome[][] = [];
  const together = (accept: string, judge: (price: number) => (text: string) => Outcome['flaw']) =>
    Promise.all(Array.from({ length: CALLERS }, (_, price) => ask(accept, price, judge(price))));
  for (let round = 0; round < ROUNDS; round++) {
    events.push(await together(EVENTS, eventsJudge));
    json.push(await together('application/json', jsonJudge));
  }
  // The first round opens the connections and warms the code up; what it loses counts all the same.
  const [a, b] = [figuresOf(events), figuresOf(json)];
  console.log(`Events of each stream: ${order.join(', ')}.`);
  console.table({ [`${CALLERS} streams of events`]: a, [`${CALLERS} JSON asks`]: b });
  console.log(`streams ÷ JSON: p50 ${(a.p50Ms / b.p50Ms).toFixed(2)} ×, p99 ${(a.p99Ms / b.p99Ms).toFixed(2)} ×`);
  process.exitCode = a.dropped + a.reordered + b.dropped === 0 ? 0 : 1;
}

const EVENTS = 'text/event-stream';

const typesIn = (text: string): string[] => [...text.matchAll(/^event: (\w+)$/gm)].map(([, type]) => type ?? '');

function figuresOf(rounds: readonly Outcome[][]) {
  const all = rounds.flat();
  const times = rounds
    .slice(1)
    .flat()
    .map(({ ms }) => ms)
    .sort((x, y) => x - y);
  const at = (part: number): number => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN);
  const number = (flaw: Outcome['flaw']): number => all.filter((one) => one.flaw === flaw).length;
  return { completed: number(null), dropped: number('dropped'), reordered: number('reordered'), p50Ms: at(0.5), p99Ms: at(0.99) };
}

await withService(bench);
