import type { Outcome } from '../../planner.ts';

/**
 * "Older than any customer in Rome" says older than every one of them to some, and older than at least one to others: both are
 * offered as questions, when both are read by `ask`. Null when the question says no such thing.
 */
export function offerAnyAsBoth(text: string, ask: (text: string) => Outcome): Outcome | null {
  const found = THAN_ANY.exec(text);
  if (found === null) return null;
  const end = found.index + found[0].length;
  const many = /^(?:\s+of)?\s+\S+s\b/i.test(text.slice(end));
  const options = READINGS.map(({ one, several, label }) => {
    const word = many ? several : one;
    return { label, goal: `${text.slice(0, end - 'any'.length)}${word}${text.slice(end)}` };
  });
  return options.every(({ goal }) => ask(goal).kind === 'plan') ? { kind: 'clarify', options } : null;
}

const THAN_ANY = /\bthan\s+(?:(?:that|those)\s+(?:of|in|for)\s+)?any(?=\s+(?!other\b))/i;

const READINGS = [
  { one: 'every', several: 'all', label: 'Than every one of them' },
  { one: 'some', several: 'some', label: 'Than at least one of them' },
] as const;
