import type { Expr } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import { answer, by, column, counted, equals, notesOf, selected, text, where, within } from './build.ts';
import type { Form } from './form.ts';
import { conditionsOf, speakerOf } from './speakers.ts';
import { found, kindOf, storedAs, tailOf } from './topic.ts';

const HAD =
  '(?: (?:(?:are|were|was|is) there|(?:do|did) (?:we|you|i) (?:have|know|hold|remember|keep)|(?:were|was|have been|has been) (?:added|stored|remembered|created|recorded|learned|sent|written|exchanged|said)))?';
const UNITS = '(episodes|messages|conversations|threads|facts)';

/** Questions that count, and on the entities that are known. */
export const THINGS: readonly Form[] = [
  {
    says: `how many (episodes|messages|facts)${HAD} (?:a|an|per|each|every) (hour|day|week|month|year)`,
    read: ([what, unit], question) => aDay(what, unit, question),
  },
  {
    says: `how many ${UNITS} (?:did|has|have|does) (?:each|every) (?:end )?(?:user|speaker) (?:have|had|send|sent|write|written|start(?:ed)?)(| .+)`,
    read: ([what, tail], question) => perUser(what, tail, question),
  },
  {
    says: `how many (episodes|messages) (?:did|has|have|does) (?:each|every) (?:person|sender) (?:have|had|send|sent|write|written)(| .+)`,
    read: ([what, tail], question) =>
      whoSpeaks(question) === 'role' ? perOne('role', null, what, tail, question) : perUser(what, tail, question),
  },
  {
    says: `how many ${UNITS} (?:did|has|have|does) (?:each|every) agent (?:have|had|send|sent|write|written|start(?:ed)?|remember(?:ed)?|learn(?:ed|t)?|store[d]?|note[d]?|record(?:ed)?|save[d]?|keep|kept|add(?:ed)?)(| .+)`,
    read: ([what, tail], question) => perAgent(what, tail, question),
  },
  {
    says: `how many (episodes|messages) (?:did|has|have) (?!each |every )(.+?) (?:send|sent|write|written)(?: (?:to )?(?:us|me|you))?(| .+)`,
    read: ([, who, tail], question) => ofSpeaker(who, tail, question),
  },
  {
    says: 'how many (?:conversations|threads|chats) (?:did|has|have) (?!each |every |we |you |i )(.+?) (?:have|had|start|started|hold)(?: with us)?(| .+)',
    read: ([who, tail], question) => ofSpeaker(who, tail, question, counted(column('episodes', 'thread_id'), true)),
  },
  {
    says: 'how many facts((?: about| on) .+?|) (?:have|did) (?:we|you|i) (?:learn(?:ed|t)?|remember(?:ed)?|store[d]?|note[d]?|record(?:ed)?|save[d]?)(| .+)',
    read: ([about, tail], question) => howMany('facts', `${about}${tail}`, question),
  },
  {
    says: 'how many (?:different |distinct )?(?:end )?(?:users|people|persons|speakers) (?:(?:have )?(?:wrote|written|talked|spoke|spoken|chatted))(?: (?:to|with) (?:us|you|me))?(| .+)',
    read: ([tail], question) => howManyUsers(tail, question),
  },
  {
    says: `how many (episodes|messages)${HAD} (?:are |were |came |come )?(?:(?:from|by|of|for) )?(?:each|every|per) (?:person|sender|speaker|role|author|contact)(?: (?:send|sent|write|written|wrote))?(| .+)`,
    read: ([what, tail], question) => perOne(whoSpeaks(question), null, what, tail, question),
  },
  {
    says: `how many (episodes|messages)${HAD} (?:are there |are |came |come |did we get |have we had )?(?:from|by) (.+?)((?: (?:in|on|since|last|this|today|yesterday|before|after|during|about)\\b.*)?)`,
    read: ([, who, tail], question) => ofSpeaker(who, tail, question),
  },
  {
    says: `how many ${UNITS}${HAD} (?:per|for each|for every) (?:end )?(?:user|person)(| .+)`,
    read: ([what, tail], question) => perOne('end_user_id', null, what, tail, question),
  },
  {
    says: `how many ${UNITS}${HAD} (?:per|for each|for every) agent(| .+)`,
    read: ([what, tail], question) => perOne('agent_id', null, what, tail, question),
  },
  {
    says: `how many ${UNITS}${HAD}(| .+)`,
    read: ([what, tail], question) => howMany(what, tail?.replace(/ (?:are|were) there$/i, ''), question),
  },
  {
    says: '(?:which|what) ([\\p{L} -]+?) (?:do|did) (?:we|you|i) (?:know|remember|have)(?: of| about)?',
    read: ([kind], question) => known(kind, question),
  },
  { says: '(?:which|what) ([\\p{L} -]+?) are (?:there|known)', read: ([kind], question) => known(kind, question) },
  {
    says: '(?:show|list|give|find)(?: me| us)? (?:all )?(?:the |our |my )?(?:known )?([\\p{L} -]+?)(?: (?:that )?(?:we|you|i) know)?',
    read: ([kind], question) => known(kind, question),
  },
  {
    says: 'how many ([\\p{L} -]+?) (?:do|did) (?:we|you|i) (?:know|remember|have)(?: of| about)?',
    read: ([kind], question) => known(kind, question, true),
  },
  {
    says: `how many ([\\p{L} -]+?) (?:(?:are|were) there|(?:were|was|have been|has been) (?:made|taken|set|given|added)|(?:did|have) (?:we|you|i) (?:make|made|take|taken|set|give|given|have|had|see|seen|get|got)|have there been|happened|occurred|took place)(| .+)`,
    read: ([kind, tail], question) => howManyOfKind(kind, tail, question),
  },
  {
    says: 'who (?:sent|wrote|posted|sends|writes|has (?:sent|written|posted))(?: us| me)?(?: the)? most(?: messages| often)?(| .+)',
    read: ([tail], question) => most(whoSpeaks(question), 'messages', tail, question),
  },
  {
    says: '(?:which|what) (?:end )?(user|agent|thread|conversation|chat) (?:has|had|sent|wrote|holds|contains)(?: us)?(?: the)? most (messages|episodes|facts)(| .+)',
    read: ([one, what, tail], question) => most(WHOSE[one?.toLowerCase() ?? ''] ?? 'thread_id', what, tail, question),
  },
  {
    says: '(?:the )?(?:number of )?(messages|episodes|facts) (?:per|a|each|every|by) (hour|day|week|month|year)',
    read: ([what, unit], question) => aDay(what, unit, question),
  },
  { says: 'what (?:kind|type|sort) of (?:thing|entity|person|being) is (.+)', read: ([name], question) => kindOfThing(name, question) },
];

