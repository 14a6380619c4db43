import type { Expr } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { wordsOf } from './alike.ts';
import { askedOf } from './asked.ts';
import { answer, by, column, notesOf, oneOf, selected, where, within } from './build.ts';
import type { Form, Reading } from './form.ts';
import { meeting } from './meeting.ts';
import { rowsOf } from './rows.ts';
import { conditionsOf, inThreadsOf, speakerOf } from './speakers.ts';
import { whoSpeaks } from './things.ts';
import { split, tailOf } from './topic.ts';

const SHOW =
  "(?:(?:show|list|find|give|read|print|open|get)(?: me| us)? |what (?:was|were|is|are) |what['’]s )?(?:all |any |the |our )*(?:of the )?";
const TALK = '(?:conversation|chat|thread|discussion|exchange)';
const TIME = '(?: (?:in|on|since|last|this|today|yesterday|before|after|during|between|at|about) .+|)';

/** Conversations by who had them, or by what was said in them. */
export const CONVERSATIONS: readonly Form[] = [
  {
    says: `${SHOW}(?:messages?|episodes?|${TALK}s?|everything said|said|talked about|discussed) between (.+?) and (.+?)(${TIME})`,
    read: ([one, other, tail], question) => between(one, other, tail, question),
  },
  {
    says: `what did (.+?) and (.+?) (?:say to|tell|write(?: to)?|talk about with|discuss with) (?:each other|one another)(${TIME})`,
    read: ([one, other, tail], question) => between(one, other, tail, question),
  },
  {
    says: `(?:who|which (?:people|users)) (?:took part in|takes part in|participated in|was (?:part of|present at|in)|were (?:part of|present at|in)|joined|attended|spoke (?:up )?(?:in|at)|talked in|wrote in) (?:the |our )?(.+)`,
    read: ([named], question) => takingPart(named, question),
  },
  {
    says: `${SHOW}${TALK}(s?)(?: (?:with|of) (.+?))? (?:about|on|regarding|concerning) (.+)`,
    read: ([many, who, about], question) => saidIn(who, about, many !== '', question),
  },
];

/** What was said in conversations that both took part in, by either. */
function between(one = '', other = '', tail = '', question: Question): Reading | null {
  const [first, second] = [speakerOf(one, question), speakerOf(other, question)];
  const rest = tailOf(tail, question);
  if (rest === null || first === null || second === null || first.conditions.length === 0 || second.conditions.length === 0) return null;
  const either: Expr = { kind: 'or', args: [first, second].map(({ conditions }): Expr => ({ kind: 'and', args: [...conditions] })) };
  const plan = where(selected('episodes', ['role', 'end_user_id', 'content', 'created_at', 'id']), [
    either,
    ...inThreadsOf(first.conditions),
    ...inThreadsOf(second.conditions),
    ...conditionsOf(rest, question),
  ]);
  return answer({ ...plan, orderBy: [by('episodes', 'created_at', 'asc')] }, [
    first.note,
    second.note,
    'read as what either said where both took part',
    rest.topic?.note ?? null,
    ...notesOf(rest.period),
  ]);
}

/** Who spoke in a conversation that is called so; null where none is. */
function takingPart(named = '', question: Question): Reading | null {
  const { words, period } = split(named, question);
  const said = wordsOf(words).filter((word) => !/^(?:the|of|about|on|conversation|chat|thread|discussion)$/.test(word));
  const threads = (question.values.of('episodes', 'thread_id') ?? []).filter((thread) =>
    said.every((word) => wordsOf(thread).includes(word)),
  );
  // Of several that are called alike the time has to tell which.
  if (said.length === 0 || threads.length === 0 || (threads.length > 1 && period === null)) return null;
  const whose = whoSpeaks(question);
  const sender = whose === 'role' ? [] : (speakerOf('user', question)?.conditions ?? []);
  const plan = where(selected('episodes', [whose]), [
    ...sender,
    oneOf('episodes', 'thread_id', threads),
    ...within('episodes', 'created_at', period, question.schema),
  ]);
  return answer({ ...plan, groupBy: [column('episodes', whose)], orderBy: [by('episodes', whose, 'asc')] }, [
    `read as who spoke in ${threads.map((thread) => `"${thread}"`).join(' or ')}`,
    ...notesOf(period),
  ]);
}

/** All of a conversation in which something was said; of several all of them, where several are asked for. */
async function saidIn(who: string | undefined, about = '', isMany: boolean, question: Question): Promise<Reading | null> {
  const { words, period } = split(about, question);
  const asked = askedOf(words, question);
  const speaker = who === undefined ? { conditions: [], note: null } : speakerOf(who, question);
  if (asked === null || speaker === null) return null;
  const inTime = within('episodes', 'created_at', period, question.schema);
  const conditions = who === undefined ? inTime : [...inThreadsOf(speaker.conditions), ...inTime];
  const rows = meeting(asked, await rowsOf('episodes', asked, conditions, question));
  const threads = [...new Set(rows.flatMap(({ thread }) => thread ?? []))];
  if (threads.length === 0 || (threads.length > 1 && !isMany)) return null;
  const plan = where(selected('episodes', ['role', 'content', 'thread_id', 'created_at', 'id']), [oneOf('episodes', 'thread_id', threads)]);
  return answer({ ...plan, orderBy: [by('episodes', 'created_at', 'asc')] }, [
    speaker.note,
    `read as ${threads.map((thread) => `"${thread}"`).join(' and ')}, where "${words}" was said`,
    ...notesOf(period),
  ]);
}
