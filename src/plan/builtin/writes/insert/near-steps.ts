import { type Column, needsValue } from '../../../schema.ts';
import { deedsSaidAt } from '../../english/everyday-words.ts';
import { verbsOf } from '../../english/irregular.ts';
import { rootOf } from '../../linking/lexicon.ts';
import { DATED, nearestDay } from '../change/become.ts';
import { TITLES, textOf } from '../change/spans.ts';
import { participlesOf } from '../change/verb.ts';
import { asEnglish } from '../english-tokens.ts';
import { rowBelow } from '../near/row-below.ts';
import { nameWords } from '../write-tokens.ts';
import { literalFor } from '../write-values.ts';
import { words } from '../write-words.ts';
import { withCapital } from './capital.ts';
import type { Row } from './row.ts';
import { endOfItem } from './typed.ts';
import { oneOf } from './worth.ts';

/** "customer as of today": the row itself, before the day from which it is one. */
export function itself({ reader, table }: Row, at: number): number | null {
  const mention = reader.tableAt(at);
  return mention?.what === table &&
    at > 1 &&
    /^(?:as of|since|from)/.test(`${reader.lower(mention.next)} ${reader.lower(mention.next + 1)}`)
    ? mention.next
    : null;
}

/** "coming out january 15 2027" of `released_on`, "dated today": a day of what the verb means. */
export function onDeed(row: Row, at: number): number | null {
  const { reader } = row;
  if (reader.tokens[at]?.kind !== 'word') return null;
  const word = reader.lower(at);
  const ways = [
    ...deedsSaidAt({ tokens: asEnglish(reader) }, at).map(({ end, meant }) => ({ end, names: meant })),
    ...(/(?:ed|ing)$/.test(word) ? [{ end: at + 1, names: participlesOf(word) }] : []),
  ];
  for (const { end, names } of ways) {
    const from = reader.skip(end, words('on at since from'));
    const value = reader.valueAt(from, row.table);
    const column = oneOf(
      row,
      ({ name, type }) => DATED.has(type) && nameWords(name).some((own) => names.some((each) => rootOf(each) === rootOf(own))),
    );
    if (value === null || column === null) continue;
    const day = literalFor(value.what, column, reader.question.now) ?? nearestDay(value.what.text, reader.question.now, column);
    if (day === null) continue;
    row.put(column, value.what, at);
    reader.assume(`"${textOf(reader, at, value.next)}" read as ${column.name}`);
    return value.next;
  }
  return null;
}

/** "holds 260 people", "sleeps 4": a number of what the verb means. */
export function holds(row: Row, at: number): number | null {
  const { reader } = row;
  const number = reader.skip(at + 1, words('up to about'));
  if (reader.tokens[number]?.kind !== 'number' || !/s$/.test(reader.lower(at))) return null;
  const meant = new Set(
    [...verbsOf(reader.lower(at)), ...deedsSaidAt({ tokens: asEnglish(reader) }, at).flatMap((one) => one.meant)].map(rootOf),
  );
  const column = oneOf(row, ({ name, type }) => NUMERIC.has(type) && nameWords(name).some((own) => meant.has(rootOf(own))));
  const end = endOfItem(row, at);
  if (column === null || end > number + 2 || (end === number + 2 && !PEOPLE.has(reader.lower(number + 1)))) return null;
  row.put(column, { text: reader.tokens[number]?.text ?? '', quoted: false }, at);
  return end;
}

/** "indoors" of a yes-or-no `indoor`, "no breakfast" of `breakfast_included`, alone between commas. */
export function flagOfItem(row: Row, at: number): number | null {
  const { reader } = row;
  const from = reader.skip(at, words('no without with its'));
  const [word, ...more] = reader.tokens[from]?.words ?? [];
  const alone = /^[,:;]$/.test(reader.tokens[at - 1]?.text ?? '') && endOfItem(row, at) === from + 1;
  if (word === undefined || more.length > 0 || !alone) return null;
  const column = oneOf(
    row,
    ({ name, type }) =>
      type === 'boolean' &&
      nameWords(name)
        .filter((own) => !HELD.has(own))
        .join(' ') === word,
  );
  if (column === null) return null;
  row.put(column, { text: /^(?:no|without)$/.test(reader.lower(at)) ? 'false' : 'true', quoted: false }, at);
  return from + 1;
}

/** "from age 4" of min_age. */
export function least(row: Row, at: number): number | null {
  const { reader } = row;
  const text = reader.tokens[at + 2]?.text ?? '';
  const [word] = reader.tokens[at + 1]?.words ?? [];
  if (!/^(?:from|minimum|min)$/.test(reader.lower(at)) || word === undefined || !/^\d+$/.test(text)) return null;
  const column = oneOf(row, ({ name, type }) => NUMERIC.has(type) && LEAST.has(nameWords(name).join(' ').replace(word, '').trim()));
  if (column === null || !nameWords(column.name).includes(word)) return null;
  row.put(column, { text, quoted: false }, at);
  reader.assume(`"${textOf(reader, at, at + 3)}" read as ${column.name}`);
  return at + 3;
}

