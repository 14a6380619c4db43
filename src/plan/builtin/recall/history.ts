import type { Expr, Select } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import { askedOf } from './asked.ts';
import { askedWords } from './asked-words.ts';
import { all, answer, by, column, counted, equals, held, notesOf, selected, where, within } from './build.ts';
import type { Form, Reading } from './form.ts';
import { meeting } from './meeting.ts';
import { inPeriod } from './open.ts';
import { type Row, rowsOf, theRows } from './rows.ts';
import { subjectAndKind } from './stored.ts';
import { found, kindOf, split, subjectOf, type Topic, topicOf, topicOfWords } from './topic.ts';

const GONE = '(?:superseded|replaced|changed|updated|outdated|corrected)';
const TIME = '(?:since|in|on|after|before|between|from|during|last|this|today|yesterday) .+';
const BEFORE = '(?: (?:before|previously|earlier|formerly|in the past|until then|back then))';

/** Questions on what was believed, and on what has changed. */
export const HISTORY: readonly Form[] = [
  { says: 'what did (?:we|i|you) (?:know|believe|think|hold)( .+)', read: ([tail], question) => believed(tail, question) },
  { says: 'what was (?:true|known|believed)( .+)', read: ([tail], question) => believed(tail, question) },
  {
    says: '(?:which|what) (?:facts )?(?:did (?:we|i|you) (?:know|believe|hold)|were believed|held)( .+)',
    read: ([tail], question) => believed(tail, question),
  },
  {
    says: "(?:what|who) (?:was|were) (.+?)['’]s? ([\\p{L} -]+?)( .+)",
    read: ([about, kind, tail], question) => was(kind, about, tail, question),
  },
  {
    says: `(?:what|who) (?:was|were) the ([\\p{L} -]+?) of (.+?)(${BEFORE}| (?:in|on|at|during|since|last|until|before|between) .+)`,
    read: ([kind, about, tail], question) => was(kind, about, tail, question),
  },
  {
    says: '(?:what|who) (?:was|were) (?:the |our |my )?([\\p{L} -]+?)( (?:in|on|at|during|before) .+)',
    read: ([named, tail], question) => wasThen(named, tail, question),
  },
  {
    says: `(?:what|who) (?:was|were) the (?:previous|former|old|earlier|last) ([\\p{L} -]+?) of (.+)`,
    read: ([kind, about], question) => was(kind, about, ' before', question),
  },
  {
    says: `(?:what|which) ([\\p{L} -]+?) did (.+?) have(${BEFORE}| .+)`,
    read: ([kind, about, tail], question) => was(kind, about, tail, question),
  },
  {
    says: `what (?:has |have |was |were |)(?:been )?changed?(?: (?:about|for|of|with|on) (.+?))?( ${TIME}|)`,
    read: ([about, tail], question) => changed(about, tail, question),
  },
  { says: `(?:has|have|did) (.+?) (?:ever )?changed?( ${TIME}|)`, read: ([about, tail], question) => changed(about, tail, question) },
  {
    says: `(?:which|what) facts(?: about (.+?))? (?:were|was|have been|has been|got|have)? ?(?:been )?${GONE}(| .+)`,
    read: ([about, tail], question) => changed(about, tail, question),
  },
  {
    says: '(?:which|what) facts(?: about (.+?))? (?:are|is|were|was|do|did) (?:no longer|not any ?more) (?:true|valid|current|believed|hold|held)(| .+)',
    read: ([about, tail], question) => changed(about, tail, question),
  },
  {
    says: '(?:which|what) facts(?: about (.+?))? are out of date(| .+)',
    read: ([about, tail], question) => changed(about, tail, question),
  },
  {
    says: `how (?:has|have|did) (.+?) (?:been )?(?:changed?|develop(?:ed)?|evolved?|gone|go)(?: over time| over the (?:months|years|weeks)|)( ${TIME}|)`,
    read: ([both, tail], question) => course(both, tail, question),
  },
  {
    says: `(?:(?:show|list|give|find|name)(?: me| us)?|what (?:are|were)|which are)(?: all| every| each)?(?: of)?(?: the| our)? ([\\p{L} -]+?)(?: that)?(?: (?:we|you|i|they|there))(?: have|['’]ve)?(?: ever)? (?:had|used|tried|planned|given|been|set|known|believed) (?:for|of|on|with) (.+)`,
    read: ([kind, about], question) => courseOf(kind, about, question),
  },
  {
    says: `(?:what|which) ([\\p{L} -]+?) (?:has|have) (.+?) (?:ever )?(?:had|been through|held|gone through)(?: over time| over the years)?`,
    read: ([kind, about], question) => courseOf(kind, about, question),
  },
  {
    says: `(?:(?:show|list|give)(?: me| us)? |what is )?(?:the )?(?:whole |full |entire )?history of (.+)`,
    read: ([both], question) => course(both, '', question),
  },
  {
    says: `how many facts(?: about (.+?))? (?:were|have been|got|have)? ?(?:been )?${GONE}(| .+)`,
    read: ([about, tail], question) => changes(null, about, tail, question),
  },
  {
    says: `how (?:often|many times) (?:did|has|have) the ([\\p{L} -]+?) of (.+?) (?:been )?changed?(| .+)`,
    read: ([kind, about, tail], question) => changes(kind, about, tail, question),
  },
  {
    says: `how (?:often|many times) (?:did|has|have) (.+?)['’]s? ([\\p{L} -]+?) (?:been )?changed?(| .+)`,
    read: ([about, kind, tail], question) => changes(kind, about, tail, question),
  },
  {
    says: 'when (?:did|has|was) the ([\\p{L} -]+?) of (.+?) (?:last )?changed?',
    read: ([kind, about], question) => whenChanged(kind, about, question),
  },
  {
    says: "when (?:did|has|was) (.+?)['’]s? ([\\p{L} -]+?) (?:last )?changed?",
    read: ([about, kind], question) => whenChanged(kind, about, question),
  },
  {
    says: 'when (?:did|have) (?:we|i|you|they) (?:last )?(?:changed?|switch(?:ed)?|replaced?) (.+)',
    read: ([both], question) => {
      const pair = subjectAndKind(both ?? '', question);
      return pair === null ? null : whenChanged(pair.kind, pair.subject, question);
    },
  },
  {
    says: 'when (?:did|have) (?:we|i|you) (?:first )?(?:learn(?:ed|t)?|f(?:i|ou)nd out|remember(?:ed)?|note[d]?|record(?:ed)?|store[d]?|save[d]?)(?: that| about|) (.+)',
    read: ([said], question) => whenLearned(said, question),
  },
];

