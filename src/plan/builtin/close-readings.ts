import { distance } from 'fastest-levenshtein';
import type { Outcome, Question } from '../planner.ts';
import { lexiconOf } from './lexicon.ts';

/** A sentence that can be sent as it stands, and what it reads. */
export interface CloseReading {
  readonly label: string;
  readonly goal: string;
}

/** How a sentence is read. */
export type Ask = (text: string) => Promise<Outcome>;

const READINGS_MAX = 3;
/** Each is planned before it is offered. */
const TRIES_MAX = 4;
const LETTERS_MIN = 4;
/** What is left of "in Kona", at the end or before another condition. */
const DANGLING =
  / (?:in|from|of|by|with|without|at|on|for|to|and|or|the|a|an|are|is|than|per|called|named|about|under|over)$| (?:in|from|of|by|with|for|to) (?:in|from|of|by|with|for|to|and|or) /i;
const SLIPS_MAX = 2;

/**
 * Sentences near to one that was not understood, which are: with a word that found no place in the spelling of a name, a
 * stored value or a word of asking that it is near to, else without it. Each means one thing: it has been planned.
 */
export async function closeReadings(question: Question, unclear: readonly string[], ask: Ask): Promise<CloseReading[]> {
  const { text } = question;
  const found: CloseReading[] = [];
  let tries = 0;
  const offer = async (goal: string, label: string) => {
    if (goal === text || goal.trim() === '' || tries >= TRIES_MAX || found.length >= READINGS_MAX) return;
    if (found.some((known) => known.goal === goal)) return;
    tries += 1;
    if ((await ask(goal)).kind === 'plan') found.push({ label, goal });
  };
  for (const word of unclear.slice(0, 2))
    for (const near of nearest(word, question)) await offer(replaced(text, word, near), `with "${near}" for "${word}"`);
  if (found.length === 0 && unclear.length > 0) {
    const without = unclear.reduce((left, word) => replaced(left, word, ''), text);
    const rest = without
      .replaceAll(/\s+/g, ' ')
      .replace(/[\s?.!]+$/, '')
      .trim();
    // "customers from France" without the country would be all of them.
    if (!DANGLING.test(rest)) await offer(rest, `without ${unclear.map((word) => `"${word}"`).join(' and ')}`);
  }
  return found;
}

/** Names, values of one word and words of asking that have nearly the same letters, the nearest first. */
function nearest(word: string, { schema, values }: Question): string[] {
  const said = word.toLowerCase();
  if (said.length < LETTERS_MIN) return [];
  const lexicon = lexiconOf(schema);
  const stored = lexicon.tables.flatMap(({ table, columns }) =>
    columns.flatMap(({ column }) => (values.of(table.name, column.name) ?? []).slice(0, VALUES_MAX).flatMap(nameParts)),
  );
  const names = [...lexicon.words, ...lexicon.tables.map(({ table }) => table.name.replaceAll('_', ' '))];
  const near = [...new Set([...ASKING, ...names, ...stored])].flatMap((known) => {
    if (Math.abs(known.length - said.length) > SLIPS_MAX || known[0]?.toLowerCase() !== said[0]) return [];
    const slips = distance(said, known.toLowerCase());
    return slips > 0 && slips <= SLIPS_MAX ? [{ known, slips }] : [];
  });
  return near.sort((a, b) => a.slips - b.slips).map(({ known }) => known);
}

/** A slip in a name may be in one word of it. */
const nameParts = (value: string): string[] => [value, ...(value.includes(' ') ? value.split(' ') : [])];

const VALUES_MAX = 500;
const ASKING = 'show list give find count what which how many much average total number'.split(' ');

const replaced = (text: string, word: string, by: string): string => {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  return at < 0 ? text : `${text.slice(0, at)}${by}${text.slice(at + word.length)}`;
};
