import type { Expr, Select } from '../plan.ts';
import type { Outcome, Planner, Question } from '../planner.ts';
import type { Schema } from '../schema.ts';
import { momentCompare } from './expressions.ts';
import { momentAt } from './moments.ts';
import { type Period, periodAt } from './periods.ts';
import { withoutCourtesies } from './phrases/openings.ts';
import { type Token, tokenize } from './tokens.ts';

/**
 * Questions to an agent memory that look for words: "facts about the billing service last week", "what does Ana prefer?", "what
 * did we believe about Ana in March?". Each form takes the whole sentence; everything else is the other planners'. Asked first,
 * since to these a subject is a value, and the rest of the words are none.
 */
export function withRecall(planner: Planner): Planner {
  return {
    ...planner,
    plan: async (question) => (isMemory(question.schema) ? readRecall(question) : null) ?? (await planner.plan(question)),
  };
}

/** By the tables of the preset, which the owner may have added to. */
const isMemory = (schema: Schema): boolean =>
  Object.entries(NEEDED).every(([name, columns]) => {
    const table = schema.tables.find((one) => one.name === name);
    return table !== undefined && columns.every((column) => table.columns.some((one) => one.name === column));
  });

const NEEDED = {
  facts: ['content', 'subject', 'kind', 'created_at'],
  fact_history: ['content', 'subject', 'kind', 'valid_from', 'valid_to'],
  episodes: ['content', 'role', 'created_at'],
} as const;

