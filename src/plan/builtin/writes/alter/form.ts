import type { Outcome, Question } from '../../../planner.ts';
import type { ChangeStep } from '../../../schema-change.ts';

/** One way of saying a change of tables and columns. */
export interface Form {
  readonly name: string;
  readonly examples: readonly string[];
  /** Fits the whole sentence, so that every word is in a part that has to be read. */
  readonly pattern: RegExp;
  /** Null when the parts are not what the form takes them for, and another reading may be right. */
  read(parts: Readonly<Record<string, string | undefined>>, context: Context): Read | null;
}

export interface Context {
  readonly question: Question;
  /** Whether a part of the sentence stood in quotes. */
  readonly quoted: boolean;
  /** What the words are as a write of rows. */
  readonly asWrite: (text: string) => Outcome;
}

export type Read =
  | { readonly steps: readonly ChangeStep[]; readonly assumptions: readonly string[] }
  | { readonly options: readonly { readonly label: string; readonly goal: string }[] }
  | { readonly declined: string; readonly unclear?: readonly string[] };

export const does = (step: ChangeStep, assumptions: readonly string[] = []): Read => ({ steps: [step], assumptions });
export const declines = (reason: string, unclear: readonly string[] = []): Read => ({ declined: reason, unclear });
