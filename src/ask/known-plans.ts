import { createHash } from 'node:crypto';
import type { Statement } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Planned } from '../plan/chain.ts';
import type { Plan } from '../plan/plan.ts';
import type { Example, ValueIndex } from '../plan/planner.ts';
import type { Schema } from '../plan/schema.ts';
import { validatePlan } from '../plan/validate.ts';
import { KEPT_MAX, type KnownPlanRows } from '../store/known-plans.ts';
import { createRemembered } from '../store/remembered.ts';
import { examplesLike } from './example.ts';
import { readAgain, standingOf, type Template, templateOf } from './template.ts';

/** Whose question about what; plans never leave it. */
export interface Tenancy {
  readonly ownerId: string;
  readonly dbId: string;
}

/** Questions that were answered before, and the plans that answered them. */
export interface KnownPlans {
  /** The plan of the same question, its literals those of `text`; null when there is none. */
  find(tenancy: Tenancy, text: string, schema: Schema, values: ValueIndex): Promise<Planned | null>;
  /** Questions about the same tables as they are now that were answered, the most like `text` first; each with PostgreSQL that answers it. */
  examples(tenancy: Tenancy, text: string, schema: Schema): Promise<readonly Example[]>;
  /** Keeps a plan that has just answered `text`. */
  keep(tenancy: Tenancy, text: string, known: { readonly schema: Schema; readonly values: ValueIndex }, planned: Planned): void;
}

interface Known {
  readonly hash: string;
  readonly template: Template;
  /** Full SHA-256 of the schema that the plan was made for. */
  readonly fingerprint: string;
  /** Table → SHA-256 of its definition, for the tables that the plan touches. */
  readonly tables: Readonly<Record<string, string>>;
  /** SHA-256 of what the question's words stood for among the stored values. */
  readonly standing: string;
  readonly confidence: number | null;
  readonly assumptions: readonly string[];
  /** Of the service that kept it: the built-in planner of another may read the question otherwise. Null for what a model or the caller read, which stands. */
  readonly version: string | null;
}

/** The planner whose readings are those of a version. */
const BUILTIN = 'builtin';
const DATABASES_MAX = 500;
/** Another service that shares the control plane may have kept more by then. */
const FRESH_MS = 60_000;

interface Dependencies {
  readonly rows: KnownPlanRows;
  /** To PostgreSQL, whatever the database's engine: the dialect that models write. */
  readonly compile: (plan: Plan, schema: Schema) => Statement;
  readonly log: { warn(facts: object, text: string): void };
  readonly now: () => Date;
  /** Of this service. */
  readonly version: string;
}

