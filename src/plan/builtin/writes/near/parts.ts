import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import { namesSaidAt } from '../../english/everyday-words.ts';
import { relatedCost, relatedTo } from '../../english/related-words.ts';
import { DATED } from '../change/become.ts';
import { linkAt } from '../change/linked-rows.ts';
import { pointing, type Setting, stateAt } from '../change/place.ts';
import type { Link } from '../change/spans.ts';
import { isVerb } from '../change/verb.ts';
import { Declined, type Found } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { type Deed, deedAt } from './deeds.ts';
import { deniedAt } from './denied.ts';
import { type Above, byLooseName, byWordOfText, byYear } from './near-links.ts';
import type { Told } from './told.ts';
import { dayAt, rowsWhen } from './when.ts';

/** What some words of a sentence may stand for, of one table: each of these at once, as far as it is known. */
export interface Part {
  readonly from: number;
  readonly end: number;
  /** Which rows. */
  readonly link: Link | null;
  /** The row of another table that a key is to point at. */
  readonly parent: Setting | null;
  /** A state that rows may come to. */
  readonly state: Setting | null;
  readonly column: Column | null;
  readonly deed: Deed | null;
  /** A single day, as it was said. */
  readonly day: string | null;
  /** The table itself, or another one. */
  readonly noun: Table | null;
}

/** The parts of a sentence from left to right, each as long as may be; words that say nothing by themselves are in none. */
export function partsOf(told: Told): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < told.reader.tokens.length; ) {
    const part = partAt(told, at);
    if (part !== null) parts.push(part);
    at = part?.end ?? at + 1;
  }
  return parts;
}

const NOTHING = { link: null, parent: null, state: null, column: null, deed: null, day: null, noun: null };

function partAt(told: Told, at: number): Part | null {
  const { reader, table } = told;
  const token = reader.tokens[at];
  if (token === undefined || token.kind === 'mark') return null;
  // "is called off", "has paid": what is told begins here, and says nothing of which rows.
  if (tellsAt(told, at)) return { ...NOTHING, from: at, end: at + 1 };
  const stop = clauseEnd(told, at);
  // "that's out": what it says of the rows may not be left out.
  if (SAYS_OF.has(token.lower)) {
    const what = attempt(() => linkAt(reader, table, at + 1, stop));
    return { ...NOTHING, from: at, end: what?.next ?? at + 1, link: what?.what ?? null };
  }
  const denied = deniedAt(told, at, stop);
  if (denied !== null) return { ...NOTHING, from: at, end: denied.next, link: denied.what };
  const day = dayAt(told, at, stop);
  const column = columnAt(told, at);
  const deed = deedAt(told, at);
  // "got fixed today" is told, and says nothing of which rows.
  const isTold =
    deed !== null &&
    (tellsAt(told, lastSaid(told, at)) ||
      FINITE.has(reader.lower(at - 1)) ||
      (at > 0 && !/^(?:that|which|who|,)$/.test(reader.lower(at - 1)) && isPast(token.lower) && WHAT.has(reader.lower(at + 1))));
  const dated = isTold || column === null || !DATED.has(column.what.type) ? null : rowsWhen(told, column.end, stop, column.what);
  const when = dated ?? (isTold ? null : rowsWhen(told, at, stop, null));
  const link = isTold
    ? null
    : longer(
        attempt(() => linkAt(reader, table, at, stop)),
        when,
      );
  if (SMALL.has(token.lower) && day === null && !(link !== null && link.next > at + 1)) return null;
  const loose = isTold || link?.what.row === true ? null : byLooseName(told, at, stop);
  const state = longest(at, stop, (end) => stateOf(told, at, end));
  const parent = isTold ? null : longest(at, stop, (end) => pointing(reader, table, at, end)[0] ?? null);
  const noun = reader.tableAt(at);
  const ends = [day?.end, link?.next, loose?.next, state?.end, parent?.end, column?.end, deed?.end, noun?.next];
  const end = Math.max(at + 1, ...ends.map((one) => one ?? 0));
  const ofText =
    end === at + 1 && [day, link, loose, state, parent, column, deed, noun].every((one) => one === null)
      ? (byYear(told, at) ?? byWordOfText(told, at))
      : null;
  const own = link?.next === end ? link.what : loose?.next === end ? loose.what : ofText?.what;
  return {
    ...NOTHING,
    from: at,
    end,
    link: own ?? null,
    parent: parent?.end === end ? parent.what : loose?.next === end ? keyTo(told, loose.what) : null,
    state: state?.end === end ? state.what : null,
    column: column?.end === end ? column.what : null,
    deed: deed?.end === end ? deed : null,
    day: day?.end === end ? day.text : null,
    noun: noun?.next === end ? noun.what : null,
  };
}

