import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startNode } from '../bench/children.ts';
import { type Client, createClient, SvcError } from '../src/client/index.ts';
import { startEmbeddedPostgres } from '../src/engines/postgres/embedded.ts';
import { type HostedDump, hostDump } from './hosted.ts';
import { readQuestions, type ScoredQuestion } from './questions.ts';
import { type Mark, mark, type Ports, summarise } from './score.ts';

const USAGE = 'npm run eval -- --data <folder> --questions <file> [--limit <n>] [--json <file>] [--detail <file>]';
const SECRET = 'evaluation-secret-evaluation-secret';
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Asks every question of the file over HTTP, on hosted databases loaded from the dumps, and counts what is right. */
async function evaluate(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      questions: { type: 'string' },
      limit: { type: 'string' },
      json: { type: 'string' },
      detail: { type: 'string' },
    },
  });
  if (!values.data || !values.questions) throw new Error(USAGE);
  const questions = (await readQuestions(values.questions)).slice(0, values.limit ? Number(values.limit) : undefined);
  const scored = await withService(values.data, (ask) => scoreAll(questions, ask));
  const summary = summarise(scored);
  console.log(JSON.stringify(summary, null, 2));
  if (values.json) await writeFile(values.json, `${JSON.stringify(summary, null, 2)}\n`);
  if (values.detail)
    await writeFile(
      values.detail,
      scored
        .map(({ question, ...rest }) => `${JSON.stringify({ id: question.id, db: question.db, question: question.question, ...rest })}\n`)
        .join(''),
    );
}

interface Asker {
  readonly svc: Client;
  host(name: string): Promise<HostedDump>;
}

async function withService<T>(data: string, work: (asker: Asker) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-eval-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { host, port, user, password } = postgres.endpoint();
  const server = { endpoint: () => ({ host, port, user, password, database: 'postgres' }), ensure: async () => undefined };
  const service = await startNode([MAIN], {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/postgres`,
    SVC_SECRET: SECRET,
    SVC_DATA_DIR: dataDir,
    SVC_PORT: '0',
    SVC_ANON_BUDGET: '0',
    SVC_ANON_RATE_LIMIT: '0',
    SVC_ANON_SESSIONS_PER_HOUR: '0',
    SVC_LOG_LEVEL: 'error',
  });
  try {
    const anonymous = createClient({ baseUrl: service.url });
    await anonymous.listDatabases();
    const svc = createClient({ baseUrl: service.url, apiKey: anonymous.anonymousToken() ?? '' });
    return await work({ svc, host: (name) => hostDump({ svc, server, secret: SECRET, data }, name) });
  } finally {
    await service.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function scoreAll(questions: readonly ScoredQuestion[], { svc, host }: Asker): Promise<Mark[]> {
  const scored: Mark[] = [];
  const byDatabase = groupByDatabase(questions);
  for (const [name, own] of byDatabase) {
    const dump = await host(name);
    for (const question of own) scored.push(await mark(question, portsOf(dump, svc)));
    await dump.close();
    const right = scored.filter(({ status }) => status === 'right').length;
    process.stderr.write(`${scored.length} of ${questions.length} asked, ${right} right (${name})\n`);
  }
  return scored;
}

function groupByDatabase(questions: readonly ScoredQuestion[]): Map<string, ScoredQuestion[]> {
  const groups = new Map<string, ScoredQuestion[]>();
  for (const question of questions) groups.set(question.db, [...(groups.get(question.db) ?? []), question]);
  return groups;
}

const portsOf = (dump: HostedDump, svc: Client): Ports => ({
  async answer({ question }) {
    try {
      const reply = await svc.ask({ db: dump.dbId, goal: question, forceQuery: true, maxRows: 10_000 });
      if (reply.kind !== 'query') return { kind: 'declined', code: reply.kind };
      return { kind: 'rows', rows: reply.data.map((row) => reply.columns.map(({ name }) => row[name])), sql: reply.trace.sql };
    } catch (error) {
      if (!(error instanceof SvcError)) throw error;
      return { kind: DECLINED.has(error.code) ? 'declined' : 'failed', code: error.code };
    }
  },
  async expected({ gold_sql, tie_sql }) {
    const results = await Promise.all(gold_sql.map((sql) => dump.gold(sql).catch(() => null)));
    return { results: results.filter((rows) => rows !== null), tied: tie_sql ? await dump.gold(tie_sql) : null };
  },
});

const DECLINED = new Set(['llm_failed', 'clarify_required', 'schema_mismatch', 'goal_too_long']);

await evaluate();
