import type { Rows, Statement } from '../engine.ts';
import { type Make, makeOf } from './values.ts';

/** A type that a database's people made, or that an extension brought. */
export interface OwnType extends Make {
  /** As SQL calls it. */
  readonly name: string;
}

/** What the catalogue says of these types, those that `known` has already left out. */
export async function lookUpTypes(
  oids: readonly number[],
  known: Map<number, OwnType>,
  ask: (statement: Statement, maxRows: number) => Promise<Rows>,
): Promise<void> {
  const missing = [...new Set(oids)].filter((oid) => !known.has(oid));
  if (missing.length === 0) return;
  const { rows } = await ask({ sql: LOOK_UP, params: [missing] }, missing.length);
  for (const [oid, name, base, element] of rows as [number, string, number, number | null][]) known.set(oid, { name, base, element });
}

/** Null for a type that nobody has told of. */
export const makeOfAny = (oid: number, known: ReadonlyMap<number, OwnType>): Make | null => makeOf(oid) ?? known.get(oid) ?? null;

/** Domains may be of domains. What is written as an array is one; `int2vector`, which has elements too, is not. */
const LOOK_UP = `
WITH RECURSIVE wanted(oid) AS (SELECT unnest($1::oid[])),
  based(oid, base) AS (
    SELECT oid, oid FROM wanted
    UNION ALL SELECT b.oid, t.typbasetype FROM based b JOIN pg_catalog.pg_type t ON t.oid = b.base WHERE t.typtype = 'd'),
  elements(oid, base) AS (
    SELECT b.oid, t.typelem FROM based b JOIN pg_catalog.pg_type t ON t.oid = b.base WHERE t.typtype <> 'd' AND t.typoutput = 'pg_catalog.array_out'::regproc
    UNION ALL SELECT e.oid, t.typbasetype FROM elements e JOIN pg_catalog.pg_type t ON t.oid = e.base WHERE t.typtype = 'd')
SELECT b.oid, pg_catalog.format_type(b.oid, NULL), b.base,
  (SELECT e.base FROM elements e JOIN pg_catalog.pg_type f ON f.oid = e.base WHERE e.oid = b.oid AND f.typtype <> 'd')
FROM based b JOIN pg_catalog.pg_type t ON t.oid = b.base WHERE t.typtype <> 'd'`;
