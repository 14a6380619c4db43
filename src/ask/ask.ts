import { type Call, type Handler, Streamed, sessionOf } from '../call.ts';
import type { AskReply, SelectedDb } from '../contract/ask.ts';
import type { EngineName } from '../contract/database.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Input } from '../contract/operations.ts';
import type { CreateDatabase } from '../databases/create.ts';
import { createdSchema } from '../databases/design.ts';
import type { Engine } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { GuardScope } from '../guard/guard.ts';
import type { Choice, Models } from '../models/models.ts';
import { type Once, requireIdempotencyKey } from '../once.ts';
import type { Planned } from '../plan/chain.ts';
import { egressRecord, narrowest } from '../plan/egress.ts';
import { type Delete, type Insert, isWrite, type Query, type Update } from '../plan/plan.ts';
import type { ValueIndex } from '../plan/planner.ts';
import type { Schema } from '../plan/schema.ts';
import { requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import type { Previews } from '../store/previews.ts';
import { resultSet, type Stopwatch, startTrace } from '../trace.ts';
import { answerQuery, answerWrite, diffOf } from './answer.ts';
import type { KnownPlans } from './known-plans.ts';
import { createMakePlan, type Planners } from './make-plan.ts';
import { holdPreview, takePreview } from './preview.ts';
import type { Schemas } from './schemas.ts';
import { chooseTarget } from './target.ts';
import { bindingOf, readRequest } from './text.ts';
import { isEmpty, whyEmpty } from './why-empty.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: (name: EngineName) => Engine;
  readonly schemas: Schemas;
  readonly models: Models;
  readonly knownPlans: KnownPlans;
  readonly planners: Planners;
  readonly looksLikeCreate: (text: string) => boolean;
  readonly looksLikeWrite: (text: string) => boolean;
  readonly asksForInsert: (text: string) => boolean;
  readonly create: CreateDatabase;
  readonly previews: Previews;
  readonly once: Once;
  readonly spend: (call: Call, prompt: string) => Promise<void>;
}

/** What every branch below works on. */
interface Asked {
  readonly text: string;
  readonly input: Input<'ask'>;
  readonly call: Call;
  readonly watch: Stopwatch;
  readonly dbId: string;
  readonly engine: Engine;
  readonly schema: Schema;
  readonly selected: SelectedDb | null;
}

