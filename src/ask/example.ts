import type { Statement } from '../engines/engine.ts';
import type { Example } from '../plan/planner.ts';
import { questionOf, type Template } from './template.ts';

/** A model is shown no more than so many. */
const EXAMPLES_MAX = 5;

/**
 * The requests most like `text` by the rarer words that they share, each with its SQL, values in place. `compile` gives
 * null for a plan that no longer holds.
 */
export function examplesLike(
  text: string,
  templates: readonly Template[],
  compile: (plan: Template['plan']) => Statement | null,
): Example[] {
  const asked = wordsOf(text);
  const known = templates.map((template) => ({ template, question: questionOf(template) }));
  const counts = new Map<string, number>();
  for (const { question } of known) for (const word of wordsOf(question)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log((known.length + 1) / (counts.get(word) ?? 1));
  const ranked = known
    .map((one) => ({ ...one, alike: [...wordsOf(one.question)].reduce((sum, word) => sum + (asked.has(word) ? weight(word) : 0), 0) }))
    .filter(({ alike }) => alike > 0)
    .sort((a, b) => b.alike - a.alike);
  const examples: Example[] = [];
  for (const { template, question } of ranked) {
    if (examples.length === EXAMPLES_MAX) break;
    const statement = compile(template.plan);
    if (statement !== null) examples.push({ question, sql: withValues(statement) });
  }
  return examples;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** To be read, never to be run. */
const withValues = ({ sql, params }: Statement): string =>
  sql.replaceAll(/"(?:[^"]|"")*"|\$(\d+)/g, (part, index?: string) =>
    index === undefined ? part : literalText(params[Number(index) - 1]),
  );

const literalText = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : value === null || value === undefined ? 'NULL' : String(value);
