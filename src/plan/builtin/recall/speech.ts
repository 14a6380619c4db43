import type { Expr } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import { askedWords, saying } from './asked-words.ts';
import { answer, by, column, counted, equals, notesOf, selected, where, within } from './build.ts';
import type { Form } from './form.ts';
import { found, storedAs, type Tail, tailOf } from './topic.ts';

const VERB = '(?:say|tell|ask|write|mention|answer|reply|report|request|talk|speak|discuss|bring up)';
const SAID = '(?:said|told|asked|wrote|mentioned|answered|replied|reported|requested|talked|spoke|discussed|sent|brought up)';
const TO = '(?: (?:to )?(?:me|us|you|him|her|them|the assistant|the user))?';

/** Questions on what was said: by whom, about what, when, in which conversation. */
export const SPEECH: readonly Form[] = [
  { says: `what (?:else )?did (.+?) ${VERB}${TO}(| .+)`, read: ([who, tail], question) => said(who, tail, question) },
  { says: `what (?:else )?(?:has|have) (.+?) ${SAID}${TO}(| .+)`, read: ([who, tail], question) => said(who, tail, question) },
  {
    says: `(?:what|which) (?:advice|answers?|suggestions?|recommendations?|tips?|repl(?:y|ies)|messages?|information) (?:did|has|have) (.+?) (?:give|given|offer(?:ed)?|make|made|send|sent|provided?)${TO}(| .+)`,
    read: ([who, tail], question) => said(who, tail, question),
  },
  {
    says: `(?:(?:show|list|find|give)(?: me| us)? )?(?:everything|anything|all)(?: that)? (.+?)(?: has| have)? ${SAID}${TO}(| .+)`,
    read: ([who, tail], question) => said(who, tail, question),
  },
  {
    says: `what (?:was|has been|got) (?:said|written|discussed|mentioned|talked about)(| .+)`,
    read: ([tail], question) => said(null, tail, question),
  },
  {
    says: `(?:did|has|have) (.+?) (?:ever )?(?:mention(?:ed)?|discuss(?:ed)?)( .+)`,
    read: ([who, topic], question) => said(who, about(topic), question),
  },
  {
    says: `(?:did|has|have) (.+?) (?:ever )?(?:say|said|talk|talked|tell|told|ask|asked|write|written)${TO}( (?:anything |something )?about .+)`,
    read: ([who, tail], question) => said(who, tail, question),
  },
  { says: `who (?:mentioned|discussed|brought up)( .+)`, read: ([topic], question) => said(null, about(topic), question, ['end_user_id']) },
  {
    says: `who (?:said|told|wrote|mentioned|reported)${TO} that (.+)`,
    read: ([words], question) => saidThat(words, question),
  },
  {
    says: `who (?:said|talked|asked|wrote|spoke)( (?:anything |something )?about .+)`,
    read: ([tail], question) => said(null, tail, question, ['end_user_id']),
  },
  {
    says: `when did (.+?) (first |last |)(?:mention|discuss|bring up)( .+)`,
    read: ([who, end, topic], question) => when(who, end, about(topic), question),
  },
  { says: `when did (.+?) (first |last |)${VERB}${TO}(| .+)`, read: ([who, end, tail], question) => when(who, end, tail, question) },
  {
    says: `what (?:was|is|were) the (first|last|latest|most recent) (?:thing|things|message|question|words?)(?: that)? (.+?)(?: has| have)? ${SAID}${TO}(?: for)?(| .+)`,
    read: ([end, who, tail], question) => said(who, tail, question, [], end),
  },
  {
    says: `when was the (first|last) time(?: that)? (.+?)(?: has| have)? ${SAID}${TO}(| .+)`,
    read: ([end, who, tail], question) => when(who, `${end} `, tail, question),
  },
  {
    says: 'when did (?:we|i|you) (first |last )(?:(?:hear|get (?:a message|word)) from|(?:talk|speak|chat|write) (?:to|with)) (.+)',
    read: ([end, who], question) => when(who, end, '', question),
  },
  {
    says: 'when was (.+?) (first |last |)(?:mentioned|discussed|brought up|talked about)',
    read: ([topic, end], question) => when(null, end, about(` ${topic}`), question),
  },
  {
    says: `(?:(?:remind|tell) (?:me|us) )?what (.+?)(?: has| have)? ${SAID}${TO}(| .+)`,
    read: ([who, tail], question) => said(who, tail, question),
  },
  { says: 'whom? did (?:we|you|i) (?:talk|speak|chat|write) (?:to|with)(| .+)', read: ([tail], question) => speakers(tail, question) },
  {
    says: `how (?:often|many times) (?:did|has|have) (.+?) (?:ever )?(?:talk|speak|mention|discuss|ask|write|talked|spoken|mentioned|discussed|asked|written)( .+)`,
    read: ([who, topic], question) => times(who, about(topic), question),
  },
  {
    says: `(?:(?:show|list|find|give)(?: me| us)? )?(?:all )?(?:the )?(?:messages|episodes) (?:of|from|by) (.+?)((?: about| in thread) .+|)`,
    read: ([who, tail], question) => said(who, tail, question),
  },
];