/** Plain English → target → plan → SQL → rows → answer, top to bottom. */
export function createAsk(dependencies: Dependencies): Handler<'ask'> {
  const { databases, engine: engineOf, models, schemas, knownPlans, looksLikeWrite, once, previews, spend } = dependencies;
  const plan = createMakePlan(dependencies);

  return async (input, call) => {
    const watch = startTrace(call);
    try {
      return await ask(input, call, watch);
    } catch (error) {
      throw toldEgress(error, watch);
    }
  };

  async function ask(input: Input<'ask'>, call: Call, watch: Stopwatch) {
    const { text, pin } = readRequest(input);
    const choice = models.choose({ model: input.model, own: call.providerKey });
    // A retry gets its reply before anything is chosen, planned or paid for, all of which may come out differently now.
    const mayWrite = pin === null || choice.remote || input.confirm || looksLikeWrite(text);
    const earlier = mayWrite ? await once.earlier(call) : null;
    if (earlier) return earlier;
    const target = await chooseTarget(
      { text, pin, forceQuery: input.forceQuery, caller: call.caller },
      {
        databases,
        looksLikeCreate: dependencies.looksLikeCreate,
        schemaOf: (database) => schemas.of(engineOf(database.engine), database.id, call.signal),
      },
    );
    watch.step('selected_db', target.kind === 'database' ? { id: target.database.id, slug: target.database.slug } : {});
    if (target.kind === 'create') return await createBranch(text, input, call, watch, choice);

    const dbId = target.database.id;
    const engine = engineOf(target.database.engine);
    const writes = looksLikeWrite(text);
    // A model may have read a write where the words alone show none.
    if (input.confirm && !input.dryRun && (writes || (await previews.has(bindingOf(call.caller.ownerId, dbId, text))))) {
      const schema = await schemas.of(engine, dbId, call.signal);
      return await confirmBranch({ text, input, call, watch, dbId, engine, schema, selected: target.selected });
    }
    await spend(call, text);
    databases.touch(dbId);
    const privacy = narrowest(models.settings.privacy, target.database.privacy, input.privacy);
    const { schema, values, planned } = await plan({ text, writes, choice, privacy, engine, dbId, call, watch });
    watch.step('plan', { model: planned.model, confidence: planned.confidence, assumptions: planned.assumptions });
    const asked: Asked = { text, input, call, watch, dbId, engine, schema, selected: target.selected };
    if (!isWrite(planned.plan)) return await queryBranch(asked, planned, planned.plan, values);
    if (input.confirm && !input.dryRun) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
    requireWriteAccess(call.caller);
    // Words that do not ask for rows to be added never insert at once, whatever was made of them; nor does what would overwrite.
    const adds = planned.plan.kind === 'insert' && planned.plan.onConflict?.action !== 'update';
    if (planned.plan.kind === 'insert' && adds && dependencies.asksForInsert(text) && !input.dryRun)
      return await insertBranch(asked, planned, planned.plan);
    return await previewBranch(asked, planned, planned.plan);
  }

  async function createBranch(text: string, input: Input<'ask'>, call: Call, watch: Stopwatch, choice: Choice) {
    requireWriteAccess(call.caller);
    requireIdempotencyKey(call);
    await spend(call, text);
    return await once.control(call, 200, async () => {
      const { id, slug, engine, schema, assumptions, model } = await dependencies.create(
        text,
        { engine: input.engine, privacy: input.privacy, choice, egress: watch.egress },
        call,
      );
      const tables = schema.tables.map((table) => table.name);
      watch.step('created', { dbId: id, slug, tables });
      const body: AskReply = {
        status: 'ok',
        kind: 'create',
        session: sessionOf(call, id),
        dbId: id,
        slug,
        engine,
        pkLive: null,
        answer: `Created ${slug} with ${tables.length === 1 ? 'the table' : 'the tables'} ${tables.join(', ')}.`,
        schema: createdSchema(schema),
        trace: watch.trace({ engine, statement: null, model, confidence: 1, assumptions }),
      };
      return { body, finish: { dbId: id, becomes: 'ready' } };
    });
  }

  async function queryBranch(asked: Asked, planned: Planned, plan: Query, values: ValueIndex): Promise<AskReply | Streamed> {
    const { engine, dbId, call, watch } = asked;
    const statement = compileGuarded(asked, plan, 'read');
    if (call.format !== 'json') {
      const most = asked.input.maxRows ?? LIMITS.streamedRowsMax;
      return new Streamed((take) => engine.readPortions({ dbId }, statement, { maxRows: most, signal: call.signal }, take));
    }
    const rows = await engine.read({ dbId }, statement, { maxRows: asked.input.maxRows ?? LIMITS.jsonRowsDefault, signal: call.signal });
    watch.step('rows', { rowCount: rows.rows.length, truncated: rows.truncated });
    if (planned.model !== 'cache') knownPlans.keep({ ownerId: call.caller.ownerId, dbId }, asked.text, asked.schema, planned);
    const reason = isEmpty(plan, rows) ? await reasonOf(asked, plan, values) : null;
    const answer = reason === null ? answerQuery(plan, rows) : `${answerQuery(plan, rows)} ${reason}`;
    watch.step('answer', { text: answer });
    return {
      status: 'ok',
      kind: 'query',
      session: sessionOf(call, dbId),
      answer,
      ...resultSet(rows),
      ...selectedField(asked),
      trace: watch.trace({ engine: engine.name, statement, ...planned }),
    };
  }

  /** A help, not the answer: what it cannot find out in time is left out. */
  async function reasonOf(asked: Asked, plan: Query, values: ValueIndex): Promise<string | null> {
    const { engine, dbId, call } = asked;
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(REASON_TIMEOUT_MS)]);
    const read = (counts: Query) => engine.read({ dbId }, guarded(asked, counts, 'read'), { maxRows: 1, signal });
    return await whyEmpty({ plan, values, read }).catch(() => null);
  }

  async function insertBranch(asked: Asked, planned: Planned, plan: Insert) {
    const { engine, dbId, call, watch } = asked;
    const statement = compileGuarded(asked, plan, 'write');
    return await once.hosted(call, {
      engine,
      target: { dbId },
      as: 'writer',
      work: async (transaction): Promise<AskReply> => {
        const rows = await transaction.run(statement, LIMITS.jsonRowsDefault);
        watch.step('rows', { rowCount: rows.affected });
        return {
          status: 'ok',
          kind: 'write',
          session: sessionOf(call, dbId),
          answer: answerWrite(plan, rows.affected ?? 0),
          ...resultSet(rows),
          ...selectedField(asked),
          trace: watch.trace({ engine: engine.name, statement, ...planned }),
        };
      },
    });
  }

  async function previewBranch(asked: Asked, planned: Planned, plan: Insert | Update | Delete): Promise<AskReply> {
    const { engine, schema, dbId, call, watch, text } = asked;
    if (!asked.input.dryRun) requireIdempotencyKey(call);
    const statement = compileGuarded(asked, plan, 'write');
    const result = await engine.preview({ dbId }, plan, schema, call.signal);
    watch.step('rows', { rowCount: result.affectedRows });
    if (result.affectedRows === 0) throw new Fault('write_no_rows', { params: { phase: 'preview', table: plan.table } });
    const held = await holdPreview(previews, bindingOf(call.caller.ownerId, dbId, text), schema, {
      plan,
      affectedKeys: result.affectedKeys,
      model: planned.model,
    });
    watch.step('confirm_required', { confirmToken: held.confirmToken });
    return {
      status: 'requires_confirm',
      kind: 'preview',
      session: sessionOf(call, dbId),
      requires_confirm: true,
      ...held,
      diff: diffOf(plan, result),
      ...selectedField(asked),
      trace: watch.trace({ engine: engine.name, statement, ...planned }),
    };
  }

  /** The held plan is taken inside the write's own transaction, after the key: a retry finds the reply, not an empty shelf. */
  async function confirmBranch(asked: Asked) {
    const { engine, schema, dbId, call, watch, text, input } = asked;
    requireWriteAccess(call.caller);
    requireIdempotencyKey(call);
    await spend(call, text);
    return await once.hosted(call, {
      engine,
      target: { dbId },
      as: 'writer',
      work: async (transaction): Promise<AskReply> => {
        const held = await takePreview(previews, bindingOf(call.caller.ownerId, dbId, text), schema, input.confirmToken);
        compileGuarded(asked, held.plan, 'write');
        const { rows, statement, affectedKeys } = await engine.apply(transaction, held.plan, schema);
        watch.step('rows', { rowCount: rows.affected });
        if ((rows.affected ?? 0) === 0) throw new Fault('write_no_rows', { params: { phase: 'commit', table: held.plan.table } });
        if (affectedKeys !== held.affectedKeys) throw new Fault('confirm_expired', { params: { reason: 'data_changed' } });
        return {
          status: 'ok',
          kind: 'write',
          session: sessionOf(call, dbId),
          answer: answerWrite(held.plan, rows.affected ?? 0),
          ...resultSet(rows),
          ...selectedField(asked),
          trace: watch.trace({ engine: engine.name, statement, model: held.model, confidence: 1 }),
        };
      },
    });
  }

  /** Our own compiler's text goes through the same guard as everybody's: a plan that got it wrong does not run. */
  function guarded({ engine, schema }: Asked, plan: Query | Insert | Update | Delete, expected: 'read' | 'write') {
    const statement = engine.compile(plan, schema);
    const verdict = engine.guard(statement.sql, scopeOf(schema));
    if (verdict.kind === 'deny' || verdict.class !== expected) {
      throw new Fault('internal_error', {
        cause: new Error(`The compiled statement was refused: ${verdict.kind === 'deny' ? verdict.reason : verdict.class}`),
      });
    }
    return statement;
  }

  function compileGuarded(asked: Asked, plan: Query | Insert | Update | Delete, expected: 'read' | 'write') {
    const statement = guarded(asked, plan, expected);
    asked.watch.step('validated', { sql: statement.sql });
    asked.watch.step('executing');
    return statement;
  }
}

const REASON_TIMEOUT_MS = 2_000;

/** What left for a model is told even when nothing came of it. */
function toldEgress(error: unknown, { egress }: Stopwatch): unknown {
  const record = error instanceof Fault ? egressRecord(egress) : null;
  if (!(error instanceof Fault) || record === null) return error;
  return new Fault(error.code, { params: { ...error.params, egress: record }, fields: error.fields ?? {}, cause: error.cause });
}

/** One object a schema, since verdicts are remembered by it. */
const scopes = new WeakMap<Schema, GuardScope>();
function scopeOf(schema: Schema): GuardScope {
  let scope = scopes.get(schema);
  if (!scope) {
    scope = { relations: new Set(schema.tables.map((table) => table.name)), schema };
    scopes.set(schema, scope);
  }
  return scope;
}

const selectedField = ({ selected }: Asked): { selected_db?: SelectedDb } => (selected ? { selected_db: selected } : {});
