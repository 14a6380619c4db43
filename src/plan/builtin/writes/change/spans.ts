import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import type { Found, WriteReader } from '../write-reader.ts';
import { words } from '../write-words.ts';

export interface Link {
  readonly condition?: Expr;
  readonly table?: true;
  readonly row?: true;
  readonly owned?: true;
  readonly likely?: true;
  readonly far?: true;
  readonly several?: true;
  /** Said by a day or a stretch of days. */
  readonly moment?: true;
  readonly note?: string;
}

export type Linker = (reader: WriteReader, table: Table, at: number, end: number) => Found<Link> | null;

export const textOf = (reader: WriteReader, at: number, next: number): string | null => {
  const [first, last] = [reader.tokens[at], reader.tokens[next - 1]];
  if (first === undefined || last === undefined || first.kind === 'mark' || last.text === ',') return null;
  const text = reader.question.text.slice(first.start, last.end).replaceAll(/^["'“”‘’`]|["'“”‘’`]$/g, '');
  // "Ada's" is Ada here; quotes and marks inside a name belong to it.
  return text.replace(/['’]s$/, '');
};

/** "Quayles job" is Quayle's, where that is a name and the other is none. */
export function heldName(reader: WriteReader, table: Table, text: string): string {
  const bare = text.replace(/['’]s?$/, '');
  const own = bare.replace(/s$/, '');
  return reader.columnsHolding(table, bare).length === 0 && own.length >= NAME_MIN && reader.columnsHolding(table, own).length > 0
    ? own
    : bare;
}

export function numberAt(reader: WriteReader, at: number): Found<Expr> | null {
  const from = /^(?:number|no|id|#|nr)$/.test(reader.lower(at)) ? at + 1 : at;
  const digits = /^#?(\d+)$/.exec(reader.lower(from))?.[1];
  return digits === undefined ? null : { what: { kind: 'literal', value: Number(digits), type: 'integer' }, next: from + 1 };
}

export const keyOf = (table: Table): Column | undefined => {
  const [name, ...more] = table.primaryKey;
  return more.length > 0 ? undefined : table.columns.find((column) => column.name === name && column.type === 'integer');
};

export const ref = (table: Table, column: Column): Expr => ({ kind: 'column', table: table.name, column: column.name });

export const equal = (table: Table, column: Column, right: Expr): Expr => ({ kind: 'compare', op: '=', left: ref(table, column), right });

export const isUnique = (table: Table, name: string): boolean =>
  table.uniques.some((columns) => columns.length === 1 && columns[0] === name);

export const SPAN_MAX = 6;

const NAME_MIN = 3;

export const TITLES = words('dr mr mrs ms miss prof professor doctor');

export const ARTICLES = words('a an any the my our their his her');

export const GRAMMAR = words(
  'a an the my our their his her its of for in with by from at on to that which who are is were was please row rows record records',
);