const tableOf = (what = ''): 'facts' | 'episodes' => (/^facts$/i.test(what) ? 'facts' : 'episodes');

/** A conversation is a thread; of facts there is no such thing. */
const unitOf = (what = ''): Expr =>
  /^(?:conversations|threads)$/i.test(what) ? counted(column('episodes', 'thread_id'), true) : counted();

/** When they were remembered, not when they expire. */
function aDay(what: string | undefined, unit = '', _question: Question): Outcome {
  const table = tableOf(what);
  const name = unit.toLowerCase();
  const bucket: Expr = { kind: 'call', fn: 'date_trunc', args: [text(name), column(table, 'created_at')] };
  return answer(
    {
      ...selected(table, []),
      columns: [
        { expr: bucket, as: name },
        { expr: counted(), as: 'count' },
      ],
      groupBy: [bucket],
      orderBy: [{ expr: bucket, direction: 'asc', nulls: 'last' }],
    },
    [`counted by the ${name} in which they were remembered`],
  );
}

/** Roles are names where a memory keeps who said what; else there are the users and who serves them. */
export const whoSpeaks = ({ values }: Question): 'role' | 'end_user_id' =>
  (values.of('episodes', 'role') ?? []).some((role) => /^\p{Lu}/u.test(role)) ? 'role' : 'end_user_id';

/** Of messages, those that users sent. */
function perUser(what: string | undefined, tail: string | undefined, question: Question): Outcome | null {
  const sender = /^(?:episodes|messages)$/i.test(what ?? '') ? speakerOf('user', question) : null;
  return perOne('end_user_id', sender, what, tail, question);
}

/** Of messages, those that agents sent. */
function perAgent(what: string | undefined, tail: string | undefined, question: Question): Outcome | null {
  const sender = /^(?:episodes|messages)$/i.test(what ?? '') ? speakerOf('assistant', question) : null;
  return perOne('agent_id', sender, what, tail, question);
}

type Owned = 'end_user_id' | 'agent_id' | 'role' | 'thread_id';

function perOne(
  whose: Owned,
  sender: ReturnType<typeof speakerOf>,
  what: string | undefined,
  tail = '',
  question: Question,
): Outcome | null {
  const rest = tailOf(tail, question);
  const table = tableOf(what);
  if (rest === null || rest.thread !== null || (table === 'facts' && rest.topic !== null)) return null;
  const conditions = table === 'facts' ? within(table, 'created_at', rest.period, question.schema) : conditionsOf(rest, question);
  const one = column(table, whose);
  const plan = where(
    {
      ...selected(table, [whose]),
      columns: [
        { expr: one, as: whose },
        { expr: unitOf(what), as: 'count' },
      ],
      groupBy: [one],
      orderBy: [by(table, whose, 'asc')],
    },
    [...conditions, ...(sender?.conditions ?? [])],
  );
  return answer(plan, [sender?.note ?? null, rest.topic?.note ?? null, ...notesOf(rest.period)]);
}

