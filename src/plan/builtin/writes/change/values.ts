import { words } from '../write-words.ts';
import { allOf, type Change, type Form, type Place, rowsAt, valueFor, wholeColumn } from './place.ts';

/** "change Ada's phone number to 555", "change the category of transaction 8 to Hobbies", "set priority to high for all open tickets". */
export const change: Form = (place) => {
  const { reader, table, at, end } = place;
  if (!CHANGE.has(reader.lower(at))) return null;
  for (const to of allOf(reader, at, end, TO)) {
    const owner = reader.tokens.findIndex((token, i) => i > at && i < to && /['’]s$/.test(token.text));
    // "push back the deadline of the new hall to 3 May 2027"
    const start = reader.skip(at + 1, words('back forward out up down'));
    const tail = allOf(reader, to + 1, end, FOR);
    const said: readonly [columnAt: number, columnEnd: number, rowsFrom: number, rowsEnd: number, valueEnd: number][] = [
      ...(owner < 0
        ? []
        : ([[owner + 1, to, at + 1, owner + 1, end]] as const).map((each) => [...each] as [number, number, number, number, number])),
      ...allOf(reader, at, to, FOR).map((of): [number, number, number, number, number] => [start, of, of + 1, to, end]),
      ...tail.map((of): [number, number, number, number, number] => [at + 1, to, of + 1, end, of]),
    ];
    for (const [columnFrom, columnEnd, rowsFrom, rowsEnd, valueEnd] of said) {
      const column = wholeColumn(reader, table, columnFrom, columnEnd);
      const rows = column === null ? null : rowsAt(place, rowsFrom, rowsEnd);
      const value = column === null || rows === null ? null : valueFor(reader, table, column, to + 1, valueEnd);
      if (column !== null && rows !== null && value !== null) return { table, rows, set: { column, value }, assumptions: [] };
    }
  }
  return null;
};

/** "remove Mina's email", "clear Hugo's mentor": a column that may be empty. */
export function blank(place: Place): Change | null {
  const { reader, table, at, end } = place;
  if (!/^(?:delete|remove|erase|clear)$/.test(reader.lower(at))) return null;
  const owner = reader.tokens.findIndex((token, i) => i > at && i < end && /['’]s$/.test(token.text));
  const column = owner < 0 ? null : wholeColumn(reader, table, owner + 1, end);
  const rows = column === null || !column.nullable ? null : rowsAt(place, at + 1, owner + 1);
  if (column === null || rows === null || !rows.identified) return null;
  return { table, rows, set: { column, value: { kind: 'literal', value: null, type: 'null' } }, assumptions: [] };
}

const TO = words('to');
const FOR = words('for of on in where');
const CHANGE = words('change set update correct fix edit modify move extend push bring');
