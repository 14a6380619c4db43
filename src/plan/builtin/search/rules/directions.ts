import { anyPhraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import type { Reader } from '../state.ts';

const ASCENDING = [
  'ascending alphabetical',
  'ascending alphabetic',
  'ascending lexicographical',
  'ascending chronological',
  'ascendingly',
  'ascending',
  'increasing',
  'alphabetical ascending',
  'alphabetical',
  'alphabetic',
  'lexicographically',
  'lexicographic',
  'lexicographical',
  'lexical',
  'asc',
  'alphabetically',
  'chronologically',
  'chronological',
];

const DESCENDING = [
  'descendingly',
  'descending alphabetical',
  'descending alphabetic',
  'descending lexicographical',
  'descending',
  'decreasing',
  'desc',
  'reverse alphabetical',
  'reversed alphabetical',
  'reverse alphabetic',
  'reverse lexicographical',
  'reverse chronological',
  'reverse',
];

export interface Direction {
  readonly direction: 'asc' | 'desc';
  readonly end: number;
  /** No "of" or "by" follows. */
  readonly alone: boolean;
  /** "alphabetically": of a name, not of a number. */
  readonly spelled: boolean;
  /** Said of age: "from old to young". */
  readonly old?: boolean | undefined;
  /** Where the word for the end of the scale stands, which may say what is ordered by. */
  readonly from?: number | undefined;
}

/** Ends of a scale; what stands second turns the order round. */
const HIGH = new Set(
  'highest high most largest large biggest big greatest oldest old latest newest recent longest tallest best top late priciest'.split(' '),
);
const LOW = new Set('lowest low least smallest small youngest young earliest shortest fewest short worst early cheapest'.split(' '));

/** "from high to low", "most recent to least recent", "starting with the oldest". */
function scaleAt(reader: Reader, at: number): Omit<Direction, 'alone' | 'spelled'> | null {
  const starting = anyPhraseAt(reader, at, ['starting with', 'starting from', 'beginning with', 'with']);
  const first = scaleEnd(reader, skip(reader, starting ?? at, SCALE_GLUE));
  if (first === null) return null;
  const old = /^(oldest|old|youngest|young)$/.test(first.word);
  const direction = first.high ? 'desc' : 'asc';
  if (starting !== null && wordAt(reader, at) !== 'with') return { direction, end: first.end, old, from: first.at };
  // "newest first"
  if (starting === null && wordAt(reader, first.end) === 'first') return { direction, end: first.end + 1, old, from: first.at };
  if (wordAt(reader, first.end) !== 'to') return null;
  const second = scaleEnd(reader, skip(reader, first.end + 1, SCALE_GLUE));
  if (second === null) return null;
  // Of dates, the oldest is the low end; of people, the high one.
  if (RECENT.test(first.word) || RECENT.test(second.word)) {
    if (RECENT.test(first.word) === RECENT.test(second.word)) return null;
    return { direction: RECENT.test(first.word) ? 'desc' : 'asc', end: second.end, from: first.at };
  }
  if (second.high === first.high) return null;
  return { direction, end: second.end, old, from: first.at };
}

function scaleEnd(reader: Reader, at: number): { word: string; at: number; high: boolean; end: number } | null {
  const word = wordAt(reader, at);
  const next = wordAt(reader, at + 1);
  if (!HIGH.has(word) && !LOW.has(word)) return null;
  const two = (word === 'most' || word === 'least') && ['recent', 'recently', 'popular', 'expensive', 'common', 'frequent'].includes(next);
  return { word: two ? next : word, at, high: HIGH.has(word), end: two ? at + 2 : at + 1 };
}

const RECENT = /^(recent|recently|latest|newest|new)$/;

const SCALE_GLUE = new Set(['the', 'from', 'those', 'with', 'ones']);

/** "in descending order", "alphabetically", "from high to low". */
export function directionAt(reader: Reader, from: number): Direction | null {
  const at = skip(reader, from, DIRECTION_GLUE);
  const scale = scaleAt(reader, at);
  const down = anyPhraseAt(reader, at, DESCENDING);
  const up = anyPhraseAt(reader, at, ASCENDING);
  const end = down ?? up ?? scale?.end ?? null;
  if (end === null) return null;
  const order = anyPhraseAt(reader, end, ['order', 'alphabetical order', 'manner', 'orders', 'fashion']);
  return {
    ...(down === null && up === null ? { old: scale?.old, from: scale?.from } : {}),
    direction: down !== null ? 'desc' : up !== null ? 'asc' : (scale?.direction ?? 'asc'),
    end: order ?? end,
    spelled: reader.tokens.slice(at, order ?? end).some(({ lower }) => /^(alphabet|lexic)/.test(lower)),
    alone: anyPhraseAt(reader, order ?? end, ['of', 'by', 'according to', 'based on', 'on', 'with respect to', 'in terms of']) === null,
  };
}

const DIRECTION_GLUE = new Set(['in', 'the', 'an', 'a', 'by', 'from', 'order']);