const WHOSE: Readonly<Record<string, Owned>> = { user: 'end_user_id', agent: 'agent_id' };

/** The one with the most of them, and with how many; messages are those that users and agents sent themselves. */
function most(whose: Owned, what: string | undefined, tail: string | undefined, question: Question): Outcome | null {
  const sender = { end_user_id: 'user', agent_id: 'assistant', role: null, thread_id: null }[whose];
  const isSent = /^(?:episodes|messages)$/i.test(what ?? '');
  const counts = perOne(whose, sender === null || !isSent ? null : speakerOf(sender, question), what, tail, question);
  if (counts?.kind !== 'plan' || counts.plan.kind !== 'select') return null;
  const named: Expr = { kind: 'not', arg: { kind: 'isNull', arg: column(tableOf(what), whose) } };
  const { where: conditions } = counts.plan;
  const plan = where(counts.plan, conditions === undefined ? [named] : [conditions, named]);
  return answer(
    { ...plan, orderBy: [{ expr: unitOf(what), direction: 'desc', nulls: 'last' }], limit: 1, withTies: true },
    counts.assumptions,
  );
}

/** End users who wrote. */
function howManyUsers(tail = '', question: Question): Outcome | null {
  const rest = tailOf(tail, question);
  const speaker = speakerOf('user', question);
  if (rest === null || speaker === null) return null;
  const users: Expr = counted(column('episodes', 'end_user_id'), true);
  const plan = where({ ...selected('episodes', []), columns: [{ expr: users, as: 'count' }] }, [
    ...speaker.conditions,
    ...conditionsOf(rest, question),
  ]);
  return answer(plan, ['counted the end users who wrote', rest.topic?.note ?? null, ...notesOf(rest.period)]);
}

function ofSpeaker(who: string | undefined, tail = '', question: Question, unit: Expr = counted()): Outcome | null {
  const rest = tailOf(tail, question);
  const speaker = speakerOf(who ?? null, question);
  if (rest === null || speaker === null) return null;
  const plan = where({ ...selected('episodes', []), columns: [{ expr: unit, as: 'count' }] }, [
    ...speaker.conditions,
    ...conditionsOf(rest, question),
  ]);
  return answer(plan, [speaker.note, rest.topic?.note ?? null, ...notesOf(rest.period)]);
}

function howMany(what: string | undefined, tail = '', question: Question): Outcome | null {
  const rest = tailOf(tail, question);
  const table = tableOf(what);
  if (rest === null || (table === 'facts' && rest.thread !== null)) return null;
  const conditions =
    table === 'episodes'
      ? conditionsOf(rest, question)
      : [...(rest.topic === null ? [] : [found(table, rest.topic)]), ...within(table, 'created_at', rest.period, question.schema)];
  const plan = where({ ...selected(table, []), columns: [{ expr: unitOf(what), as: 'count' }] }, conditions);
  return answer(plan, [rest.topic?.note ?? null, ...notesOf(rest.period)]);
}

/** Entities of a stored kind; one that is a category of facts as well is not only that. */
function known(named = '', question: Question, count = false): Outcome | null {
  const kind = storedAs(named, question.values.of('entities', 'kind'), true);
  if (kind === null || kindOf(named, question) !== null) return null;
  const shown = selected('entities', ['canonical_name', 'properties']);
  const plan = where(
    count ? { ...shown, columns: [{ expr: counted(), as: 'count' }] } : { ...shown, orderBy: [by('entities', 'canonical_name', 'asc')] },
    [equals('entities', 'kind', kind)],
  );
  return answer(plan, [`read as the entities of the kind "${kind}"`]);
}

/** Facts of a stored category that is not a kind of entity as well. */
function howManyOfKind(named = '', tail = '', question: Question): Outcome | null {
  const kind = kindOf(named, question);
  const rest = tailOf(tail, question);
  if (kind === null || rest === null || rest.thread !== null || storedAs(named, question.values.of('entities', 'kind'), true) !== null)
    return null;
  const plan = where({ ...selected('facts', []), columns: [{ expr: counted(), as: 'count' }] }, [
    equals('facts', 'kind', kind),
    ...(rest.topic === null ? [] : [found('facts', rest.topic)]),
    ...within('facts', 'created_at', rest.period, question.schema),
  ]);
  return answer(plan, [`counted the facts of category "${kind}"`, rest.topic?.note ?? null, ...notesOf(rest.period)]);
}

function kindOfThing(named = '', question: Question): Outcome | null {
  const name = storedAs(named, question.values.of('entities', 'canonical_name'));
  if (name === null) return null;
  return answer(where(selected('entities', ['kind']), [equals('entities', 'canonical_name', name)]), [`read as the entity "${name}"`]);
}
