import { wordAt } from '../phrase-at.ts';
import type { Clocked } from './moment.ts';

/** Whether a question is about what lies ahead: "who is coming on Friday", "which leases end in March"; not "who came on Friday". */
export function looksAhead(reader: Clocked): boolean {
  // "Friday's lesson is cancelled" is of one that is still to come.
  const said = reader.tokens.map(({ lower }) => lower).join(' ');
  if (PUT_OFF.test(said)) return true;
  if (looksBack(reader)) return false;
  return reader.tokens.some(({ lower }, at) => {
    // "cancel Friday's lesson" is of one that is still to come.
    const next = wordAt(reader, at + 1);
    const plans = PLANS.has(lower) || (lower === 'call' && next === 'off') || (lower === 'give' && !/^(?:me|us|)$/.test(next));
    if (AHEAD.has(lower) || (plans && OPENS_ORDER.has(wordAt(reader, at - 1)))) return true;
    if (/^(?:has|have|got|needs?)$/.test(lower)) return next === 'to' || next === 'on';
    // "which runs are in October" has no verb that says so, and "leases end in March" has one.
    return ENDING.has(lower) && OPENS_DATE.has(next) && !NOUN_BEFORE.has(wordAt(reader, at - 1)) && at > 1;
  });
}

/** Whether a day at a token is the next one: "before Friday" is, and "who paid before Friday" asks for the last. */
export const isAhead = (reader: Clocked, at: number): boolean =>
  (UNTIL.has(wordAt(reader, at - 1)) && !looksBack(reader)) || looksAhead(reader);
const UNTIL = new Set(['by', 'before', 'until', 'till']);

/** Whether a question is about what has been. */
export function looksBack({ tokens }: Clocked): boolean {
  // "Alfred" is a name.
  const isPast = (word: string) => /^[a-z]{3,}ed$/.test(word) && !AHEAD.has(word) && !NOT_PAST.has(word);
  return tokens.some(({ lower, text }, at) => PAST.has(lower) || isPast(at === 0 ? lower : text));
}

const PAST = new Set('did was were had been came went took made sold left paid last ago since yesterday'.split(' '));
/** No verbs, though they end as such. */
const NOT_PAST = new Set('speed breed hundred seed feed need weed bleed unpaid overdue'.split(' '));
const AHEAD = new Set('coming arriving leaving upcoming expiring planned will going scheduled should must happening tomorrow'.split(' '));
/** Verbs that are nouns as well: before a day they say when something is to be. */
const ENDING = new Set('expire expires end ends ending start starts starting begin begins renew renews run runs due'.split(' '));
/** What is ordered of something that is still to come. */
const PLANS = new Set('cancel postpone reschedule rebook move swap assign reassign hand book schedule'.split(' '));
const PUT_OFF = /(?:^| )(?:is|are) (?:cancell?ed|postponed|rescheduled|called off)(?: |$)/;
const OPENS_ORDER = new Set(['', 'please', 'so', 'and', 'to', 'now']);
const OPENS_DATE = new Set(
  'in on by before after until till next this out at january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  ),
);
const NOUN_BEFORE = new Set('the a an of many total number all amount sum average our their per each'.split(' '));
