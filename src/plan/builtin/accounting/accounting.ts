import type { Query } from '../../plan.ts';
import { MEASURES, QUANTITY_ADJECTIVES, QUANTITY_PHRASES } from '../english/measure-words.ts';
import { kinOf } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { SYNONYMS } from '../english/synonyms.ts';
import { type Token, tokenize } from '../english/tokens.ts';
import { FUNCTION_WORDS, GLUE, LINK_VERBS } from '../english/words.ts';
import { type Lexicon, rootOf } from '../linking/lexicon.ts';
import type { Mention, Value } from '../linking/mention.ts';
import type { Candidate } from '../search/candidates.ts';
import { isDeed, isStateVerb, NEEDS, type Need, SILENT, SILENT_VERBS, SPENDING, TIME_WORDS, UNIT_WORDS } from './accounting-words.ts';

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
      [...kinOf(word)].some(([other, cost]) => cost <= KIN && (traces.names.has(other) || traces.values.has(other)))
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

/** Words of one sense, at the most; wider kin is told as a reading of its own. */
const KIN = 0.5;

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

/** What of a plan its words can stand for. */
interface Traces {
  /** Words of the tables and columns, in the singular. */
  readonly names: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
  /** Words of the values compared with. */
  readonly values: ReadonlySet<string>;
  readonly literals: readonly string[];
  readonly numbers: ReadonlySet<number>;
  has(need: Need): boolean;
}

function tracesOf(plan: Query, lexicon: Lexicon): Traces {
  const tables = new Set<string>();
  const columns = new Map<string, { readonly table: string; readonly name: string }>();
  const literals: string[] = [];
  const numbers = new Set<number>();
  const needs = new Set<Need>();
  const froms: string[] = [];
  const looks: Record<string, (part: Part) => void> = {
    table: ({ table }) => {
      if (typeof table !== 'string') return;
      tables.add(table);
      froms.push(table);
    },
    column: ({ table, column }) => {
      if (typeof table === 'string' && typeof column === 'string') columns.set(`${table}.${column}`, { table, name: column });
    },
    literal: ({ value, type }) => {
      if (typeof value === 'number') numbers.add(value);
      if (value === false || value === 0) needs.add('denial');
      if (type === 'date' || type === 'timestamp' || (typeof value === 'number' && value > 1900 && value < 2100)) needs.add('date');
      literals.push(String(value).replaceAll('%', ' ').toLowerCase());
    },
    compare: ({ op }) => {
      if (op === '<>') needs.add('denial');
      if (op !== '=' && op !== '<>') needs.add('comparison');
      // "at least one" may be any.
      if (op === '<' || op === '<=') needs.add('denial');
    },
    between: () => void needs.add('comparison'),
    not: () => void needs.add('denial'),
    isNull: () => void needs.add('denial'),
    or: () => void needs.add('either'),
    in: () => void needs.add('either'),
    match: () => void needs.add('match'),
    exists: () => void needs.add('count'),
    inQuery: () => void needs.add('count'),
    arithmetic: ({ op }) => void needs.add(op === '/' ? 'division' : 'difference'),
    call: () => void needs.add('date'),
    aggregate: ({ fn, distinct }) => {
      needs.add(fn === 'count' ? 'count' : 'aggregate');
      if (fn === 'min' || fn === 'max') needs.add('order');
      if (fn === 'min' || fn === 'max') needs.add('cut');
      if (distinct === true) needs.add('distinct');
    },
    set: ({ op }) => {
      needs.add('set');
      if (op === 'except') needs.add('denial');
      if (op === 'union') needs.add('either');
    },
    select: (part) => {
      if (part.groupBy !== undefined) needs.add('group');
      if (part.distinct === true || part.distinctOn !== undefined) needs.add('distinct');
      if (part.orderBy !== undefined) needs.add('order');
      if (typeof part.limit === 'number') {
        needs.add('cut');
        numbers.add(part.limit);
      }
    },
  };
  eachPart(plan, (part) => looks[String(part.kind)]?.(part));
  if (froms.length > new Set(froms).size) needs.add('self');
  const names = new Set([
    ...[...tables].flatMap((table) => lexicon.byName.get(table)?.words ?? []),
    ...[...columns.values()].flatMap(
      ({ table, name }) => lexicon.byName.get(table)?.columns.find(({ column }) => column.name === name)?.words ?? [],
    ),
  ]);
  const values = literals.flatMap((text) => tokenize(text).map(({ lower }) => lower));
  return {
    names,
    roots: new Set([...names].map(rootOf)),
    tables,
    columns: new Set(columns.keys()),
    values: new Set(values.flatMap((word) => [word, stem(word)])),
    literals,
    numbers,
    has: (need) => needs.has(need),
  };
}

/** The words of the mentions that the plan uses: "clients" where it uses `customers`, "successful" where it tests for success. */
function saidIn(sketch: Candidate['sketch'], { tables, columns, literals, names }: Traces, lexicon: Lexicon): ReadonlySet<string> {
  const said = new Set<string>();
  eachPart(sketch, (part) => {
    if (part.kind === 'attribute' || part.kind === 'entity') {
      const mention = part as unknown as Mention;
      const used =
        mention.kind === 'entity'
          ? mention.candidates.some(({ table }) => tables.has(table))
          : mention.candidates.some(({ table, columns: names }) => names.some((name) => columns.has(`${table}.${name}`)));
      // A longer phrase does not hide what names something else: "resolution rate by channel" is no `resolved_at`.
      const own = mention.words.toLowerCase().split(' ');
      if (used) for (const word of own) if (!NEEDS.has(word) && (!lexicon.words.has(stem(word)) || names.has(stem(word)))) said.add(word);
    } else if ('hits' in part && 'quoted' in part) {
      const value = part as unknown as Value;
      const used = value.hits.some(({ stored }) => literals.includes(stored.toLowerCase()));
      if (used || value.number !== null) for (const { lower } of tokenize(value.text)) said.add(lower);
    }
  });
  return said;
}

