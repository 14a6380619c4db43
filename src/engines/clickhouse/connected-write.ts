import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '../../fault.ts';
import { textOf, wordsOf } from '../../guard/clickhouse-parser.ts';
import type { Schema } from '../../plan/schema.ts';
import type { Statement, WriteOutcome } from '../engine.ts';
import type { Executing } from '../write-records.ts';
import { parserOf } from './parser.ts';
import { ofTable, textLiteral } from './quote.ts';
import { outermost, outermostWhere } from './raw-write.ts';
import {
  type ClickHouseWrite,
  COUNTED,
  IN_ONE_BLOCK,
  type Landed,
  queryIdOf,
  type Tries,
  tokenOf,
  unknown,
  type Writing,
  writeRecorded,
} from './write.ts';

/**
 * Runs a write to somebody else's server at most once for its key. Others write there too, so that what a table looks like says nothing by
 * itself. An update or a delete carries a mark in its condition, by which the server's list of mutations tells whether it was taken; an
 * insert is sent again only where the table knows its token, or has not changed since. In all other cases the key stays taken.
 * @throws Fault idempotency_conflict, idempotency_in_progress
 */
export const writeTheirs = (writing: Writing, work: (write: ClickHouseWrite) => Promise<string>): Promise<WriteOutcome> =>
  writeRecorded(
    writing,
    {
      find: (before) => outcomeOf(writing, before),
      isUntouched: async (executing, error, earlier) => earlier === null && isRefusal(error) && (await isNotTaken(writing, executing)),
      open: (tries) => openWrite(writing, tries),
    },
    work,
  );

/** The server itself says that it did not do it. After a limit, or a connection that it lost, it may go on. */
const isRefusal = (error: unknown): boolean => {
  const code = error instanceof Fault ? Number(error.params?.engineCode) : Number.NaN;
  return code > 0 && !GOES_ON.has(code);
};

/** TIMEOUT_EXCEEDED, SOCKET_TIMEOUT, NETWORK_ERROR, UNFINISHED, UNKNOWN_STATUS_OF_INSERT, UNKNOWN_STATUS_OF_DISTRIBUTED_DDL_TASK, QUERY_WAS_CANCELLED. */
const GOES_ON: ReadonlySet<number> = new Set([159, 209, 210, 341, 319, 379, 394, 735]);

async function isNotTaken(writing: Writing, { table, trail, verb }: Executing): Promise<boolean> {
  try {
    const now = await stateOf(writing, table);
    return verb === 'insert' || verb === 'statement' ? now.trail === trail : (await markedIn(writing)) === null;
  } catch {
    return false;
  }
}

/** What became of what an earlier try was about to do; null where it is to be done, or done again without harm. */
async function outcomeOf(writing: Writing, { verb, table, trail, affected, seen, server }: Executing): Promise<Landed | null> {
  if (server === 'replaced') throw new Fault('outcome_unknown');
  if (await isRunning(writing)) throw inProgress();
  if (verb === 'update' || verb === 'delete') {
    for (let left = LOOKS; left > 0; left -= 1) {
      const found = await markedIn(writing);
      if (found === 'done') return { affected, seen };
      if (found === null) break;
      if (left === 1) throw inProgress();
      await delay(LOOK_MS);
    }
  }
  const now = await stateOf(writing, table);
  if (verb === 'insert' && now.deduplicates) return null;
  // Of a replicated table another server may have taken it, of which this one has not heard yet.
  if (!now.isReplicated && now.trail === trail) return null;
  throw unknown();
}

const LOOKS = 50;
const LOOK_MS = 200;

const inProgress = (): Fault =>
  new Fault('idempotency_in_progress', { params: { reason: 'The write is under way: send the same request again, with the same key.' } });

function openWrite(writing: Writing, { landed, earlier, begin }: Tries): ClickHouseWrite {
  const { dbId, once, records, driver, signal, gated, readSchema } = writing;
  const run = { readonly: false, signal, queryId: queryIdOf(once) };
  let isWritten = false;
  const guarded = async <T>(executing: Omit<Executing, 'trail'>, work: () => Promise<T>): Promise<T | null> => {
    if (isWritten) throw new Error('A write changes rows once.');
    isWritten = true;
    if (landed !== null) return null;
    const { trail, isMergeTree } = await stateOf(writing, executing.table);
    if (!isMergeTree) throw new Fault('forbidden', { params: { reason: NOT_MERGE_TREE } });
    await begin({ ...executing, trail: earlier?.trail ?? trail });
    const done = await work();
    if (earlier !== null && executing.verb === 'insert') await assertAdded(writing, { ...executing, trail: earlier.trail });
    return done;
  };
  const insertSettings = { ...IN_ONE_BLOCK, insert_deduplicate: 1, insert_deduplication_token: tokenOf(once) };
  return {
    once,
    landed,
    earlier,
    isTheirs: true,
    isFollowed: () => records.isFollowed(dbId, once),
    signal,
    gated,
    driver,
    // Others write there too, so that the look comes right before the write.
    expect: () => undefined,
    schema: readSchema,
    define: async () => {
      throw new Error('Nothing is made in a connected database.');
    },
    insert: ({ table, into, format, lines, count }) =>
      guarded({ verb: 'insert', table, affected: count, partitions: 1, seen: '' }, () =>
        driver.insert(into, format, lines, { ...run, settings: insertSettings }),
      ),
    change: ({ verb, table, statement, affected, partitions, seen }) =>
      guarded({ verb, table, affected, partitions, seen }, async () =>
        verb === 'update' || verb === 'delete'
          ? await driver.exec(await marked(writing, statement), run)
          : await driver.exec(statement, { ...run, settings: { ...insertSettings, ...COUNTED } }),
      ),
  };
}

