import type { Expr } from '../../plan.ts';
import type { Outcome, Question } from '../../planner.ts';
import { DERIVED, levelAmong, wordsOf } from './alike.ts';
import { type Asked, askedOf } from './asked.ts';
import { answer, by, column, counted, equals, notesOf, oneOf, selected, where, within } from './build.ts';
import type { Form, Reading } from './form.ts';
import { isOf, levelOf, meeting } from './meeting.ts';
import { nothing } from './nothing.ts';
import { type Row, rowsOf, theRows } from './rows.ts';
import { conditionsOf, type Spoken, speakerOf, spokenBy } from './speakers.ts';
import { split, tailOf, threadOf } from './topic.ts';
import { isMeant, SAID, SAY } from './verbs-of-saying.ts';

const TO = '(?: (?:to )?(?:me|us|you|him|her|them|the assistant|the user))?';

const SHOW = '(?:show|list|find|give|read|print|open)(?: me| us)?';
const WHOLE = '(?:whole |entire |full |complete )?';
const ARE = '(?:are there|were there|do we have|is there|did we (?:get|receive|have)|have we (?:got|had|received)|have there been)';
const CAME = '(?:that )?(?:came|have come|were sent|were written|arrived|were received)(?: in)?';

/** Questions on what was said: by whom, about what, when, in which conversation. */
export const SPEECH: readonly Form[] = [
  {
    says: `(?:${SHOW} )?(?:the |our )?${WHOLE}(?:thread|conversation|chat|discussion) (?:about |on |called |named )?(.+)`,
    read: ([named], question) => wholeThread(named, question),
  },
  {
    says: `(?:${SHOW} )?(?:the |our )?${WHOLE}(.+?) (?:thread|conversation|chat)`,
    read: ([named], question) => wholeThread(named, question),
  },
  {
    says: `(?:what (?:was|is|got|has been) (?:said|written|discussed)|(?:${SHOW} )?(?:everything|all messages|the messages|messages)) (?:in|from|of) (?:the |our )?(.+?) (?:thread|conversation|chat)`,
    read: ([named], question) => wholeThread(named, question),
  },
  {
    says: `(?:${SHOW} |${ARE} )?(?:any |the |all )*(?:new )?messages?(?: ${CAME})?( .+)`,
    read: ([tail], question) => messages(tail, question),
  },
  {
    says: `(?:what|which) (?:new )?messages (?:are there|do we have|did we (?:get|receive)|have we (?:got|had|received)|${CAME})( .+)`,
    read: ([tail], question) => messages(tail, question),
  },
  {
    says: `what (?:else )?did (.+?) (${SAY})${TO}(| .+)`,
    read: ([who, verb, tail], question) => asMeant(verb, who, tail, question),
  },
  {
    says: `what (?:else )?(?:has|have) (.+?) (${SAID})${TO}(| .+)`,
    read: ([who, verb, tail], question) => asMeant(verb, who, tail, question),
  },
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
    read: ([tail], question) => saidOrNothing(null, tail, question),
  },
  {
    says: `(?:did|has|have) (.+?) (?:ever )?(?:mention(?:ed)?|discuss(?:ed)?)( .+)`,
    read: ([who, topic], question) => said(who, about(topic), question),
  },
  {
    says: `(?:did|has|have) (.+?) (?:ever )?(?:say|said|talk|talked|tell|told|ask|asked|write|written)${TO}( (?:anything |something )?about .+)`,
    read: ([who, tail], question) => said(who, tail, question),
  },
  {
    says: '(?:did|has|have) (.+?) (?:writt?en?|post(?:ed)?|messaged?|contact(?:ed)?|(?:get|got|been) in touch)(?: (?:to |with )?(?:us|me|you))?( .+)',
    read: ([who, tail], question) => said(who, tail, question),
  },
  { says: `who (?:mentioned|discussed|brought up)( .+)`, read: ([topic], question) => said(null, about(topic), question, ['end_user_id']) },
  {
    says: `who (?:said|talked|asked|wrote|spoke)( (?:anything |something )?about .+)`,
    read: ([tail], question) => said(null, tail, question, ['end_user_id']),
  },
  {
    says: `who (${SAID}|wanted|needed|agreed|volunteered|noticed|pointed out)${TO}(?: (?:that|to|for|if|whether|about|of|because))? (.+)`,
    read: ([verb, words], question) => saidThat(verb, words, question),
  },
  {
    says: `when did (.+?) (first |last |)(?:mention|discuss|bring up)( .+)`,
    read: ([who, end, topic], question) => when(who, end, about(topic), question),
  },
  {
    says: 'when did (.+?) (first |last )(?:contact|reach out to|get in touch with|text|email|message|call) (?:us|me|you)(| .+)',
    read: ([who, end, tail], question) => when(who, end, tail, question),
  },
  { says: `when did (.+?) (first |last |)${SAY}${TO}(| .+)`, read: ([who, end, tail], question) => when(who, end, tail, question) },
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
    says: 'who (?:(?:has |have )?(?:wrote|written|spoke|spoken|posted|been in touch|got in touch|contacted (?:us|me)|messaged (?:us|me)))(?: (?:to|with) (?:us|me|you))?( .+)',
    read: ([tail], question) => speakers(tail, question),
  },
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

