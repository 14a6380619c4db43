import type { Call } from '../call.ts';
import type { Privacy } from '../contract/egress.ts';
import type { TableMeanings } from '../databases/table-meanings.ts';
import { isScoped } from '../databases/target.ts';
import type { Engine, Target } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Meaning } from '../memory/meaning.ts';
import type { Choice } from '../models/models.ts';
import { makePlan, type Planned } from '../plan/chain.ts';
import type { Plan, Query } from '../plan/plan.ts';
import type { Planner, ValueIndex } from '../plan/planner.ts';
import type { Schema } from '../plan/schema.ts';
import type { SchemaChange } from '../plan/schema-change.ts';
import type { Stopwatch } from '../trace.ts';
import type { Continued } from './conversation.ts';
import type { KnownPlans } from './known-plans.ts';
import type { Schemas } from './schemas.ts';
import { faultOfSql } from './sql-text.ts';

export interface Planners {
  readonly question: readonly Planner[];
  readonly write: readonly Planner[];
}

interface Dependencies {
  readonly schemas: Schemas;
  readonly knownPlans: KnownPlans;
  readonly planners: Planners;
  /** Null where recall is by words alone. */
  readonly meaning: Pick<Meaning, 'of'> | null;
  /** Null where models are shown tables by words alone. */
  readonly tableMeanings: Pick<TableMeanings, 'of'> | null;
  readonly now: () => Date;
}

interface Request {
  readonly text: string;
  /** Whether its words ask to change data. */
  readonly writes: boolean;
  readonly choice: Choice;
  readonly privacy: Privacy;
  readonly engine: Engine;
  readonly target: Target;
  readonly call: Call;
  readonly watch: Stopwatch;
  /** What a part of a question was read as; null for a text that stands alone. */
  readonly continued: Continued | null;
  /** Whether a known plan may be given before the engine has said that the schema is still the one it was made for. */
  readonly ahead: boolean;
  /** The plan as the caller wrote it, in place of every planner. */
  readonly own: Planner | null;
}

export interface MadePlan {
  readonly schema: Schema;
  readonly values: ValueIndex;
  readonly planned: Planned<Plan | SchemaChange>;
  /**
   * Of a plan that was given ahead: whether schema and values turned out to be as assumed, by the version of the schema that came with what
   * was read. What was read counts only then.
   */
  readonly unchanged: ((version: string | null) => Promise<boolean>) | null;
}

export type MakePlan = (request: Request) => Promise<MadePlan>;

/** A request's plan: one that answered it before, else one by the planners in the order of choice, on the live schema. */
export function createMakePlan({ schemas, knownPlans, planners, meaning, tableMeanings, now }: Dependencies): MakePlan {
  return async ({ text, writes, choice, privacy, engine, target, call, watch, continued, ahead, own }) => {
    const tenancy = { ownerId: call.caller.ownerId, dbId: target.dbId };
    const unread = continued?.reason ?? null;
    // A known plan tells of words that were stored values for somebody else.
    const mayBeKnown = own === null && !isScoped(target) && !writes && !choice.modelsFirst && unread === null;
    const last = mayBeKnown && ahead ? schemas.last(engine, target) : null;
    const early = last && (await knownPlans.find(tenancy, text, last.schema, last.values));
    if (last && early) {
      watch.step('planning');
      const unchanged = (version: string | null) => schemas.isStill(last, version, { engine, target, signal: call.signal });
      return { ...last, planned: early, unchanged };
    }
    const known = await schemas.withValues(engine, target, call.signal);
    watch.step('planning');
    const { schema, values, fresh } = known;
    const before = mayBeKnown ? await knownPlans.find(tenancy, text, schema, values) : null;
    if (before) return { schema, values, planned: before, unchanged: null };
    const scope = { relations: new Set(schema.tables.map(({ name }) => name)), schema };
    const misdirected = own
      ? null
      : await faultOfSql(text, async (sql) => await engine.guard(sql, scope, { target, signal: call.leaving }));
    // English may be read into it, but whoever writes SQL means its every word; what a write was read as is shown first.
    if (misdirected && !writes) throw misdirected;
    let latest = { schema, values };
    const refresh = async () => {
      const anew = await schemas.withFreshValues(engine, target, call.signal);
      latest = anew;
      return anew;
    };
    const examples = async () => (isScoped(target) ? [] : await knownPlans.examples(tenancy, text, latest.schema));
    const nearTables = tableMeanings?.of(target.dbId, { egress: watch.egress, signal: call.signal });
    const disclosure = { engine: engine.name, privacy, examples, egress: watch.egress, nearTables };
    const nearest = meaning?.of({ target, engine, privacy, egress: watch.egress, signal: call.signal });
    const rows =
      target.rows === undefined
        ? undefined
        : async (query: Query) =>
            (await engine.read(target, engine.compile(query, schema), { maxRows: ROWS_MAX, signal: call.signal })).rows;
    const question = {
      ...{ text, schema, values, now: now(), signal: call.signal, askedBy: call.caller.ownerId },
      ...{ disclosure, nearest, rows, followUp: continued?.followUp ?? null },
    };
    const order = own
      ? [own]
      : unread === null
        ? choice.planners(writes ? planners.write : planners.question)
        : plannersOfPart(unread, continued, choice);
    try {
      const planned = await makePlan(order, question, fresh ? null : refresh);
      return { schema: latest.schema, values: latest.values, planned, unchanged: null };
    } catch (error) {
      throw misdirected && error instanceof Fault && NO_PLAN.has(error.code) ? misdirected : error;
    }
  };
}

/** Of an agent memory, looked at to tell which of them a question means. */
const ROWS_MAX = 1_000;

/** A part of a question is never answered as if it stood alone: models may read it with the one before, and nobody without. */
function plannersOfPart(reason: string, continued: Continued | null, choice: Choice): readonly Planner[] {
  const declining: Planner = { name: 'builtin', local: true, plan: () => Promise.resolve({ kind: 'declined', reason, unclear: [] }) };
  return continued?.followUp ? choice.planners([declining]) : [declining];
}

const NO_PLAN: ReadonlySet<string> = new Set(['llm_failed', 'not_understood']);
