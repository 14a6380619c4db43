import type { Outcome, Question } from '../../planner.ts';
import { answer, by, selected, where } from './build.ts';
import type { Form } from './form.ts';
import { found, split, subjectOf, topicOf } from './topic.ts';

const WHO = '(?:we|i|you|they)';
const OLD = '(?:previous|previously held|former|formerly held|earlier|old|older|past|outdated|superseded|prior|obsolete)';
const ONCE = '(?:once|previously|formerly|originally|initially|earlier|used to)';
const BACK =
  '(?:before(?: now)?|previously|formerly|earlier|originally|initially|in the past|back then|until then|once|at first|in former times)';
const BELIEVED = '(?:know|knew|known|believe|believed|think|thought|hold|held|assume|assumed|suppose|supposed|have|remember|remembered)';
const THAT = '(?:facts?|beliefs?|things?|knowledge|information|views?|opinions?|ideas?)';

/** What was believed of something and is not any more, where no time is named. */
export const EARLIER: readonly Form[] = [
  {
    says: `what (?:did|had|have) ${WHO} ${BELIEVED} (?:about|of|on) (.+?),? ${BACK}`,
    read: ([about], question) => earlier(about, question),
  },
  { says: `what (?:did|had|have) ${WHO} ${ONCE} ${BELIEVED} (?:about|of|on) (.+)`, read: ([about], question) => earlier(about, question) },
  {
    says: `what (?:did ${WHO} use|${WHO} used) to ${BELIEVED} (?:about|of|on) (.+)`,
    read: ([about], question) => earlier(about, question),
  },
  { says: `what had ${WHO} ${BELIEVED} (?:about|of|on) (.+)`, read: ([about], question) => earlier(about, question) },
  {
    says: `what (?:was|were) (?:known|believed|thought|held|true|the case|assumed|said) (?:about|of|for|on) (.+?),? ${BACK}`,
    read: ([about], question) => earlier(about, question),
  },
  {
    says: `what (?:was|were) ${ONCE} (?:known|believed|thought|held|true|the case|assumed) (?:about|of|for|on) (.+)`,
    read: ([about], question) => earlier(about, question),
  },
  {
    says: 'what used to be (?:known|believed|thought|held|true|the case|assumed) (?:about|of|for|with) (.+)',
    read: ([about], question) => earlier(about, question),
  },
  {
    says: 'what (?:is|are) (?:no longer|not any ?more) (?:true|the case|valid|believed|current) (?:about|of|for|with) (.+)',
    read: ([about], question) => earlier(about, question),
  },
  {
    says: `(?:what|which)(?: (?:are|were|is))?(?: (?:the|our|my|your))? ${OLD} ${THAT}(?: (?:are there|were there|(?:do|did) ${WHO} ${BELIEVED}))? (?:about|on|of) (.+?)(?: (?:are|were) there| (?:do|did) ${WHO} ${BELIEVED})?`,
    read: ([about], question) => earlier(about, question),
  },
  {
    says: `(?:show|list|find|give|tell)(?: me| us)? (?:all )?(?:the |our |my |your )?${OLD} ${THAT} (?:about|on|of) (.+)`,
    read: ([about], question) => earlier(about, question),
  },
  {
    says: `(?:what|who|how) (?:was|were) (.+?) (?:before|previously|formerly|earlier|originally|initially|in the past)`,
    read: ([about], question) => (subjectOf(about ?? '', question) === null ? null : earlier(about, question)),
  },
];

/** Null for what names a time, which is a question of its own. */
function earlier(about = '', question: Question): Outcome | null {
  const topic = split(about, question, { edges: true }).period === null ? topicOf(about, question) : null;
  if (topic === null) return null;
  const table = 'past_facts';
  const plan = where(selected(table, ['content', 'subject', 'kind', 'valid_from', 'valid_to', 'id']), [found(table, topic)]);
  return answer({ ...plan, orderBy: [by(table, 'valid_to', 'desc')] }, ['read as what was believed and is superseded', topic.note]);
}