/** @param end of which only the first, or the last, are wanted */
export async function said(
  who: string | null | undefined,
  tail: string | undefined,
  question: Question,
  first: readonly string[] = [],
  end?: { readonly isFirst: boolean; readonly count: number },
): Promise<Reading | null> {
  const spoken = spokenBy(who, tail, question);
  if (spoken === null) return end === undefined ? await saidOf(who, tail, first, question) : null;
  const near = end === undefined ? await saidNearly(spoken, question) : null;
  const plan = where(selected('episodes', [...first, 'role', 'content', 'created_at', 'id']), near ?? spoken.conditions);
  const newest = end !== undefined && !end.isFirst;
  const ordered = { ...plan, orderBy: [by('episodes', 'created_at', newest ? 'desc' : 'asc')] };
  return answer(end === undefined ? ordered : { ...ordered, limit: end.count }, spoken.notes);
}

/** "What did Tom complain about?": of several things that he said none tells that it was meant so; about something it is what he said of it. */
async function asMeant(verb = '', who: string | undefined, tail: string | undefined, question: Question): Promise<Reading | null> {
  const told = await saidOrNothing(who, tail, question);
  if (!isMeant(verb) || told?.kind !== 'plan' || told.plan.kind !== 'select' || question.rows === undefined) return told;
  if (/^ (?:about|on|of|for|to) \S/i.test(tail ?? '') || (await question.rows({ ...told.plan, limit: 2 })).length < 2) return told;
  const rest = tail?.replace(/ (?:about|on|of|for|to)$/i, '') ?? '';
  return unsaid(`What did ${who} say${/^ \p{Lu}/u.test(rest) ? ' to' : ''}${rest}?`);
}

const unsaid = (goal: string): Reading => ({
  kind: 'declined',
  reason: 'What was said is kept, and not how it was meant.',
  unclear: [],
  options: [{ label: 'what was said', goal }],
});

/** "What did Ana say about tea?" asks for something; where she said nothing of it, that is told in words. */
async function saidOrNothing(who: string | null | undefined, tail: string | undefined, question: Question): Promise<Reading | null> {
  const told = await said(who, tail, question);
  const topic = tailOf(tail ?? '', question)?.topic ?? null;
  if (told?.kind !== 'plan' || topic === null || question.rows === undefined || question.nearest !== undefined) return told;
  const asked = askedOf(topic.words, question);
  if (asked === null || told.plan.kind !== 'select' || (await question.rows({ ...told.plan, limit: 1 })).length > 0) return told;
  return (await nothing(asked, await rowsOf('episodes', asked, [], question), question)) ?? told;
}

/** "What did Ana and Bob say about the bigger screen for Acme?": a topic of more than one part is met as a question is. */
async function saidOf(who: string | null | undefined, tail = '', first: readonly string[], question: Question): Promise<Reading | null> {
  const speaker = speakerOf(who ?? null, question);
  const [, topic = ''] = /^ ?(?:anything |something )?(?:about|on|of|regarding|concerning) (.+)$/i.exec(tail) ?? [];
  const { words, period } = split(topic, question);
  const asked = words === '' ? null : askedOf(words, question);
  if (speaker === null || asked === null || question.rows === undefined || question.nearest !== undefined) return null;
  const met = await metBy(asked, speaker.conditions, within('episodes', 'created_at', period, question.schema), question);
  if (met === null) return null;
  const plan = where(selected('episodes', [...first, 'role', 'content', 'created_at', 'id']), met);
  return answer({ ...plan, orderBy: [by('episodes', 'created_at', 'asc')] }, [
    speaker.note,
    `looked for messages with the words "${words}"`,
    ...notesOf(period),
  ]);
}

/** Where no message has the words as they are: those that have them in another form, or in the name of their conversation. */
async function saidNearly({ speakers, rest, conditions }: Spoken, question: Question): Promise<Expr[] | null> {
  const { topic, period, thread } = rest;
  if (topic === null || question.rows === undefined || question.nearest !== undefined) return null;
  const exact = await question.rows({ ...where(selected('episodes', ['id']), conditions), limit: 1 });
  const asked = exact.length > 0 ? null : askedOf(topic.words, question);
  return asked === null ? null : await metBy(asked, speakers, conditionsOf({ topic: null, period, thread }, question), question);
}

