import { isDeepStrictEqual } from 'node:util';
import type { Expr, Select } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import { all, named, type Shown } from '../linking/expressions.ts';
import { type Lexicon, lexiconOf } from '../linking/lexicon.ts';
import { alternativesIn, type Opposed } from './alternatives.ts';
import { type Answer, type Ask, answered, selectOf, sentence, wordsOf } from './ask.ts';
import { apart, common, filtered, hasSources, isNumber, keysShown, measuresOf } from './merge.ts';
import { questionsOfMore } from './more-of.ts';

/**
 * "card or cash, which is more common", "average fee of cats vs dogs", "did we take more in May or in June": the question is read once
 * with each of the two, and what comes of both stands side by side: as two groups where they are values of one column, else as two
 * columns. Null when it sets no two against each other, or one of them is not read.
 */
export function readContrast(question: Question, ask: Ask): Outcome | null {
  const words = wordsOf(question.text);
  const text = sentence(words);
  const read = SETTING.test(text) ? ofAlternatives(alternativesIn(question, text), lexiconOf(question.schema), ask) : null;
  return read ?? ofCuts(text, ask);
}

/** A comparison of any kind is asked for. */
const SETTING = /\b(?:more|most|fewer|less|better|worse|often|vs|vs\.|versus|compared|than|[a-z]+er)\b/i;

function ofAlternatives(opposites: readonly Opposed[], lexicon: Lexicon, ask: Ask): Outcome | null {
  for (const both of opposites)
    for (const say of questionsOfMore(both, lexicon)) {
      const one = numbersOf(ask, say(both.first));
      const two = one === null ? null : numbersOf(ask, say(both.second));
      const [first, second] = [both.first, both.second].map((name) => nameOf(name.split(' ')));
      const kept = one !== null && isTheirs(one.plan, lexicon);
      const plan = one === null || two === null || !kept ? null : opposed(one.plan, two.plan, first ?? '', second ?? '');
      const note = `Of each it is asked "${say(both.first)}".`;
      if (plan !== null && one !== null && two !== null) return answered(plan, [one, { ...two, notes: [...two.notes, note] }]);
    }
  return null;
}

/** Whether an average is of a column of theirs, or of what is kept of each of them: what a wine costs is no cost of a tasting of it. */
function isTheirs(plan: Select, { byName }: Lexicon): boolean {
  const tables = new Map(
    [plan.from, ...(plan.joins ?? []).map(({ source }) => source)].flatMap((one) => (one?.kind === 'table' ? [[one.as, one.table]] : [])),
  );
  const averages = plan.columns.flatMap(({ expr }) =>
    expr.kind === 'aggregate' && expr.fn === 'avg' && expr.arg.kind === 'column' ? [tables.get(expr.arg.table) ?? ''] : [],
  );
  const told = [...JSON.stringify(plan.where ?? null).matchAll(/"table":"([^"]+)","column"/g)].map(
    ([, alias = '']) => tables.get(alias) ?? '',
  );
  return averages.every((own) =>
    told.some((one) => one === own || byName.get(own)?.table.foreignKeys.some((key) => key.table === one) === true),
  );
}

/** "compare sales in May and June", "cats vs dogs": the two are what stands about the word between them, the fewest words first. */
function ofCuts(text: string, ask: Ask): Outcome | null {
  for (const { words, at, length, say } of framesOf(text)) {
    const left = words.slice(0, at);
    const right = words.slice(at + length);
    // The fewer words a name takes, the more of them are said of both.
    for (const [own, other] of sizes(left.length, right.length))
      for (const make of say) {
        const one = numbersOf(ask, make([...left, ...right.slice(other)]));
        const two = one === null ? null : numbersOf(ask, make([...left.slice(0, -own), ...right]));
        const [first = '', second = ''] = [left.slice(-own), right.slice(0, other)].map(nameOf);
        if (first === '' || second === '') continue;
        const plan = one === null || two === null ? null : opposed(one.plan, two.plan, first, second);
        if (plan !== null && one !== null && two !== null) return answered(plan, [one, two]);
      }
  }
  return null;
}

const NAME_MAX = 5;

