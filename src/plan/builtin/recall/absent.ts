import type { Expr } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { answer, by, column, notesOf, selected, where } from './build.ts';
import type { Form, Reading } from './form.ts';
import { conditionsOf, speakerOf } from './speakers.ts';
import { whoSpeaks } from './things.ts';
import { tailOf } from './topic.ts';

const NOT = "(?:has|have|did)(?:n['’]?t| not)(?: yet| ever)?";
const WROTE =
  '(?:sa(?:y|id)|writ(?:e|ten)|wrote|sen[dt]|post(?:ed)?|spoken?|speak|talk(?:ed)?|repl(?:y|ied)|answer(?:ed)?|respond(?:ed)?|check(?:ed)? in|been in touch|mention(?:ed)?|contact(?:ed)?|report(?:ed)?)';
const WHAT = '(?: (?:anything|a (?:message|word|thing|reply)|any(?: messages?)?|messages?|something))?';
const TO = '(?: (?:to |with )?(?:us|me|you))?';
const PEOPLE = '(?:who|(?:which|what) (?:end )?(?:users?|people|persons?|members?|speakers?|colleagues))';

/** Who said nothing, of all who ever did. */
export const ABSENT: readonly Form[] = [
  { says: `${PEOPLE} ${NOT} ${WROTE}${WHAT}${TO}(?: back| yet)?(| .+)`, read: ([tail], question) => silent(tail, question) },
  {
    says: `${PEOPLE} (?:was|were|is|are|has been|have been|stayed|kept) (?:silent|quiet|not in touch)(| .+)`,
    read: ([tail], question) => silent(tail, question),
  },
  {
    says: `(?:from whom|whom?) (?:have|did) (?:we|i|you) (?:not|never) (?:hear|heard)(?: anything)?(?: from)?(| .+)`,
    read: ([tail], question) => silent(tail, question),
  },
  {
    says: `whom? (?:have|did)(?:n['’]?t| not) (?:we|i|you) (?:hear|heard)(?: anything)? from(| .+)`,
    read: ([tail], question) => silent(tail, question),
  },
];

function silent(tail = '', question: Question): Reading | null {
  const rest = tailOf(tail, question);
  if (rest === null) return null;
  const whose = whoSpeaks(question);
  const sender = whose === 'role' ? [] : (speakerOf('user', question)?.conditions ?? []);
  const one = column('episodes', whose);
  const named: Expr = { kind: 'not', arg: { kind: 'isNull', arg: one } };
  const spoke = where(selected('episodes', [whose]), [...sender, named, ...conditionsOf(rest, question)]);
  const plan = where(selected('episodes', [whose]), [...sender, named, { kind: 'not', arg: { kind: 'inQuery', arg: one, query: spoke } }]);
  return answer({ ...plan, groupBy: [one], orderBy: [by('episodes', whose, 'asc')] }, [
    'read as those who wrote at another time',
    rest.topic?.note ?? null,
    ...notesOf(rest.period),
  ]);
}
