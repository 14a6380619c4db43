import type { Planner } from './planner.ts';

interface Options {
  readonly writes: Planner;
  /** Whether words that look like a question may tell of a change all the same. */
  readonly mayBeWrite: (text: string) => boolean;
}

/** A planner of questions that takes what it cannot read for a change of rows, where all of it tells of one: "insured value of the lamp 25". */
export function withToldWrites(questions: Planner, { writes, mayBeWrite }: Options): Planner {
  return {
    ...questions,
    async plan(question) {
      const asked = await questions.plan(question);
      if (asked.kind !== 'declined' || !mayBeWrite(question.text)) return asked;
      const told = await writes.plan(question);
      return told.kind === 'plan' ? told : asked;
    },
  };
}
