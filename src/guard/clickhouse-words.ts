import { isAllowedFunction, TABLE_FUNCTIONS } from './clickhouse-functions.ts';
import type { Word } from './clickhouse-parser.ts';

/** Why these words are part of no statement that may run, whatever the tree shows; null when they may be. */
export function refuseWords(words: readonly Word[]): string | null {
  for (const [index, word] of words.entries()) {
    const reason = refuseWord(word, words, index);
    if (reason !== null) return reason;
  }
  return null;
}

function refuseWord(word: Word, words: readonly Word[], index: number): string | null {
  const { type, text } = word;
  if (type.startsWith('Error') || type === 'DoubleAt') return `${short(text)} is not understood`;
  if (type === 'Semicolon') return 'One statement may run at a time';
  if (type === 'QuotedIdentifier' && !/^[^\\\p{Cc}]+$/u.test(text)) return 'A quoted name holds a backslash or a control character';
  if (type === 'StringLiteral' && /\\[\n\r]/.test(text)) return 'A text holds a line end after a backslash: write \\n';
  // Bytes that are cast to a state go to code of the engine that trusts them.
  if (NAMES.has(type) && STATE.test(text)) return `${short(text)} is no type that a statement may name`;
  if (words[index + 1]?.type === 'OpeningRoundBracket' && (type === 'BareWord' || type === 'QuotedIdentifier'))
    return refuseCall(word, words, index);
  return null;
}

/** The tree hides some calls, as those of APPLY: so each name before a bracket has to be known. */
function refuseCall({ type, text }: Word, words: readonly Word[], index: number): string | null {
  const before = words[index - 1];
  // A parameter's type, and a column after its table.
  if (before?.type === 'Colon' || before?.type === 'DoubleColon') return null;
  const name = type === 'QuotedIdentifier' ? text.slice(1, -1) : text;
  if (isAllowedFunction(name) || TABLE_FUNCTIONS.has(name)) return null;
  if (type === 'BareWord' && (BEFORE_BRACKETS.has(text.toLowerCase()) || TYPES.has(text.toLowerCase()))) return null;
  if (namesTable(words, index) || namesCte(words, index) || namesWindow(before)) return null;
  return `${name}() is not an allowed function`;
}

/** `INSERT INTO t (…)`, `INSERT INTO data.t (…)`. */
function namesTable(words: readonly Word[], index: number): boolean {
  const from = words[index - 1]?.type === 'Dot' ? index - 2 : index;
  const before = words.slice(Math.max(0, from - 3), from).map(({ text }) => text.toLowerCase());
  return /insert into( table)?$/.test(before.join(' '));
}

/** `WITH t (a, b) AS (…)`: the list of names is followed by AS. */
function namesCte(words: readonly Word[], index: number): boolean {
  const close = words.findIndex(({ type }, at) => at > index && type === 'ClosingRoundBracket');
  const inside = words.slice(index + 2, close);
  return (
    words[close + 1]?.text.toLowerCase() === 'as' &&
    inside.every(({ type }) => type === 'BareWord' || type === 'QuotedIdentifier' || type === 'Comma')
  );
}

const namesWindow = (before: Word | undefined): boolean => before?.type === 'BareWord' && before.text.toLowerCase() === 'over';

const NAMES: ReadonlySet<string> = new Set(['BareWord', 'QuotedIdentifier']);
export const STATE = /aggregatefunction/i;

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words of the language after which a bracket opens. */
const BEFORE_BRACKETS = set(
  `all and any array as asc between by case columns cube desc distinct else end except exists extract filter following from grouping having if in
  intersect interval interpolate is join left like ilike limit not null offset on only or order over partition preceding prewhere qualify
  range recursive replace right rollup rows select sets settings step substring then to top trim union using values when where window with
  current_date current_timestamp timestamp date array_join apply explain`,
);

/** Types that have arguments. */
const TYPES = set(
  `array map tuple nested nullable lowcardinality decimal decimal32 decimal64 decimal128 decimal256 numeric dec datetime datetime64 time64
  fixedstring enum enum8 enum16 variant dynamic json object varchar char`,
);

const short = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Highest `{pN:Type}`; or why the parameters are none that can be bound. */
export function parametersOf(words: readonly Word[]): { readonly count: number } | { readonly reason: string } {
  let count = 0;
  for (const [index, { type }] of words.entries()) {
    if (type !== 'OpeningCurlyBrace' || words[index + 1]?.type !== 'BareWord' || words[index + 2]?.type !== 'Colon') continue;
    const number = /^p([1-9]\d{0,3})$/.exec(words[index + 1]?.text ?? '')?.[1];
    if (number === undefined) return { reason: 'Bound values are {p1:Type}, {p2:Type}…, in the order of `params`' };
    if (words[index + 3]?.text.toLowerCase() === 'identifier') return { reason: 'A name cannot be a bound value' };
    count = Math.max(count, Number(number));
  }
  return { count };
}

/** The same with a plain number in place of each parameter, since the engine shows the tree of a statement with values alone. */
export function withoutParameters(words: readonly Word[]): readonly Word[] {
  const kept: Word[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Word;
    if (word.type !== 'OpeningCurlyBrace' || words[index + 1]?.type !== 'BareWord' || words[index + 2]?.type !== 'Colon') {
      kept.push(word);
      continue;
    }
    kept.push({ ...word, type: 'Number', text: '0', apart: true });
    while (words[index] !== undefined && words[index]?.type !== 'ClosingCurlyBrace') index += 1;
    const next = words[index + 1];
    if (next) {
      kept.push({ ...next, apart: true });
      index += 1;
      // The next one may itself begin a parameter.
      if (next.type === 'OpeningCurlyBrace') {
        kept.pop();
        index -= 1;
      }
    }
  }
  return kept;
}
