import { isPlural, singularName, snakeCase } from '../english/inflect.ts';
import { DURATION, TYPE_WORDS } from './column-type.ts';
import { isNameLike } from './names.ts';
import type { NewColumn } from './new-table.ts';
import { lastWord } from './nouns.ts';
import { kindOf } from './outline/kind.ts';
import { isPast, lemmaOf } from './outline/verb.ts';
import { checkFor, choicesIn, currencyOf, defaultFor, limitsIn } from './rules.ts';
import { typeOfName } from './type-of-name.ts';
import { EXAMPLE, shorten, Unclear } from './unclear.ts';

/** A column from its description: "unique email", "price as decimal", "whether it is paid", "status (open, closed)". */
export function readColumn(item: string): NewColumn {
  const { text, bracket, notes } = takeNotes(item.replace(/\s+for (?:my|our|the) .*$/i, '').replace(ARTICLES, ''));
  const unique = UNIQUE.test(text) || notes.some((note) => UNIQUE.test(note));
  const required = REQUIRED.test(text) || notes.some((note) => REQUIRED.test(note));
  const plain = text.replaceAll(CONSTRAINTS, ' ').replaceAll(/\s+/g, ' ').trim();
  const flag = readFlag(plain);
  const currency = flag === null ? currencyOf(plain) : null;
  const typed = flag === null && currency === null ? readTyped(plain) : null;
  const words =
    flag ??
    currency?.words ??
    typed?.words ??
    plain
      .replace(/^who (?:has |have )?(?!is\b|was\b|has\b|it\b|they\b|will\b|can\b)([a-z]+)(?: (?:it|them|for it|for them))?$/i, '$1 by')
      .replace(ASIDE, '$1 ')
      .replace(ASKED, (_, how: string) => AMOUNTS[how.toLowerCase()] ?? '')
      .replace(/^(how [a-z]+) (?:it|they) /i, '$1 ')
      .replace(/\s+(?:it|them)$/i, '');
  if (!isNameLike(words.replaceAll(/\b(?:is|are|it|i|we|to|not|when)\b/gi, 'x'))) {
    throw new Unclear(`I could not read "${shorten(item)}" as something to know. ${EXAMPLE}`);
  }
  const name = oneOf(snakeCase(words.replace(UNIT, '$1 ')));
  const said = notes.map((note) => TYPE_WORDS[note.toLowerCase()]).find((type) => type !== undefined);
  const guess = flag === null ? typeOfName(name) : 'boolean';
  const limits = notes.map(limitsIn).find((each) => each !== null) ?? null;
  const choices = choicesIn(bracket, name);
  const fallback = notes.map((note) => DEFAULT.exec(note)?.[1]).find((each) => each !== undefined);
  const isFlag = guess === 'text' && choices === null && /^(?:true|false)$/i.test(fallback ?? '');
  const type = typed?.type ?? said ?? (isFlag ? 'boolean' : typeOf(guess, limits, choices, currency !== null || isMoney(name)));
  const check = checkFor(type, limits, choices);
  const preset = fallback === undefined ? STAMPS[name] : defaultFor(type, fallback, check);
  const remarks = notes.filter(
    (note) => TYPE_WORDS[note.toLowerCase()] === undefined && !DEFAULT.test(note) && note.replaceAll(CONSTRAINTS, '').trim() !== '',
  );
  const comment =
    [...(currency ? [currency.remark] : []), ...remarks].join(', ') || (type === 'integer' && DURATION.test(name) ? MINUTES : '');
  return {
    name,
    type,
    nullable: !required,
    ...(unique ? { unique: true } : {}),
    ...(check ? { check } : {}),
    ...(preset && (fallback !== undefined || type === 'timestamp') ? { default: preset } : {}),
    ...(comment ? { comment: comment.slice(0, 500) } : {}),
  };
}

/** "loans with due dates": of each there is one. A plural that counts, such as views, stays. */
function oneOf(name: string): string {
  const one = singularName(name);
  const typed = typeOfName(name) === 'text' && typeOfName(one) !== 'text';
  return name !== one && (typed || ONE_EACH.test(one)) ? one : name;
}

/** What WordNet has as a payment or a charge: a fare, a toll. */
const isMoney = (name: string): boolean => kindOf(name) === 'money' && !isPlural(name) && !isPast(lastWord(name));

/** "how long they took", "how far we went", "how old": what is known, by its own name. */
const ASKED =
  /^how (long|far|old|big|heavy|tall|fast)(?: (?:it|they|he|she|i|we|each|this) (?:(?:was|were|is|are|has|have) )?(?:[a-z]+)?| each [a-z]+ [a-z]+)?$/i;
const AMOUNTS: Readonly<Record<string, string>> = {
  long: 'duration',
  far: 'distance',
  old: 'age',
  big: 'size',
  heavy: 'weight',
  tall: 'height',
  fast: 'speed',
};

/** "weight in kg" */
const UNIT = /^([a-z]+) in (?=(?:kg|kilos|g|grams|cm|mm|m|km|miles|minutes|seconds|hours|days|liters|litres|ml|percent)$)/i;
const ONE_EACH = /(?:^|_)(?:phone|email|name|title|address|number|birthday|password|username|status|author|genre|phone_number)$/;

