import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { EngineName } from '../src/contract/database.ts';
import type { BriefRules } from './run/judge-brief.ts';

const statements = z.array(z.string()).default([]);

const names = z.array(z.string());

/**
 * A line of a questions file. Which fields it has says what it is: `brief` a database to make, `table` a write, no gold
 * statement an unanswerable one. `match` and `expect` are of ordinary people's questions and writes.
 */
const Line = z.object({
  id: z.string(),
  suite: z.string().default('own'),
  db: z.string().default('briefs'),
  split: z.string().default(''),
  question: z.string().optional(),
  category: z.string().default(''),
  gold_sql: statements,
  gold_sql_postgres: statements,
  gold_sql_clickhouse: statements,
  order_matters: z.boolean().default(false),
  order_ties: z.boolean().default(false),
  tie_sql: z.string().nullish(),
  tie_sql_postgres: z.string().nullish(),
  /** Of a write: the table whose rows are compared afterwards, and the dump's schema that it stands in. */
  table: z.string().optional(),
  schema: z.string().optional(),
  kind: z.string().optional(),
  /** How an answer is compared with the gold; strictly when absent. */
  match: z.enum(['subset', 'exact']).optional(),
  expect: z.enum(['apply', 'ask_back']).optional(),
  brief: z.string().optional(),
  must: z
    .object({
      tables: z.array(names).default([]),
      columns: z.record(z.string(), z.array(names)).default({}),
      references: z.array(z.tuple([z.string(), z.string()])).default([]),
    })
    .optional(),
  must_not: names.default([]),
});

export interface ScoredQuestion {
  readonly id: string;
  readonly kind: 'read' | 'unanswerable' | 'write' | 'brief';
  readonly suite: string;
  readonly db: string;
  /** File name of the data, without its ending. */
  readonly dump: string;
  readonly question: string;
  readonly category: string;
  /** On the engine that is measured; any of them is right. Empty for a question that has to be declined. */
  readonly gold: readonly string[];
  /** The same in PostgreSQL's words. */
  readonly goldPostgres: readonly string[];
  /** True when the gold statement decides the order of its rows. */
  readonly ordered: boolean;
  /** The gold statement WITH TIES, where its limit cuts through them. */
  readonly tieSql: string | null;
  readonly write: {
    readonly table: string;
    readonly schema: string | null;
    /** Null: the table's rows are compared one to one. `apply`: as `sameChange` does. `ask_back`: nothing may be done unasked. */
    readonly expect: 'apply' | 'ask_back' | null;
  } | null;
  readonly brief: BriefRules | null;
  /** Null compares strictly; see `sameAnswer`. */
  readonly match: 'subset' | 'exact' | null;
}

export interface QuestionFile {
  readonly questions: readonly ScoredQuestion[];
  /** SHA-256 of the text: a resumed run goes on only with the same questions. */
  readonly fingerprint: string;
}

/** Reads questions from a file of one JSON object a line, with the gold statements of one engine. */
export async function readQuestions(file: string, engine: EngineName): Promise<QuestionFile> {
  const text = await readFile(file, 'utf8');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const questions = lines.map((line) => scored(Line.parse(JSON.parse(line)), engine));
  return { questions, fingerprint: createHash('sha256').update(text).digest('hex') };
}

function scored(line: z.infer<typeof Line>, engine: EngineName): ScoredQuestion {
  const { id, suite, db, table, schema, match = null, expect = null } = line;
  const goldPostgres = line.gold_sql.length > 0 ? line.gold_sql : line.gold_sql_postgres;
  const gold = engine === 'clickhouse' && line.gold_sql_clickhouse.length > 0 ? line.gold_sql_clickhouse : goldPostgres;
  const write = table === undefined ? null : { table, schema: schema ?? null, expect };
  const brief = line.brief === undefined ? null : { ...rulesOf(line), never: line.must_not };
  const kind = brief ? 'brief' : write ? 'write' : gold.length === 0 ? 'unanswerable' : 'read';
  return {
    id,
    kind,
    suite,
    db,
    dump: schema === undefined || line.split === '' ? db : `${db}_${line.split}`,
    question: line.question ?? line.brief ?? '',
    category: line.category || line.kind || kind,
    gold,
    goldPostgres,
    ordered: line.order_matters && !line.order_ties,
    tieSql: line.tie_sql ?? line.tie_sql_postgres ?? null,
    write,
    brief,
    match,
  };
}

const rulesOf = ({ must }: z.infer<typeof Line>) => must ?? { tables: [], columns: {}, references: [] };
