import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { Schema } from '../../plan/schema.ts';
import type { Once, Statement, WriteOutcome } from '../engine.ts';
import type { Executing, WriteRecords } from '../write-records.ts';
import type { Gated } from './cost-gate.ts';
import type { ClickHouseDriver } from './driver.ts';
import { textLiteral } from './quote.ts';
import { lookAhead, partsSince, rowsSince, type Trails, trailOf } from './trail.ts';

export interface BlockOfRows {
  readonly table: string;
  /** The table and its columns, as SQL. */
  readonly into: string;
  readonly format: string;
  readonly lines: readonly Buffer[];
  readonly count: number;
}

export interface Change {
  readonly verb: Executing['verb'];
  readonly table: string;
  readonly statement: Statement;
  readonly affected: number;
  readonly partitions: number;
  readonly seen: string;
}

/** What an earlier try of the same key did, where it is known that it was done. */
export type Landed = Pick<Executing, 'affected' | 'seen'>;

/** One write of a caller's: at most one change of rows, whose outcome can be found out afterwards. */
export interface ClickHouseWrite {
  readonly once: Once;
  /** There where an earlier try has done it already: then nothing is done, and this is told. */
  readonly landed: Landed | null;
  /** What an earlier try was about to do; null at the first one. */
  readonly earlier: Executing | null;
  /** Whether another write to the database came between the earlier try and now. To be asked before this one changes anything. */
  isFollowed(): Promise<boolean>;
  /** There where tables and columns are somebody else's: none is made. */
  readonly isTheirs?: true;
  readonly signal: Leaving;
  /** Asked before anything of the write is run. */
  readonly gated: Gated;
  /** Begins to look at the table that rows are to go into, while these are looked at. */
  expect(table: string): void;
  schema(): Promise<Schema>;
  driver: ClickHouseDriver;
  /** A statement that may run again: it makes what is not there. */
  define(sql: string): Promise<unknown>;
  insert(block: BlockOfRows): Promise<unknown>;
  /** Rows that the server says it wrote; null where it does not say, or nothing is to be done any more. */
  change(change: Change): Promise<number | null>;
}

export interface Writing {
  readonly dbId: string;
  readonly once: Once;
  readonly records: WriteRecords;
  readonly driver: ClickHouseDriver;
  readonly signal: Leaving;
  readonly gated: Gated;
  readonly readSchema: () => Promise<Schema>;
  /** Told before tables or columns are made. */
  readonly onDefining: () => void;
  /** Nobody else writes to the database: what its tables look like tells what was done. */
  readonly isSole: boolean;
  /** There where writes all go through this driver: what tables looked like after the last one. */
  readonly trails?: Trails;
}

const RENEW_EVERY_MS = (LIMITS.controlLeaseSeconds * 1_000) / 4;

/** What is known of a write's earlier tries, and how it tells what it is about to do. */
export interface Tries extends Pick<ClickHouseWrite, 'landed' | 'earlier'> {
  readonly begin: (executing: Executing) => Promise<void>;
}

/** What differs by whose the database is. */
interface Outcomes {
  /** What became of what an earlier try was about to do; null where it is to be done, or done again without harm. */
  find(before: Executing): Promise<Landed | null>;
  /** After a failure: whether nothing was done, and nothing will be. `earlier`: what the record had of an earlier try. */
  isUntouched(executing: Executing, error: unknown, earlier: Executing | null): Promise<boolean>;
  open(tries: Tries): ClickHouseWrite;
}

/**
 * Runs a write at most once for its key. ClickHouse has no transactions, so that the record comes first (started), then what is about to be
 * done and what the table looked like before (executing), then the change, then its reply (done).
 * @throws Fault idempotency_conflict, idempotency_in_progress
 */