async function believed(tail = '', question: Question): Promise<Reading | null> {
  const about = / about (.+)$/i.exec(tail)?.[1];
  const { words, period } = split(about ?? tail.trim(), question, { edges: true });
  const topic = about === undefined ? null : topicOf(words, question);
  if (period === null || (about === undefined ? words !== '' : topic === null)) return null;
  const inForce = held(period, question.schema);
  if (topic === null || inForce === null || (await isSaidSo(topic, inForce, question))) return holding(topic, [], period, question);
  return await inPeriod(words, period, question);
}

/** Whether what is asked about is a subject or is said in these words; "Ana's diet" may be a category of hers. */
async function isSaidSo(topic: Topic, conditions: readonly Expr[], { rows }: Question): Promise<boolean> {
  if (topic.subject !== null || !topic.words.includes(' ') || rows === undefined) return true;
  const plan = where(selected('fact_history', ['id']), [found('fact_history', topic), ...conditions]);
  return (await rows({ ...plan, limit: 1 })).length > 0;
}

/** What held in a time. Null for a time that is no stretch. */
export function holding(
  topic: Topic | null,
  conditions: readonly Expr[],
  period: NonNullable<ReturnType<typeof split>['period']>,
  question: Question,
): Outcome | null {
  const inForce = held(period, question.schema);
  if (inForce === null) return null;
  const table = 'fact_history';
  const plan = where(selected(table, ['content', 'subject', 'kind', 'valid_from', 'valid_to', 'id']), [
    ...(topic === null ? [] : [found(table, topic)]),
    ...conditions,
    ...inForce,
  ]);
  return answer({ ...plan, orderBy: [by(table, 'valid_from', 'asc')] }, [
    'read as what was believed in that time',
    topic?.note ?? null,
    ...notesOf(period),
  ]);
}

/** Of one subject and category: in a time, or before what is believed now. */
function was(named = '', about = '', tail = '', question: Question): Outcome | null {
  const [kind, subject] = [kindOf(named, question), subjectOf(about, question)];
  if (kind === null || subject === null) return null;
  if (new RegExp(`^${BEFORE}$`, 'i').test(tail)) return answer(gone(kind, subject), [note(kind, subject)]);
  const { words, period } = split(tail, question, { edges: true });
  if (words !== '' || period === null) return null;
  return holding(null, [equals('fact_history', 'subject', subject), equals('fact_history', 'kind', kind)], period, question);
}

/** Of a category, or of a subject, alone: "our supplier in April", "the membership fee before May". */
function wasThen(named = '', tail = '', question: Question): Outcome | null {
  const [kind, subject] = [kindOf(named, question), subjectOf(named, question)];
  const { words, period } = split(tail, question, { edges: true });
  if ((kind === null) === (subject === null) || words !== '' || period === null) return null;
  return holding(
    null,
    [kind === null ? equals('fact_history', 'subject', subject ?? '') : equals('fact_history', 'kind', kind)],
    period,
    question,
  );
}

const note = (kind: string, subject: string): string => `read as the superseded facts of category "${kind}" whose subject is "${subject}"`;

const gone = (kind: string, subject: string): Select => ({
  ...where(selected('past_facts', ['content', 'valid_from', 'valid_to', 'id']), [
    equals('past_facts', 'subject', subject),
    equals('past_facts', 'kind', kind),
  ]),
  orderBy: [by('past_facts', 'valid_to', 'desc')],
});