const NOT_MERGE_TREE =
  'Rows are written to tables of the MergeTree family alone: of others it cannot be told whether a write whose answer was lost was done.';

/**
 * A table that keeps its tokens in a file may have noted one, when its server was killed, whose rows it has not. Parts that hold fewer rows than
 * the insert had do not hold all of them; where others wrote meanwhile their rows may hide it.
 */
async function assertAdded(writing: Writing, { table, trail, affected }: Executing): Promise<void> {
  const at = ofTable(await writing.readSchema(), table, 'table');
  const sql = `SELECT sum(rows) FROM system.parts WHERE ${at} AND active AND max_block_number > ${Number(trail.split(':')[0])}`;
  const { rows } = await writing.driver.query({ sql, params: [] }, { readonly: true, maxRows: 1, signal: writing.signal });
  if (Number(rows[0]?.[0] ?? 0) < affected) throw unknown();
}

/** The same change as a mutation that says whose it is. Tables that take no lightweight update take it as well. */
async function marked({ driver, signal, once }: Writing, { sql, params }: Statement): Promise<Statement> {
  const words = wordsOf(sql, await parserOf(driver, signal).tokens(sql));
  const where = outermostWhere(words);
  if (where < 0) throw new Error('A change without a condition.');
  const condition = `WHERE (${textOf(words.slice(where + 1))}) AND ${textLiteral(queryIdOf(once))} != ''`;
  if (words[0]?.text.toLowerCase() === 'delete') return { sql: `${textOf(words.slice(0, where))} ${condition}`, params };
  const set = outermost(words, 'set');
  const assigned = textOf(words.slice(set + 1, where));
  return { sql: `ALTER TABLE ${textOf(words.slice(1, set))} UPDATE ${assigned} ${condition}`, params };
}

/** Whether the server has taken the change, and has finished it. */
async function markedIn({ driver, signal, once }: Writing): Promise<'done' | 'under way' | null> {
  const sql = `SELECT min(is_done), count() FROM system.mutations WHERE position(command, ${textLiteral(queryIdOf(once))}) > 0`;
  const { rows } = await driver.query({ sql, params: [] }, { readonly: true, maxRows: 1, signal });
  const [isDone, count] = rows[0] ?? [];
  return Number(count) === 0 ? null : Number(isDone) === 1 ? 'done' : 'under way';
}

async function isRunning({ driver, signal, once }: Writing): Promise<boolean> {
  const sql = `SELECT count() FROM system.processes WHERE query_id = ${textLiteral(queryIdOf(once))}`;
  const { rows } = await driver.query({ sql, params: [] }, { readonly: true, maxRows: 1, signal });
  return Number(rows[0]?.[0] ?? 0) > 0;
}

interface TableState {
  readonly isMergeTree: boolean;
  readonly isReplicated: boolean;
  /** It knows the tokens of its last inserts. */
  readonly deduplicates: boolean;
  /** Changes with every block of rows and every mutation. */
  readonly trail: string;
}

async function stateOf({ driver, signal, readSchema }: Writing, name: string): Promise<TableState> {
  const schema: Schema = await readSchema();
  const at = ofTable(schema, name, 'table');
  const sql = `SELECT (SELECT any((engine, engine_full)) FROM system.tables WHERE ${ofTable(schema, name, 'name')}) AS t, t.1, t.2,
  ifNull((SELECT max(greatest(max_block_number, data_version)) FROM system.parts WHERE ${at}), 0),
  ifNull((SELECT max(toInt64OrZero(extract(mutation_id, '\\\\d+'))) FROM system.mutations WHERE ${at}), 0)`;
  const { rows } = await driver.query({ sql, params: [] }, { readonly: true, maxRows: 1, signal });
  const [, engine, full, block, mutation] = rows[0] ?? [];
  const isReplicated = /^(Replicated|Shared)/.test(String(engine));
  const window = /non_replicated_deduplication_window = (\d+)/.exec(String(full))?.[1];
  return {
    isMergeTree: /MergeTree$/.test(String(engine)),
    isReplicated,
    deduplicates: isReplicated ? !/[^_]replicated_deduplication_window = 0\b/.test(String(full)) : Number(window ?? 0) > 0,
    trail: `${block}:${mutation}`,
  };
}
