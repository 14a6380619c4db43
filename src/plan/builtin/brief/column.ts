import { DURATION, guessType, TYPE_WORDS } from '../column-type.ts';
import { snakeCase } from '../inflect.ts';
import type { NewColumn } from './draft.ts';
import { isNameLike } from './names.ts';
import { EXAMPLE, shorten, Unclear } from './unclear.ts';

/** A column from its description: "unique email", "price as decimal", "whether it is paid", "status (open, closed)". */
export function readColumn(item: string): NewColumn {
  const { text, notes } = takeNotes(item.replace(/\s+for (?:my|our|the) .*$/i, '').replace(ARTICLES, ''));
  const unique = UNIQUE.test(text) || notes.some((note) => UNIQUE.test(note));
  const required = REQUIRED.test(text) || notes.some((note) => REQUIRED.test(note));
  const plain = text.replaceAll(CONSTRAINTS, ' ').replaceAll(/\s+/g, ' ').trim();
  const flag = readFlag(plain);
  const typed = flag === null ? readTyped(plain) : null;
  const words =
    flag ??
    typed?.words ??
    plain
      .replace(ASIDE, '$1 ')
      .replace(/^(how [a-z]+) (?:it|they) /i, '$1 ')
      .replace(/\s+(?:it|them)$/i, '');
  if (!isNameLike(words.replaceAll(/\b(?:is|are|it|i|we|to|not|when)\b/gi, 'x'))) {
    throw new Unclear(`I could not read "${shorten(item)}" as something to know. ${EXAMPLE}`);
  }
  const name = snakeCase(words);
  const said = notes.map((note) => TYPE_WORDS[note.toLowerCase()]).find((type) => type !== undefined);
  const guess = flag === null ? guessType(name) : 'boolean';
  const type = typed?.type ?? said ?? (guess === 'text' && RANGE.test(item) ? 'integer' : guess);
  const remarks = notes.filter((note) => TYPE_WORDS[note.toLowerCase()] === undefined && note.replaceAll(CONSTRAINTS, '').trim() !== '');
  const comment = remarks.join(', ') || (type === 'integer' && DURATION.test(name) ? MINUTES : '');
  return { name, type, nullable: !required, ...(unique ? { unique: true } : {}), ...(comment ? { comment: comment.slice(0, 500) } : {}) };
}

/** The remark on a duration that was named without a unit. */
export const MINUTES = 'in minutes';

/** What stands in brackets, and the range of a number: "rating from 1 to 5". */
function takeNotes(item: string): { text: string; notes: readonly string[] } {
  const bracket = /\(([^)]*)\)/.exec(item)?.[1] ?? '';
  const range = RANGE.exec(item)?.[1];
  const notes = [...bracket.split(/[,;]/), ...(range === undefined ? [] : [range])]
    .map((note) => note.trim())
    .filter((note) => note !== '');
  return { text: item.replace(/\s*\([^)]*\)/, '').replace(RANGE, ''), notes };
}

/** "whether it is indoor" → "is indoor", "whether I finished them" → "finished"; null for anything else. */
function readFlag(text: string): string | null {
  const said = /^(?:whether|if)(?: or not)?\s+(.+)$/i.exec(text)?.[1]?.replace(/\s+or not$/i, '');
  if (said === undefined) return null;
  const [, subject = '', aux = '', rest = ''] = FLAG.exec(said) ?? [];
  const what = rest.replace(/\s+(?:it|them|him|her|this|that|one)$/i, '').replace(/^to /i, '');
  if (/^(?:i|we|you)$/i.test(subject)) return what;
  if (aux !== '') return `${/^ha/i.test(aux) ? 'has' : 'is'} ${what}`;
  return subject === '' ? `is ${what}` : what;
}

/** "price as decimal", "age: int": a type ends the description. */
function readTyped(text: string): { words: string; type: NewColumn['type'] } | null {
  const [, words, last] = /^(.+?)(?:\s+as|\s*:)?\s+(?:an?\s+)?(\w+)$/i.exec(text) ?? [];
  const type = last !== undefined && EXPLICIT.has(last.toLowerCase()) ? TYPE_WORDS[last.toLowerCase()] : undefined;
  return words === undefined || type === undefined ? null : { words: words.replace(/\s+as$/i, ''), type };
}

const ARTICLES = /^(?:(?:an?|the|their|its|his|her|my|our|your|exactly one|one|each)\s+)+(?=\S)/i;
const UNIQUE = /\bunique\b/i;
const REQUIRED = /\b(?:required|mandatory|not null)\b/i;
const CONSTRAINTS = /\b(?:unique|required|mandatory|optional|not null|primary key)\b/gi;
const RANGE = /\s+((?:from|between|out of|on a scale (?:of|from))\s+\d+(?:\s*(?:to|and|-|–)\s*\d+)?)$/i;
const FLAG =
  /^(?:(it|they|he|she|i|we|you|the [\w-]+|this|that|each)(?:\s+|(?='))?)?(?:'(?:ve|s|re)\s+)?(?:(is|are|has|have|had|was|were|been)\s+)?(.+)$/i;
/** "when I bought it", "where it was bought": who did it adds nothing; "how I felt" would not be English without. */
const ASIDE = /^(when|where|what|who)\s+(?:(?:i|we|it|they)\s+)?(?:(?:is|was|were|are)\s+)?/i;

/** Words that mean a type when they end a column's description; "date" and "number" rather end its name. */
const EXPLICIT: ReadonlySet<string> = new Set(
  'int integer bigint numeric decimal float text string varchar boolean bool datetime timestamp uuid json jsonb'.split(' '),
);
