import { distance } from 'fastest-levenshtein';
import type { Output } from '../src/contract/operations.ts';
import type { Execution } from './execution.ts';
import { NOTICE } from './results.ts';
import type { Structured } from './structured.ts';

interface Made {
  readonly db: string;
  readonly table: string;
  readonly created: Output<'insert'>['created'];
}

const NAMES_MAX = 100;
const SIMILAR_MAX = 3;

/**
 * What was there beside what an insert made: a name that was misspelt makes a table or a column of its own, and nothing
 * else would say so. Nothing where it cannot be looked at: the insert is done.
 */
export async function besidesMade(made: Made, execution: Pick<Execution, 'operations'>): Promise<Structured> {
  return (made.created.table === true ? await tablesBeside(made, execution) : await columnsBeside(made, execution)) ?? {};
}

async function tablesBeside({ db, table }: Made, { operations }: Pick<Execution, 'operations'>): Promise<Structured | null> {
  const schema = await operations.describeDatabase({ id: db }).catch(() => null);
  const names = (schema?.tables ?? []).map(({ name }) => name).filter((name) => name !== table && isNear(name, table));
  if (names.length === 0) return null;
  const near = names.sort((a, b) => distance(a, table) - distance(b, table));
  const next =
    'The table is new, and similar lists tables that were there before. If one of these was meant, insert the rows there, and preview DROP TABLE for the new one with run.';
  return { similar: near.slice(0, SIMILAR_MAX), next, notice: NOTICE };
}

async function columnsBeside({ db, table, created }: Made, { operations }: Pick<Execution, 'operations'>): Promise<Structured | null> {
  if (created.columns.length === 0) return null;
  const schema = await operations.describeDatabase({ id: db, table }).catch(() => null);
  const columns = schema?.tables.find(({ name }) => name === table)?.columns ?? [];
  const before = columns.map(({ name }) => name).filter((name) => !created.columns.includes(name));
  if (before.length === 0) return null;
  const next =
    'The table had no such columns, so they were made; before lists those that it had. If one of these was meant, correct the rows, and preview ALTER TABLE … DROP COLUMN with run.';
  return { before: before.slice(0, NAMES_MAX), next, notice: NOTICE };
}

/** As singular and plural are, a slip of the pen, or the thing without what kind it is: `repairs` for `bike_repairs`. */
function isNear(one: string, other: string): boolean {
  const [a, b] = [singular(one), singular(other)];
  const isKindOf = a.endsWith(`_${b}`) || b.endsWith(`_${a}`);
  return a === b || isKindOf || distance(a, b) <= Math.floor(Math.min(a.length, b.length) / 4);
}

const singular = (name: string): string => name.toLowerCase().replace(/s$/, '');