export async function writeRecorded(
  { dbId, once, records }: Writing,
  outcomes: Outcomes,
  work: (write: ClickHouseWrite) => Promise<string>,
): Promise<WriteOutcome> {
  const holder = randomUUID();
  const begun = await records.begin(dbId, once, holder);
  if (begun.kind === 'conflict') throw new Fault('idempotency_conflict');
  if (begun.kind === 'held') throw new Fault('idempotency_in_progress');
  if (begun.kind === 'done') return { kind: 'replayed', reply: begun.reply };
  const timer = setInterval(() => void records.renew(dbId, once, holder).catch(() => undefined), RENEW_EVERY_MS);
  const earlier = begun.before;
  let executing = earlier;
  try {
    const landed = executing === null ? null : await outcomes.find(executing);
    const begin = async (next: Executing) => {
      executing = next;
      if (!(await records.executing(dbId, once, holder, next))) throw new Fault('idempotency_in_progress');
    };
    const reply = await work(outcomes.open({ landed, earlier, begin }));
    await records.done(dbId, once, holder, reply);
    return { kind: 'written', reply };
  } catch (error) {
    const isUntouched = executing === null || (await outcomes.isUntouched(executing, error, earlier));
    await (isUntouched ? records.forget(dbId, once, holder) : records.release(dbId, once, holder)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * A write to a hosted database. A try that finds `executing` looks at the table: where it is as before, nothing was done; an insert whose rows
 * are not all seen is done again with its token, by which the engine knows blocks that it has, and its rows are counted; what else is seen to be
 * done is told as done, unless another write followed, since the change may be that one's. Where it cannot be told the key stays taken.
 * @throws Fault idempotency_conflict, idempotency_in_progress
 */
export async function writeOnce(writing: Writing, work: (write: ClickHouseWrite) => Promise<string>): Promise<WriteOutcome> {
  const { driver, trails } = writing;
  const inserted: (readonly [table: string, before: string])[] = [];
  const outcome = await writeRecorded(
    writing,
    {
      find: (before) => outcomeOf(writing, before),
      // An engine that was killed may know the token without the rows, so that the next try has to count.
      isUntouched: async (executing, error, earlier) =>
        !(executing.verb === 'insert' && (earlier !== null || isAway(error))) &&
        (await hasNotChanged(writing.driver, writing.once, executing)),
      open: (tries) => openWrite(writing, tries, (...insert) => void inserted.push(insert)),
    },
    work,
  );
  if (trails) for (const [table, before] of inserted) lookAhead(driver, trails, table, before);
  return outcome;
}

/** What became of what an earlier try was about to do; null where it is to be done, or done again without harm. */
async function outcomeOf({ dbId, once, records, driver, isSole, signal }: Writing, before: Executing): Promise<Landed | null> {
  const { verb, table, trail, affected, seen, partitions } = before;
  // Asked first: what has ended by now shows in the trail.
  if (await driver.isRunning(queryIdOf(once))) throw new Fault('idempotency_in_progress');
  const now = await trailOf(driver, table, signal);
  if (now === trail) return null;
  if (verb === 'insert') {
    const isSeen = affected > 0 && isSole && !(await records.isFollowed(dbId, once));
    return isSeen && (await rowsSince(driver, table, trail, signal)) === affected ? { affected, seen } : null;
  }
  const parts = verb === 'update' && partitions > 1 ? await partsSince(driver, table, trail, signal) : partitions;
  // Asked last: whoever changed the table before it was looked at is recorded by now.
  const isSeen = isSole && verb !== 'statement' && parts === partitions && !(await records.isFollowed(dbId, once));
  if (!isSeen) throw unknown();
  if (verb === 'delete') await mutationsDone(driver, table, signal);
  return { affected, seen };
}

/** A delete that the engine has noted goes on after a restart. */
async function mutationsDone(driver: ClickHouseDriver, table: string, signal: Leaving): Promise<void> {
  const sql = `SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = ${textLiteral(table)} AND NOT is_done`;
  for (let left = MUTATION_LOOKS; left > 0; left -= 1) {
    const { rows } = await driver.query({ sql, params: [] }, { readonly: true, maxRows: 1, signal });
    if (Number(rows[0]?.[0] ?? 0) === 0) return;
    await delay(MUTATION_LOOK_MS);
  }
  throw new Fault('idempotency_in_progress', { params: { reason: 'The delete is under way: retry with the same key.' } });
}

const MUTATION_LOOKS = 50;
const MUTATION_LOOK_MS = 200;

export const unknown = (): Fault => new Fault('idempotency_in_progress', { params: { reason: UNKNOWN } });

const UNKNOWN =
  'No answer came to this write, and whether all of it was done cannot be told. Look at the rows, and write what is missing with another key.';

/** @param onInserted told what was inserted at the first try, and what the table looked like before */
function openWrite(
  writing: Writing,
  { landed, earlier, begin }: Tries,
  onInserted: (table: string, before: string) => void,
): ClickHouseWrite {
  const { dbId, once, records, driver, signal, gated, readSchema, onDefining, isSole, trails } = writing;
  const run = { readonly: false, signal };
  const changing = { ...run, queryId: queryIdOf(once) };
  let isWritten = false;
  let ahead: { readonly table: string; readonly trail: Promise<string> } | null = null;
  const guarded = async <T>(executing: Omit<Executing, 'trail'>, work: () => Promise<T>): Promise<T | null> => {
    if (isWritten) throw new Error('A write changes rows once.');
    isWritten = true;
    if (landed !== null) return null;
    // Of the first try, so that a failure of this one does not make rows forgotten that the first one has inserted.
    const trail = earlier?.trail ?? (await (ahead?.table === executing.table ? ahead.trail : trailOf(driver, executing.table, signal)));
    trails?.clear();
    const isAgain = earlier !== null && executing.verb === 'insert' && executing.affected > 0;
    // Asked before this one is recorded as the last.
    const isAlone = isAgain && isSole && !(await records.isFollowed(dbId, once));
    await begin({ ...executing, trail });
    const done = await work();
    if (isAgain) {
      const rows = await rowsSince(driver, executing.table, trail, signal);
      if (isAlone ? rows !== executing.affected : rows < executing.affected) throw unknown();
    }
    if (earlier === null && executing.verb === 'insert') onInserted(executing.table, trail);
    return done;
  };
  return {
    once,
    landed,
    earlier,
    isFollowed: () => records.isFollowed(dbId, once),
    signal,
    gated,
    driver,
    expect(table) {
      if (landed !== null || earlier !== null) return;
      const now = () => trailOf(driver, table, signal);
      ahead = { table, trail: trails?.get(table)?.catch(now) ?? now() };
      // Told where it is waited for; rows that are refused wait for nothing.
      ahead.trail.catch(() => undefined);
    },
    schema: readSchema,
    define(sql) {
      ahead = null;
      trails?.clear();
      onDefining();
      return driver.exec({ sql, params: [] }, run);
    },
    insert: ({ table, into, format, lines, count }) =>
      guarded({ verb: 'insert', table, affected: count, partitions: 1, seen: '' }, () =>
        driver.insert(into, format, lines, { ...changing, settings: { ...IN_ONE_BLOCK, insert_deduplication_token: tokenOf(once) } }),
      ),
    change: ({ verb, table, statement, affected, partitions, seen }) =>
      guarded({ verb, table, affected, partitions, seen }, () =>
        driver.exec(
          statement,
          verb === 'insert'
            ? { ...changing, settings: { ...IN_ONE_BLOCK, ...COUNTED, insert_deduplication_token: tokenOf(once) } }
            : changing,
        ),
      ),
  };
}

/**
 * The engine knows a block by its token for the last ten thousand of its table. One that is killed may have noted the token without the rows, or have
 * the rows without the token, so that the rows of an insert which is done again are counted besides.
 */
export const tokenOf = ({ scope, key }: Once): string =>
  createHash('sha256')
    .update(JSON.stringify([scope, key]))
    .digest('hex');

/** By which the engine runs a write once at a time, and tells whether it still does. */
export const queryIdOf = (once: Once): string => `svc-${tokenOf(once)}`;

/** All rows of a call are one block, so that a token stands for all of them; as many months as they are of. */
export const IN_ONE_BLOCK = {
  max_insert_block_size: 1_048_576,
  min_insert_block_size_rows: 1_048_576,
  min_insert_block_size_bytes: 256 * 1024 * 1024,
  max_partitions_per_insert_block: 0,
  max_insert_threads: 1,
  async_insert: 0,
  date_time_input_format: 'best_effort',
  input_format_null_as_default: 0,
  input_format_skip_unknown_fields: 0,
} as const;

/** The server answers once it knows what it wrote. */
export const COUNTED = { http_wait_end_of_query: 1 } as const;

const isAway = (error: unknown): boolean => error instanceof Fault && error.code === 'db_unreachable';

/** And will not: a statement that was let go of may go on at a server. */
async function hasNotChanged(driver: ClickHouseDriver, once: Once, { table, trail }: Executing): Promise<boolean> {
  try {
    return !(await driver.isRunning(queryIdOf(once))) && (await trailOf(driver, table, undefined)) === trail;
  } catch {
    return false;
  }
}
