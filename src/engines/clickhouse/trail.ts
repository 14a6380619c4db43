import type { Leaving } from '../../lib/leaving.ts';
import type { Statement } from '../engine.ts';
import type { ClickHouseDriver } from './driver.ts';
import { identifier, textLiteral } from './quote.ts';

/** What tables looked like after the last write, by their names. */
export type Trails = Map<string, Promise<string>>;

/** Grows with every block of rows, patch and mutation of the table; merges leave it as it is. */
export async function trailOf(driver: ClickHouseDriver, table: string, signal: Leaving | undefined): Promise<string> {
  const mutations = `SELECT max(toInt64OrZero(extract(mutation_id, '\\\\d+'))) FROM system.mutations WHERE database = currentDatabase() AND table = ${textLiteral(table)}`;
  const { rows } = await driver.query(blocks(table, `ifNull((${mutations}), 0)`), { readonly: true, maxRows: 1, signal });
  return `${rows[0]?.[0] ?? 0}:${rows[0]?.[1] ?? 0}`;
}

/** The part of it that grows with blocks of rows and patches. */
async function blocksOf(driver: ClickHouseDriver, table: string): Promise<string> {
  const { rows } = await driver.query(blocks(table), { readonly: true, maxRows: 1 });
  return String(rows[0]?.[0] ?? 0);
}

const blocks = (table: string, ...besides: readonly string[]): Statement => ({
  sql: `SELECT ${['ifNull(max(greatest(max_block_number, data_version)), 0)', ...besides].join(', ')}
FROM system.parts WHERE database = currentDatabase() AND table = ${textLiteral(table)}`,
  params: [],
});

/** Rows that were inserted since then, whatever they were merged into, and are there. */
export const rowsSince = (driver: ClickHouseDriver, table: string, trail: string, signal: Leaving): Promise<number> =>
  countOf(driver, `${identifier(table)} WHERE _block_number > ${Number(trail.split(':')[0])}`, signal);

/** Patches of the table since then: an update makes one in each partition that it reaches. */
export async function partsSince(driver: ClickHouseDriver, table: string, trail: string, signal: Leaving): Promise<number> {
  const sql = `SELECT count() FROM system.parts WHERE database = currentDatabase() AND table = ${textLiteral(table)} AND startsWith(name, 'patch-') AND min_block_number > ${Number(trail.split(':')[0])}`;
  const { rows } = await driver.query({ sql, params: [] }, { readonly: true, maxRows: 1, signal });
  return Number(rows[0]?.[0] ?? 0);
}

/** While nobody waits for it, for the next write. An insert makes no mutation. */
export function lookAhead(driver: ClickHouseDriver, trails: Trails, table: string, before: string) {
  const mutations = before.split(':')[1] ?? '0';
  const trail = blocksOf(driver, table).then((blocks) => `${blocks}:${mutations}`);
  trails.set(table, trail);
  trail.catch(() => trails.delete(table));
}

/** @param from the table as SQL, and what narrows it down */
export const countOf = async (driver: ClickHouseDriver, from: string, signal: Leaving): Promise<number> => {
  const sql = `SELECT count() FROM ${from}`;
  return Number((await driver.query({ sql, params: [] }, { readonly: true, maxRows: 1, signal })).rows[0]?.[0] ?? 0);
};
