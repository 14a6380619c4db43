import { type Client, createClient } from '../src/client/index.ts';
import { type Running, withService } from './children.ts';

const ROUNDS = 400;
const WARM_UP = 50;
const FEW = 10_000;
const MANY = 1_000_000;
const ROWS_A_CALL = 10_000;
const AT_ONCE = 32;
const BURST_SECONDS = 5;
const ITEMS_A_CALL = 500;

/**
 * What a `remember` costs beside an INSERT by `/v1/run`, how many a second there are in batches and one by one, and what a recall costs in a memory of a
 * million facts beside one of ten thousand.
 */
async function bench(running: Running): Promise<void> {
  const svc = createClient({ baseUrl: running.url });
  const figures = [...(await writes(svc)), await recall(svc)];
  console.table(figures);
  process.exitCode = figures.every(({ met }) => met) ? 0 : 1;
}

const newMemory = async (svc: Client): Promise<string> =>
  (await svc.createDatabase({ goal: 'agent memory', preset: 'agent_memory_v1' })).dbId;

async function writes(svc: Client) {
  const db = await newMemory(svc);
  const { dbId: notes } = await svc.createDatabase({ goal: 'track notes with content and subject' });
  const remember: number[] = [];
  const insert: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [content, subject] = [`Customer ${round} prefers to be called on day ${round % 28}.`, `customer ${round}`];
    remember.push(await timed(() => svc.remember({ db, kind: 'fact', content, subject, type: 'preference' })));
    insert.push(
      await timed(() => svc.run({ db: notes, sql: 'INSERT INTO notes (content, subject) VALUES ($1, $2)', params: [content, subject] })),
    );
  }
  let count = 0;
  const inBatches = await rate(2, async () => {
    const from = count;
    count += ITEMS_A_CALL;
    await svc.remember({
      db,
      items: Array.from({ length: ITEMS_A_CALL }, (_, at) => ({
        content: `Guest ${from + at} prefers room ${at % 40}.`,
        subject: `guest ${from + at}`,
        type: 'preference',
        tags: ['hotel'],
      })),
    });
    return ITEMS_A_CALL;
  });
  const oneByOne = await rate(AT_ONCE, async () => {
    await svc.remember({ db, kind: 'episode', role: 'user', content: `Message ${count++}` });
    return 1;
  });
  return [
    ratio('a remember ÷ an INSERT by /v1/run', remember, insert, 1.5),
    atLeast(`facts remembered a second, ${ITEMS_A_CALL} a call`, inBatches, 1_000),
    atLeast(`episodes remembered a second, one a call, ${AT_ONCE} at once`, oneByOne, null),
  ];
}

/** How much `work` gets done a second by so many that do it at once. */
async function rate(atOnce: number, work: () => Promise<number>): Promise<number> {
  let done = 0;
  const beganAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - beganAt < BURST_SECONDS * 1_000) {
        const more = await work();
        done += more;
      }
    }),
  );
  return (done / (performance.now() - beganAt)) * 1_000;
}

/** Without a target it is told alone. */
const atLeast = (what: string, measured: number, least: number | null) => ({
  what,
  measured: String(Math.round(measured)),
  target: least === null ? '' : `≥ ${least}`,
  met: least === null || measured >= least,
});

/** The same question, of words that ten facts have in either memory. */
async function recall(svc: Client) {
  const [few, many] = [await newMemory(svc), await newMemory(svc)];
  await fill(svc, few, FEW);
  await fill(svc, many, MANY);
  const [ofFew, ofMany]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const goal = `facts about harbour${round % 10}`;
    ofFew.push(await timed(() => ask(svc, few, goal)));
    ofMany.push(await timed(() => ask(svc, many, goal)));
  }
  return ratio(`a recall of ${MANY} facts ÷ one of ${FEW}`, ofMany, ofFew, 2);
}

async function fill(svc: Client, db: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += ROWS_A_CALL) {
    const rows = Array.from({ length: ROWS_A_CALL }, (_, index) => {
      const n = from + index;
      const place = n % (count / 100) === 0 ? ` near harbour${(n / (count / 100)) % 10}` : '';
      return { content: `Customer ${n} ordered item${n % 5_000} on day ${n % 365}${place}.`, subject: `customer ${n}`, kind: 'order' };
    });
    await svc.insert({ db, table: 'facts', rows });
    if (process.stderr.isTTY) process.stderr.write(`\r${from + ROWS_A_CALL} of ${count} facts`);
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
}

async function ask(svc: Client, db: string, goal: string): Promise<void> {
  const reply = await svc.ask({ db, goal });
  if (reply.kind !== 'query' || reply.rowCount !== 10) throw new Error(`${goal}: ${JSON.stringify(reply).slice(0, 500)}`);
}

function ratio(what: string, one: readonly number[], other: readonly number[], most: number) {
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
