import type { CreateSchema, NewColumn, NewTable } from '../../contract/create-schema.ts';

/** What the rows of a table are sorted by before their id, and the time that they are kept by month by. Columns that may be missing sort nothing. */
export interface OrderKey {
  readonly kind: string | null;
  readonly moment: string | null;
}

/** What narrows a question down the most: what kind of row it is, then when. What changes afterwards is no part of the key. */
export function orderKeyOf(columns: readonly NewColumn[]): OrderKey {
  const there = columns.filter(({ nullable }) => !nullable);
  return {
    kind: there.find(isKind)?.name ?? null,
    moment: (there.find(({ type }) => type === 'timestamp') ?? there.find(({ type }) => type === 'date'))?.name ?? null,
  };
}

/**
 * A designed schema with the columns that its rows are sorted by required, where the brief left them open, and what that means, one sentence a table:
 * a key of ClickHouse holds no missing values, and without one every question reads the whole table.
 */
export function withOrderKeys(schema: CreateSchema): { readonly schema: CreateSchema; readonly assumptions: readonly string[] } {
  const assumptions: string[] = [];
  const tables = schema.tables.map((table) => {
    const names = leftOpen(table);
    if (names.length === 0) return table;
    assumptions.push(`each row of ${table.name} has ${names.join(' and ')}, which its rows are sorted by`);
    return { ...table, columns: table.columns.map((column) => (names.includes(column.name) ? { ...column, nullable: false } : column)) };
  });
  return { schema: { ...schema, tables }, assumptions };
}

function leftOpen({ columns }: NewTable): string[] {
  const { kind, moment } = orderKeyOf(columns);
  const times = columns.filter(({ type, name }) => (type === 'timestamp' || type === 'date') && !LATER.test(name));
  const open = [
    kind === null ? columns.find(isKind) : undefined,
    moment === null ? (times.find(({ type }) => type === 'timestamp') ?? times[0]) : undefined,
  ];
  return open.flatMap((column) => (column === undefined ? [] : [column.name]));
}

const isKind = ({ name, type }: NewColumn): boolean => type === 'text' && KIND.test(name);

const KIND = /(?:^|_)(?:type|kind|event|event_name|level|service|metric|sensor)$/;

/** Times that come after a row does, or never. */
const LATER =
  /(?:^|_)(?:accepted|approved|archived|birth|birthday|born|cancell?ed|checked_out|closed|completed|deadline|deleted|delivered|died|due|end|ended|ends|expired|expires|expiry|finish|finished|fixed|last|left|modified|next|paid|planned|processed|published|refunded|rejected|removed|resolved|retired|returned|reviewed|shipped|solved|stopped|to|until|updated|valid)(?:_|$)/;
