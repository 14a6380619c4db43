import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { candidatesFor } from '../src/plan/builtin/candidates.ts';
import { signalsOf } from '../src/plan/builtin/signals.ts';
import { confidenceAs, fitConfidence, fitModule, type Sample, thresholds } from './fit/confidence.ts';
import { readQuestions, type ScoredQuestion } from './questions.ts';
import { sameResult } from './run/compare.ts';
import { goldResults } from './ways/gold-results.ts';
import type { Ground } from './ways/ground.ts';
import { postgresGrounds } from './ways/postgres-ground.ts';

const USAGE = 'npm run eval:fit -- --data <folder> --questions <file> [--write]';
const FIT = fileURLToPath(new URL('../src/plan/builtin/confidence-fit.ts', import.meta.url));

/** Fits the built-in planner's confidence to what is right of its best readings; `--write` makes the planner use it. */
async function fitPlanner(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' }, questions: { type: 'string' }, write: { type: 'boolean' } } });
  if (!values.data || !values.questions) throw new Error(USAGE);
  const { questions } = await readQuestions(values.questions, 'postgres');
  const samples = await sample(
    values.data,
    questions.filter(({ kind }) => kind === 'read'),
  );
  const fitted = fitConfidence(samples);
  for (const line of thresholds(samples, questions.length, confidenceAs(fitted))) console.log(line);
  const module = fitModule(fitted, samples.length);
  if (values.write === true) await writeFile(FIT, module);
  else console.log(module);
}

async function sample(data: string, questions: readonly ScoredQuestion[]): Promise<Sample[]> {
  const grounds = await postgresGrounds(data);
  const samples: Sample[] = [];
  try {
    for (const db of new Set(questions.map((question) => question.db))) {
      const [first, ...more] = questions.filter((question) => question.db === db);
      if (first === undefined) continue;
      const ground = await grounds.open({ name: db, questions: [first, ...more] });
      for (const question of [first, ...more]) {
        const read = await sampleOf(question, ground);
        if (read !== null) samples.push(read);
      }
      await ground.close();
      process.stderr.write(`${samples.length} readings (${db})\n`);
    }
  } finally {
    await grounds.close();
  }
  return samples;
}

/** Null when the planner has no reading at all. */
async function sampleOf(question: ScoredQuestion, ground: Ground): Promise<Sample | null> {
  const found = candidatesFor({ text: question.question, schema: ground.schema, values: await ground.values(), now: new Date() });
  if (found.kind === 'none') return null;
  const expected = await goldResults(question, ground);
  const rows = await ground.read(ground.compile(found.candidates[0].plan)).catch(() => null);
  const { ordered } = question;
  const right = rows !== null && expected.results.some((result) => sameResult(result, rows, { ordered, tied: expected.tied }));
  return { db: question.db, signals: signalsOf(found), right };
}

await fitPlanner();
