import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ENGINES, type EngineName } from '../src/contract/database.ts';

export const PLANNERS = ['builtin', 'llm', 'gold'] as const;
export type PlannerName = (typeof PLANNERS)[number];

export interface Options {
  /** Folder with `db/<name>.sql`, and `clickhouse/db/<name>.sql` for that engine. */
  readonly data: string;
  readonly questions: string;
  readonly planner: PlannerName;
  readonly engine: EngineName;
  /** For the planner `llm`: `<provider>/<model>` or a preset; null takes the first model that is configured. */
  readonly model: string | null;
  readonly limit: number | null;
  readonly json: string | null;
  readonly detail: string | null;
  readonly out: string | null;
  readonly state: string;
  readonly resume: boolean;
  /** ISO day at which the clock of service and gold statements stands; null is the real one. */
  readonly today: string | null;
  /** Databases of whose questions nothing but totals is shown or written. */
  readonly heldOut: ReadonlySet<string>;
}

export const USAGE = `npm run eval -- [options]        without --questions: the project's own questions
  --questions <file>      questions, one JSON object a line
  --data <folder>         with db/<name>.sql (ClickHouse: clickhouse/db/<name>.sql); found beside the questions when absent
  --planner <name>        builtin (default), llm: a configured model, gold: gold SQL → plan → SQL
  --engine <name>         postgres (default), clickhouse
  --model <name>          for --planner llm: <provider>/<model>, or auto, fast, best; the first configured one when absent
  --limit <n>             the first n questions alone
  --json <file>           every figure
  --detail <file>         every question's result, one JSON object a line
  --out <folder>          pictures
  --today <day>           the day that service and gold statements take for today, YYYY-MM-DD
  --held-out <names>      databases of which totals alone are shown, with commas between
  --resume                goes on with the run that was broken off
  --state <folder>        where runs are kept, .eval when absent`;

const OWN = fileURLToPath(new URL('./own', import.meta.url));

const Values = z.object({
  data: z.string().optional(),
  questions: z.string().optional(),
  planner: z.enum(PLANNERS).default('builtin'),
  engine: z.enum(ENGINES).default('postgres'),
  model: z.string().optional(),
  limit: z.coerce.number().int().positive().optional(),
  json: z.string().optional(),
  detail: z.string().optional(),
  out: z.string().optional(),
  state: z.string().default('.eval'),
  resume: z.boolean().default(false),
  today: z.iso.date().optional(),
  'held-out': z.string().default(''),
});

/** @throws Error whose message says which option is wrong */
export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ data: text, questions: text, planner: text, engine: text, model: text, limit: text },
      ...{ json: text, detail: text, out: text, state: text, today: text, 'held-out': text },
      resume: { type: 'boolean' },
    },
  });
  const parsed = Values.safeParse(values);
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'));
  const given = parsed.data;
  const questions = given.questions ?? join(OWN, 'questions.jsonl');
  if (!existsSync(questions)) throw new Error(`--questions: there is no file ${questions}`);
  const data = given.data ?? dataBeside(questions);
  if (data === null) throw new Error('--data: no folder with db/ lies beside the questions; name one');
  return {
    ...{
      data,
      questions,
      planner: given.planner,
      engine: given.engine,
      model: given.model ?? null,
      state: given.state,
      resume: given.resume,
      today: given.today ?? null,
      heldOut: new Set(given['held-out'].split(',').filter((name) => name !== '')),
    },
    ...{ limit: given.limit ?? null, json: given.json ?? null, detail: given.detail ?? null, out: given.out ?? null },
  };
}

/** The folder with db/ that a questions file belongs to. */
export const dataBeside = (questions: string) =>
  [dirname(questions), dirname(dirname(questions))].find((folder) => existsSync(join(folder, 'db'))) ?? null;