/** A plan is dropped when a table that it touches changes, or what its question's words stand for among the stored values; by no other change of the schema. */
export function createKnownPlans({ rows, compile, log, now, version }: Dependencies): KnownPlans {
  const remembered = createRemembered<Known[]>({ max: DATABASES_MAX, ttlMs: FRESH_MS });
  const keyOf = ({ ownerId, dbId }: Tenancy): string => `${ownerId} ${dbId}`;
  const inBackground = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      log.warn({ err: error }, 'a known plan was not stored');
    });
  };

  /** Without them a question is only planned anew. */
  const notListed = (error: unknown): null => {
    log.warn({ err: error }, 'known plans were not read');
    return null;
  };

  async function listOf(tenancy: Tenancy): Promise<Known[]> {
    const key = keyOf(tenancy);
    const held = remembered.get(key);
    if (held) return held;
    const listed = (await rows.list(tenancy.ownerId, tenancy.dbId).catch(notListed)) as Known[] | null;
    if (listed === null) return [];
    remembered.set(key, listed);
    return listed;
  }

  return {
    async find(tenancy, text, schema, values) {
      const list = await listOf(tenancy);
      const [fresh, stale] = partition(list, (known) => fits(known, schema));
      if (stale.length > 0) {
        remembered.set(keyOf(tenancy), fresh);
        const hashes = stale.map(({ hash }) => hash);
        inBackground(rows.forget(tenancy.ownerId, tenancy.dbId, hashes));
      }
      const today = now().toISOString().slice(0, 10);
      for (const known of fresh) {
        // Another service on this control plane may be of that version, so that it is kept.
        if (known.version !== null && known.version !== version) continue;
        const plan = readAgain(known.template, text, values, today);
        // Values that were stored since may be what its words mean.
        const checked = plan && known.standing === standingHash(known.template, values) && valid(plan, schema);
        if (checked) return { plan: checked, confidence: known.confidence, assumptions: known.assumptions, model: 'cache' };
      }
      return null;
    },

    async examples(tenancy, text, schema) {
      const templates = (await listOf(tenancy)).filter((known) => fits(known, schema)).map(({ template }) => template);
      return examplesLike(text, templates, (plan) => (valid(plan, schema) === null ? null : compile(plan, schema)));
    },

    keep(tenancy, text, { schema, values }, { plan, confidence, assumptions, model }) {
      // What a schema has is said of the schema as it is.
      const names = touched(plan);
      const template = names.length === 0 ? null : templateOf(text, plan, now().toISOString().slice(0, 10));
      if (!template) return;
      const hash = sha256(template.segments);
      const tables = Object.fromEntries([WORDS, ...names].map((name) => [name, definitionOf(schema, name)]));
      const standing = standingHash(template, values);
      const known: Known = {
        hash,
        template,
        fingerprint: schema.fingerprint,
        tables,
        standing,
        confidence,
        assumptions,
        version: model === BUILTIN ? version : null,
      };
      // A list that was not read is read with the next question, this plan in it.
      const listed = remembered.get(keyOf(tenancy));
      if (listed) remembered.set(keyOf(tenancy), [known, ...listed.filter((other) => other.hash !== hash)].slice(0, KEPT_MAX));
      inBackground(rows.keep(tenancy.ownerId, tenancy.dbId, hash, known));
    },
  };
}

const fits = ({ fingerprint, tables }: Known, schema: Schema): boolean =>
  fingerprint === schema.fingerprint ||
  ((tables[WORDS] ?? '') === definitionOf(schema, WORDS) &&
    Object.entries(tables).every(([name, definition]) => definitionOf(schema, name) === definition));

/** Stands among the tables for what the glossary says: a name that no table can have. */
const WORDS = '';

/** Over names, types and keys, as the schema's own fingerprint; empty for a table that is gone. */
function definitionOf(schema: Schema, name: string): string {
  if (name === WORDS) return schema.glossary ? sha256(schema.glossary) : '';
  const table = schema.tables.find((each) => each.name === name);
  if (!table) return '';
  const columns = table.columns.map((each) => [each.name, each.nativeType, each.nullable, each.hasDefault, each.generated]);
  return sha256([table.name, table.kind, columns, table.primaryKey, table.uniques, table.foreignKeys]);
}

function touched(plan: Plan): string[] {
  const names = new Set<string>();
  JSON.stringify(plan, (_key, value: unknown) => {
    const table = typeof value === 'object' && value !== null && 'table' in value && 'kind' in value ? value : null;
    if (table && TABLE_KINDS.has(String(table.kind))) names.add(String(table.table));
    return value;
  });
  return [...names];
}
const TABLE_KINDS: ReadonlySet<string> = new Set(['table', 'insert', 'update', 'delete']);

/** What a plan was last checked against: that of the same question is the same object. */
const lastChecked = new WeakMap<Plan, { readonly schema: Schema; readonly checked: Plan }>();

function valid(plan: Plan, schema: Schema): Plan | null {
  const last = lastChecked.get(plan);
  if (last?.schema === schema) return last.checked;
  try {
    const checked = validatePlan(plan, schema);
    lastChecked.set(plan, { schema, checked });
    return checked;
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

function partition<T>(all: readonly T[], holds: (each: T) => boolean): [T[], T[]] {
  return [all.filter(holds), all.filter((each) => !holds(each))];
}

/** What it was last: an index that nothing has changed is the same object. */
const standings = new WeakMap<Template, { readonly values: ValueIndex; readonly hash: string }>();

function standingHash(template: Template, values: ValueIndex): string {
  const last = standings.get(template);
  if (last?.values === values) return last.hash;
  const hash = sha256(standingOf(template, values));
  standings.set(template, { values, hash });
  return hash;
}

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
