import { parseArgs } from 'node:util';
import { atClock } from '../src/plan/at-clock.ts';
import { PLAN_CHECKS } from '../src/plan/builtin/checks/plan-checks.ts';
import { DOUBTS } from '../src/plan/builtin/doubts/doubts.ts';
import { FORMS } from '../src/plan/builtin/phrases/forms.ts';
import { createQuestionPlanner } from '../src/plan/builtin/questions/question.ts';
import { CONDITION_RULES } from '../src/plan/builtin/search/rules/read-conditions.ts';
import { MODIFIER_RULES } from '../src/plan/builtin/search/rules/read-modifiers.ts';
import type { Query } from '../src/plan/plan.ts';
import type { ValueIndex } from '../src/plan/planner.ts';
import { dataBeside } from './options.ts';
import { readQuestions, type ScoredQuestion } from './questions.ts';
import { namedSwitchesOf, type Switch, switchesOf } from './rules/switch.ts';
import type { ResultRow } from './run/compare.ts';
import { isRight } from './run/score.ts';
import { withToday } from './ways/clock.ts';
import { goldResults } from './ways/gold-results.ts';
import type { Ground } from './ways/ground.ts';
import { postgresGrounds } from './ways/postgres-ground.ts';
import type { Expected } from './ways/way.ts';

const USAGE = `npm run eval:rules -- --questions <file>[,<file>] [--today YYYY-MM-DD] [--only <databases, with commas between>]
Plans every question again without each rule that found something in it, and prints for each rule what is lost and what becomes
right or wrong without it. Only databases that a rule was not made for say whether it pays.`;

type Verdict = 'right' | 'wrong' | 'declined';

interface Tally {
  readonly rule: string;
  fired: number;
  /** Right with it, and no longer without. */
  lost: number;
  /** Right without it alone. */
  gained: number;
  /** Wrong without it alone. */
  prevented: number;
  /** Wrong with it, and no longer without. */
  caused: number;
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { questions: text, today: text, only: text } });
  if (!values.questions) throw new Error(USAGE);
  const only = values.only === undefined ? null : new Set(values.only.split(','));
  const switches = [
    ...namedSwitchesOf(FORMS, 'form'),
    ...switchesOf(DOUBTS, 'doubt', null),
    ...switchesOf(PLAN_CHECKS, 'plan check', null),
    ...switchesOf(CONDITION_RULES, 'condition', []),
    ...switchesOf(MODIFIER_RULES, 'modifier', []),
  ];
  const tallies = new Map(switches.map((rule) => [rule, { rule: rule.name, fired: 0, lost: 0, gained: 0, prevented: 0, caused: 0 }]));
  for (const file of values.questions.split(',')) {
    const data = dataBeside(file);
    if (data === null) throw new Error(`No folder with db/ lies beside ${file}.`);
    const { questions } = await readQuestions(file, 'postgres');
    const asked = questions.filter(({ kind, db }) => ['read', 'unanswerable'].includes(kind) && (only === null || only.has(db)));
    await measure(data, asked, values.today ?? null, tallies);
  }
  console.log('rule | found something | lost without it | right without it | wrong without it | wrong only with it');
  for (const { rule, fired, lost, gained, prevented, caused } of [...tallies.values()].sort((a, b) => worthOf(b) - worthOf(a)))
    console.log(`${rule} | ${fired} | ${lost} | ${gained} | ${prevented} | ${caused}`);
}

/** A wrong answer costs more than ten declined ones. */
const WRONG = 10;
const worthOf = ({ lost, gained, prevented, caused }: Tally): number => lost - gained + WRONG * (prevented - caused);

async function measure(
  data: string,
  questions: readonly ScoredQuestion[],
  today: string | null,
  tallies: ReadonlyMap<Switch, Tally>,
): Promise<void> {
  const grounds = await postgresGrounds(data);
  try {
    for (const db of new Set(questions.map((question) => question.db))) {
      const [first, ...more] = questions.filter((question) => question.db === db);
      if (first === undefined) continue;
      const opened = await grounds.open({ name: db, questions: [first, ...more] });
      const ground = { ...opened, gold: (sql: string) => opened.gold(today === null ? sql : withToday(sql, today)) };
      const values = await ground.values();
      for (const question of [first, ...more]) await measureQuestion({ question, ground, values, today }, tallies);
      await opened.close();
      process.stderr.write(`${db} `);
    }
  } finally {
    await grounds.close();
  }
}

interface Asked {
  readonly question: ScoredQuestion;
  readonly ground: Ground;
  readonly values: ValueIndex;
  readonly today: string | null;
}

async function measureQuestion(asked: Asked, tallies: ReadonlyMap<Switch, Tally>): Promise<void> {
  const { question, ground } = asked;
  for (const rule of tallies.keys()) rule.fired();
  const plan = await planOf(asked);
  const found = [...tallies].filter(([rule]) => rule.fired());
  const wanted = await goldResults(question, ground);
  const rows = new Map<string, Verdict>();
  const judge = async (given: Query | null): Promise<Verdict> => {
    if (given === null) return 'declined';
    const key = JSON.stringify(given);
    const before = rows.get(key);
    if (before !== undefined) return before;
    const verdict = await verdictOn(given, asked, wanted);
    rows.set(key, verdict);
    return verdict;
  };
  const base = await judge(plan);
  for (const [rule, tally] of found) {
    tally.fired += 1;
    const other = await judge(await rule.without(() => planOf(asked)));
    if (other === base) continue;
    if (base === 'right') tally.lost += 1;
    if (other === 'right') tally.gained += 1;
    if (other === 'wrong') tally.prevented += 1;
    if (base === 'wrong') tally.caused += 1;
  }
}

const planner = createQuestionPlanner();

async function planOf({ question, ground: { schema }, values, today }: Asked): Promise<Query | null> {
  const now = today === null ? new Date() : new Date(`${today}T12:00:00Z`);
  const outcome = await planner.plan({ text: question.question, schema, values, now, signal: new AbortController().signal });
  return outcome.kind === 'plan' && (outcome.plan.kind === 'select' || outcome.plan.kind === 'set') ? outcome.plan : null;
}

async function verdictOn(plan: Query, { question, ground, today }: Asked, wanted: Expected): Promise<Verdict> {
  if (question.kind === 'unanswerable') return 'wrong';
  try {
    const statement = await ground.compile(today === null ? plan : atClock(plan, new Date(`${today}T12:00:00Z`)));
    const rows: readonly ResultRow[] = await ground.read(statement);
    return isRight(question, wanted, rows) ? 'right' : 'wrong';
  } catch {
    return 'wrong';
  }
}

await main();
