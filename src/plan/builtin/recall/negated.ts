import type { Question } from '../../planner.ts';
import { askedOf } from './asked.ts';
import { by } from './build.ts';
import type { Reading } from './form.ts';
import { meeting } from './meeting.ts';
import { rowsOf } from './rows.ts';
import { FACT, isNow, noteOf, shown } from './shown.ts';
import { split } from './topic.ts';

/** A question that asks for what is not so, as the one that asks for what is: "who doesn't eat gluten" as "who does eat gluten". Null for any other. */
export function positiveOf(said: string): string | null {
  const likes = said.replace(/\b(does|do|did)(?:n['’]t| not)((?: [\p{L}'’-]+){0,3}?) (?:like|enjoy|love)\b/iu, '$1$2 dislike');
  const own = likes.replace(/\b(do|does|did|is|are|was|were|has|have|had|can|could|should|would|will|must)(?:n['’]t| not)\b/i, '$1');
  const positive = own
    .replace(/\bca(?:n['’]t|nnot)\b/i, 'can')
    .replace(/\bwon['’]t\b/i, 'will')
    .replace(/ (?:not|never)(?= [\p{L}]+)/iu, '');
  return positive === said ? null : positive;
}

/** What says that something is not so. */
const saysNot = (content: string): boolean => NOT.test(content);

const NOT =
  /\b(?:not|no|never|without|cannot|nobody|none|neither|nor|dislikes?|disliked|hates?|hated|avoids?|avoided|refuses?|refused|allergic|unable|except|free of|stopped|quit|gave up)\b|n['’]t\b/i;

/** What denies what its verb says: "does not eat gluten" is no answer to who eats it. */
export const denies = (content: string): boolean => DENIES.test(content);

const DENIES =
  /\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|must)(?:n['’]t| not)\b|\b(?:cannot|never|no longer)\b/i;

/** What is said not to be so; who is not told to be something may be, or not. */
export async function notSo(said: string, question: Question): Promise<Reading | null> {
  const asked = askedOf(said, question);
  if (asked === null || split(said, question).period !== null) return null;
  const rows = (await rowsOf('fact_history', asked, [], question)).filter(isNow);
  const found = meeting(asked, rows).filter(({ content }) => saysNot(content));
  if (found.length > 0)
    return shown('facts', FACT, found, [noteOf(asked), 'read as what is said not to be so'], by('facts', 'created_at', 'desc'));
  const reason = 'Nothing in this memory says that this is not so, and what it does not say may be so or not.';
  return { kind: 'declined', reason, unclear: [], options: [{ label: 'what is so', goal: `${said}?` }] };
}
