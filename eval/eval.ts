import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startNode } from '../bench/children.ts';
import { type Client, createClient, SvcError } from '../src/client/index.ts';
import { startEmbeddedPostgres } from '../src/engines/postgres/embedded.ts';
import { sameResult } from './compare.ts';
import { type HostedDump, hostDump } from './hosted.ts';
import { readQuestions, type ScoredQuestion } from './questions.ts';

const USAGE = 'npm run eval -- --data <folder> --questions <file> [--limit <n>] [--json <file>] [--detail <file>]';
const SECRET = 'evaluation-secret-evaluation-secret';
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

type Status = 'right' | 'wrong' | 'declined' | 'failed';

interface Scored {
  readonly question: ScoredQuestion;
  readonly status: Status;
  readonly ms: number;
  readonly sql: string | null;
  readonly code: string | null;
}

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

async function scoreAll(questions: readonly ScoredQuestion[], { svc, host }: Asker): Promise<Scored[]> {
  const scored: Scored[] = [];
  const byDatabase = groupByDatabase(questions);
  for (const [name, own] of byDatabase) {
    const dump = await host(name);
    for (const question of own) scored.push(await score(question, dump, svc));
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

async function score(question: ScoredQuestion, dump: HostedDump, svc: Client): Promise<Scored> {
  const startedAt = performance.now();
  try {
    const reply = await svc.ask({ db: dump.dbId, goal: question.question, forceQuery: true, maxRows: 10_000 });
    const ms = performance.now() - startedAt;
    if (reply.kind !== 'query') return { question, status: 'wrong', ms, sql: reply.trace.sql, code: reply.kind };
    const rows = reply.data.map((row) => reply.columns.map(({ name }) => row[name]));
    return { question, status: (await isRight(question, rows, dump)) ? 'right' : 'wrong', ms, sql: reply.trace.sql, code: null };
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    // A declined question is an answer of a kind; anything else is a fault of ours or of the machine.
    const status = DECLINED.has(error.code) ? 'declined' : 'failed';
    return { question, status, ms: performance.now() - startedAt, sql: null, code: error.code };
  }
}

const DECLINED = new Set(['llm_failed', 'clarify_required', 'schema_mismatch', 'goal_too_long']);

async function isRight(question: ScoredQuestion, rows: readonly (readonly unknown[])[], dump: HostedDump): Promise<boolean> {
  const tied = question.tie_sql ? await dump.gold(question.tie_sql) : null;
  for (const sql of question.gold_sql) {
    const expected = await dump.gold(sql).catch(() => null);
    if (expected && sameResult(expected, rows, { ordered: question.order_matters && !question.order_ties, ...(tied ? { tied } : {}) }))
      return true;
  }
  return false;
}

function summarise(scored: readonly Scored[]) {
  const count = (status: Status) => scored.filter((one) => one.status === status).length;
  const right = count('right');
  const answered = right + count('wrong');
  const times = scored.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 10) / 10;
  const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 1_000);
  return {
    asked: scored.length,
    answered,
    right,
    declined: count('declined'),
    failed: count('failed'),
    precision: share(right, answered),
    coverage: share(answered, scored.length),
    accuracy: share(right, scored.length),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

await evaluate();
