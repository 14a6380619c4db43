import { createClient } from '../src/client/index.ts';
import { buildValueIndex } from '../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../src/plan/builtin/questions/question.ts';
import type { Schema, Table } from '../src/plan/schema.ts';
import { type Running, withService } from './children.ts';

const ROWS = 1_000;
const ROUNDS = 40;
const TABLES = 600;
const TARGET = { p50Ms: 15, p99Ms: 80, wideMs: 60 } as const;

/** Each once with each number, so that no known plan of the same words answers; literals are read anew, so each has words of its own. */
const QUESTIONS = [
  (at: number) => `how many items have a price over ${at} and a shelf other than shelf${at % 10}`,
  (at: number) => `top ${at + 1} items by price`,
  (at: number) => `average price of items on shelf${at % 10} under ${at + 5}`,
  (at: number) => `which items cost less than ${at + 1} and are on shelf${at % 10}`,
  (at: number) => `number of items per shelf with more than ${at} items`,
];

/** How long a question takes that was not asked before, over HTTP; and one about a schema of many tables, in this process. */
async function bench(running: Running): Promise<void> {
  const svc = createClient({ baseUrl: running.url });
  const { dbId: db } = await svc.createDatabase({ goal: 'track items with name, shelf and price' });
  const rows = Array.from({ length: ROWS }, (_, index) => ({ name: `item ${index}`, shelf: `shelf${index % 10}`, price: index / 4 }));
  await svc.insert({ db, table: 'items', rows });
  const asked: number[] = [];
  for (let at = 0; at < ROUNDS; at++)
    // A question that is declined was planned as well.
    for (const question of QUESTIONS) asked.push(await timed(() => svc.ask({ db, goal: question(at) }).catch(() => null)));
  const warm = asked.slice(QUESTIONS.length * 3);
  const wide = await wideSchema();
  console.table([
    figure('a new question over HTTP, p50', quantile(warm, 0.5), TARGET.p50Ms),
    figure('a new question over HTTP, p99', quantile(warm, 0.99), TARGET.p99Ms),
    figure(`a question about ${TABLES} tables after the first, p50`, quantile(wide, 0.5), TARGET.wideMs),
  ]);
}

/** Tables as a large application has them: names of two words, a key to another, a handful of columns. */
async function wideSchema(): Promise<number[]> {
  const schema: Schema = { fingerprint: 'wide', tables: Array.from({ length: TABLES }, (_, at) => tableAt(at)) };
  const values = buildValueIndex([]);
  const planner = createQuestionPlanner();
  const { signal } = new AbortController();
  const ask = (text: string) => planner.plan({ text, schema, values, now: new Date(), signal });
  await ask('how many red boxes are there');
  const times: number[] = [];
  for (let at = 0; at < ROUNDS; at++)
    times.push(await timed(() => ask(`how many ${nameOf(at * 7).replace('_', ' ')} have an amount over ${at}`)));
  return times;
}

const COLOURS = 'red blue green black white grey brown pink amber teal'.split(' ');
const THINGS = 'box crate barrel shelf ladder engine valve panel filter bracket hinge spring wheel cable switch lamp'.split(' ');
const nameOf = (at: number): string =>
  `${COLOURS[at % COLOURS.length]}_${THINGS[Math.floor(at / COLOURS.length) % THINGS.length]}s${at < COLOURS.length * THINGS.length ? '' : Math.floor(at / (COLOURS.length * THINGS.length))}`;

const COLUMNS = { id: 'integer', name: 'text', amount: 'decimal', made_on: 'date', state: 'text', parent_id: 'integer' } as const;

const tableAt = (at: number): Table => ({
  name: nameOf(at),
  kind: 'table',
  comment: null,
  columns: Object.entries(COLUMNS).map(([name, type]) => ({
    ...{ name, type, nativeType: type, nullable: true, hasDefault: false, generated: false, comment: null },
  })),
  primaryKey: ['id'],
  uniques: [],
  foreignKeys: at === 0 ? [] : [{ columns: ['parent_id'], table: nameOf(at >> 1), references: ['id'], onDelete: 'no action' }],
  rowEstimate: -1,
});

const figure = (what: string, ms: number, most: number) => ({
  what,
  measured: `${ms.toFixed(1)} ms`,
  target: `≤ ${most} ms`,
  met: ms <= most,
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

await withService(bench);