/** Messages of speakers that meet a question, of each of them one; else what they said where it was talked about. */
async function metBy(asked: Asked, speakers: readonly Expr[], others: readonly Expr[], question: Question): Promise<Expr[] | null> {
  const holds = async (conditions: readonly Expr[]) =>
    ((await question.rows?.({ ...where(selected('episodes', ['id']), conditions), limit: 1 })) ?? []).length > 0;
  const rows = meeting(asked, await rowsOf('episodes', asked, [...speakers, ...others], question));
  const each = speakers.flatMap((one) => (one.kind === 'or' ? one.args : []));
  const isOfEach = await Promise.all(each.map((one) => (rows.length === 0 ? false : holds([one, theRows('episodes', rows)]))));
  if (rows.length > 0 && !isOfEach.includes(false)) return [theRows('episodes', rows)];
  const threads = threadsOf(asked, await rowsOf('episodes', asked, [], question));
  if (threads.length === 0 || speakers.length === 0) return null;
  const said = [...speakers, ...others, oneOf('episodes', 'thread_id', threads)];
  return (await holds(said)) ? said : null;
}

/** Conversations that are called after a part of what is asked, and in which the rest of it was said by anybody. */
function threadsOf(asked: Asked, rows: readonly Row[]): readonly string[] {
  const threads = [...new Set(rows.flatMap(({ thread }) => thread ?? []))];
  return threads.filter((thread) => {
    const own = rows.filter((row) => row.thread === thread);
    const name = wordsOf(thread);
    const isCalled =
      asked.words.some(({ text }) => levelAmong(text, name) >= DERIVED) ||
      asked.names.some(({ words }) => words.some((word) => name.includes(word)));
    const holds = asked.words.every(({ text }) => own.some((row) => levelOf(row, text) >= DERIVED));
    return isCalled && holds && asked.names.every((one) => own.some((row) => isOf(row, one)));
  });
}

/** All that was said in a conversation. */
function wholeThread(named = '', question: Question): Outcome | null {
  const thread = threadOf(named, question);
  if (thread === undefined) return null;
  const plan = where(selected('episodes', ['role', 'content', 'created_at', 'id']), [equals('episodes', 'thread_id', thread)]);
  return answer({ ...plan, orderBy: [by('episodes', 'created_at', 'asc')] }, [`read as the conversation "${thread}"`]);
}

/** Messages of a time, about something, or from somebody. */
async function messages(tail = '', question: Question): Promise<Reading | null> {
  // What they are about is looked for by meaning as well, by a form of its own.
  if (/^ (?:about|mentioning|on)\b/i.test(tail)) return null;
  const [, who, rest = ''] =
    /^ (?:from|by|of) (.+?)((?: (?:about|in|on|since|last|this|today|yesterday|before|after|during)\b.*)?)$/i.exec(tail) ?? [];
  if (who !== undefined && speakerOf(who, question) !== null) return await said(who, rest, question);
  return await said(null, tail, question);
}

/** Who sent messages with all of these words. */
async function saidThat(verb = '', words = '', question: Question): Promise<Reading | null> {
  const read = askedOf(words, question);
  if (read === null || read.names.length + read.words.length < WORDS_MIN) return null;
  const asked: Asked = { ...read, words: read.words.map((word) => ({ ...word, role: 'plain' })) };
  const rows = meeting(asked, await rowsOf('episodes', asked, [], question));
  if (rows.length === 0)
    return await nothing(
      asked,
      [...(await rowsOf('fact_history', asked, [], question)), ...(await rowsOf('episodes', asked, [], question))],
      question,
    );
  if (isMeant(verb) && rows.length > 1) return unsaid(`Who mentioned ${words}?`);
  const plan = where(selected('episodes', ['role', 'end_user_id', 'content', 'created_at', 'id']), [theRows('episodes', rows)]);
  return answer({ ...plan, orderBy: [by('episodes', 'created_at', 'asc')] }, [`looked for messages with the words "${words}"`]);
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
async function when(
  who: string | null | undefined,
  end: string | undefined,
  tail: string | undefined,
  question: Question,
): Promise<Reading | null> {
  const spoken = spokenBy(who, tail, question);
  if (spoken === null) return null;
  if (!end?.trim()) return await said(who, tail, question);
  const at: Expr = { kind: 'aggregate', fn: end.trim() === 'first' ? 'min' : 'max', arg: column('episodes', 'created_at') };
  return answer(where({ ...selected('episodes', []), columns: [{ expr: at, as: 'created_at' }] }, spoken.conditions), spoken.notes);
}