/** What was believed, with what took its place, by when that was. */
async function changed(about: string | undefined, tail = '', question: Question): Promise<Outcome | null> {
  const pair = about === undefined ? null : subjectAndKind(about, question);
  const which = whichChanged(pair?.kind ?? null, pair?.subject ?? about, tail, question);
  if (which === null) return null;
  const meant = await meantBy(pair === null ? about : undefined, which.conditions, question);
  const plan = changedPlan(meant === null ? which.conditions : [theRows('past_facts', meant)]);
  return answer(plan, which.notes);
}

/** "Helen's contact preference", where no fact has the words as they are: facts that meet them. */
async function meantBy(about: string | undefined, conditions: readonly Expr[], question: Question): Promise<readonly Row[] | null> {
  if (about === undefined || question.rows === undefined) return null;
  const exact = await question.rows({ ...where(selected('past_facts', ['id']), conditions), limit: 1 });
  const asked = exact.length > 0 ? null : askedOf(about, question);
  if (asked === null) return null;
  const past = (await rowsOf('fact_history', asked, [], question)).filter(({ until }) => until !== null);
  const rows = meeting(asked, past);
  return rows.length > 0 ? rows : null;
}

function changedPlan(conditions: readonly Expr[]): Select {
  const [past, now] = ['past_facts', 'fact_history'];
  const shown = selected(past, ['subject', 'kind']);
  return {
    ...shown,
    columns: [
      ...shown.columns,
      { expr: column(past, 'content'), as: 'before' },
      { expr: column(now, 'content'), as: 'after' },
      { expr: column(past, 'valid_to'), as: 'changed_at' },
    ],
    joins: [{ type: 'left', source: { kind: 'table', table: now, as: now }, on: same(column(past, 'superseded_by'), column(now, 'id')) }],
    ...(conditions.length === 0 ? {} : { where: all(conditions) }),
    orderBy: [by(past, 'valid_to', 'asc')],
  };
}

const same = (left: Expr, right: Expr): Expr => ({ kind: 'compare', op: '=', left, right });

function changes(named: string | null | undefined, about: string | undefined, tail = '', question: Question): Outcome | null {
  const which = whichChanged(named ?? null, about, tail, question);
  if (which === null) return null;
  return answer(where({ ...selected('past_facts', []), columns: [{ expr: counted(), as: 'count' }] }, which.conditions), which.notes);
}

function whichChanged(named: string | null, about: string | undefined, tail: string, question: Question) {
  const { words, period } = split(tail, question, { edges: true });
  const kind = named === null ? null : kindOf(named, question);
  const topic = about === undefined ? null : topicOf(about, question);
  const subject = about === undefined ? null : subjectOf(about, question);
  if (words !== '' || (named !== null && (kind === null || subject === null)) || (about !== undefined && topic === null)) return null;
  return {
    conditions: [
      ...(kind !== null && subject !== null ? [equals('past_facts', 'subject', subject), equals('past_facts', 'kind', kind)] : []),
      ...(kind === null && topic !== null ? [found('past_facts', topic)] : []),
      ...within('past_facts', 'valid_to', period, question.schema),
    ],
    notes: [
      kind !== null && subject !== null ? note(kind, subject) : 'read as the facts that were superseded',
      kind === null ? (topic?.note ?? null) : null,
      ...notesOf(period),
    ],
  };
}

function whenChanged(named = '', about = '', question: Question): Outcome | null {
  const [kind, subject] = [kindOf(named, question), subjectOf(about, question)];
  return kind === null || subject === null ? null : answer(gone(kind, subject), [note(kind, subject)]);
}

/** "Every date that we ever had for the release". */
function courseOf(named = '', about = '', question: Question): Outcome | null {
  const [kind, subject] = [kindOf(named, question), subjectOf(about, question)];
  return kind === null || subject === null ? null : courseIn({ kind, subject }, []);
}

/** All that was believed of one subject and category, in its order. */
function course(both = '', tail = '', question: Question): Outcome | null {
  const pair = subjectAndKind(both, question);
  const { words, period } = split(tail, question, { edges: true });
  const inForce = period === null ? [] : held(period, question.schema);
  return pair === null || words !== '' || inForce === null ? null : courseIn(pair, inForce);
}

function courseIn(pair: { readonly subject: string; readonly kind: string }, inForce: readonly Expr[]): Outcome {
  const table = 'fact_history';
  const conditions = [equals(table, 'subject', pair.subject), equals(table, 'kind', pair.kind), ...inForce];
  const plan = where(selected(table, ['content', 'valid_from', 'valid_to', 'id']), conditions);
  return answer({ ...plan, orderBy: [by(table, 'valid_from', 'asc')] }, [
    `read as the facts of category "${pair.kind}" whose subject is "${pair.subject}", with those that were superseded`,
  ]);
}

/** When facts with these words were remembered, the first of them first. */
function whenLearned(said = '', question: Question): Outcome | null {
  const words = askedWords(said, question);
  if (words === null || words.length === 0) return null;
  const topic = topicOfWords(words);
  const table = 'fact_history';
  const plan = where(selected(table, ['content', 'subject', 'kind', 'created_at', 'id']), [found(table, topic)]);
  return answer({ ...plan, orderBy: [by(table, 'created_at', 'asc')] }, [topic.note, 'read as when they were remembered']);
}