/** How many words before and after are the two names, the fewest first. */
function sizes(before: number, after: number): (readonly [number, number])[] {
  const upTo = (most: number) => Array.from({ length: Math.min(NAME_MAX, most) }, (_one, at) => at + 1);
  const pairs = upTo(before).flatMap((own) => upTo(after).map((other) => [own, other] as const));
  return pairs.sort((a, b) => a[0] + a[1] - b[0] - b[1]);
}

/** A sentence with two names about a word between them, and how it is said with one of them. */
interface Frame {
  readonly words: readonly string[];
  /** The word between them, and how many words it is. */
  readonly at: number;
  readonly length: number;
  readonly say: readonly ((words: readonly string[]) => string)[];
}

const VERSUS = ['vs', 'vs.', 'v', 'versus', 'against', 'compared to', 'compared with', 'as opposed to'];

function framesOf(text: string): Frame[] {
  const compared = /^(?:please )?(?:compare|comparing|(?:a |the )?comparison (?:of|between))(?: the| our| my)? (.+)$/i.exec(text)?.[1];
  const [, both = '', by = ''] = /^(.+?),? (?:by|in terms of|on|in) (?:the |their |our |total )*(.+)$/i.exec(compared ?? '') ?? [];
  const plain = (part: readonly string[]) => sentence(part);
  const counted = (part: readonly string[]) => `how many ${sentence(part)}`;
  // "satisfaction of premium vs free customers": what does not add up is compared on average.
  const averaged = (part: readonly string[]) => (LEVELS.test(text) ? `average ${sentence(part)}` : '');
  return [
    ...(by === ''
      ? []
      : cuts(
          both,
          ['and', 'with', 'to', ...VERSUS],
          LINKS.map((link) => (part: readonly string[]) => `${by} ${link} ${sentence(part)}`.replaceAll('  ', ' ')),
        )),
    ...(compared === undefined
      ? cuts(text, VERSUS, [plain, counted, averaged])
      : cuts(compared, ['and', 'with', 'to', ...VERSUS], [plain, counted, averaged])),
  ];
}

const LEVELS = /\b(?:score|satisfaction|rating|mark|grade|age|price|temperature|speed)s?\b/i;

const LINKS = ['of', 'for', 'from', 'by', 'in', ''];

function cuts(text: string, between: readonly string[], say: Frame['say']): Frame[] {
  const words = wordsOf(text);
  return words.flatMap((_word, at) =>
    between.flatMap((one) => {
      const parts = one.split(' ');
      const stands = parts.every((part, offset) => words[at + offset]?.toLowerCase() === part);
      return stands && at > 0 && at + parts.length < words.length ? [{ words, at, length: parts.length, say }] : [];
    }),
  );
}

/** One number, or the same number for each of some groups; rows are counted. */
function numbersOf(ask: Ask, text: string): Answer | null {
  if (text === '') return null;
  const read = selectOf(ask(text));
  if (read === null) return null;
  const { plan } = read;
  if (measuresOf(plan).length > 0)
    return plan.having === undefined && plan.limit === undefined && plan.distinctOn === undefined ? read : null;
  if (/^(?:how|number|total|average)\b/i.test(text)) return null;
  const counted = selectOf(ask(`number of ${text}`));
  return counted !== null && isNumber(counted.plan) && measuresOf(counted.plan).length > 0 ? counted : null;
}

/** The numbers of two questions that differ in what the two are. */
function opposed(one: Select, other: Select, first: string, second: string): Select | null {
  if (isDeepStrictEqual(one, other)) return null;
  const alike = isDeepStrictEqual(values(measuresOf(one)), values(measuresOf(other)));
  const grouped = isDeepStrictEqual(values(keysShown(one)), values(keysShown(other)));
  if (hasSources(one, other)) {
    const [own, others] = apart(one, other);
    if (!alike || !grouped || own.length === 0 || others.length === 0 || holdsBoth(own, others)) return null;
    if (isElsewhere(own, others)) return null;
    return ofOneColumn(one, own, others, common(one, other)) ?? inColumns(one, other, { own, others, first, second });
  }
  // Numbers of two kinds of rows.
  if (isElsewhere(...apart(one, other))) return null;
  const kinds = [one, other].map((plan) => measuresOf(plan).map(({ expr }) => (expr.kind === 'aggregate' ? expr.fn : '')));
  if (
    !isNumber(one) ||
    !isNumber(other) ||
    one.columns.length !== 1 ||
    other.columns.length !== 1 ||
    !isDeepStrictEqual(kinds[0], kinds[1])
  )
    return null;
  return {
    kind: 'select',
    columns: named([
      { expr: { kind: 'scalarQuery', query: one }, as: first },
      { expr: { kind: 'scalarQuery', query: other }, as: second },
    ]),
  };
}

