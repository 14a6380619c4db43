import type { Expr } from '../../../plan.ts';
import { rowsOf } from './moment.ts';
import { parentRow } from './parent-row.ts';
import { DOCTORS } from './person.ts';
import type { Linker } from './spans.ts';

/** "of premium customers", "for Hannah Garcia", "of patient 43": rows of a table that this one points at. */
export const byParent: Linker = (reader, table, at, end) => {
  const found = table.foreignKeys.flatMap((key) => {
    // A name that stands in the table itself is the row, not who that row points at.
    const row = key.table === table.name ? null : parentRow(reader, key, at, end);
    const column = table.columns.find(({ name }) => name === key.columns[0]);
    return row === null || column === undefined ? [] : [{ row, column, of: key.table }];
  });
  const longest = Math.max(...found.map(({ row }) => row.next));
  const same = found.filter(({ row }) => row.next === longest);
  // "dr Thompson" is a doctor, though a patient may be called so.
  const doctors = /^(?:dr|doctor)$/.test(reader.lower(at)) ? same.filter(({ of }) => DOCTORS.test(of)) : [];
  const [one, ...more] = doctors.length > 0 ? doctors : same;
  if (one === undefined || more.length > 0) return null;
  const arg: Expr = { kind: 'column', table: table.name, column: one.column.name };
  const { what } = one.row;
  const condition: Expr =
    what.kind === 'key' ? { kind: 'compare', op: '=', left: arg, right: what.value } : { kind: 'inQuery', arg, query: what.query };
  return { what: { condition, ...(what.kind === 'key' || what.row ? { owned: true as const } : {}) }, next: one.row.next };
};

/** "Delia Quayle's job" of a bike that is hers: a row two keys away, where one way alone leads there. */
export const byGrandparent: Linker = (reader, table, at, end) => {
  const found = table.foreignKeys.flatMap((key) => {
    const parent = reader.question.schema.tables.find(({ name }) => name === key.table);
    const [column, target] = [key.columns[0], key.references[0]];
    if (parent === undefined || column === undefined || target === undefined || key.columns.length > 1 || parent === table) return [];
    return parent.foreignKeys.flatMap((further) => {
      const [inner] = further.columns;
      if (further.table === table.name || further.table === parent.name || inner === undefined) return [];
      const row = parentRow(reader, further, at, end);
      if (row === null || (row.what.kind === 'query' && !row.what.row)) return [];
      const arg: Expr = { kind: 'column', table: parent.name, column: inner };
      const where: Expr =
        row.what.kind === 'key'
          ? { kind: 'compare', op: '=', left: arg, right: row.what.value }
          : { kind: 'inQuery', arg, query: row.what.query };
      return [{ condition: rowsOf(table, column, parent, target, where), next: row.next }];
    });
  });
  const [one, ...more] = found;
  return one === undefined || more.length > 0 ? null : { what: { condition: one.condition, owned: true, far: true }, next: one.next };
};
