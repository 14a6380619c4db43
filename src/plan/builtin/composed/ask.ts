import type { Query, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';

/** How a sentence is read. */
export type Ask = (text: string) => Outcome;

/** A plan that was read, and what was assumed. */
export interface Answer<T extends Query = Select> {
  readonly plan: T;
  readonly confidence: number;
  readonly notes: readonly string[];
}

/** What a sentence asks for, where that is one query. */
export function selectOf(outcome: Outcome): Answer | null {
  return outcome.kind === 'plan' && outcome.plan.kind === 'select' && outcome.confidence !== null
    ? { plan: outcome.plan, confidence: outcome.confidence, notes: outcome.assumptions }
    : null;
}

export const answered = (plan: Select, parts: readonly Answer[]): Outcome => ({
  kind: 'plan',
  plan,
  confidence: Math.min(...parts.map(({ confidence }) => confidence)),
  assumptions: [...new Set(parts.flatMap(({ notes }) => notes))],
});

/** Reads each sentence once, and so many of them: each may take as long as a question does. */
export function remembered(ask: Ask, most: number): Ask {
  const known = new Map<string, Outcome>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const outcome = known.size < most ? ask(text) : TOO_MANY;
    known.set(text, outcome);
    return outcome;
  };
}

const TOO_MANY: Outcome = { kind: 'declined', reason: 'It has too many parts.', unclear: [] };

/** The words of a sentence without the marks at its end. */
export const wordsOf = (text: string): string[] =>
  text
    .trim()
    .replace(/[\s?.!]+$/, '')
    .replaceAll(/\s*,\s*/g, ' , ')
    .split(/\s+/)
    .filter(Boolean);

/** A longer sentence is no question of two things that anybody types, and would be read many times over. */
export const isShort = (words: readonly string[]): boolean => words.length <= WORDS_MAX;
const WORDS_MAX = 18;

export const sentence = (words: readonly string[]): string => words.join(' ').replaceAll(' ,', ',');