/** Whether what is said of the one names the other as well: "from Larvik Horten" is no one of the two. */
const holdsBoth = (own: readonly Expr[], others: readonly Expr[]): boolean =>
  [...own, ...others].some(({ kind }) => kind === 'or' || kind === 'in') ||
  own.some((test) =>
    others.some((other) => JSON.stringify(test).includes(JSON.stringify(other)) || JSON.stringify(other).includes(JSON.stringify(test))),
  );

/** Two values of one column: a group for each. */
function ofOneColumn(one: Select, own: readonly Expr[], others: readonly Expr[], shared: readonly Expr[]): Select | null {
  const [test, ...more] = own;
  const [otherTest, ...others2] = others;
  const column = test === undefined || more.length + others2.length > 0 ? null : testedIn(test);
  const otherColumn = otherTest === undefined ? null : testedIn(otherTest);
  if (column === null || test === undefined || otherTest === undefined || !isDeepStrictEqual(column, otherColumn)) return null;
  const measures = measuresOf(one);
  const [worth] = measures;
  if (worth === undefined || column.kind !== 'column') return null;
  return {
    ...one,
    columns: named([...keysShown(one), { expr: column, as: column.column }, ...measures]),
    where: all([...shared, { kind: 'or', args: [test, otherTest] }]),
    groupBy: [...(one.groupBy ?? []), column],
    orderBy: one.groupBy === undefined ? [{ expr: worth.expr, direction: 'desc', nulls: 'last' }] : one.orderBy,
  };
}

/** "trees or houseplants": one value of a column and another one of a column elsewhere are no two of a kind. */
function isElsewhere(own: readonly Expr[], others: readonly Expr[]): boolean {
  const [one, other] = [own, others].map((tests) => tests.map(testedIn).find((column) => column?.kind === 'column'));
  return one?.kind === 'column' && other?.kind === 'column' && one.table !== other.table;
}

/** The column that a test compares with one value. */
function testedIn(test: Expr): Expr | null {
  if (test.kind === 'match') return test.left.kind === 'column' ? test.left : null;
  if (test.kind !== 'compare' || test.op !== '=' || test.left.kind !== 'column' || test.right.kind !== 'literal') return null;
  return test.left;
}

interface Apart {
  readonly own: readonly Expr[];
  readonly others: readonly Expr[];
  readonly first: string;
  readonly second: string;
}

function inColumns(one: Select, other: Select, { own, others, first, second }: Apart): Select {
  const called = (columns: readonly Shown[], name: string) =>
    columns.map(({ expr, as }) => ({ expr, as: columns.length === 1 ? name : `${name}_${as}` }));
  const where = common(one, other);
  const { where: _where, orderBy, ...rest } = one;
  const keys = keysShown(one);
  return {
    ...rest,
    columns: named([...keys, ...called(filtered(measuresOf(one), own), first), ...called(filtered(measuresOf(other), others), second)]),
    ...(where.length === 0 ? {} : { where: all([...where]) }),
    ...(orderBy === undefined || one.groupBy === undefined
      ? {}
      : { orderBy: keys.map(({ expr }) => ({ expr, direction: 'asc' as const, nulls: 'last' as const })) }),
  };
}

const values = (columns: readonly Shown[]): Expr[] => columns.map(({ expr }) => expr);

const nameOf = (words: readonly string[]): string =>
  words
    .map((word) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ''))
    .filter((word) => word !== '' && !['in', 'the', 'for', 'of', 'by', 'from', 'at', 'on'].includes(word))
    .join('_');