const FORMS: readonly {
  readonly says: RegExp;
  readonly read: (about: string, question: Question, said: RegExpExecArray) => Outcome | null;
}[] = [
  {
    says: /^what (?:do|can) (?:we|i|you) (?:know|remember|believe|tell me) about (.+)$/i,
    read: (about, question) => recalled('facts', about, question),
  },
  {
    says: /^(?:(?:show|list|find|give)(?: me)? )?(?:all )?(?:the |my |our )?(facts|episodes|messages) (?:about|mentioning|on) (.+)$/i,
    read: (about, question) => recalled(/^(?:\S+ )*?facts /i.test(question.text) ? 'facts' : 'episodes', about, question),
  },
  {
    says: /^how many (episodes|messages|facts) (?:(?:are|were) there )?(?:a|an|per|each|every) (hour|day|week|month|year)$/i,
    read: (unit, _question, [, what = '']) => counted(/^facts$/i.test(what) ? 'facts' : 'episodes', unit.toLowerCase()),
  },
  { says: /^what did (?:we|i|you) (?:know|believe) about (.+)$/i, read: believed },
  { says: /^what does (.+) (?:prefer|like)$/i, read: (about, question) => preferred(about, question) },
  { says: /^what are (.+?)['’]s? preferences$/i, read: (about, question) => preferred(about, question) },
];

function readRecall(question: Question): Outcome | null {
  const text = withoutCourtesies(question.text)
    .trim()
    .replace(/[?.!\s]+$/, '');
  for (const { says, read } of FORMS) {
    const found = says.exec(text);
    if (found !== null) return read(found.at(-1) ?? '', { ...question, text }, found);
  }
  return null;
}

/** What is known now, or was said; a time is when it was remembered. */
function recalled(table: 'facts' | 'episodes', about: string, question: Question): Outcome | null {
  const { words, period } = split(about, question);
  const topic = topicOf(words, question);
  if (topic === null) return null;
  const dated = period === null ? [] : [within(table, 'created_at', period, question.schema)];
  const shown = table === 'facts' ? ['content', 'subject', 'kind', 'created_at'] : ['role', 'content', 'created_at'];
  return answer(
    {
      ...selected(table, shown),
      where: all([found(table, topic), ...dated]),
      orderBy: [
        { expr: { kind: 'call', fn: 'text_rank', args: [column(table, 'content'), text(topic.words)] }, direction: 'desc', nulls: 'last' },
        { expr: column(table, 'created_at'), direction: 'desc', nulls: 'last' },
      ],
    },
    [topic.note, ...notesOf(period)],
  );
}

/** When they were remembered, not when they expire. */
function counted(table: 'facts' | 'episodes', unit: string): Outcome {
  const bucket: Expr = { kind: 'call', fn: 'date_trunc', args: [text(unit), column(table, 'created_at')] };
  return answer(
    {
      kind: 'select',
      columns: [
        { expr: bucket, as: unit },
        { expr: { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } }, as: 'count' },
      ],
      from: { kind: 'table', table, as: table },
      groupBy: [bucket],
      orderBy: [{ expr: bucket, direction: 'asc', nulls: 'last' }],
    },
    [`counted by the ${unit} in which they were remembered`],
  );
}

/** What held at some time of the stretch: it began before the end of it, and had not ended before it began. */
function believed(about: string, question: Question): Outcome | null {
  const { words, period } = split(about, question);
  const topic = topicOf(words, question);
  if (topic === null || period === null || period.op !== '=') return null;
  const table = 'fact_history';
  const { from: stretch } = period;
  const [begins, ends] = ['valid_from', 'valid_to'].map((name) => columnOf(table, name, question.schema));
  if (begins === undefined || ends === undefined) return null;
  const [since, until] = [column(table, 'valid_from'), column(table, 'valid_to')];
  return answer(
    {
      ...selected(table, ['content', 'subject', 'kind', 'valid_from', 'valid_to']),
      where: all([
        found(table, topic),
        momentCompare(since, '<=', stretch, begins),
        { kind: 'or', args: [{ kind: 'isNull', arg: until }, momentCompare(until, '>=', stretch, ends)] },
      ]),
      orderBy: [{ expr: since, direction: 'asc', nulls: 'last' }],
    },
    [topic.note, ...notesOf(period)],
  );
}

/** Of a stored subject that has facts of that category; without them the words say no more than what is stored. */
function preferred(about: string, question: Question): Outcome | null {
  const subject = subjectOf(about, question);
  const kind = question.values.of('facts', 'kind')?.find((one) => /^preferences?$/i.test(one));
  if (subject === null || kind === undefined) return null;
  return answer(
    {
      ...selected('facts', ['content', 'created_at']),
      where: all([equals('facts', 'subject', subject), equals('facts', 'kind', kind)]),
      orderBy: [{ expr: column('facts', 'created_at'), direction: 'desc', nulls: 'last' }],
    },
    [`read as the facts of category "${kind}" whose subject is "${subject}"`],
  );
}

interface Topic {
  readonly words: string;
  readonly subject: string | null;
  readonly note: string;
}

/** Null for words that may ask for more than to be looked for: a condition, an order, a second thing. */
function topicOf(about: string, question: Question): Topic | null {
  const words = about.trim();
  const each = words.toLowerCase().split(/\s+/);
  if (words === '' || each.length > WORDS_MAX || !/^[\p{L}\p{N}\s'’.-]+$/u.test(words)) return null;
  const subject = subjectOf(words, question);
  if (subject === null && each.some((word) => UNSURE.has(word))) return null;
  // A minus would leave rows out.
  const plain = words
    .replace(/[-'’.]/g, ' ')
    .replace(/^(?:the|my|our)\s+/i, '')
    .trim();
  if (!/[\p{L}\p{N}]{2}/u.test(plain)) return null;
  const note =
    subject === null ? `looked for rows with the words "${plain}"` : `looked for rows about "${subject}", or with the words "${plain}"`;
  return { words: plain, subject, note };
}

const WORDS_MAX = 6;
const UNSURE: ReadonlySet<string> = new Set(
  `and or not no nor but except without with by per each every most least fewer more than that which who whose when where while since until
   before after between from in on at of for over under sorted ordered grouped count number many much only first last latest newest oldest
   recent recently today yesterday tomorrow ago week month year day hour it them him her me us this these those everything anything
   something all any is are was were has have had does did do said says told`.split(/\s+/),
);

const subjectOf = (words: string, { values }: Question): string | null => {
  const wanted = words.trim().toLowerCase();
  return values.of('facts', 'subject')?.find((one) => one.toLowerCase() === wanted) ?? null;
};

/** The words, and the stretch of time that ends them: "the billing service | last week". */
function split(about: string, question: Question): { words: string; period: Period | null } {
  const tokens = tokenize(about);
  const reader = { tokens, now: question.now };
  for (let at = 1; at < tokens.length; at++) {
    const period = periodAt(reader, at) ?? bareAt(reader, at);
    if (period !== null && period.end === tokens.length) return { words: about.slice(0, tokens[at]?.start), period };
  }
  return { words: about, period: null };
}

function bareAt(reader: { tokens: Token[]; now: Date }, at: number): Period | null {
  const moment = momentAt(reader, at);
  return moment === null ? null : { op: '=', from: moment.value, end: moment.end };
}

const notesOf = (period: Period | null): string[] =>
  [period?.from.assumption ?? null, period?.to?.assumption ?? null].filter((note) => note !== null);

const answer = (plan: Select, assumptions: readonly string[]): Outcome => ({ kind: 'plan', plan, confidence: null, assumptions });

const selected = (table: string, names: readonly string[]): Select => ({
  kind: 'select',
  columns: names.map((name) => ({ expr: column(table, name), as: name })),
  from: { kind: 'table', table, as: table },
});

const column = (table: string, name: string): Expr => ({ kind: 'column', table, column: name });
const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
const all = (args: Expr[]): Expr => (args.length === 1 && args[0] ? args[0] : { kind: 'and', args });
const equals = (table: string, name: string, value: string): Expr => ({
  kind: 'compare',
  op: '=',
  left: column(table, name),
  right: text(value),
});

function found(table: string, { words, subject }: Topic): Expr {
  const match: Expr = { kind: 'call', fn: 'text_match', args: [column(table, 'content'), text(words)] };
  return subject === null || table === 'episodes' ? match : { kind: 'or', args: [equals(table, 'subject', subject), match] };
}

const columnOf = (table: string, name: string, schema: Schema) =>
  schema.tables.find((one) => one.name === table)?.columns.find((one) => one.name === name);

function within(table: string, name: string, { op, from, to }: Period, schema: Schema): Expr {
  const known = columnOf(table, name, schema);
  const left = column(table, name);
  if (known === undefined) return left;
  if (op !== 'between') return momentCompare(left, op, from, known);
  return { kind: 'and', args: [momentCompare(left, '>=', from, known), momentCompare(left, '<=', to ?? from, known)] };
}