/** Limits and choices tell the type of a name that says nothing. */
function typeOf(
  guess: NewColumn['type'],
  limits: ReturnType<typeof limitsIn>,
  choices: ReturnType<typeof choicesIn>,
  money: boolean,
): NewColumn['type'] {
  if (choices) return guess === 'decimal' || guess === 'integer' ? 'text' : guess;
  if (guess !== 'text') return guess;
  if (money) return 'decimal';
  if (limits?.kind !== 'range') return 'text';
  return [limits.min, limits.max].every((limit) => limit === undefined || Number.isInteger(limit)) ? 'integer' : 'decimal';
}

/** The remark on a duration that was named without a unit. */
export const MINUTES = 'in minutes';

/** What stands in brackets, the limits of a number ("rating from 1 to 5"), and what it is when nothing is given. */
function takeNotes(item: string): { text: string; bracket: string; notes: readonly string[] } {
  const [, head, list] = EITHER.exec(item) ?? SLASHED.exec(item) ?? [];
  if (head !== undefined && list !== undefined) return takeNotes(`${head} (${list})`);
  const inside = /\(([^)]*)\)/.exec(item)?.[1] ?? '';
  const outside = item.replace(/\s*\([^)]*\)/, '');
  const fallback = DEFAULTED.exec(outside)?.[1];
  const named = outside.replace(DEFAULTED, '');
  const range = RANGE.exec(named)?.[1];
  const kept = inside.split(/[,;]/).map((note) => note.trim());
  const notes = [...kept, ...(range === undefined ? [] : [range]), ...(fallback === undefined ? [] : [fallback])].filter(
    (note) => note !== '',
  );
  const bracket = kept.filter((note) => !DEFAULT.test(note) && note.replaceAll(CONSTRAINTS, '').trim() !== '').join(', ');
  return { text: named.replace(RANGE, ''), bracket, notes };
}

/** "whether it is indoor" → "is indoor", "whether I finished them" → "finished"; null for anything else. */
function readFlag(text: string): string | null {
  const said = /^(?:whether|if)(?: or not)?\s+(.+)$/i.exec(text)?.[1]?.replace(/\s+or not$/i, '');
  if (said === undefined) return null;
  const [, subject = '', aux = '', rest = ''] = FLAG.exec(said) ?? [];
  const what = rest.replace(/\s+(?:it|them|him|her|this|that|one)$/i, '').replace(/^to /i, '');
  const wants = /^(?:they|he|she|it|everyone) (want|need|like|speak|drive|smoke)s? (?:an? |the |to )?(.+)$/i.exec(said);
  if (wants) return `${wants[1] ?? ''}s ${wants[2] ?? ''}`;
  if (/^(?:i|we|you)$/i.test(subject)) return what;
  if (aux !== '') return `${/^ha/i.test(aux) ? 'has' : 'is'} ${what}`;
  // "whether they run": a row of its own says that it "runs".
  if (/^they$/i.test(subject) && !what.includes(' ') && lemmaOf(what) === what) return presentOf(what);
  return subject === '' ? `is ${what}` : what;
}

const presentOf = (verb: string): string =>
  /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;

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
const RANGE =
  /\s+((?:(?:(?:from|between|out of|on a scale (?:of|from)|of)\s+|(?=\d+(?:\.\d+)?\s*(?:to|-|–)\s*\d))-?\d+(?:\.\d+)?(?:\s*(?:to|and|-|–)\s*-?\d+(?:\.\d+)?)?|(?:at (?:least|most)|up to|no (?:more|less) than|[<>]=?|[≤≥])\s*-?\d+(?:\.\d+)?)(?:\s+(?:stars?|points?|characters|chars|letters))?)$/i;
/** "state either open or closed" */
const EITHER = /^([^()]+?),?\s+(?:(?:which|that)?\s*(?:is|can be)\s+)?(?:either|one of)\s+([^()]+\sor\s[^()]+)$/i;
/** "priority low/medium/high", "type in or out" */
const SLASHED =
  /^((?:[\w-]+ )*?[\w-]+) ((?:[a-z][\w-]*)(?:\/[a-z][\w-]*)+|(?<=(?:type|status|state|kind|direction|gender|result|outcome|condition|priority) )[a-z][\w-]* or [a-z][\w-]*)$/i;
/** "defaults to open", "default 0" at the end of a description or alone in brackets. */
const DEFAULT = /^(?:by )?default(?:s|ing|ed)?(?:\s+(?:to|is|of|at|value))?\s*[:=]?\s+(.+)$/i;
const DEFAULTED = /\s+((?:by )?default(?:s|ing|ed)?(?:\s+(?:to|is|of|at|value))?\s*[:=]?\s+\S+)$/i;
/** Names of the moment when a row was made. */
const STAMPS: Readonly<Record<string, { readonly kind: 'now' }>> = { created_at: { kind: 'now' }, inserted_at: { kind: 'now' } };
const FLAG =
  /^(?:(it|they|he|she|i|we|you|the [\w-]+|this|that|each)(?:\s+|(?='))?)?(?:'(?:ve|s|re)\s+)?(?:(is|are|has|have|had|was|were|been)\s+)?(.+)$/i;
/** "when I bought it", "where it was bought": who did it adds nothing; "how I felt" would not be English without. */
const ASIDE = /^(when|where|what|who)\s+(?:(?:i|we|it|they)\s+)?(?:(?:is|was|were|are)\s+)?/i;

/** Words that mean a type when they end a column's description; "date" and "number" rather end its name. */
const EXPLICIT: ReadonlySet<string> = new Set(
  'int integer bigint numeric decimal float text string varchar boolean bool datetime timestamp uuid json jsonb'.split(' '),
);
