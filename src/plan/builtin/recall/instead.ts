import type { Question } from '../../planner.ts';
import type { Asked } from './asked.ts';
import { told } from './events.ts';
import type { Reading } from './form.ts';
import { isOf, meeting } from './meeting.ts';
import { nothing } from './nothing.ts';
import { entitiesOf } from './property.ts';
import { type Row, rowsOf } from './rows.ts';
import { noteOf } from './shown.ts';

/** What no fact holds may have been said. What was so once, and is not, is nowhere else. */
export async function inMessages(asked: Asked, rows: readonly Row[], question: Question): Promise<Reading | null> {
  if (meeting(asked, rows).length > 0) return await nothing(asked, rows, question, { isKnown: true });
  const kept = await entitiesOf(asked, question);
  if (kept !== null) return kept;
  const messages = await rowsOf('episodes', asked, [], question);
  // A word alone, or one that says next to nothing, is in messages about anything.
  const firm = asked.words.filter(({ role }) => role !== 'light').length;
  const isTold = firm > 0 && firm + asked.names.length > 1 && !MANY.test(question.text);
  // Who says "it works" is not told to work.
  const isNamed = (row: Row) => firm > 1 || asked.names.every((name) => isOf({ ...row, labels: [] }, name));
  const spoken = isTold ? meeting(asked, messages).filter(isNamed) : [];
  if (spoken.length === 0) return await nothing(asked, [...rows, ...messages], question);
  return told([], spoken, [noteOf(asked), 'no fact holds it: looked in messages, with when they were sent']);
}

/** A number in a message may be of anything. */
const MANY = /^how many\b/i;
