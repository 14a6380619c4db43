import type { ResultSet } from '../src/contract/ask.ts';
import { LIMITS } from '../src/contract/limits.ts';
import type { RunRequest } from '../src/contract/run.ts';
import { encodeJson } from '../src/lib/encode-json.ts';

/** Characters of one cell, and of all cells of one reply, that a model is given. */
const CELL_MAX = 10_000;
const CELLS_MAX = 60_000;
/** Characters of a link; a longer statement is paged by SQL. */
const LINK_MAX = 6_000;
/** Rows of one page of `svc://databases/<id>/rows`. */
export const PAGE_ROWS = 200;

/** A result by column. */
export interface Columnar {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  /** Rows shown of a read; rows changed by a write. */
  readonly rowCount: number;
  /** True when there are more rows than these. */
  readonly truncated: boolean;
}

/** Cut to what a model can hold: at least one row, however large. */
export function columnar({ data, columns, rowCount, truncated, kind }: ResultSet & { kind: 'query' | 'write' }, maxRows: number): Columnar {
  const rows: unknown[][] = [];
  let size = 0;
  for (const record of data.slice(0, maxRows)) {
    const row = columns.map(({ name }) => clipped(record[name]));
    size += encodeJson(row).length;
    if (rows.length > 0 && size > CELLS_MAX) break;
    rows.push(row);
  }
  return { columns, rows, rowCount: kind === 'query' ? rows.length : rowCount, truncated: truncated || rows.length < data.length };
}

function clipped(value: unknown): unknown {
  const text = typeof value === 'string' ? value : typeof value === 'object' && value !== null ? encodeJson(value) : '';
  return text.length > CELL_MAX ? `${text.slice(0, CELL_MAX)}… (${text.length - CELL_MAX} more characters)` : value;
}

/** A statement whose result is read from row `offset` on. */
export interface RowsPage {
  readonly db: string;
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly offset: number;
  /** Whose rows of an agent memory it is about; all of them when it is absent. */
  readonly scope?: RowsScope;
}

/** As the request that was cut off named them. */
export type RowsScope = Pick<RunRequest, 'endUserId' | 'threadId'>;

/**
 * The link holds the statement and is read by running it again: nothing is kept between requests, so any process of a
 * deployment serves it, today or tomorrow, with the rights that its reader then has, on rows of the same scope. Null when it would be too long, or
 * lies beyond what one reply may hold.
 */
export function rowsLink({ db, sql, params, offset, scope }: RowsPage): string | null {
  const statement = Buffer.from(encodeJson(scope === undefined ? [sql, params] : [sql, params, scope])).toString('base64url');
  const link = `svc://databases/${encodeURIComponent(db)}/rows?offset=${offset}&statement=${statement}`;
  return link.length > LINK_MAX || offset + PAGE_ROWS > LIMITS.jsonRowsMax ? null : link;
}

/** Null for anything that `rowsLink` did not make. */
export function readRowsLink(uri: string): RowsPage | null {
  const match = /^svc:\/\/databases\/([^/?]+)\/rows\?offset=(\d{1,6})&statement=([\w-]+)$/.exec(uri);
  const [, db = '', offset = '', statement = ''] = match ?? [];
  if (!match) return null;
  try {
    const [sql, params, scope]: unknown[] = JSON.parse(Buffer.from(statement, 'base64url').toString('utf8'));
    if (typeof sql !== 'string' || !Array.isArray(params) || Number(offset) + PAGE_ROWS > LIMITS.jsonRowsMax) return null;
    if (scope !== undefined && !isScope(scope)) return null;
    return { db: decodeURIComponent(db), sql, params, offset: Number(offset), ...(scope === undefined ? {} : { scope }) };
  } catch {
    return null;
  }
}

/** What is not understood of a scope would be all rows. */
const isScope = (scope: unknown): scope is RowsScope =>
  typeof scope === 'object' &&
  scope !== null &&
  Object.keys(scope).length > 0 &&
  Object.entries(scope).every(([name, value]) => SCOPE_NAMES.has(name) && typeof value === 'string' && value !== '');
const SCOPE_NAMES: ReadonlySet<string> = new Set(['endUserId', 'threadId'] satisfies (keyof RowsScope)[]);
