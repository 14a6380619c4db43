import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** One scored question. Any of `gold_sql` is right; an empty list means that the question has to be declined. */
const Scored = z.object({
  id: z.string(),
  suite: z.string(),
  db: z.string(),
  question: z.string(),
  gold_sql: z.array(z.string()).default([]),
  difficulty: z.string().default(''),
  category: z.string().default(''),
  order_matters: z.boolean().default(false),
  order_ties: z.boolean().default(false),
  tie_sql: z.string().nullish(),
});
export type ScoredQuestion = z.infer<typeof Scored>;

/** Reads questions from a file of one JSON object a line. */
export async function readQuestions(file: string): Promise<ScoredQuestion[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => Scored.parse(JSON.parse(line)));
}