/** "number 7" of the one whole number that is called so: shirt_no. */
export function wholeNumber(row: Row, at: number): number | null {
  const { reader } = row;
  const text = reader.tokens[at + 1]?.text ?? '';
  if (!/^(?:number|no|nr)$/.test(reader.lower(at)) || !/^#?\d+$/.test(text)) return null;
  const column = oneOf(row, ({ name, type }) => type === 'integer' && /^(?:number|no|nr|num)$/.test(nameWords(name).at(-1) ?? ''));
  if (column === null) return null;
  row.put(column, { text: text.replace('#', ''), quoted: false }, at);
  reader.assume(`"${textOf(reader, at, at + 2)}" read as ${column.name}`);
  return at + 2;
}

/** "pays privately", where a column's comment says that it is empty then. */
export function leftEmpty(row: Row, at: number): number | null {
  const { reader } = row;
  const text = textOf(reader, at, endOfItem(row, at))?.toLowerCase() ?? '';
  if (!/^[,:;]$/.test(reader.tokens[at - 1]?.text ?? '') || text.split(' ').length < 2) return null;
  const told = row.table.columns.filter(({ nullable, comment }) => {
    const said = /\b(?:empty|null|blank)\b *(?:=|:|for|if|when|means|in case)? *(.+)$/i.exec(comment ?? '')?.[1]?.toLowerCase();
    return nullable && said !== undefined && ` ${said} `.includes(` ${text} `);
  });
  const [column, ...more] = told;
  if (column === undefined || more.length > 0 || row.values.has(column.name)) return null;
  reader.assume(`${column.name} is left empty`);
  return endOfItem(row, at);
}

/** "for the Ashby Rovers u10s": a row of another table that is said by several things. */
export function said(row: Row, at: number): number | null {
  const { reader, table } = row;
  if (!/^(?:for|to|in|with|at|on|of|from|by)$/.test(reader.lower(at))) return null;
  const end = endOfItem(row, at);
  const found = table.foreignKeys.flatMap((key) => {
    const column = table.columns.find(({ name }) => name === key.columns[0]);
    const value = column === undefined || row.values.has(column.name) ? null : rowBelow(reader, key, at + 1, end);
    return value === null || column === undefined ? [] : [{ column, value }];
  });
  const [one, ...more] = found;
  if (one === undefined || more.length > 0) return null;
  row.values.set(one.column.name, one.value);
  reader.assume(`"${textOf(reader, at + 1, end)}" read as ${one.column.name}`);
  return end;
}

/** "preference: mornings" of `pref`: a column by the word that its name is cut from. */
export function cutName(row: Row, at: number): number | null {
  const { reader } = row;
  const word = reader.lower(at);
  if (word.length < CUT_MIN + 2 || reader.tokens[at + 1]?.text !== ':') return null;
  const column = oneOf(row, ({ name, type }) => type === 'text' && name.length >= CUT_MIN && word.startsWith(name));
  const text = column === null ? null : textOf(reader, at + 2, endOfItem(row, at + 2));
  if (column === null || text === null) return null;
  row.put(column, { text, quoted: false }, at);
  return endOfItem(row, at + 2);
}

/** "from Dr. Imran Shah": somebody who is kept nowhere else, in the one column of another's name that a row needs. */
export function byName(row: Row, at: number): number | null {
  const { reader } = row;
  if (!/^(?:from|by|with)$/.test(reader.lower(at))) return null;
  let end = at + 1;
  while (TITLES.has(reader.lower(end)) || reader.tokens[end]?.text === '.') end++;
  const start = end;
  while (/^\p{Lu}\p{Ll}/u.test(reader.tokens[end]?.text ?? '')) end++;
  const column = oneOf(row, (each) => each.type === 'text' && needsValue(each) && /_name$/.test(each.name));
  const [first, last] = [reader.tokens[at + 1], reader.tokens[end - 1]];
  if (column === null || end < start + 2 || first === undefined || last === undefined) return null;
  row.put(column, { text: reader.question.text.slice(first.start, last.end), quoted: true }, at);
  reader.assume(`"${reader.question.text.slice(first.start, last.end)}" read as ${column.name}`);
  return end;
}

/** ", sciatica,": all between two commas, where one more text is all that a row needs. */
export function newText(row: Row, at: number): number | null {
  const { reader, table } = row;
  const end = endOfItem(row, at);
  const text = /^[,:;]$/.test(reader.tokens[at - 1]?.text ?? '') ? textOf(reader, at, end) : null;
  if (text === null || !/^\p{L}[\p{L}'’ -]*$/u.test(text) || end - at > TEXT_MAX) return null;
  if (reader.tokens.slice(at, end).some(({ lower }) => TURNS.has(lower))) return null;
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
  const needed = table.columns.filter(
    (each) => each.type === 'text' && needsValue(each) && !keys.has(each.name) && !row.values.has(each.name),
  );
  const [column, ...more] = needed;
  if (column === undefined || more.length > 0 || isClosed(row, column)) return null;
  // What something else is called is not what is new here.
  if (reader.question.values.find(text).some((hit) => hit.table !== table.name || hit.column !== column.name)) return null;
  row.put(
    column,
    {
      text: withCapital(row, column, text),
      quoted: true,
    },
    at,
  );
  reader.assume(`"${text}" read as ${column.name}`);
  return end;
}

/** Whether a column takes none but some words: a state, a kind, an address, a name. */
const isClosed = ({ reader, table }: Row, { name, labels }: Column): boolean =>
  labels !== undefined ||
  /(?:^|_)(?:name|status|state|stage|type|kind|code|no|nr|ref|email|phone|mobile|country|currency|unit|method|channel|source|sex|gender|role)(?:_|$)/.test(
    name,
  ) ||
  isFew({ reader, table }, name);

const isFew = ({ reader, table }: Pick<Row, 'reader' | 'table'>, name: string): boolean => {
  const held = reader.question.values.of(table.name, name)?.length ?? 0;
  return held > 0 && held <= KINDS_MAX && held * 2 < table.rowEstimate;
};

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const HELD = words('is has with included includes allowed needed available');
const LEAST = words('min minimum from least');
const PEOPLE = words('people persons guests visitors seats kids children');
const CUT_MIN = 4;
const TEXT_MAX = 4;
const KINDS_MAX = 8;
const TURNS = words('and or with from in at to for on by as is was has have not no but she he they it we');
