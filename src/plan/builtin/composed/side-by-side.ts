import type { Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { type Answer, type Ask, answered, selectOf, sentence, wordsOf } from './ask.ts';
import { measuresOf, merged } from './merge.ts';

/**
 * "count and total of jobs by kind", "jobs per kind with average charge", "how many jobs and what total per month": numbers of the same
 * rows, side by side. Each is read by itself, with what is said of both; null where they are not numbers of the same groups.
 */
export function readSideBySide(text: string, ask: Ask): Outcome | null {
  const words = wordsOf(text);
  for (const [at, word] of words.entries()) {
    const joint = JOINTS.has(word.toLowerCase());
    if (!joint || at === 0 || at + 1 >= words.length) continue;
    const left = words.slice(0, words[at - 1] === ',' ? at - 1 : at);
    const right = words
      .slice(at + 1)
      .filter((one, index) => index > 0 || !['the', 'their', 'its', 'what', 'also'].includes(one.toLowerCase()));
    const read = pairOf(ask, left, right);
    if (read !== null) return read;
  }
  return null;
}

const JOINTS = new Set(['and', 'with', 'plus']);

function pairOf(ask: Ask, left: readonly string[], right: readonly string[]): Outcome | null {
  for (const [first, second] of saidApart(left, right)) {
    const one = measured(ask(sentence(first)));
    const two = one === null ? null : measured(ask(sentence(second)));
    const plan = one === null || two === null ? null : merged(one.plan, two.plan);
    if (plan !== null && one !== null && two !== null && isTogether(plan)) return answered(plan, [one, two]);
  }
  return null;
}

/** Two numbers as two sentences: what follows the second is said of the first as well, or what follows the first of the second. */
function saidApart(left: readonly string[], right: readonly string[]): (readonly [readonly string[], readonly string[]])[] {
  const tails = (words: readonly string[]) =>
    words.flatMap((word, at) => (at > 0 && TAILS.has(word.toLowerCase()) ? [words.slice(at)] : []));
  const ofRight = tails(right).map((tail): readonly [readonly string[], readonly string[]] => [[...left, ...tail], right]);
  const ofLeft = tails(left).map((tail): readonly [readonly string[], readonly string[]] => [left, [...right, ...tail]]);
  return [...ofRight, ...ofLeft].slice(0, SAID_MAX);
}

const TAILS = new Set(['of', 'by', 'per', 'for', 'in', 'each', 'from', 'this', 'last']);
const SAID_MAX = 6;

const measured = (outcome: Outcome): Answer | null => {
  const read = selectOf(outcome);
  return read !== null && measuresOf(read.plan).length > 0 ? read : null;
};

/** Numbers of different tables, each by a query of its own, are no numbers of the same rows. */
const isTogether = ({ from }: Select): boolean => from !== undefined;
