import type { Expr, OrderItem } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import type { Period } from '../english/dates/periods.ts';
import { wordsOf } from './alike.ts';
import { answer, by, equals, notesOf, oneOf, selected, where, within } from './build.ts';
import type { Form, Reading } from './form.ts';
import { holding } from './history.ts';
import { ofNow } from './open.ts';
import { propertyOf } from './property.ts';
import { searched } from './search.ts';
import { kindOfDoer, subjectAndKind } from './stored.ts';
import { found, kindOf, labelled, split, storedAs, subjectOf, type Topic, tailOf, topicOf } from './topic.ts';

const SHOW = '(?:(?:what|which)(?: is| are| was| were)?|(?:show|list|find|give)(?: me| us)?)';
const KNOW = '(?:know|remember|believe|have|hold|store|learn|recall)';
/** Verbs that say of a category no more than that somebody has one: "which languages does she speak?" */
const HAVE = '(?:have|own|keep|hold|follow|speak|play|drive|use|take|study|practi[sc]e|do)';
const PAST =
  '(?:were|was|have been|has been|did (?:we|you|i)) (?:added|remember(?:ed)?|stored?|learn(?:ed|t)?|created|recorded|noted|saved?|kept)';

/** What categories are called after. */
const DEEDS: ReadonlyMap<string, string> = new Map(
  [
    ['decision', 'decide', 'decided'],
    ['agreement', 'agree', 'agreed'],
    ['promise', 'promise', 'promised'],
    ['plan', 'plan', 'planned'],
    ['recommendation', 'recommend', 'recommended'],
    ['request', 'request', 'requested'],
  ].flatMap(([noun = '', ...verbs]) => verbs.map((verb): [string, string] => [verb, noun])),
);

