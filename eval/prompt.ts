import { parseArgs } from 'node:util';
import { loadModule, parseSync } from 'libpg-query';
import pg from 'pg';
import type { Privacy } from '../src/contract/egress.ts';
import { INTROSPECTION, schemaFrom } from '../src/engines/postgres/introspect.ts';
import { buildValueIndex } from '../src/plan/builtin/linking/value-index.ts';
import { buildPrompt, PROMPT_MAX_TOKENS } from '../src/plan/llm/prompt.ts';
import type { ValueEntry } from '../src/plan/planner.ts';
import type { Schema, Table } from '../src/plan/schema.ts';
import { readQuestions, type ScoredQuestion } from './questions.ts';

const USAGE = 'npm run eval:prompt -- --databases <postgres URL ending in a database prefix> --questions <file> [--tables 600] [--seed 1]';

interface Loaded {
  readonly schema: Schema;
  readonly values: readonly ValueEntry[];
}

/** How long prompts are, and how often they hold every table that the gold SQL reads: for each database alone, and for all of them thrown together. */
async function measure(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      databases: { type: 'string' },
      questions: { type: 'string' },
      tables: { type: 'string', default: '600' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (!options.databases || !options.questions) throw new Error(USAGE);
  await loadModule();
  const questions = (await readQuestions(options.questions, 'postgres')).questions.filter(({ goldPostgres }) => goldPostgres.length > 0);
  const loaded = new Map<string, Loaded>();
  for (const name of new Set(questions.map(({ db }) => db))) loaded.set(name, await load(`${options.databases}${name}`));

  for (const privacy of ['none', 'samples'] as const)
    report(`each database alone, ${privacy}`, questions, (question) => oneOf(loaded, question), privacy);
  // Tables to search among: databases of the same server that no question is about.
  const names = await databasesLike(options.databases);
  for (const name of names) if (!loaded.has(name)) loaded.set(name, await load(`${options.databases}${name}`));
  const large = unite(loaded, Number(options.tables), Number(options.seed));
  console.log(`all together: ${large.schema.tables.length} tables of ${large.names.size} databases`);
  const asked = questions.filter(({ db }) => large.names.has(db));
  const known = { schema: large.schema, values: large.values };
  report('all together, values known', asked, ({ db }) => ({ ...known, rename: large.names.get(db) ?? new Map() }), 'none');
  report('all together, no values', asked, ({ db }) => ({ ...known, values: [], rename: large.names.get(db) ?? new Map() }), 'none');
}

const oneOf = (loaded: ReadonlyMap<string, Loaded>, { db }: ScoredQuestion) => ({
  ...(loaded.get(db) as Loaded),
  rename: new Map<string, string>(),
});

function report(
  title: string,
  questions: readonly ScoredQuestion[],
  of: (question: ScoredQuestion) => Loaded & { rename: ReadonlyMap<string, string> },
  privacy: Privacy,
): void {
  const indexes = new Map<readonly ValueEntry[], ReturnType<typeof buildValueIndex>>();
  const lengths: number[] = [];
  const times: number[] = [];
  let kept = 0;
  const missed: string[] = [];
  for (const question of questions) {
    const { schema, values, rename } = of(question);
    const index = indexes.get(values) ?? buildValueIndex(values);
    indexes.set(values, index);
    const startedAt = performance.now();
    const prompt = buildPrompt({
      text: question.question,
      schema,
      values: index,
      now: new Date(),
      engine: 'postgres',
      privacy,
      examples: [],
    });
    times.push(performance.now() - startedAt);
    lengths.push(prompt.tokens);
    const needed = tablesOf(question.goldPostgres[0] ?? '', schema, rename);
    if (needed.every((table) => prompt.tables.includes(table))) kept += 1;
    else missed.push(question.id);
  }
  lengths.sort((a, b) => a - b);
  times.sort((a, b) => a - b);
  const at = (list: readonly number[], share: number) => Math.round(list[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0);
  console.log(
    `${title}: ${questions.length} questions; tokens median ${at(lengths, 0.5)}, p95 ${at(lengths, 0.95)}, most ${at(lengths, 1)} (bound ${PROMPT_MAX_TOKENS}); ` +
      `all tables kept ${((100 * kept) / questions.length).toFixed(1)} %; ms median ${at(times, 0.5)}, most ${at(times, 1)}`,
  );
  if (process.env.DETAIL) console.log(missed.join('\n'));
}

/** The rest of the names of databases that begin as the URL's path does. */
async function databasesLike(prefixUrl: string): Promise<string[]> {
  const url = new URL(prefixUrl);
  const prefix = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY 1', [
      prefix,
    ]);
    return rows.map(({ datname }) => datname.slice(prefix.length));
  } finally {
    await client.end();
  }
}

async function load(url: string): Promise<Loaded> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ json_build_object: unknown }>(INTROSPECTION.sql);
    const schema = schemaFrom(JSON.stringify(rows[0]?.json_build_object));
    const values: ValueEntry[] = [];
    for (const table of schema.tables) {
      for (const column of table.columns.filter(({ type }) => type === 'text')) {
        const [name, from] = [pg.escapeIdentifier(column.name), pg.escapeIdentifier(table.name)];
        const found = await client.query<{ v: string }>(
          `SELECT DISTINCT v FROM (SELECT ${name}::text AS v FROM public.${from} LIMIT 100000) s WHERE length(v) BETWEEN 1 AND 120 LIMIT 5001`,
        );
        if (found.rows.length <= 5_000) values.push({ table: table.name, column: column.name, values: found.rows.map(({ v }) => v) });
      }
    }
    return { schema, values };
  } finally {
    await client.end();
  }
}

/** Whole databases until there are so many tables; a name that is taken gets its database's in front. */
function unite(loaded: ReadonlyMap<string, Loaded>, tables: number, seed: number): Loaded & { names: Map<string, Map<string, string>> } {
  const all: Table[] = [];
  const values: ValueEntry[] = [];
  const names = new Map<string, Map<string, string>>();
  const taken = new Set<string>();
  const order = [...loaded].sort(([a], [b]) => hash(a, seed) - hash(b, seed));
  for (const [db, own] of order) {
    if (all.length >= tables) break;
    const rename = new Map(own.schema.tables.map(({ name }) => [name, taken.has(name) ? `${db}_${name}` : name]));
    const nameOf = (name: string) => rename.get(name) ?? name;
    for (const table of own.schema.tables) {
      taken.add(nameOf(table.name));
      all.push({ ...table, name: nameOf(table.name), foreignKeys: table.foreignKeys.map((key) => ({ ...key, table: nameOf(key.table) })) });
    }
    values.push(...own.values.map((entry) => ({ ...entry, table: nameOf(entry.table) })));
    names.set(db, rename);
  }
  return { schema: { fingerprint: 'united', tables: all }, values, names };
}

const hash = (text: string, seed: number): number =>
  [...text].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0) + seed) % 1_000_003, seed);

/** Tables of the schema that a statement reads, wherever they stand in it. */
function tablesOf(sql: string, schema: Schema, rename: ReadonlyMap<string, string>): string[] {
  const known = new Set(schema.tables.map(({ name }) => name));
  const found = new Set<string>();
  const stack: unknown[] = [parseSync(sql)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const name = (node as { RangeVar?: { relname?: string } }).RangeVar?.relname;
    if (name !== undefined) found.add(rename.get(name) ?? name);
    stack.push(...Object.values(node));
  }
  return [...found].filter((name) => known.has(name));
}

await measure();