/** A verb that takes what it is about at once. */
const about = (topic = ''): string => ` about${topic.replace(/^ (?:about|of|on) /i, ' ')}`;

function said(
  who: string | null | undefined,
  tail: string | undefined,
  question: Question,
  first: readonly string[] = [],
  end?: string,
): Outcome | null {
  const spoken = spokenBy(who, tail, question);
  if (spoken === null) return null;
  const plan = where(selected('episodes', [...first, 'role', 'content', 'created_at', 'id']), spoken.conditions);
  const newest = end !== undefined && end !== 'first';
  const ordered = { ...plan, orderBy: [by('episodes', 'created_at', newest ? 'desc' : 'asc')] };
  return answer(end === undefined ? ordered : { ...ordered, limit: 1 }, spoken.notes);
}

/** Who sent messages with all of these words. */
function saidThat(words = '', question: Question): Outcome | null {
  const said = askedWords(words, question);
  if (said === null || said.length < WORDS_MIN) return null;
  const plan = where(selected('episodes', ['role', 'end_user_id', 'content', 'created_at', 'id']), [saying('episodes', said.join(' '))]);
  return answer({ ...plan, orderBy: [by('episodes', 'created_at', 'asc')] }, [`looked for messages with the words "${said.join(' ')}"`]);
}

const WORDS_MIN = 2;

/** How many messages of a speaker there are. */
function times(who: string | undefined, tail: string | undefined, question: Question): Outcome | null {
  const spoken = spokenBy(who, tail, question);
  if (spoken === null) return null;
  return answer(where({ ...selected('episodes', []), columns: [{ expr: counted(), as: 'count' }] }, spoken.conditions), [
    'counted messages',
    ...spoken.notes,
  ]);
}

/** Whose messages there are, each end user once. */
function speakers(tail: string | undefined, question: Question): Outcome | null {
  const spoken = spokenBy('user', tail, question);
  if (spoken === null) return null;
  const plan = where(selected('episodes', ['end_user_id']), spoken.conditions);
  return answer({ ...plan, groupBy: [column('episodes', 'end_user_id')], orderBy: [by('episodes', 'end_user_id', 'asc')] }, [
    'read as the end users who wrote',
    ...spoken.notes,
  ]);
}

/** The first or the last time, or all of them with what was said. */
function when(who: string | null | undefined, end: string | undefined, tail: string | undefined, question: Question): Outcome | null {
  const spoken = spokenBy(who, tail, question);
  if (spoken === null) return null;
  if (!end?.trim()) return said(who, tail, question);
  const at: Expr = { kind: 'aggregate', fn: end.trim() === 'first' ? 'min' : 'max', arg: column('episodes', 'created_at') };
  return answer(where({ ...selected('episodes', []), columns: [{ expr: at, as: 'created_at' }] }, spoken.conditions), spoken.notes);
}

function spokenBy(who: string | null | undefined, tail: string | undefined, question: Question) {
  const speaker = speakerOf(who ?? null, question);
  const rest = tailOf(tail ?? '', question);
  if (speaker === null || rest === null) return null;
  return {
    conditions: [...speaker.conditions, ...conditionsOf(rest, question)],
    notes: [speaker.note, rest.topic?.note ?? null, ...notesOf(rest.period)],
  };
}

export const conditionsOf = ({ topic, period, thread }: Tail, { schema }: Question): Expr[] => [
  ...(topic === null ? [] : [found('episodes', topic)]),
  ...within('episodes', 'created_at', period, schema),
  ...(thread === null ? [] : [equals('episodes', 'thread_id', thread)]),
];

/** Null for somebody who is not known: a role, an end user, or the two who talk. */
export function speakerOf(who: string | null, { values }: Question): { conditions: Expr[]; note: string | null } | null {
  const name = who?.trim().toLowerCase().replace(/^the /, '') ?? 'anybody';
  if (ANYBODY.test(name)) return { conditions: [], note: null };
  const roles = values.of('episodes', 'role') ?? [];
  const user = storedAs('user', roles);
  const role = storedAs(PERSONS[name] ?? name, roles, true);
  if (role !== null) return { conditions: [equals('episodes', 'role', role)], note: `"${who}" read as the role "${role}"` };
  const endUser = storedAs(name, values.of('episodes', 'end_user_id'));
  if (endUser === null) return null;
  return {
    conditions: [equals('episodes', 'end_user_id', endUser), ...(user === null ? [] : [equals('episodes', 'role', user)])],
    note: `"${who}" read as the end user "${endUser}"`,
  };
}

const ANYBODY = /^(?:anybody|anyone|somebody|someone|people|everybody|everyone|we)$/;
/** In a memory of conversations the one who asks was the user, and who is asked the assistant. */
const PERSONS: Readonly<Record<string, string>> = { i: 'user', you: 'assistant' };
