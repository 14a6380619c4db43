import { stripLead } from '../plan/builtin/brief/lead.ts';
import type { Planner, Question } from '../plan/planner.ts';

/**
 * The question that a brief for a new database becomes when it is put to one that is there: what it names, without the
 * words that ask for a place to keep it in, and where that cannot be read without the columns that it lists. "Track coffee
 * beans with roaster and price" is about the coffee beans. Null when no planner can read any of it.
 */
export async function briefAsQuestion(
  brief: string,
  planners: readonly Planner[],
  known: Pick<Question, 'schema' | 'values' | 'now' | 'signal'>,
): Promise<string | null> {
  for (const text of questionsIn(brief))
    for (const planner of planners) if ((await planner.plan({ text, ...known })).kind !== 'declined') return text;
  return null;
}

/** A brief without the words that only ask. */
export const bareBrief = (brief: string): string => stripLead(brief.trim()) || brief;

function questionsIn(brief: string): string[] {
  const whole = bareBrief(brief);
  const head = whole.split(/\s+with\s|\s*[(:;,]/i)[0]?.trim() ?? '';
  return [...new Set([whole, head])].filter((text) => text !== '');
}