/** Questions on what is known now; a time is when it was remembered. */
export const FACTS: readonly Form[] = [
  {
    says: `what (?:else )?(?:do|can) (?:we|i|you) (?:${KNOW}|tell (?:me|us)) (?:about|of) (.+)`,
    read: ([about], question) => recalled('facts', about, question),
  },
  {
    says: 'what (?:should|must|do) (?:we|i|you) (?:have to |need to )?(?:remember|know|keep in mind|bear in mind|note|consider)(?: about| of| for| with) (.+)',
    read: ([about], question) => recalled('facts', about, question),
  },
  {
    says: `(?:${SHOW} )?(?:all )?(?:the |our |my )?(facts|messages|episodes) (?:that |which )?(?:(?:came|come|were sent|were written|were told|are|were|was|do we have|did we (?:get|learn|hear|receive))(?: in| to us)? )?(?:from|by|via|through|over) (?:the |an? |our )?(.+)`,
    read: ([what, source], question) => fromSource(what, source, question),
  },
  {
    says: `(?:${SHOW} )?(?:is there |do (?:we|you) ${KNOW} )?(?:everything|anything|all)(?: that)?(?: (?:we|you|i) ${KNOW}| known)? about (.+)`,
    read: ([about], question) => recalled('facts', about, question),
  },
  {
    says: `(?:${SHOW} )?(?:all )?(?:the |my |our |any )?(facts|episodes|messages) (?:about|mentioning|on|of) (.+?)(?: (?:that )?${PAST}|)( (?:in|on|since|before|after|during|last|this|today|yesterday|between|from) .+|)`,
    read: ([what, about, time], question) => recalled(/^facts$/i.test(what ?? '') ? 'facts' : 'episodes', `${about}${time}`, question),
  },
  {
    says: `(?:${SHOW} )?(?:the |our |my )?(latest|newest|most recent|last|oldest|earliest|first) fact (?:about|on) (.+)`,
    read: ([end, about], question) => recalled('facts', about, question, /^(?:oldest|earliest|first)$/i.test(end ?? '') ? 'asc' : 'desc'),
  },
  {
    says: `what (?:is|was) the (latest|newest|most recent|last|oldest|earliest|first) (?:thing|news)(?: that)?(?: (?:we|you|i) (?:${KNOW}|learned|learnt|heard))? (?:about|on|of) (.+)`,
    read: ([end, about], question) => recalled('facts', about, question, /^(?:oldest|earliest|first)$/i.test(end ?? '') ? 'asc' : 'desc'),
  },
  {
    says: `(?:what(?: is|['’]s) new|(?:is there )?any(?:thing new| news)) (?:about|on|with) (.+ (?:since|after|in|this|last|today|yesterday) ?.*)`,
    read: ([about], question) => (split(about ?? '', question).period === null ? null : recalled('facts', about, question)),
  },
  {
    says: `(?:${SHOW} )?(?:all )?(?:the |my |our )?facts(?: (?:about|on) (.+?))?(?: that)?(?: (?:are|is|were|have))?(?: tagged| labell?ed|(?: with)?(?: the)? (?:tag|label))(?: with| as)? (.+)`,
    read: ([about, tag], question) => tagged(about, tag, question),
  },
  {
    says: `(?:what|which)(?: else)?(?: new)?(?: facts| things| information| news)? (?:did|have) (?:we|i|you) (?:newly |just )?(?:learn(?:ed|t)?|remember(?:ed)?|store[d]?|note[d]?|record(?:ed)?|save[d]?|f(?:i|ou)nd out|discover(?:ed)?|hear|heard|pick(?:ed)? up|add(?:ed)?|write down|written down|note(?:d)? down)( .+)`,
    read: ([tail], question) => learned(tail, question),
  },
  {
    says: "(?:what(?: is|[\u2019']s)|(?:is there )?anything|any) new(?: facts| things)?( .+)",
    read: ([tail], question) => learned(tail, question),
  },
  { says: `${SHOW} (?:the )?facts (?:that )?${PAST}( .+)`, read: ([tail], question) => learned(tail, question) },
  {
    says: `(?:about|what is (?:known|there to know) about|(?:summari[sz]e|recap|sum up) (?:everything |all )?(?:(?:that |what )?(?:we|you|i) ${KNOW} )?(?:about|on|of)) (.+)`,
    read: ([about], question) => recalled('facts', about, question),
  },
  { says: 'what (?:does|do) (.+) (?:prefer|like)', read: ([about], question) => ofKind('preference', about, question) },
  { says: "(?:what|who) (?:is|are) (.+?)['’]s? ([\\p{L} -]+)", read: ([about, kind], question) => ofKind(kind, about, question) },
  { says: '(?:what|who) (?:is|are) the ([\\p{L} -]+?) of (.+)', read: ([kind, about], question) => ofKind(kind, about, question) },
  { says: `(?:what|which) ([\\p{L} -]+?) (?:does|do) (.+?) ${HAVE}`, read: ([kind, about], question) => ofKind(kind, about, question) },
  {
    says: `(?:what|which) ([\\p{L} -]+?) (?:did|do|have) (?:we|i|you) (?:make|made|take|taken|set|have|${KNOW})(| .+)`,
    read: ([kind, tail], question) => kinds(kind, tail, question),
  },
  { says: '(?:what|who) (?:is|are) (.+)', read: ([both], question) => ofPair(both, question) },
  { says: "who (\\p{L}+) (?:the |our |my |your )?([\\p{L}\\p{N}'’ -]+)", read: ([verb, about], question) => ofDoer(verb, about, question) },
  {
    says: `what (?:did|have) (?:we|i|you|they) (${[...DEEDS.keys()].join('|')})(?: on| to do)?(| .+)`,
    read: ([verb, tail], question) => kinds(DEEDS.get(verb?.toLowerCase() ?? ''), tail, question),
  },
  {
    says: `(?:show|list|give|find)(?: me| us)? (?:all )?(?:the |our |my )?([\\p{L} -]+?)(?: (?:of|about) (.+))?`,
    read: ([kind, about], question) => (about === undefined ? kinds(kind, '', question) : ofKind(kind, about, question)),
  },
  // "Ana's job", "flour supplier".
  { says: '(.+)', read: ([both], question) => ofPair(both, question) },
];

const FACT = ['content', 'subject', 'kind', 'created_at', 'id'];

