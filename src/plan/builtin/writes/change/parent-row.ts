import type { Expr } from '../../../plan.ts';
import type { ForeignKey, Table } from '../../../schema.ts';
import { labelColumn } from '../write-names.ts';
import type { Found, WriteReader } from '../write-reader.ts';
import { calledSo } from './own-links.ts';
import { personAt, tellsOne } from './person.ts';
import { ARTICLES, equal, GRAMMAR, heldName, isUnique, keyOf, numberAt, SPAN_MAX, TITLES, textOf } from './spans.ts';

type ParentRow =
  | { readonly kind: 'key'; readonly value: Expr }
  | { readonly kind: 'query'; readonly query: Extract<Expr, { kind: 'inQuery' }>['query']; readonly row: boolean };

/** A row of the table that a key points at, or those with a stored value beside its name: "premium customers". */
export function parentRow(reader: WriteReader, key: ForeignKey, at: number, end: number, meant = false): Found<ParentRow> | null {
  const parent = reader.question.schema.tables.find(({ name }) => name === key.table);
  const target = key.references[0];
  if (parent === undefined || target === undefined || key.columns.length !== 1) return null;
  const query = (where: Expr, row: boolean): ParentRow => ({
    kind: 'query',
    row,
    query: {
      kind: 'select',
      columns: [{ expr: { kind: 'column', table: parent.name, column: target }, as: target }],
      from: { kind: 'table', table: parent.name, as: parent.name },
      where,
    },
  });
  const from = reader.skip(at, ARTICLES);
  const mention = reader.tableAt(from);
  const own = mention?.what === parent ? mention.next : null;
  const number = own === null ? null : numberAt(reader, own);
  const called = number === null ? null : calledSo(reader, parent, from, number.next);
  if (called?.what.condition !== undefined) return { what: query(called.what.condition, true), next: called.next };
  if (number !== null && keyOf(parent)?.name === target) return { what: { kind: 'key', value: number.what }, next: number.next };
  const named = own ?? from;
  const person = personAt(reader, parent, named, end);
  if (person !== null) return { what: query(person.what, true), next: person.next };
  const label = labelColumn(parent);
  const start = reader.skip(named, TITLES);
  const titled = start > named ? labelled(reader, parent, named, end) : null;
  if (titled !== null) return { what: query(titled.what, true), next: titled.next };
  for (let next = Math.min(end, start + SPAN_MAX); next > start; next--) {
    const said = textOf(reader, start, next);
    const text = said === null ? null : heldName(reader, parent, said);
    const holding = text === null ? [] : reader.columnsHolding(parent, text).filter(({ type }) => type === 'text');
    const kin = holding.find(({ name }) => new RegExp(`^${reader.tokens[next]?.words[0] ?? '-'}_name$`).test(name));
    const noun = next < end ? reader.tableAt(next) : null;
    const after = noun?.what === parent ? noun.next : kin === undefined ? null : next + 1;
    const column =
      kin ??
      holding.find((each) => each === label) ??
      (label === null ? holding.find((each) => tellsOne(reader, parent, each)) : undefined) ??
      (meant || after !== null || own !== null
        ? (holding.find(({ name }) => isUnique(parent, name)) ?? (holding.length === 1 ? holding[0] : undefined))
        : undefined);
    if (text === null || column === undefined) continue;
    const where = equal(parent, column, { kind: 'literal', value: reader.stored(parent, column, text), type: 'text' });
    const row =
      column === label ||
      column === kin ||
      (label === null && tellsOne(reader, parent, column)) ||
      meant ||
      isUnique(parent, column.name) ||
      (reader.lower(at) === 'the' && after !== null);
    return { what: query(where, row), next: after ?? next };
  }
  for (let next = Math.min(end, start + SPAN_MAX); next > start; next--) {
    const text = textOf(reader, start, next);
    if (text === null || GRAMMAR.has(text.toLowerCase()) || reader.question.values.find(text).length > 0) continue;
    const part = reader.partOfName(parent, text);
    if (part !== null)
      return { what: query(equal(parent, part.column, { kind: 'literal', value: part.stored, type: 'text' }), true), next };
  }
  return null;
}

/** "Mrs Khan", where names are kept with their titles. */
function labelled(reader: WriteReader, table: Table, at: number, end: number): Found<Expr> | null {
  const label = labelColumn(table);
  for (let next = Math.min(end, at + SPAN_MAX); next > at; next--) {
    const text = heldName(reader, table, textOf(reader, at, next) ?? '');
    if (label !== null && reader.columnsHolding(table, text).includes(label))
      return { what: equal(table, label, { kind: 'literal', value: reader.stored(table, label, text), type: 'text' }), next };
  }
  return null;
}
