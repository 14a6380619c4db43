import type { Expr } from '../../../plan.ts';
import { words } from '../write-words.ts';
import { ARTICLES, type Change, type Form, lastOf, type Place, pointing, rowsAt } from './place.ts';
import { textOf } from './spans.ts';

/** "assign ticket 4 to Lily Miller": the key that points at where that row is kept. */
export const assign: Form = (place) => {
  const { reader, table, at, end } = place;
  const put = /^(?:put|move)$/.test(reader.lower(at));
  if (!put && !ASSIGN.has(reader.lower(at))) return null;
  const to = lastOf(reader, at, end, put ? PUT_ON : TO);
  const said = to === null ? null : rowsAt(place, at + 1, to);
  const later = to !== null && reader.tableAt(reader.skip(to + 1, TABLE_LEADS))?.what === table;
  const before = said !== null && (said.named || said.identified || !later) ? said : null;
  // "assign Lily Miller to ticket 4", "put Halina on shift 47"
  const turned = to !== null && before === null && (put || /assign$/.test(reader.lower(at)));
  const rows = turned ? rowsAt(place, to + 1, end) : before;
  const found = to === null || rows === null ? [] : turned ? pointing(reader, table, at + 1, to) : pointing(reader, table, to + 1, end);
  const [one, ...more] = found;
  return rows === null || one === undefined || more.length > 0 ? null : { table, rows, set: one, assumptions: [] };
};

/** "let Gordon Blake teach the Drama Club": the one key of the latter that points at the former. */
export const letDo: Form = (place) => {
  const { reader, table, at, end } = place;
  if (!/^(?:let|have)$/.test(reader.lower(at))) return null;
  for (let verb = at + 2; verb < end - 1; verb++) {
    const [one, ...more] = pointing(reader, table, at + 1, verb);
    const rows = one === undefined || more.length > 0 ? null : rowsAt(place, reader.skip(verb + 1, words('on at in with to')), end);
    if (one !== undefined && rows?.identified)
      return { table, rows, set: one, assumptions: [`"${reader.lower(verb)}" read as ${one.column.name}`] };
  }
  return null;
};

/** "assign Ada as mentor of Bo", "assign dr Khoury to Pip as regular vet", "make Ada the skipper of the Gull": the key of that name. */
export function inRole(place: Place): Change | null {
  const { reader, table, at, end } = place;
  const made = reader.lower(at) === 'make' ? lastOf(reader, at + 2, end, words('the')) : null;
  const mark = made ?? (ASSIGN.has(reader.lower(at)) || BECOME.has(reader.lower(at)) ? lastOf(reader, at, end, words('as')) : null);
  if (mark === null) return null;
  const from = reader.skip(mark + 1, ARTICLES);
  for (const column of table.columns.filter(({ name }) => table.foreignKeys.some(({ columns }) => columns[0] === name))) {
    const role = column.name.replace(/_id$/, '').split('_');
    if (!role.every((word, i) => reader.lower(from + i) === word)) continue;
    const next = from + role.length;
    const to = next === end ? lastOf(reader, at, mark, TO) : null;
    const of = words('of for to on').has(reader.lower(next)) ? next + 1 : null;
    const [who, rows] =
      to !== null
        ? [pointing(reader, table, at + 1, to, column), rowsAt(place, to + 1, mark)]
        : [of === null ? [] : pointing(reader, table, at + 1, mark, column), of === null ? null : rowsAt(place, of, end)];
    const [one, ...more] = who.filter((found) => found.column === column);
    if (one !== undefined && more.length === 0 && rows?.identified) return { table, rows, set: one, assumptions: [] };
  }
  return null;
}

/** "make Tom Moss a gold member": what one column stores as a kind. */
export function ofKind(place: Place): Change | null {
  const { reader, table, at, end } = place;
  if (!/^(?:make|turn)$/.test(reader.lower(at))) return null;
  const mark = lastOf(reader, at + 2, end, words('a an'));
  const noun = reader.tableAt(end - 1)?.what === table ? end - 1 : end;
  const text = mark === null ? null : textOf(reader, mark + 1, noun);
  if (mark === null || text === null || mark + 1 >= noun) return null;
  const [column, ...more] = reader.columnsHolding(table, text).filter(({ type }) => type === 'text');
  const rows = column === undefined || more.length > 0 ? null : rowsAt(place, at + 1, mark);
  if (column === undefined || rows === null || !rows.identified) return null;
  const value: Expr = { kind: 'literal', value: reader.stored(table, column, text), type: 'text' };
  return { table, rows, set: { column, value }, assumptions: [`"${text}" read as ${column.name}`] };
}

const TO = words('to');
const TABLE_LEADS = words('the a an my our all every each');
const PUT_ON = words('on onto to into');
const ASSIGN = words('assign reassign give hand transfer move');
const BECOME = words('mark set flag make put move switch turn');