/** What is known now, or was said, the best match first; `end` is the direction of time of which the first alone is wanted. */
async function recalled(
  table: 'facts' | 'episodes',
  about = '',
  question: Question,
  end: OrderItem['direction'] | null = null,
): Promise<Reading | null> {
  const { words, period } = split(about, question);
  const topic = topicOf(words, question);
  if (topic === null) return table === 'facts' && end === null ? ofSeveral(words, period, question) : null;
  const select = selected(table, table === 'facts' ? FACT : ['role', 'content', 'created_at', 'id']);
  const conditions = within(table, 'created_at', period, question.schema);
  const notes = [topic.note, ...notesOf(period)];
  const kept = table === 'facts' && end === null && period === null ? await keptOf(words, topic, question) : null;
  if (kept !== null) return kept;
  const told = table === 'facts' && end === null && period === null ? await inOtherWords(words, topic, question) : null;
  if (told !== null) return told;
  if (end === null) return searched({ table, topic, asked: topic.words, select, conditions, notes });
  return answer({ ...where(select, [found(table, topic), ...conditions]), orderBy: [by(table, 'created_at', end)], limit: 1 }, notes);
}

/** Of what there is no fact, what is kept beside facts. */
async function keptOf(words: string, topic: Topic, question: Question): Promise<Reading | null> {
  const name = storedAs(words, question.values.of('entities', 'canonical_name'));
  if (name === null || question.rows === undefined || question.nearest !== undefined) return null;
  if ((await question.rows({ ...where(selected('facts', ['id']), [found('facts', topic)]), limit: 1 })).length > 0) return null;
  const plan = where(selected('entities', ['canonical_name', 'kind', 'properties']), [equals('entities', 'canonical_name', name)]);
  return answer(plan, [`no fact is about "${name}": read as the entity`]);
}

/** "Ana's health": where no fact says both, those about her that are of such a category, or are labelled so. */
async function inOtherWords(words: string, topic: Topic, question: Question): Promise<Reading | null> {
  if (topic.subject !== null || !topic.words.includes(' ') || question.rows === undefined || question.nearest !== undefined) return null;
  const said = await question.rows({ ...where(selected('facts', ['id']), [found('facts', topic)]), limit: 1 });
  return said.length > 0 ? null : await ofNow(words, question);
}

/** "What do we know about Ana and Bob?": of each of whom or what there are facts. */
export function ofSeveral(said: string, period: Period | null, question: Question): Reading | null {
  const parts = said.replace(/^both /i, '').split(/,? and |, /i);
  const topics = parts.flatMap((part) => (subjectOf(part, question) === null ? [] : (topicOf(part, question) ?? [])));
  if (parts.length < 2 || topics.length < parts.length) return null;
  const any: Expr = { kind: 'or', args: topics.map((topic) => found('facts', topic)) };
  const plan = where(selected('facts', FACT), [any, ...within('facts', 'created_at', period, question.schema)]);
  return answer({ ...plan, orderBy: [by('facts', 'created_at', 'desc')] }, [...topics.map(({ note }) => note), ...notesOf(period)]);
}

/** By what carried them here. */
function fromSource(what = '', source = '', question: Question): Reading | null {
  const table = /^facts$/i.test(what) ? 'facts' : 'episodes';
  const { words, period } = split(source, question);
  const known = storedAs(words, question.values.of(table, 'source'));
  if (known === null) return null;
  const plan = where(selected(table, table === 'facts' ? FACT : ['role', 'content', 'created_at', 'id']), [
    equals(table, 'source', known),
    ...within(table, 'created_at', period, question.schema),
  ]);
  return answer({ ...plan, orderBy: [by(table, 'created_at', 'desc')] }, [`read as what came by "${known}"`, ...notesOf(period)]);
}

