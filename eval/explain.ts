import { parseArgs } from 'node:util';
import { unaccounted } from '../src/plan/builtin/accounting/accounting.ts';
import { doubtIn } from '../src/plan/builtin/doubts/doubts.ts';
import { tokenize } from '../src/plan/builtin/english/tokens.ts';
import { lexiconOf } from '../src/plan/builtin/linking/lexicon.ts';
import { createLinks } from '../src/plan/builtin/linking/link.ts';
import { buildValueIndex } from '../src/plan/builtin/linking/value-index.ts';
import { phrasesOf } from '../src/plan/builtin/phrases/phrases.ts';
import { createQuestionPlanner } from '../src/plan/builtin/questions/question.ts';
import { candidatesFor } from '../src/plan/builtin/search/candidates.ts';
import { CONFIDENCE_FIT } from '../src/plan/builtin/search/rank/confidence-fit.ts';
import type { Query } from '../src/plan/plan.ts';
import type { Question } from '../src/plan/planner.ts';
import { dumpFile, readDump } from './ways/dump.ts';
import { hostDump } from './ways/hosted.ts';
import { startHostedService } from './ways/hosted-service.ts';

const USAGE = 'npm run explain -- "<question>" --data <folder with db/> --db <name> [--today YYYY-MM-DD]';
const SHOWN_MAX = 5;

/** Prints how the built-in planner reads a question: what its words may name, the readings with their costs, and what was given or why not. */
async function explain(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' }, db: { type: 'string' }, today: { type: 'string' } },
  });
  const [text] = positionals;
  if (text === undefined || !values.data || !values.db) throw new Error(USAGE);
  const service = await startHostedService();
  try {
    const statements = await readDump(dumpFile(values.data, 'postgres', values.db));
    const { dbId } = await hostDump(service, { name: values.db, statements, schema: null });
    const { signal } = new AbortController();
    const schema = await service.engine.introspect({ dbId }, signal);
    const index = buildValueIndex(await service.engine.distinctValues({ dbId }, schema, signal));
    const now = values.today === undefined ? new Date() : new Date(`${values.today}T12:00:00Z`);
    const sql = (plan: Query) => service.engine.compile(plan, schema).sql.replaceAll(/\s+/g, ' ');
    const question: Question = { text, schema, values: index, now, signal };
    words(question);
    phrases(question, sql);
    search(question, sql);
    const outcome = await createQuestionPlanner().plan(question);
    console.log('\nGiven:');
    if (outcome.kind === 'plan') console.log(`  confidence ${outcome.confidence}; ${outcome.assumptions.join(' ')}`);
    else console.log(`  nothing: ${JSON.stringify(outcome)}`);
  } finally {
    await service.close();
  }
}

function words({ text, schema, values }: Question): void {
  const tokens = tokenize(text);
  const links = createLinks(tokens, lexiconOf(schema), values);
  console.log('Words and what they may name:');
  for (const [at, { text: word }] of tokens.entries()) {
    const tables = links.entities(at).flatMap(({ value }) => value.candidates.map(({ table, cost }) => `${table} ${cost.toFixed(2)}`));
    const columns = links
      .attributes(at)
      .flatMap(({ value }) => value.candidates.map((one) => `${one.table}.${one.columns} ${one.cost.toFixed(2)}`));
    const stored = links.values(at).flatMap(({ value }) => value.hits.map((hit) => `${hit.table}.${hit.column} = ${hit.stored}`));
    const list = (title: string, found: string[]) =>
      found.length === 0 ? [] : [`${title}: ${[...new Set(found)].slice(0, SHOWN_MAX).join(', ')}`];
    console.log(`  ${word}  ${[...list('tables', tables), ...list('columns', columns), ...list('values', stored)].join('; ')}`);
  }
}

function phrases(question: Question, sql: (plan: Query) => string): void {
  const { readings, ambiguous } = phrasesOf(question);
  console.log(
    `\nRead word by word: ${readings.length} readings${Number.isFinite(ambiguous) ? `, one that means several things at ${ambiguous.toFixed(2)}` : ''}`,
  );
  for (const { form, cost, plan } of readings.slice(0, SHOWN_MAX)) console.log(`  ${cost.toFixed(2)}  ${form}: ${sql(plan)}`);
}

function search(question: Question, sql: (plan: Query) => string): void {
  const found = candidatesFor(question);
  if (found.kind === 'none') {
    console.log(`\nSearched: nothing. ${found.reason}`);
    return;
  }
  const { lexicon, graph } = found.asked;
  console.log(
    `\nSearched: ${found.candidates.length} readings; confidence ${found.confidence.toFixed(2)}, at least ${CONFIDENCE_FIT.least} is needed; lead ${found.lead.toFixed(2)}`,
  );
  for (const candidate of found.candidates.slice(0, SHOWN_MAX)) {
    const lost = unaccounted(found.tokens, candidate, lexicon).map(({ text }) => text);
    const doubt = doubtIn(candidate, found.tokens, lexicon, graph);
    console.log(`  ${candidate.cost.toFixed(2)} (words ${candidate.reading.toFixed(2)})  ${sql(candidate.plan)}`);
    if (lost.length > 0) console.log(`        not in the plan: ${lost.join(', ')}`);
    if (doubt !== null) console.log(`        doubted: ${doubt}`);
  }
}

await explain();
