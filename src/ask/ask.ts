import type { Call, Handler } from '../call.ts';
import type { EngineName } from '../contract/database.ts';
import type { Input } from '../contract/operations.ts';
import type { CreateDatabase } from '../databases/create.ts';
import type { Room } from '../databases/room.ts';
import type { Engine } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Choice, Models } from '../models/models.ts';
import type { Once } from '../once.ts';
import { egressRecord, narrowest } from '../plan/egress.ts';
import { isWrite } from '../plan/plan.ts';
import { summaryOf } from '../plan/summary.ts';
import { ownDatabase, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import type { Previews } from '../store/previews.ts';
import { type Stopwatch, startTrace } from '../trace.ts';
import type { Asked } from './branch/asked.ts';
import { createConfirmBranch } from './branch/confirm.ts';
import { createCreateBranch } from './branch/create.ts';
import { createInsertBranch } from './branch/insert.ts';
import { createPreviewBranch } from './branch/preview.ts';
import { createQueryBranch } from './branch/query.ts';
import type { Conversation } from './conversation.ts';
import type { KnownPlans } from './known-plans.ts';
import { createMakePlan, type MadePlan, type Planners } from './make-plan.ts';
import { withoutDatabaseName } from './name-in-words.ts';
import { tokenHashOf } from './preview.ts';
import type { Schemas } from './schemas.ts';
import { chooseTarget, type Target } from './target.ts';
import { bindingOf, readRequest } from './text.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: (name: EngineName) => Engine;
  readonly schemas: Schemas;
  readonly models: Models;
  readonly knownPlans: KnownPlans;
  readonly planners: Planners;
  readonly conversation: Conversation;
  readonly looksLikeCreate: (text: string) => boolean;
  readonly looksLikeWrite: (text: string) => boolean;
  readonly asksForInsert: (text: string) => boolean;
  readonly create: CreateDatabase;
  readonly previews: Previews;
  readonly once: Once;
  readonly room: Room;
  readonly spend: (call: Call, prompt: string) => Promise<void>;
  readonly now: () => Date;
}

