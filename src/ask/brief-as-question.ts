import { stripLead } from '../plan/builtin/brief/lead.ts';
import type { Planner, Question } from '../plan/planner.ts';

export interface BriefQuestions {
  /** The brief as one question; null where only parts of it can be asked. */
  readonly whole: string | null;
  /** Questions about some of what it names, of which none answers the brief. */
  readonly parts: readonly string[];
}

/**
 * What a brief for a new database asks when it is put to one that is there: for what it names, without the words that ask
 * for a place to keep it in, and where that cannot be read without the columns that it lists. "Track coffee beans with
 * roaster and price" is about the coffee beans; "track books and loans" is two questions. None when no planner can read any of it.
 */
export async function briefAsQuestions(
  brief: string,
  planners: readonly Planner[],
  known: Pick<Question, 'schema' | 'values' | 'now' | 'signal'>,
): Promise<BriefQuestions> {
  const isRead = async (text: string): Promise<boolean> => {
    for (const planner of planners) if ((await planner.plan({ text, ...known })).kind !== 'declined') return true;
    return false;
  };
  const things = thingsIn(brief);
  const whole = bareBrief(brief);
  for (const text of things.length > 1 ? [whole] : new Set([whole, headOf(whole)]))
    if (text !== '' && (await isRead(text))) return { whole: text, parts: [] };
  const parts: string[] = [];
  if (things.length > 1) for (const text of things) if (await isRead(text)) parts.push(text);
  return { whole: null, parts };
}

/** A brief without the words that only ask. */
export const bareBrief = (brief: string): string => stripLead(brief.trim()) || brief;

const headOf = (whole: string): string => whole.split(/\s+with\s|\s*[(:;,]/i)[0]?.trim() ?? '';

/** Each planner reads each of them. */
const THINGS_MAX = 6;

function thingsIn(brief: string): string[] {
  const named = bareBrief(brief)
    .replace(/\([^()]*\)/g, '')
    .split(/\s+with\s|[:;]/i)[0];
  const things = (named ?? '').split(/,|&|\band\b/i).map((thing) => thing.trim());
  return [...new Set(things)].filter((thing) => thing !== '').slice(0, THINGS_MAX);
}
