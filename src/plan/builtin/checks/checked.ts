import type { Expr, Query, Select, Source } from '../../plan.ts';
import type { Token } from '../english/tokens.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import type { Lexicon } from '../linking/lexicon.ts';

/** What a check looks at: the words and the plan, whichever reader made it. */
export interface Checked {
  /** The words in small letters, with a space before and after each. */
  readonly said: string;
  readonly tokens: readonly Token[];
  readonly plan: Query;
  readonly lexicon: Lexicon;
  /** When it was asked; undefined where that is not known. */
  readonly now: Date | undefined;
}

/** Why a plan cannot be the answer to the words; null when nothing speaks against it. */
export type PlanCheck = (checked: Checked) => string | null;

export const columnOf = (lexicon: Lexicon, table: string | undefined, column: string): ColumnEntry | undefined =>
  table === undefined ? undefined : lexicon.byName.get(table)?.columns.find((own) => own.column.name === column);

/** Every select of a plan, the outer before the inner. Many checks go through them. */
export function selectsIn(plan: Query): readonly Select[] {
  const before = known.get(plan);
  if (before !== undefined) return before;
  const found = [...inside(plan)];
  known.set(plan, found);
  return found;
}

const known = new WeakMap<Query, readonly Select[]>();

function* inside(part: unknown): Generator<Select> {
  if (typeof part !== 'object' || part === null) return;
  if ('kind' in part && part.kind === 'select') yield part as Select;
  for (const inner of Object.values(part)) yield* inside(inner);
}

/** Words of the columns that a plan uses anywhere. */
export function usedIn(plan: Query, lexicon: Lexicon): ReadonlySet<string> {
  const words = new Set<string>();
  const sources = new Map<string, string>();
  JSON.stringify(plan, (_key, part: unknown) => {
    const source = part as Source | null;
    if (typeof source === 'object' && source !== null && source.kind === 'table') sources.set(source.as, source.table);
    return part;
  });
  JSON.stringify(plan, (_key, part: unknown) => {
    const expr = part as Expr | null;
    if (typeof expr === 'object' && expr !== null && expr.kind === 'column')
      for (const word of columnOf(lexicon, sources.get(expr.table), expr.column)?.words ?? []) words.add(word);
    return part;
  });
  return words;
}

/** Tables of a select by the name that its expressions use, wherever they stand in it. */
export const sourcesOf = (select: Select): ReadonlyMap<string, string> =>
  new Map(
    [select.from, ...(select.joins ?? []).map(({ source }) => source)].flatMap((source) =>
      source?.kind === 'table' ? [[source.as, source.table] as const] : [],
    ),
  );

/** The column that an expression is, with its table; undefined for any other expression. */
export function ownColumn(expr: Expr, select: Select, lexicon: Lexicon): { entry: TableEntry; own: ColumnEntry } | undefined {
  const entry = expr.kind === 'column' ? lexicon.byName.get(sourcesOf(select).get(expr.table) ?? '') : undefined;
  const own = expr.kind === 'column' ? entry?.columns.find(({ column }) => column.name === expr.column) : undefined;
  return entry === undefined || own === undefined ? undefined : { entry, own };
}
