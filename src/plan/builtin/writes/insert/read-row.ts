import { ARTICLES, words } from '../write-words.ts';
import { doer, kin, newName, phone } from './contact.ts';
import { amounted, dealt, discounted, onShelf } from './dealing.ts';
import { leads } from './leads.ts';
import { listedColumn, positional } from './lists.ts';
import { did, doing } from './manner.ts';
import { lasts, moment, stretch } from './moments.ts';
import { named, origin, reference } from './names.ts';
import { byName, cutName, flagOfItem, holds, itself, least, leftEmpty, newText, onDeed, said, wholeNumber } from './near-steps.ts';
import { columnThenValue, numberThenColumn, valueThenColumn } from './pairs.ts';
import { namedKey, placedParent, twoOfOne } from './parent.ts';
import { atPlace, cityAndState, street } from './places.ts';
import { COLUMN_WORDS, FILLERS, type Row } from './row.ts';
import { alike, asKind, email, flagged, onItsDay, perUnit, reportsTo, storedThenColumn } from './said.ts';
import { agent, placed, state } from './told.ts';
import { afterColon, lowerText, partOfDay, percentOf, related, storedItem } from './typed.ts';
import { bareAmount, bareYear, doneBy, measured, money, numbered, onDay, stored } from './worth.ts';

/** Reads what begins at a token and gives the token after it; null when it begins something else. */
export type Step = (row: Row, at: number) => number | null;

/** Reads the tokens from `from` up to `end` into the row. `last` is tried when nothing else took a token. */
export function readRow(row: Row, from: number, end: number, ...last: readonly Step[]): void {
  const steps = [...STEPS, ...last];
  for (let at = from; at < end; ) at = next(row, at, steps);
  again(row, from, end);
}

/** "from burgundy in france": what may be either of two columns is the other once one of them has its value. */
function again(row: Row, from: number, end: number): void {
  const { leftover } = row.reader;
  for (const at of leftover.filter((one) => one >= from && one < end)) {
    if (!leftover.includes(at)) continue;
    for (const step of STEPS) {
      const before = new Map(row.values);
      const next = step(row, at);
      if (next === null) continue;
      // What was read once says nothing else.
      if (
        row.reader.tokens
          .slice(at, next)
          .some(({ kind }, i) => kind !== 'mark' && !leftover.includes(at + i) && !row.reader.is(at + i, SMALL))
      ) {
        row.values.clear();
        for (const [name, value] of before) row.values.set(name, value);
        continue;
      }
      const taken = Array.from({ length: next - at }, (_, i) => at + i);
      const rest = leftover.filter((one) => !taken.includes(one));
      leftover.splice(0, leftover.length, ...rest);
      break;
    }
  }
}

/** The order counts: the first that finds its own takes it. */
const STEPS: readonly Step[] = [
  positional,
  listedColumn,
  email,
  perUnit,
  storedThenColumn,
  stretch,
  moment,
  lasts,
  onItsDay,
  dealt,
  kin,
  street,
  placedParent,
  namedKey,
  columnThenValue,
  phone,
  onShelf,
  discounted,
  amounted,
  numbered,
  valueThenColumn,
  percentOf,
  numberThenColumn,
  measured,
  named,
  reportsTo,
  agent,
  doneBy,
  doer,
  did,
  alike,
  asKind,
  flagged,
  cityAndState,
  onDay,
  money,
  bareYear,
  bareAmount,
  stored,
  storedItem,
  partOfDay,
  origin,
  twoOfOne,
  reference,
  related,
  newName,
  placed,
  atPlace,
  leads,
  doing,
  state,
  lowerText,
  afterColon,
  itself,
  onDeed,
  holds,
  least,
  flagOfItem,
  wholeNumber,
  leftEmpty,
  cutName,
  byName,
  said,
  newText,
];

function next(row: Row, at: number, steps: readonly Step[]): number {
  const { reader } = row;
  const token = reader.tokens[at];
  if (token?.kind === 'mark') return token.text === '(' || token.text === '[' ? bracket(row, at) : at + 1;
  if (token?.kind === 'number' && /^(?:columns?|fields?|values?)$/.test(reader.lower(at + 1))) return at + 2;
  for (const step of steps) {
    const end = step(row, at);
    if (end !== null) return end;
  }
  return other(row, at);
}

/** "(in MW)" after the value of power_mw says nothing new. */
function bracket(row: Row, at: number): number {
  const { reader } = row;
  let end = at + 1;
  const inside: number[] = [];
  while (end < reader.tokens.length && !/^[)\]]$/.test(reader.lower(end))) inside.push(end++);
  const known = new Set(row.table.columns.filter((column) => row.values.has(column.name)).flatMap((column) => column.name.split('_')));
  if (inside.every((i) => reader.is(i, FILLERS) || known.has(reader.lower(i)) || reader.lower(i) === 'in')) return end + 1;
  return at + 1;
}

const PRONOUNS = words('he she they');
const SMALL = new Set([...FILLERS, ...ARTICLES, ...words('in on at from for to by of is')]);

/** What nothing else took: a filler, or a word without a place. */
function other(row: Row, at: number): number {
  const { reader } = row;
  const forColumn = /^(?:for|of)$/.test(reader.lower(at)) && row.column(reader.skip(reader.skip(at + 1, ARTICLES), COLUMN_WORDS)) !== null;
  // "they need 7 days", "his boss": of the row itself
  const own = /^(?:his|her)$/.test(reader.lower(at)) && row.column(at + 1) !== null;
  const itself =
    own || PRONOUNS.has(reader.lower(at)) || (PRONOUNS.has(reader.lower(at - 1)) && /^(?:needs?|wants?|takes?)$/.test(reader.lower(at)));
  if (!reader.is(at, FILLERS) && !forColumn && !itself) {
    reader.leftover.push(at);
    if (/^[a-z]{3,}$/.test(reader.tokens[at]?.text ?? '') && row.column(at + 1)) row.beside.add(at);
  }
  return at + 1;
}
