import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { unaccounted } from '../src/plan/builtin/accounting/accounting.ts';
import { doubtIn } from '../src/plan/builtin/doubts/doubts.ts';
import { tokenize } from '../src/plan/builtin/english/tokens.ts';
import { lexiconOf } from '../src/plan/builtin/linking/lexicon.ts';
import { createLinks } from '../src/plan/builtin/linking/link.ts';
import { candidatesFor } from '../src/plan/builtin/search/candidates.ts';
import { evidenceFor } from '../src/plan/builtin/search/rank/ranking.ts';
import { traitsOf } from '../src/plan/builtin/search/rank/shape.ts';
import { shapeWords } from '../src/plan/builtin/search/rank/shape-words.ts';
import { createPlanParser } from '../src/plan/parse/parse.ts';
import { isWrite, type Query } from '../src/plan/plan.ts';
import { confidenceModule } from './fit/confidence.ts';
import { type Asked, fitPlanner, leastConfidence, thresholds } from './fit/planner.ts';
import { rankingModule } from './fit/ranking.ts';
import { shapeModule } from './fit/shape.ts';
import { readQuestions, type ScoredQuestion } from './questions.ts';
import { sameResult } from './run/compare.ts';
import { goldResults } from './ways/gold-results.ts';
import type { Ground } from './ways/ground.ts';
import { postgresGrounds } from './ways/postgres-ground.ts';

const USAGE = 'npm run eval:fit -- --data <folder> --questions <file> [--write]';
const PRECISION = 0.944;

type Parse = Awaited<ReturnType<typeof createPlanParser>>;

/**
 * Fits all that the built-in planner goes by when it chooses among readings, to what is right of them: the shape that a
 * question's words let expect (`shape-fit.ts`), the order of readings (`ranking-fit.ts`), and the confidence in the first
 * and the least that is answered with (`confidence-fit.ts`). Prints what precision and coverage that has for databases
 * that it was not fitted to; `--write` makes the planner use it (`npm run format` then breaks its long lines).
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' }, questions: { type: 'string' }, write: { type: 'boolean' } } });
  if (!values.data || !values.questions) throw new Error(USAGE);
  const { questions } = await readQuestions(values.questions, 'postgres');
  const asked = await askAll(
    values.data,
    questions.filter(({ kind }) => kind === 'read'),
  );
  const { fit, judged } = fitPlanner(asked);
  const least = leastConfidence(judged, PRECISION);
  for (const line of thresholds(judged, questions.length, least)) console.log(line);
  if (values.write !== true) return;
  await write('shape-fit.ts', shapeModule(fit.shape, asked.length));
  await write('ranking-fit.ts', rankingModule(fit.ranking, asked.length));
  await write('confidence-fit.ts', confidenceModule(fit.confidence, least, judged.length));
}

const write = (name: string, text: string) =>
  writeFile(fileURLToPath(new URL(`../src/plan/builtin/search/rank/${name}`, import.meta.url)), text);

async function askAll(data: string, questions: readonly ScoredQuestion[]): Promise<Asked[]> {
  const parse = await createPlanParser();
  const grounds = await postgresGrounds(data);
  const asked: Asked[] = [];
  try {
    for (const db of new Set(questions.map((question) => question.db))) {
      const [first, ...more] = questions.filter((question) => question.db === db);
      if (first === undefined) continue;
      const ground = await grounds.open({ name: db, questions: [first, ...more] });
      for (const question of [first, ...more]) {
        const expected = expectedPlan(question, ground, parse);
        if (expected !== null) asked.push(await ask(question, expected, ground));
      }
      await ground.close();
      process.stderr.write(`${asked.length} questions (${db})\n`);
    }
  } finally {
    await grounds.close();
  }
  return asked;
}

/** Null for a statement that no plan says. */
function expectedPlan({ goldPostgres: [sql] }: ScoredQuestion, { schema }: Ground, parse: Parse): Query | null {
  try {
    const plan = parse(sql ?? '', schema);
    return isWrite(plan) ? null : plan;
  } catch {
    return null;
  }
}

async function ask(question: ScoredQuestion, expectedQuery: Query, ground: Ground): Promise<Asked> {
  const { question: text, ordered, db } = question;
  const values = await ground.values();
  const traits = traitsOf(expectedQuery);
  const tokens = tokenize(text);
  const found = candidatesFor({ text, schema: ground.schema, values, now: new Date() });
  if (found.kind === 'none') {
    const lexicon = lexiconOf(ground.schema);
    return { db, words: shapeWords(tokens, createLinks(tokens, lexicon, values), lexicon), traits, readings: [] };
  }
  const expected = await goldResults(question, ground);
  const readings: Asked['readings'][number][] = [];
  for (const { candidate, evidence } of evidenceFor(found.candidates, found.asked)) {
    const rows = await resultOf(candidate.plan, ground);
    const right = rows !== null && expected.results.some((result) => sameResult(result, rows, { ordered, tied: expected.tied }));
    const { tokens: said, asked: known } = found;
    const doubted = doubtIn(candidate, said, known.lexicon, known.graph) !== null || unaccounted(said, candidate, known.lexicon).length > 0;
    readings.push({ evidence, right, doubted });
  }
  return { db, words: found.words, traits, readings };
}

/** Null when it cannot be compiled or does not run. */
async function resultOf(plan: Query, ground: Ground) {
  try {
    return await ground.read(await ground.compile(plan));
  } catch {
    return null;
  }
}

await main();
