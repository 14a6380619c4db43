import { singularName } from '../../english/inflect.ts';
import { wordTable } from '../../english/word-table.ts';
import { columnAt, labelColumn } from '../write-names.ts';
import { Declined, type WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import type { RawValue } from '../write-values.ts';
import { NAMED, POLITE } from '../write-words.ts';
import { leading, leadingWithoutCapitals, nameAfter } from './names.ts';
import { readRow } from './read-row.ts';
import { FILLERS, Row } from './row.ts';
import { readStatement } from './statement.ts';
import { INTO, isList, OPENERS, type Target } from './target.ts';
import { kindBefore } from './typed.ts';

/** The rows that the sentence gives: several of them in a list, else one. */
export const readRows = (reader: WriteReader, target: Target, verbAt: number): Row[] =>
  manyRows(reader, target) ?? [oneRow(reader, target, verbAt)];

/**
 * "add two customers: Ada from London and Bob from Paris", "add members Bob Lee and Cy Young": every part starts with a name and
 * gives the same columns. Without a count or a colon it takes a table in the plural and names alone, each said as a name is.
 */
function manyRows(reader: WriteReader, target: Target): Row[] | null {
  const colon = reader.lower(target.next) === ':';
  const from = colon ? target.next + 1 : target.next;
  const count =
    COUNTS[reader.lower(target.at - 1)] ?? (/^\d+$/.test(reader.lower(target.at - 1)) ? Number(reader.lower(target.at - 1)) : null);
  const parts = split(reader, from);
  if (parts.length < 2) return null;
  // "new service: Polish, $15" is one of them.
  if (count === null && !isPlural(reader.lower(target.next - 1))) return null;
  if (!colon && count === null) return isPlural(reader.lower(target.next - 1)) ? onlyNames(reader, target, parts) : null;
  const starts = parts.every(([at]) => !columnAt(reader.tokens, at, target.what, true) && reader.valueAt(at, target.what) !== null);
  if (!starts || (count !== null && count !== parts.length)) return null;
  const label = labelColumn(target.what);
  if (!label) return null;
  const rows = parts.map(([at, end]) => {
    const row = new Row(reader, target.what);
    const name = reader.valueAt(at, target.what);
    if (name) row.put(label, name.what);
    readRow(row, name?.next ?? at, end);
    return row;
  });
  const [shape, ...others] = rows.map((row) => [...row.values.keys()].sort().join());
  if (others.some((other) => other !== shape)) throw new Declined('The rows do not all give the same columns; add them one by one.');
  return rows;
}

/** Each part a name: quoted, or of words with capitals. */
function onlyNames(reader: WriteReader, { what: table }: Target, parts: readonly [number, number][]): Row[] | null {
  const label = labelColumn(table);
  const names = parts.map(([at, end]) => nameIn(reader, at, end));
  if (!label || names.includes(null)) return null;
  return names.map((name) => {
    const row = new Row(reader, table);
    if (name) row.put(label, name);
    return row;
  });
}

function nameIn(reader: WriteReader, at: number, end: number): RawValue | null {
  const [first, last] = [reader.tokens[at], reader.tokens[end - 1]];
  if (!first || !last) return null;
  if (first.kind === 'quoted') return end === at + 1 ? { text: first.text, quoted: true } : null;
  const isSaid = reader.tokens.slice(at, end).every(({ kind, text }) => kind === 'word' && /^\p{Lu}/u.test(text));
  return isSaid ? { text: reader.question.text.slice(first.start, last.end), quoted: false } : null;
}

const isPlural = (word: string): boolean => singularName(word) !== word;

function split(reader: WriteReader, from: number): [number, number][] {
  const parts: [number, number][] = [];
  let start = from;
  const end = reader.tokens.length;
  for (let i = from; i <= end; i++) {
    const cut = i === end || [',', ';', 'and'].includes(reader.lower(i));
    if (!cut) continue;
    if (i > start && !(i === start + 1 && /^[.!]+$/.test(reader.lower(start)))) parts.push([start, i]);
    start = i + 1;
  }
  return parts;
}

function oneRow(reader: WriteReader, target: Target, verbAt: number): Row {
  const row = new Row(reader, target.what);
  if (target.kind !== undefined) {
    row.put(target.kind.column, { text: target.kind.stored, quoted: true });
    reader.assume(`"${target.kind.stored}" read as ${target.kind.column.name}`);
  }
  // The mention, with "into the … table" around it, is out of the way of the values.
  let cut = target.at;
  while (
    cut > verbAt + 1 &&
    (INTO.has(reader.lower(cut - 1)) ||
      (reader.lower(cut - 1) === 'on' && isList(target.what)) ||
      reader.is(cut - 1, OPENERS) ||
      reader.is(cut - 1, NAMED))
  )
    cut--;
  if (!saysTable(reader, verbAt + 1, cut, target))
    readRow(row, verbAt + 1, Math.max(cut, verbAt + 1), leading, leadingWithoutCapitals, (own, at) => kindBefore(own, at, cut));
  readRow(row, nameAfter(row, target), reader.tokens.length);
  if (row.values.size === 0 && verbAt > 0) readStatement(row, 0, verbAt);
  else for (let i = 0; i < verbAt; i++) if (!reader.is(i, POLITE)) reader.leftover.push(i);
  row.forgive();
  return row;
}

/** "Insert the winners of the cup into 'Cup Winners'": what stands before the table says its name and nothing else. */
function saysTable(reader: WriteReader, from: number, end: number, target: Target): boolean {
  const name = nameWords(target.what.name).filter((word) => !GRAMMAR.has(word));
  const said = new Set<string>();
  for (let i = from; i < end; i++) {
    const token = reader.tokens[i];
    if (reader.is(i, GRAMMAR)) continue;
    if (token?.kind !== 'word' || !token.words.every((word) => name.includes(word))) return false;
    for (const word of token.words) said.add(word);
  }
  return said.size > 0 && said.size === new Set(name).size;
}

const GRAMMAR = new Set([...FILLERS, 'of', 'for', 'in']);
const COUNTS = wordTable<number>({ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 });
