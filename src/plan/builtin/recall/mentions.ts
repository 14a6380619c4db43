import type { Expr } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { answer, by, column, counted, notesOf, selected, text, where, within } from './build.ts';
import type { Form, Reading } from './form.ts';
import { spokenBy } from './speakers.ts';
import { said } from './speech.ts';
import { found, split, type Topic, topicOf } from './topic.ts';

const SHOW = '(?:(?:show|list|find|give)(?: me| us)?|which|what)';
const MENTIONS =
  '(?:(?:that |which |in which )?(?:mention(?:s|ed|ing)?|contain(?:s|ed|ing)?|includ(?:es?|ed|ing)|discuss(?:es|ed|ing)?|refer(?:s|red|ring)? to|deal(?:s|t|ing)? with|talk(?:s|ed|ing)? about|(?:are|were|is|was) about|with the words?|say (?:something|anything) about))';
const UNITS = '(messages?|episodes?|conversations?|threads?|chats?|facts?)';

/** What is said of something by name: which messages, facts or conversations have its words. */
export const MENTIONS_OF: readonly Form[] = [
  {
    says: `(?:${SHOW} )?(?:all |any |every )?(?:of )?(?:the |our |my )?${UNITS} ${MENTIONS} (.+)`,
    read: ([what, tail], question) => mentioning(what, tail, question, false),
  },
  {
    says: `(?:which|what) (conversations?|threads?|chats?) (?:(?:were|are) )?(?:about|on) (.+)`,
    read: ([what, tail], question) => mentioning(what, tail, question, false),
  },
  {
    says: `how many (?:of (?:the|our|my) )?${UNITS} ${MENTIONS} (.+)`,
    read: ([what, tail], question) => mentioning(what, tail, question, true),
  },
  {
    says: 'how (?:often|many times) (?:was|were|is|are|has|have|did) (.+?) (?:been |get |got )?(?:mentioned|discussed|brought up|come up|came up|talked about)(| .+)',
    read: ([about, time], question) => mentioning('messages', `${about}${time}`, question, true),
  },
  {
    says: '(?:which|what) (?:end )?(?:users?|people|persons?|speakers?|contacts?) (?:have |has )?(?:mentioned|discussed|brought up|talked about|asked about|spoke about|wrote about)( .+)',
    read: ([topic], question) => said(null, ` about${topic}`, question, ['end_user_id']),
  },
  {
    says: '(what|which|how many) questions (?:did|has|have) (.+?) (?:ever )?ask(?:ed)?(?: us| me| you)?(| .+)',
    read: ([opens, who, tail], question) => questions(who, tail, question, /^how/i.test(opens ?? '')),
  },
];

/** Of what somebody said all that has a question mark. */
function questions(who: string | undefined, tail: string | undefined, question: Question, isCount: boolean): Reading | null {
  const spoken = spokenBy(who, tail, question);
  if (spoken === null) return null;
  const asks: Expr = { kind: 'match', op: 'like', left: column('episodes', 'content'), right: text('%?%') };
  const notes = [...spoken.notes, 'read as what has a question mark'];
  const plan = where(selected('episodes', ['role', 'content', 'created_at', 'id']), [...spoken.conditions, asks]);
  return isCount
    ? answer({ ...plan, columns: [{ expr: counted(), as: 'count' }] }, notes)
    : answer({ ...plan, orderBy: [by('episodes', 'created_at', 'asc')] }, notes);
}

function mentioning(what = '', tail = '', question: Question, isCount: boolean): Reading | null {
  const { words, period } = split(tail, question);
  const topic = topicOf(words.replace(/^["'“](.+)["'”]$/, '$1'), question);
  if (topic === null) return null;
  const isFacts = /^fact/i.test(what);
  const table = isFacts ? 'facts' : 'episodes';
  const conditions = [found(table, literally(topic)), ...within(table, 'created_at', period, question.schema)];
  const notes = [topic.note, ...notesOf(period)];
  const thread = column('episodes', 'thread_id');
  const isThreads = /^(?:conv|thread|chat)/i.test(what);
  if (isCount) {
    const columns = [{ expr: isThreads ? counted(thread, true) : counted(), as: 'count' }];
    return answer(where({ ...selected(table, []), columns }, conditions), notes);
  }
  if (isThreads) {
    const plan = where(selected('episodes', ['thread_id']), conditions);
    return answer({ ...plan, groupBy: [thread], orderBy: [by('episodes', 'thread_id', 'asc')] }, notes);
  }
  const shown = isFacts ? ['content', 'subject', 'kind', 'created_at', 'id'] : ['role', 'content', 'created_at', 'id'];
  return answer({ ...where(selected(table, shown), conditions), orderBy: [by(table, 'created_at', 'asc')] }, notes);
}

/** What it says, and not what it is filed under. */
const literally = (topic: Topic): Topic => ({ ...topic, kind: null });
