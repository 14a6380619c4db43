import { MEASURES, QUANTITY_ADJECTIVES, QUANTITY_PHRASES } from '../english/measure-words.ts';
import { relatedTo } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { SYNONYMS } from '../english/synonyms.ts';
import type { Token } from '../english/tokens.ts';
import { FUNCTION_WORDS, GLUE } from '../english/words.ts';
import { type Lexicon, rootOf } from '../linking/lexicon.ts';
import type { Candidate } from '../search/candidates.ts';
import { NEEDS, SILENT, SILENT_VERBS, SPENDING, TIME_WORDS, UNIT_WORDS } from './accounting-words.ts';
import { isRelation, isVerb, OPENS_NOUN } from './relation.ts';
import { saidIn, type Traces, tracesOf } from './traces.ts';

/**
 * The words of a question that its plan does not account for. A word is accounted for when the plan names it (a table, a
 * column, a stored value, a date), when it is the language's own and the plan has what it asks for ("not": a denial; "top":
 * an order and a limit), or when it is a verb between two things that the schema's keys relate. Empty for a plan that can be
 * given as an answer.
 */
export function unaccounted(tokens: readonly Token[], { plan, sketch }: Candidate, lexicon: Lexicon): Token[] {
  const traces = tracesOf(plan, lexicon);
  const said = saidIn(sketch, traces, lexicon);
  const named = (word: string) => {
    const single = stem(word);
    const root = rootOf(single);
    return (
      traces.names.has(word) ||
      traces.names.has(single) ||
      traces.roots.has(root) ||
      said.has(word) ||
      traces.values.has(word) ||
      traces.values.has(single) ||
      [...(SYNONYMS.get(single) ?? [])].some((other) => traces.names.has(other)) ||
      (MEANT.get(word) ?? []).some((other) => traces.names.has(other)) ||
      [...relatedTo(word)].some(([other, cost]) => cost <= ONE_SENSE && (traces.names.has(other) || traces.values.has(other)))
    );
  };
  const accounts = (token: Token, at: number): boolean => {
    if (token.kind === 'comma' || token.kind === 'stop' || token.kind === 'owner' || token.kind === 'op') return true;
    if (token.kind === 'quoted') return traces.literals.some((value) => value.includes(token.lower)) || named(token.lower);
    const { lower: word } = token;
    if (token.number !== null && (token.kind === 'number' || !SILENT.has(word)))
      return hasNumber(token.number, traces) || named(word) || (traces.has('date') && isDated(tokens, at));
    // A name that is shown says nothing of which is the last.
    const ofNames = NAME_PARTS.has(word) && !/^names?$/.test(tokens[at + 1]?.lower ?? '') && isOfNamesAlone(word, traces, lexicon);
    if (!ofNames && named(word)) return true;
    if (/^\d{4}-\d\d?-\d\d?/.test(word)) return traces.has('date');
    // "starts with A": a letter, not the article.
    if (token.text === 'A' && at > 0 && tokens[at - 1]?.kind !== 'stop') return false;
    if (word === 'other' && tokens[at + 1]?.lower === 'than') return traces.has('denial');
    const needs = NEEDS.get(word);
    if (needs?.some((need) => traces.has(need))) return true;
    // "shared by both" is no verb that relates two things.
    if (needs?.includes('set')) return false;
    if (UNIT_WORDS.has(word) && tokens.slice(Math.max(0, at - 2), at).some(({ number }) => number !== null)) return true;
    if (TIME_WORDS.has(word)) return traces.has('date');
    if (SILENT.has(word) || (SILENT_VERBS.has(word) && !OPENS_NOUN.has(tokens[at - 1]?.lower ?? ''))) return true;
    if (SILENT_VERBS.has(word)) return false;
    if (SPENDING.has(word)) return false;
    if (isVerb(word)) {
      const isThing = (one: Token) => named(one.lower) || one.kind === 'quoted' || one.number !== null;
      return isRelation(tokens, at, { joins: traces.tables.size > 1, dated: traces.has('date') }, isThing);
    }
    return needs === undefined && (FUNCTION_WORDS.has(word) || GLUE.has(word));
  };
  return tokens.filter((token, at) => !accounts(token, at));
}

const NAME_PARTS: ReadonlySet<string> = new Set(['first', 'last']);

/** Whether a plan has the word by "last_name" alone. */
function isOfNamesAlone(word: string, { columns }: Traces, lexicon: Lexicon): boolean {
  const having = lexicon.tables.flatMap((entry) =>
    entry.columns.filter(({ column, words }) => words.includes(word) && columns.has(`${entry.table.name}.${column.name}`)),
  );
  return having.length > 0 && having.every(({ words }) => words.includes('name'));
}

/** Words of one sense, at the most; wider relatives are told as a reading of its own. */
const ONE_SENSE = 0.5;

/** What adjectives and verbs of quantity are said of: "oldest" of an age, "earns" of a salary. */
const MEANT: ReadonlyMap<string, readonly string[]> = new Map([
  ...QUANTITY_ADJECTIVES.flatMap(({ more, most, less, least, of }) =>
    [more, most, less, least].map((word) => [word, [...of, 'birth', 'date']] as const),
  ),
  ...QUANTITY_PHRASES.flatMap(({ words, of }) => words.split(' ').map((word) => [word, of] as const)),
  ...Object.entries(MEASURES),
  ...SPENDING,
  ...Object.entries({
    old: ['age', 'birth', 'birthdate'],
    young: ['age', 'birth', 'birthdate'],
    long: ['length', 'duration', 'minutes', 'seconds', 'hours', 'time'],
    tall: ['height'],
    high: ['height', 'elevation', 'altitude'],
    heavy: ['weight'],
    deep: ['depth'],
    wide: ['width'],
    fast: ['speed'],
    large: ['size', 'area', 'population', 'capacity'],
    big: ['size', 'area', 'population', 'capacity'],
    far: ['distance'],
    expensive: ['price', 'cost', 'fee', 'rate', 'amount'],
    when: ['date', 'time', 'year'],
    where: ['city', 'country', 'location', 'address', 'place', 'state', 'venue'],
    cheapest: ['price', 'cost', 'fee', 'rate', 'amount'],
    youngest: ['age', 'birth'],
    oldest: ['age', 'birth', 'date', 'year', 'founded', 'opened', 'built'],
    newest: ['date', 'year', 'time', 'created'],
    latest: ['date', 'year', 'time', 'created'],
    earliest: ['date', 'year', 'time', 'created'],
  }),
]);

const hasNumber = (number: number, { numbers, literals }: Traces): boolean =>
  numbers.has(number) || numbers.has(number - 1) || numbers.has(number + 1) || literals.some((text) => text.includes(String(number)));

/** "the last 30 days", "March 31": a number beside a word of the calendar. */
const isDated = (tokens: readonly Token[], at: number): boolean =>
  /^(?:19|20)\d\d$/.test(tokens[at]?.text ?? '') || [-2, -1, 1, 2].some((offset) => TIME_WORDS.has(tokens[at + offset]?.lower ?? ''));