/** Plain English → target → plan → SQL → rows → answer, top to bottom. */
export function createAsk(dependencies: Dependencies): Handler<'ask'> {
  const { databases, engine: engineOf, models, schemas, looksLikeWrite, once, previews, spend, conversation } = dependencies;
  const plan = createMakePlan(dependencies);
  const createBranch = createCreateBranch(dependencies);
  const queryBranch = createQueryBranch(dependencies);
  const insertBranch = createInsertBranch(dependencies);
  const previewBranch = createPreviewBranch(dependencies);
  const confirmBranch = createConfirmBranch(dependencies);

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
    if (text === '') return await confirmByToken(input, pin, call, watch);
    const thread = input.threadId ?? null;
    const pinned = pin ?? (await conversation.databaseOf(text, thread, call.caller.ownerId));
    const target = await chooseTarget(
      { text, pin: pinned, forceQuery: input.forceQuery, caller: call.caller },
      {
        databases,
        looksLikeCreate: dependencies.looksLikeCreate,
        schemaOf: (database) => schemas.of(engineOf(database.engine), database.id, call.signal),
      },
    );
    watch.step('selected_db', target.kind === 'database' ? { id: target.database.id, slug: target.database.slug } : {});
    if (target.kind === 'create' && confirmsByToken(input)) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
    if (target.kind === 'create') return await createBranch(text, input, call, watch, choice);

    try {
      return await askDatabase(target, { text, thread, input, call, watch, choice });
    } catch (error) {
      throw toldDatabase(error, target.database);
    }
  }

  async function askDatabase({ database, selected }: Chosen, { text, thread, input, call, watch, choice }: Request) {
    const dbId = database.id;
    const engine = engineOf(database.engine);
    const writes = looksLikeWrite(text);
    // A model may have read a write where the words alone show none. A token is never passed over: it has to match.
    if (
      input.confirm &&
      !input.dryRun &&
      (writes || confirmsByToken(input) || (await previews.has(bindingOf(call.caller.ownerId, dbId, text))))
    ) {
      const schema = await schemas.of(engine, dbId, call.signal);
      return await confirmBranch({ text, question: text, thread, input, call, watch, dbId, engine, schema, selected });
    }
    await spend(call, text);
    databases.touch(dbId);
    const privacy = narrowest(models.settings.privacy, database.privacy, input.privacy);
    const tenancy = { ownerId: call.caller.ownerId, dbId };
    const unnamed = selected ? withoutDatabaseName(text, database, await schemas.of(engine, dbId, call.signal)) : null;
    const spoken = unnamed?.text ?? text;
    const continued = writes ? null : await conversation.read({ text: spoken, thread, tenancy, engine, signal: call.signal });
    const question = continued?.question ?? spoken;
    const naming = unnamed ? [`"${unnamed.naming}" names the database ${database.slug}`] : [];
    const make = (ahead: boolean) => plan({ text: question, continued, writes, choice, privacy, engine, dbId, call, watch, ahead });
    const act = async ({ schema, values, planned: read }: MadePlan) => {
      const planned = { ...read, assumptions: [...naming, ...read.assumptions] };
      watch.step('plan', {
        model: planned.model,
        confidence: planned.confidence,
        assumptions: planned.assumptions,
        summary: summaryOf(planned.plan),
      });
      const asked: Asked = { text, question, thread, input, call, watch, dbId, engine, schema, selected };
      if (!isWrite(planned.plan)) return await queryBranch(asked, planned, planned.plan, values);
      if (input.confirm && !input.dryRun) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
      requireWriteAccess(call.caller);
      // Words that do not ask for rows to be added never insert at once, whatever was made of them; nor does what would overwrite.
      const adds = planned.plan.kind === 'insert' && planned.plan.onConflict?.action !== 'update';
      if (planned.plan.kind === 'insert' && adds && dependencies.asksForInsert(text) && !input.dryRun)
        return await insertBranch(asked, planned, planned.plan);
      return await previewBranch(asked, planned, planned.plan);
    };
    // A known plan reads while the engine is asked whether the schema is still the same; whoever is told of steps or gets
    // rows as they come would already have them, so that there the answer is waited for.
    const first = await make(!call.isWatched && call.format === 'json');
    if (first.unchanged === null) return await act(first);
    const [acted] = await Promise.allSettled([act(first)]);
    if (!(await first.unchanged)) return await act(await make(false));
    if (acted.status === 'rejected') throw acted.reason;
    return acted.value;
  }

  /** The token says which database it is about, so that nothing is chosen and nothing read anew. */
  async function confirmByToken(input: Input<'ask'>, pin: string | null, call: Call, watch: Stopwatch) {
    const { ownerId } = call.caller;
    const held = await previews.databaseOf(tokenHashOf(ownerId, input.confirmToken ?? ''));
    if (pin !== null) await ownDatabase(databases, call.caller, pin);
    if (held === null || (pin !== null && pin !== held)) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
    const database = await ownDatabase(databases, call.caller, held);
    const engine = engineOf(database.engine);
    const schema = await schemas.of(engine, held, call.signal);
    return await confirmBranch({ text: '', question: '', thread: null, input, call, watch, dbId: held, engine, schema, selected: null });
  }
}

type Chosen = Extract<Target, { kind: 'database' }>;

interface Request {
  readonly text: string;
  readonly thread: string | null;
  readonly input: Input<'ask'>;
  readonly call: Call;
  readonly watch: Stopwatch;
  readonly choice: Choice;
}

const confirmsByToken = ({ confirm, confirmToken, dryRun }: Input<'ask'>): boolean => confirm && !dryRun && confirmToken !== undefined;

/** Whoever is asked back is told of which database. */
function toldDatabase(error: unknown, { id, slug }: { id: string; slug: string }): unknown {
  if (!(error instanceof Fault) || error.code !== 'clarify_required') return error;
  return new Fault(error.code, { params: error.params ?? {}, fields: { pinned_db: { id, slug }, ...error.fields }, cause: error.cause });
}

/** What left for a model is told even when nothing came of it. */
function toldEgress(error: unknown, { egress }: Stopwatch): unknown {
  const record = error instanceof Fault ? egressRecord(egress) : null;
  if (!(error instanceof Fault) || record === null) return error;
  return new Fault(error.code, { params: { ...error.params, egress: record }, fields: error.fields ?? {}, cause: error.cause });
}
