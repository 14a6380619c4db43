import type { Question } from '../../planner.ts';
import { NUMBER_WORDS } from '../english/words.ts';
import { answer, by, notesOf, selected, where } from './build.ts';
import type { Form, Reading } from './form.ts';
import { conditionsOf, speakerOf } from './speakers.ts';
import { said } from './speech.ts';
import { tailOf } from './topic.ts';
import { SAID, SAY } from './verbs-of-saying.ts';

const TO = '(?: (?:to )?(?:me|us|you|him|her|them))?';
const SHOW = "(?:(?:show|list|find|give|read)(?: me| us)? |what (?:was|were|is|are) |what['’]s )?(?:the |our |my )?(?:very )?";
const END = '(first|last|latest|newest|oldest|earliest|most recent)';
const COUNT = '(?: (\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty))';
const UNITS = '(?:messages?|episodes?|things?|words|questions?|lines?|posts?)';
const LATELY = '(first|last|latest|most recently|lately|recently)';

/** The first or the last of what was said, one or as many as are asked for. */
export const ENDS: readonly Form[] = [
  {
    says: `${SHOW}${END}${COUNT}? ${UNITS}(?: that)? (.+?)(?: has| have)?(?: ever)? ${SAID}${TO}(?: for)?(| .+)`,
    read: ([end, count, who, tail], question) => ofSpeaker(who, tail, end, count, question),
  },
  {
    says: `${SHOW}${END}${COUNT}? ${UNITS} (?:from|by|of) (.+?)((?: (?:about|mentioning|in|on|since|this|today|yesterday|before|after|during)\\b.*)?)`,
    read: ([end, count, who, tail], question) => ofSpeaker(who, tail, end, count, question),
  },
  {
    says: `${SHOW}(.+?)['’]s? (?:very )?${END}${COUNT}? ${UNITS}(| (?:about|in|on|since|this|today|yesterday|before|after|to)\\b.*)`,
    read: ([who, end, count, tail], question) => ofSpeaker(who, tail, end, count, question),
  },
  {
    says: `what did (.+?) ${SAY}${TO}(| (?:about|in|on) .+?) ${LATELY}`,
    read: ([who, tail, end], question) => ofSpeaker(who, tail, end, undefined, question),
  },
  {
    says: `what did (.+?) (last|first) ${SAY}${TO}(| .+)`,
    read: ([who, end, tail], question) => ofSpeaker(who, tail, end, undefined, question),
  },
  {
    says: `${SHOW}${END}${COUNT}? (?:messages?|episodes?)(?: (?:that|which) (?:mentions?|is about|are about))?(| (?:about|mentioning|in|on|since|this|today|yesterday|before|after|during)\\b.*)`,
    read: ([end, count, tail], question) => anybodys(tail, end, count, question),
  },
  {
    says: `who (?:wrote|spoke|posted|said something|sent (?:us |me )?(?:a|the) message)(?: to us| to me)? ${LATELY}(| .+)`,
    read: ([end, tail], question) => anybodys(tail, end, undefined, question),
  },
  {
    says: `who (?:sent|wrote|posted) (?:us |me )?the ${END} message(| .+)`,
    read: ([end, tail], question) => anybodys(tail, end, undefined, question),
  },
  {
    says: '(?:who was the|who was) (first|last)(?: person| one)? to (?:write|speak|talk|post|send (?:us |me )?a message)(| .+)',
    read: ([end, tail], question) => anybodys(tail, end, undefined, question),
  },
];

/** Null for none at all. */
function countOf(said = '1'): number | null {
  const count = NUMBER_WORDS[said.toLowerCase()] ?? Number(said);
  return count > 0 ? count : null;
}

const isFirst = (end = ''): boolean => /^(?:first|oldest|earliest)$/i.test(end);

function ofSpeaker(
  who: string | undefined,
  tail: string | undefined,
  end: string | undefined,
  count: string | undefined,
  question: Question,
): Promise<Reading | null> | null {
  const limit = countOf(count);
  if (limit === null || who === undefined || speakerOf(who, question) === null) return null;
  return said(who, tail, question, [], { isFirst: isFirst(end), count: limit });
}

/** Whoever said it, with who it was. */
function anybodys(tail = '', end: string | undefined, count: string | undefined, question: Question): Reading | null {
  const rest = tailOf(tail.replace(/^ mentioning\b/i, ' about'), question);
  const limit = countOf(count);
  if (rest === null || limit === null) return null;
  const plan = where(selected('episodes', ['role', 'end_user_id', 'content', 'created_at', 'id']), conditionsOf(rest, question));
  const direction = isFirst(end) ? 'asc' : 'desc';
  return answer({ ...plan, orderBy: [by('episodes', 'created_at', direction)], limit }, [
    rest.topic?.note ?? null,
    ...notesOf(rest.period),
  ]);
}
