import { Fault } from '../../fault.ts';
import { textOf, type Word, wordsOf } from '../../guard/clickhouse-parser.ts';
import type { Schema } from '../../plan/schema.ts';
import type { CallersWrite, KeptRun, Statement } from '../engine.ts';
import { NOT_UNDOABLE } from './insert-rows.ts';
import { parserOf } from './parser.ts';
import { ofTable, tableSql } from './quote.ts';
import { countOf } from './trail.ts';
import { type Change, type ClickHouseWrite, unknown } from './write.ts';

/** Runs a caller's own statement, which the guard has passed, and says how many rows it changed. */
export async function runRaw(
  write: ClickHouseWrite,
  schema: Schema,
  { statement, verb }: Pick<CallersWrite, 'statement' | 'verb'>,
): Promise<KeptRun> {
  const words = wordsOf(statement.sql, await parserOf(write.driver, write.signal).tokens(statement.sql));
  const table = tableOf(words, verb, schema);
  if (verb === 'insert') {
    const query = queryOf(words, statement);
    return changed(await insert(write, { verb: query === null ? 'insert' : 'statement', table, statement, query }, schema));
  }
  const reach = await reachOf(write, words, { statement, from: tableSql(schema, table) });
  await write.change({ verb, table, statement, ...reach, seen: '' });
  return changed(write.landed?.affected ?? reach.affected);
}

const changed = (affected: number): KeptRun => ({
  rows: { columns: [], rows: [], truncated: false, affected },
  notUndoable: NOT_UNDOABLE,
});

/**
 * How many rows it adds is what the server says; where it says nothing, or counts what materialized views write as well, the difference of
 * counts before and after. The record keeps the first count, since what is inserted again adds nothing; where another write came between, that
 * count says nothing any more.
 */
async function insert(
  write: ClickHouseWrite,
  { verb, table, statement, query }: Pick<Change, 'verb' | 'table' | 'statement'> & { readonly query: Statement | null },
  schema: Schema,
): Promise<number> {
  const { driver, signal, earlier } = write;
  const from = tableSql(schema, table);
  if (earlier !== null && (earlier.seen === '' || (await write.isFollowed()))) throw unknown();
  const before = earlier === null ? await countOf(driver, from, signal) : Number(earlier.seen);
  const change = () => write.change({ verb, table, statement, affected: 0, partitions: 1, seen: String(before) });
  const written = await (query === null || write.landed !== null ? change() : write.gated(query, change));
  // A server may count rows that it knows by their token for none.
  const isTold = written !== null && (earlier === null || written > 0) && !(await feedsViews(write, schema, table));
  return isTold ? written : (await countOf(driver, from, signal)) - before;
}

async function feedsViews({ driver, signal, isTheirs }: ClickHouseWrite, schema: Schema, table: string): Promise<boolean> {
  // In a hosted database nobody makes a view.
  if (!isTheirs) return false;
  const sql = `SELECT count() FROM system.tables WHERE ${ofTable(schema, table, 'name')} AND notEmpty(dependencies_table)`;
  const { rows } = await driver.query({ sql, params: [] }, { readonly: true, maxRows: 1, signal });
  return Number(rows[0]?.[0] ?? 0) > 0;
}

/** What an INSERT reads, with the names that stand before it; null of rows. A column called `select` is no harm: more is taken for unknown. */
function queryOf(words: readonly Word[], { params }: Statement): Statement | null {
  const lower = words.map(({ text }) => text.toLowerCase());
  const insert = lower.indexOf('insert');
  let at = lower.findIndex((text, index) => index > insert && (text === 'select' || text === 'with'));
  if (at < 0) return null;
  while (lower[at - 1] === '(') at -= 1;
  return { sql: `${textOf(words.slice(0, insert))} ${textOf(words.slice(at))}`.trim(), params };
}

/** After INTO, FROM or UPDATE, as plans call it. */
function tableOf(words: readonly Word[], verb: CallersWrite['verb'], { tables }: Schema): string {
  const lower = words.map(({ text }) => text.toLowerCase());
  let at = verb === 'insert' ? lower.indexOf('into') + 1 : verb === 'delete' ? lower.indexOf('from') + 1 : 1;
  if (verb === 'insert' && lower[at] === 'table') at += 1;
  const database = words[at + 1]?.type === 'Dot' ? nameOf(words[at]) : null;
  const name = nameOf(words[database === null ? at : at + 2]);
  const own = tables.find((table) => !table.place && table.name === name);
  const placed = tables.find(({ place }) => place?.schema === database && place?.name === name);
  // The guard has passed it, so that a database that has no such table is the session's own.
  const found = placed ?? own;
  if (!found) throw new Fault('sql_rejected', { params: { reason: 'The statement names no table of this database.' } });
  return found.name;
}

const nameOf = (word: Word | undefined): string => (word?.type === 'QuotedIdentifier' ? word.text.slice(1, -1) : (word?.text ?? ''));

async function reachOf(
  { driver, signal, gated, landed }: ClickHouseWrite,
  words: readonly Word[],
  { statement, from }: { readonly statement: Statement; readonly from: string },
) {
  const where = textOf(words.slice(outermostWhere(words) + 1));
  const sql = `SELECT count(), uniqExact(_partition_id) FROM ${from} WHERE ${where}`;
  const counted = { sql, params: statement.params };
  const count = () => driver.query(counted, { readonly: true, maxRows: 1, signal });
  const { rows } = await (landed === null ? gated(counted, count) : count());
  return { affected: Number(rows[0]?.[0] ?? 0), partitions: Number(rows[0]?.[1] ?? 0) };
}

/** The WHERE of the statement itself, and of no query inside of it. */
export const outermostWhere = (words: readonly Word[]): number => outermost(words, 'where');

export function outermost(words: readonly Word[], keyword: string): number {
  let depth = 0;
  return words.findIndex(({ type, text }) => {
    if (type === 'OpeningRoundBracket') depth += 1;
    if (type === 'ClosingRoundBracket') depth -= 1;
    return depth === 0 && type === 'BareWord' && text.toLowerCase() === keyword;
  });
}