type Part = { readonly kind?: unknown } & Readonly<Record<string, unknown>>;

function eachPart(whole: unknown, look: (part: Part) => void): void {
  if (typeof whole !== 'object' || whole === null) return;
  if (Array.isArray(whole)) {
    for (const part of whole) eachPart(part, look);
    return;
  }
  look(whole as Part);
  for (const name in whole) if (!LISTS.has(name)) eachPart((whole as Record<string, unknown>)[name], look);
}

/** Candidates of mentions and hits of values hold no parts, and a wide schema has hundreds of them. */
const LISTS = new Set(['candidates', 'hits']);

const hasNumber = (number: number, { numbers, literals }: Traces): boolean =>
  numbers.has(number) || numbers.has(number - 1) || numbers.has(number + 1) || literals.some((text) => text.includes(String(number)));

/** "the last 30 days", "March 31": a number beside a word of the calendar. */
const isDated = (tokens: readonly Token[], at: number): boolean =>
  /^(?:19|20)\d\d$/.test(tokens[at]?.text ?? '') || [-2, -1, 1, 2].some((offset) => TIME_WORDS.has(tokens[at + offset]?.lower ?? ''));

/** A verb that people use for what a schema's keys relate, in one of its forms; or any in the past or progressive. */
const isVerb = (word: string): boolean => isKnownVerb(word) || /^[a-z]{3,}(?:ed|ing)$/.test(word);
const isKnownVerb = (word: string): boolean => LINK_VERBS.has(word) || LINK_ROOTS.has(rootOf(word));
const LINK_ROOTS: ReadonlySet<string> = new Set([...LINK_VERBS].map(rootOf));

/**
 * Whether a verb only says that two things are related, which the plan's joins or one of its columns say: it follows a thing
 * or an auxiliary, and another thing follows it as its object or its agent. Before a noun, at the end of its clause, or
 * alone, a verb says of what kind or in what state a thing is ("used cars"), which the plan has to hold.
 */
function isRelation(
  tokens: readonly Token[],
  at: number,
  { joins, dated }: { readonly joins: boolean; readonly dated: boolean },
  isThing: (token: Token) => boolean,
): boolean {
  const [before, own, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (before === undefined || own === undefined || OPENS_NOUN.has(before.lower) || before.number !== null) return false;
  // Of two verbs in a row, "who insured missed a lesson", one has no place.
  const isDone = (token: Token | undefined) => token?.kind === 'word' && /[a-z]{3}ed$/.test(token.lower);
  if (isDone(before) || (isDone(after) && DETERMINERS.has(tokens[at + 2]?.lower ?? ''))) return false;
  const ends = (token: Token | undefined) =>
    token === undefined || ENDS.has(token.lower) || token.kind === 'comma' || token.kind === 'stop';
  const plain = isKnownVerb(own.lower) && !isStateVerb(own.lower);
  // "Which banks do I use?"
  if (ends(after)) return plain && tokens.slice(0, at).some(({ lower }) => DOES.has(lower)) && !/(?:ed|ing)$/.test(own.lower);
  const preposition = PREPOSITIONS.has(after?.lower ?? '');
  if (preposition && ends(tokens[at + 2])) return plain;
  const next = tokens.slice(at + 1).find(({ lower }) => !RELATION_GLUE.has(lower));
  if (next === undefined || !(isThing(next) || SILENT.has(next.lower) || TIME_WORDS.has(next.lower) || NEEDS.has(next.lower))) return false;
  // "the premium wedding plan": before a bare noun, and after "does" or "have", what only looks like a verb says of what kind it is.
  if (!isKnownVerb(own.lower) && own.lower.endsWith('ing')) {
    const takesObject = preposition || DETERMINERS.has(after?.lower ?? '');
    if (!takesObject || DOES.has(before.lower) || HAS.has(before.lower)) return false;
  }
  if (isStateVerb(own.lower)) return isDeed(own.lower) && joins && !preposition;
  const agent = after?.lower === 'by';
  if (agent || !preposition) return joins || isKnownVerb(own.lower);
  return plain && (joins || (dated && (next.number !== null || TIME_WORDS.has(next.lower))));
}

/** What opens a noun, so that a participle after it is said of that noun. */
const OPENS_NOUN = new Set(
  'the a an all any some each every many much of for by in at from with without per than our my their its his her no show list find give get count number me and or , average total most only'.split(
    ' ',
  ),
);
const DOES = new Set(['do', 'does', 'did']);
const HAS = new Set(['have', 'has', 'had']);
const DETERMINERS = new Set('the a an any each every all both some our my their its his her these those this that more most at'.split(' '));
const PREPOSITIONS = new Set(['in', 'at', 'on', 'by', 'from', 'to', 'for', 'with', 'without', 'of', 'per', 'than']);
const ENDS = new Set(['and', 'or', 'but', 'then', 'yet']);
const RELATION_GLUE = new Set([...FUNCTION_WORDS, ...GLUE]);
