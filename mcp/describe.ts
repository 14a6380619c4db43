import { SvcError } from '../src/client/index.ts';
import type { CreatedSchema } from '../src/contract/database.ts';
import type { Output } from '../src/contract/operations.ts';

type Schema = Output<'describeDatabase'>;
type Table = Schema['tables'][number];

/** A table in few words. */
export interface CompactTable {
  readonly name: string;
  readonly kind?: 'view';
  readonly comment?: string;
  readonly rows?: number;
  /** One text a column: name, type, and what else holds of it. */
  readonly columns: readonly string[];
}

/** What the SQL of an engine is called. */
export const DIALECTS = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse' } as const;

/** Characters of the tables of one reply that does not say which it wants. */
const TABLES_MAX = 12_000;
const NAMES_MAX = 500;
/** Values of an enumeration. */
const LABELS_MAX = 20;

/** The tables that were named, or as many as a model reads at once and the names of the rest. @throws SvcError schema_mismatch for a name that is none */
export function compactSchema({ tables }: Schema, named?: readonly string[]): { tables: CompactTable[]; otherTables?: string[] } {
  if (named !== undefined) {
    const byName = new Map(tables.map((table) => [table.name, table]));
    const meant = named.flatMap((name) => byName.get(name) ?? matching(name, tables) ?? unknown(name, tables));
    return { tables: [...new Set(meant)].map(compact) };
  }
  const shown: CompactTable[] = [];
  let size = 0;
  for (const table of tables) {
    const one = compact(table);
    size += JSON.stringify(one).length;
    if (shown.length > 0 && size > TABLES_MAX) break;
    shown.push(one);
  }
  const rest = tables.slice(shown.length, shown.length + NAMES_MAX).map(({ name }) => name);
  return { tables: shown, ...(rest.length > 0 ? { otherTables: rest } : {}) };
}

/** Null for what is no pattern, or one that no name fits. */
function matching(pattern: string, tables: readonly Table[]): readonly Table[] | null {
  if (!pattern.includes('*')) return null;
  const parts = pattern
    .toLowerCase()
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`^${parts.join('.*')}$`, 's');
  const found = tables.filter(({ name }) => whole.test(name.toLowerCase()));
  return found.length > 0 ? found : null;
}

function unknown(table: string, tables: readonly Table[]): never {
  const known = tables.slice(0, NAMES_MAX).map(({ name }) => name);
  throw SvcError.fromReply(409, { error: { code: 'schema_mismatch', params: { table, known } } }, null);
}

function compact(table: Table): CompactTable {
  const wide = table.foreignKeys.filter(({ columns }) => columns.length > 1);
  return {
    name: table.name,
    ...(table.kind === 'view' ? { kind: table.kind } : {}),
    ...(table.comment === null ? {} : { comment: table.comment }),
    ...(table.rowEstimate < 0 ? {} : { rows: table.rowEstimate }),
    columns: [
      ...table.columns.map((column) => columnText(column, table)),
      ...wide.map(({ columns, table: other, references }) => `(${columns.join(', ')}) → ${other}(${references.join(', ')})`),
    ],
  };
}

function columnText(
  { name, type, labels, nullable, comment }: Table['columns'][number],
  { primaryKey, uniques, foreignKeys }: Table,
): string {
  const key = foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === name);
  const isKey = primaryKey.includes(name);
  return [
    `${name} ${type}`,
    ...(labels ? [`(${labels.slice(0, LABELS_MAX).join(', ')}${labels.length > LABELS_MAX ? ', …' : ''})`] : []),
    ...(isKey ? ['primary key'] : nullable ? [] : ['not null']),
    ...(uniques.some((columns) => columns.length === 1 && columns[0] === name) ? ['unique'] : []),
    ...(key ? [`→ ${key.table}.${key.references[0]}`] : []),
    ...(comment === null ? [] : [`-- ${comment}`]),
  ].join(' ');
}

/** The same of a schema that was just made. */
export const compactCreated = ({ tables }: CreatedSchema): CompactTable[] =>
  tables.map(({ name, columns, foreignKeys }) => ({
    name,
    columns: columns.map((column) => {
      const key = foreignKeys.find((each) => each.columns.length === 1 && each.columns[0] === column.name);
      return `${column.name} ${column.type}${column.nullable ? '' : ' not null'}${key ? ` → ${key.table}.${key.references[0]}` : ''}`;
    }),
  }));
