import { Agent, request } from 'node:http';
import { type Client, createClient } from '../src/client/index.ts';
import { type Running, withService } from './children.ts';

const ROWS = 10_000;
const ROUNDS = 60;
const WARM_UP = 15;

/** What a preview costs beside the write that it previews, and a question that was asked before beside the SQL that answers it. */
async function bench(running: Running): Promise<void> {
  const svc = createClient({ baseUrl: running.url });
  const { dbId: db } = await svc.createDatabase({ goal: 'track items with name, shelf and price' });
  const rows = Array.from({ length: ROWS }, (_, index) => ({ name: `item ${index}`, shelf: `shelf${index % 10}`, price: index / 4 }));
  await svc.insert({ db, table: 'items', rows });
  const figures = [
    await previews(svc, db, 'one row', 'name is item 7'),
    await previews(svc, db, `${ROWS / 10} of ${ROWS} rows`, 'shelf is shelf3'),
    await knownPlans(svc, running.url, db),
  ];
  console.table(figures);
  process.exitCode = figures.every(({ met }) => met) ? 0 : 1;
}

/** Previews and confirms take turns, each of a write that the round before has not made. */
async function previews(svc: Client, db: string, what: string, which: string) {
  const preview: number[] = [];
  const write: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const goal = `set the price to ${round + 1} where ${which}`;
    let confirmToken = '';
    preview.push(
      await timed(async () => {
        const reply = await svc.ask({ db, goal });
        if (reply.kind !== 'preview') throw new Error(`${goal}: ${reply.kind}`);
        confirmToken = reply.confirmToken;
      }),
    );
    write.push(await timed(() => svc.ask({ db, confirm: true, confirmToken })));
  }
  return figure(`preview of ${what} ÷ the write`, preview, write, 2);
}

/** Over one kept connection without a client, whose own work would count for both. */
async function knownPlans(svc: Client, url: string, db: string) {
  const goal = 'How many items have shelf shelf3?';
  const first = await svc.ask({ db, goal });
  if (first.kind !== 'query' || first.trace.sql === null) throw new Error(`${goal}: ${first.kind}`);
  const { sql, params } = first.trace;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (path: string, body: object) => timed(() => answered(`${url}${path}`, { agent, token: svc.anonymousToken() ?? '', body }));
  const ask: number[] = [];
  const run: number[] = [];
  for (let round = 0; round < ROUNDS * 20; round++) {
    ask.push(await post('/v1/ask', { db, goal }));
    run.push(await post('/v1/run', { db, sql, params }));
  }
  agent.destroy();
  return figure('a question with a known plan ÷ its SQL by /v1/run', ask, run, 1.5);
}

const answered = (url: string, { agent, token, body }: { agent: Agent; token: string; body: object }): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', agent, headers }, (reply) => {
      reply.resume();
      reply.once('end', () => (reply.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${reply.statusCode}`))));
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });

function figure(what: string, one: readonly number[], other: readonly number[], most: number) {
  const [a, b] = [median(one.slice(WARM_UP)), median(other.slice(WARM_UP))];
  return { what, measured: `${(a / b).toFixed(2)} × (${a.toFixed(2)} / ${b.toFixed(2)} ms)`, target: `≤ ${most} ×`, met: a / b <= most };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

await withService(bench);