/** A finite verb of the sentence itself: none of "that is free", "who has paid", and none that an order begins with. */
const tellsAt = ({ reader }: Told, at: number): boolean => TELLS.has(reader.lower(at)) && at > 0 && !RELATIVE.has(reader.lower(at - 1));

/** The token before one, passing over "now", "just", "been". */
function lastSaid({ reader }: Told, at: number): number {
  let last = at - 1;
  while (BESIDE_VERB.has(reader.lower(last))) last--;
  return last;
}

/** The longer of two, the first where both are as long. */
const longer = (one: Found<Link> | null, other: Found<Link> | null): Found<Link> | null =>
  one === null ? other : other === null || other.next <= one.next ? one : other;

/** The key of the rows to one that is said by a part of its name. */
function keyTo({ table }: Told, { above, where }: { above: Above; where: Expr }): Setting | null {
  const key = table.foreignKeys.find(({ columns }) => columns[0] === above.key);
  const column = table.columns.find(({ name }) => name === above.key);
  const [target] = key?.references ?? [];
  if (key?.table !== above.table.name || column === undefined || target === undefined) return null;
  const expr: Expr = { kind: 'column', table: key.table, column: target };
  const from = { kind: 'table' as const, table: key.table, as: key.table };
  return { column, value: { kind: 'scalarQuery', query: { kind: 'select', columns: [{ expr, as: target }], from, where } } };
}

/** A state by its name, none that is only a row's own name. */
function stateOf(told: Told, at: number, end: number): Setting | null {
  const { reader, table } = told;
  if (reader.tokens[at]?.kind === 'number') return null;
  const found = attempt(() => stateAt({ reader, table, at, end }, at));
  if (found === null || found.value.kind === 'scalarQuery') return null;
  return found.value.kind === 'literal' && found.value.type !== 'date' && found.value.type !== 'timestamp' ? found : null;
}

/** A column by its name, or by another word for it where only one is called so. */
function columnAt({ reader, table, english }: Told, at: number): { what: Column; end: number } | null {
  const mention = reader.columnAt(at, table);
  if (mention !== null) return { what: mention.what, end: mention.next };
  for (const { end, meant } of namesSaidAt({ tokens: english }, at)) {
    const [one, ...more] = table.columns.filter(
      ({ name }) =>
        meant.includes(nameWords(name).join(' ')) ||
        meant.includes(nameWords(name).join('')) ||
        (nameWords(name).length < 3 && meant.includes(nameWords(name).at(-1) ?? '')),
    );
    if (one !== undefined && more.length === 0) return { what: one, end };
  }
  const word = english[at]?.lower ?? '';
  if (word.length < WORD_MIN || SMALL.has(word) || reader.tableAt(at) !== null) return null;
  // "insurance" of an insurer
  const related = relatedTo(word);
  const [near, ...others] = table.columns.filter(
    ({ name }) => nameWords(name).length === 1 && (relatedCost(related, nameWords(name)[0] ?? '') ?? 1) < NEAR,
  );
  return near === undefined || others.length > 0 ? null : { what: near, end: at + 1 };
}

/** Where the clause of a token ends. */
export function clauseEnd({ reader }: Told, at: number): number {
  let end = at;
  while (end < reader.tokens.length && !BREAK.test(reader.tokens[end]?.kind === 'mark' ? (reader.tokens[end]?.text ?? '') : '')) end++;
  return end;
}

function longest<T>(at: number, stop: number, find: (end: number) => T | null): { what: T; end: number } | null {
  for (let end = Math.min(stop, at + SPAN_MAX); end > at; end--) {
    const what = attempt(() => find(end));
    if (what !== null) return { what, end };
  }
  return null;
}

export function attempt<T>(find: () => T | null): T | null {
  try {
    return find();
  } catch (problem) {
    if (problem instanceof Declined) return null;
    throw problem;
  }
}

export const range = (from: number, end: number): number[] => Array.from({ length: Math.max(0, end - from) }, (_, i) => from + i);
export const tokensOf = (part: Part | undefined): number[] => (part === undefined ? [] : range(part.from, part.end));

const BREAK = /^[,;.!:]$/;
const isPast = (word: string): boolean => /ed$/.test(word) || (isVerb(word) && !/(?:s|ing)$/.test(word));

/** What is done to something: "paid her rent". */
const WHAT = words('his her their its the my our a an all back');
const SPAN_MAX = 5;
const WORD_MIN = 4;
/** Of a word of the same family. */
const NEAR = 0.75;
const SAYS_OF = new Set(["that's", 'thats', 'that’s', "who's", 'whos', 'who’s']);
const TELLS = words('is are was were has have had');
const RELATIVE = words('that which who');
const BESIDE_VERB = words('now just already also finally been being');
export const FINITE = words('is are was were got gets been being');
/** Words that say nothing by themselves. */
export const SMALL = words(
  'a an the my our your their his her its this that these those of for in on at by to with from and as off out up down i we you he she it they them him us me please just already also too so then',
);