/** Of a stored subject, or several, that has facts of a stored category; without them the words say no more than what is stored. */
async function ofKind(named = '', about = '', question: Question): Promise<Outcome | null> {
  const kind = kindOf(named, question);
  const subjects = about.split(/,? and |, /i).map((one) => subjectOf(one, question));
  if (kind === null || subjects.some((one) => one === null)) return null;
  const known = subjects.filter((one) => one !== null);
  const plan = where(selected('facts', ['content', 'created_at', 'id']), [oneOf('facts', 'subject', known), equals('facts', 'kind', kind)]);
  const isEmpty = question.rows !== undefined && (await question.rows({ ...plan, limit: 1 })).length === 0;
  // What nobody told as a fact may be kept of the entity.
  const words = [{ text: named.toLowerCase(), role: 'plain', isThing: true } as const];
  const names = known.map((name) => ({ said: wordsOf(name), stored: [name], words: wordsOf(name) }));
  const kept = isEmpty ? await propertyOf({ names, words, wants: 'any', measure: null, sort: null }, question) : null;
  if (kept !== null) return kept;
  return answer({ ...plan, orderBy: [by('facts', 'created_at', 'desc')] }, [
    `read as the facts of category "${kind}" whose subject is ${known.map((one) => `"${one}"`).join(' or ')}`,
  ]);
}

async function ofPair(both = '', question: Question): Promise<Outcome | null> {
  const pair = subjectAndKind(both, question);
  return pair === null ? null : await ofKind(pair.kind, pair.subject, question);
}

/** "Who supplies the flour?", where a category is called supplier; with a time, who did then. */
async function ofDoer(verb = '', about = '', question: Question): Promise<Outcome | null> {
  const kind = kindOfDoer(verb, question);
  if (kind === null) return null;
  const { words, period } = split(about, question, { edges: true });
  if (period === null) return await ofKind(kind, words, question);
  const subject = subjectOf(words, question);
  if (subject === null) return null;
  return holding(null, [equals('fact_history', 'subject', subject), equals('fact_history', 'kind', kind)], period, question);
}

/** All of a stored category, with the time in which they were remembered; a category that is a kind of entity as well is not only that. */
function kinds(named = '', tail = '', question: Question): Outcome | null {
  const kind = kindOf(named, question);
  const rest = tailOf(tail, question);
  if (kind === null || rest === null || rest.thread !== null || question.values.of('entities', 'kind')?.includes(kind)) return null;
  const plan = where(selected('facts', FACT), [
    equals('facts', 'kind', kind),
    ...(rest.topic === null ? [] : [found('facts', rest.topic)]),
    ...within('facts', 'created_at', rest.period, question.schema),
  ]);
  return answer({ ...plan, orderBy: [by('facts', 'created_at', 'desc')] }, [
    `read as the facts of category "${kind}"`,
    rest.topic?.note ?? null,
    ...notesOf(rest.period),
  ]);
}

function tagged(about: string | undefined, tag = '', question: Question): Outcome | null {
  const { words, period } = split(tag, question);
  const label = /^["'“]?([\p{L}\p{N}_-]+)["'”]?$/u.exec(words)?.[1];
  const topic = about === undefined ? null : topicOf(about, question);
  if (label === undefined || (about !== undefined && topic === null)) return null;
  const plan = where(selected('facts', ['content', 'subject', 'kind', 'tags', 'created_at', 'id']), [
    labelled('facts', label),
    ...(topic === null ? [] : [found('facts', topic)]),
    ...within('facts', 'created_at', period, question.schema),
  ]);
  return answer({ ...plan, orderBy: [by('facts', 'created_at', 'desc')] }, [
    `looked for the tag "${label}"`,
    topic?.note ?? null,
    ...notesOf(period),
  ]);
}

function learned(tail = '', question: Question): Outcome | null {
  const rest = tailOf(tail, question);
  if (rest === null || rest.thread !== null || (rest.period === null && rest.topic === null)) return null;
  const plan = where(selected('facts', FACT), [
    ...(rest.topic === null ? [] : [found('facts', rest.topic)]),
    ...within('facts', 'created_at', rest.period, question.schema),
  ]);
  return answer({ ...plan, orderBy: [by('facts', 'created_at', 'desc')] }, [
    'read as the facts that were remembered in that time',
    rest.topic?.note ?? null,
    ...notesOf(rest.period),
  ]);
}
