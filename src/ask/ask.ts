import type { Offers } from '../approvals/offer.ts';
import type { Call, Handler, ProviderKey } from '../call.ts';
import type { Caller } from '../caller.ts';
import type { Input } from '../contract/operations.ts';
import type { CreateDatabase } from '../databases/create.ts';
import type { Room } from '../databases/room.ts';
import type { TableMeanings } from '../databases/table-meanings.ts';
import { type Scoped, targetOf } from '../databases/target.ts';
import type { Engine, EngineOf } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { GrantAccess } from '../grants/access.ts';
import type { Meaning } from '../memory/meaning.ts';
import type { Choice, Models } from '../models/models.ts';
import { type Once, requireIdempotencyKey } from '../once.ts';
import { atClock } from '../plan/at-clock.ts';
import { beginsClear, isClearAll } from '../plan/builtin/writes/clear-all.ts';
import { egressRecord, narrowest, noteOwnModel } from '../plan/egress.ts';
import { isWrite } from '../plan/plan.ts';
import { sayChange } from '../plan/say-change.ts';
import type { OwnReading, SqlReader } from '../plan/sql-reader.ts';
import { summaryOf } from '../plan/summary.ts';
import { databaseOfCaller, engineFor, ownDatabase, type Readable, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import type { Previews } from '../store/previews.ts';
import { type Stopwatch, startTrace } from '../trace.ts';
import type { Asked } from './branch/asked.ts';
import { createChangeBranch } from './branch/change.ts';
import { createConfirmBranch } from './branch/confirm.ts';
import { createCreateBranch } from './branch/create.ts';
import { createInsertBranch } from './branch/insert.ts';
import { createPreviewBranch } from './branch/preview.ts';
import { createQueryBranch } from './branch/query.ts';
import { type BriefQuestions, bareBrief, briefAsQuestions } from './brief-as-question.ts';
import { askWhatToClear } from './clear-all.ts';
import type { Conversation } from './conversation.ts';
import type { KnownPlans } from './known-plans.ts';
import { createMakePlan, type MadePlan, type Planners } from './make-plan.ts';
import { withoutDatabaseName, withoutName } from './name-in-words.ts';
import { tokenHashOf } from './preview.ts';
import type { Schemas } from './schemas.ts';
import { chooseTarget, type Target } from './target.ts';
import { bindingOf, previewedText, readRequest } from './text.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly grants: GrantAccess;
  readonly engine: EngineOf;
  readonly schemas: Schemas;
  readonly models: Models;
  readonly knownPlans: KnownPlans;
  readonly planners: Planners;
  readonly readSql: SqlReader;
  readonly conversation: Conversation;
  readonly looksLikeCreate: (text: string) => boolean;
  readonly looksLikeWrite: (text: string) => boolean;
  readonly looksLikeChange: (text: string) => boolean;
  readonly addsTable: (text: string) => boolean;
  readonly asksForInsert: (text: string) => boolean;
  readonly create: CreateDatabase;
  readonly previews: Previews;
  readonly offers: Offers;
  readonly meaning: Meaning | null;
  readonly tableMeanings: TableMeanings | null;
  readonly once: Once;
  readonly room: Room;
  readonly spend: (call: Call, prompt: string) => Promise<void>;
  readonly now: () => Date;
  /** The provider key that an account has stored. */
  readonly ownKeyOf: (caller: Caller) => Promise<ProviderKey | null>;
}

/** Plain English → target → plan → SQL → rows → answer, top to bottom. */
export function createAsk(dependencies: Dependencies): Handler<'ask'> {
  const {
    databases,
    grants,
    engine: engineOf,
    models,
    schemas,
    looksLikeWrite,
    once,
    previews,
    spend,
    conversation,
    ownKeyOf,
  } = dependencies;
  const makePlan = createMakePlan(dependencies);
  const createBranch = createCreateBranch(dependencies);
  const queryBranch = createQueryBranch(dependencies);
  const insertBranch = createInsertBranch(dependencies);
  const previewBranch = createPreviewBranch(dependencies);
  const changeBranch = createChangeBranch(dependencies);
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
    const { text, pin: named, reading } = readRequest(input);
    if (reading !== null && input.readBy) noteOwnModel(watch.egress, input.readBy);
    // What a public page may send is a question: it confirms nothing, and no stored reply of its owner is for it.
    const isPublic = call.caller.kind === 'publishable_key';
    if (isPublic && input.confirm) requireWriteAccess(call.caller);
    const pin = named ?? databaseOfCaller(call.caller);
    const choice = models.choose({ model: input.model, own: call.providerKey ?? (await ownKeyOf(call.caller)) });
    // A retry gets its reply before anything is chosen, planned or paid for, all of which may come out differently now.
    const mayWrite = pin === null || choice.remote || input.confirm || reading !== null || looksLikeWrite(text);
    const earlier = mayWrite && !isPublic ? await once.earlier(call) : null;
    if (earlier) return earlier;
    if (text === '') return await confirmByToken(input, pin, call, watch);
    const thread = threadOf(call.caller, input);
    const pinned = pin ?? (input.forceCreate ? null : await conversation.databaseOf(text, thread, call.caller.ownerId));
    const target = await chooseTarget(
      { text, pin: pinned, forceQuery: input.forceQuery || reading !== null, forceCreate: input.forceCreate, caller: call.caller },
      {
        databases,
        grants,
        looksLikeCreate: dependencies.looksLikeCreate,
        changesRows: (words) => looksLikeWrite(words) && !dependencies.asksForInsert(words),
        asQuestions: (brief, readable) => questionsOf(brief, readable, input, choice, call),
        looksLikeChange: dependencies.looksLikeChange,
        addsTable: dependencies.addsTable,
        schemaOf: (database) => schemas.of(engineOf(database), database.id, call.signal),
      },
    );
    watch.step('selected_db', target.kind === 'database' ? { id: target.database.id, slug: target.database.slug } : {});
    if (target.kind === 'create' && confirmsByToken(input)) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
    if (target.kind === 'create' && reading !== null) throw new Fault('db_required');
    if (target.kind === 'create') return await createBranch(text, input, call, watch, choice);

    try {
      const work = (within: Call) => askDatabase(target, { text, reading, thread, input, call: within, watch, choice });
      return target.grant ? await grants.use(target.grant, call, work) : await work(call);
    } catch (error) {
      throw toldDatabase(error, target.database);
    }
  }

  async function askDatabase({ database, grant, selected }: Chosen, { text, reading, thread, input, call, watch, choice }: Request) {
    const dbId = database.id;
    const seen = targetOf(database, input);
    const engine = engineFor(engineOf(database), { grant }, grants);
    const writes = reading === null && looksLikeWrite(text);
    const unnamedTexts = async () => withoutName(text, database, await schemas.of(engine, dbId, call.signal));
    // A model may have read a write where the words alone show none. A token is never passed over: it has to match.
    if (
      input.confirm &&
      !input.dryRun &&
      (writes || confirmsByToken(input) || (await previews.has(bindingOf(call.caller.ownerId, seen, previewedText(text, input)))))
    ) {
      const schema = await schemas.of(engine, dbId, call.signal);
      return await confirmBranch({
        text,
        question: text,
        thread,
        naming: [],
        input,
        call,
        watch,
        dbId,
        target: seen,
        engine,
        schema,
        selected,
        versions: null,
      });
    }
    await spend(call, text);
    databases.touch(dbId);
    const isClear = reading === null && beginsClear(text) && (isClearAll(text) || (await unnamedTexts()).some(isClearAll));
    if (engine.refusal && isClear) throw engine.refusal();
    // What is offered instead are writes.
    if (isClear) requireWriteAccess(call.caller);
    if (isClear) await askWhatToClear(await schemas.of(engine, dbId, call.signal), { engine, target: seen, signal: call.signal });
    const privacy = narrowest(models.settings.privacy, database.privacy, input.privacy);
    const tenancy = { ownerId: call.caller.ownerId, dbId };
    const unnamed = selected ? withoutDatabaseName(text, database, await schemas.of(engine, dbId, call.signal)) : null;
    const named = unnamed?.text ?? text;
    // Whoever insists on asking what reads as a brief asks for what it names: "track books" is about the books.
    const isBrief = input.forceQuery && reading === null && dependencies.looksLikeCreate(named);
    const questions = isBrief ? await questionsOf(named, { database, grant }, input, choice, call) : null;
    if (questions && questions.parts.length > 0) throw severalThings(questions.parts);
    const spoken = questions === null ? named : (questions.whole ?? bareBrief(named));
    const continued =
      writes || reading !== null
        ? null
        : await conversation.read({ text: spoken, thread, tenancy, target: seen, engine, signal: call.signal });
    const question = continued?.question ?? spoken;
    const naming = [
      ...(unnamed ? [`"${unnamed.naming}" names the database ${database.slug}`] : []),
      ...(spoken === named ? [] : [`read as "${spoken}"`]),
    ];
    const make = (ahead: boolean) =>
      makePlan({
        text: question,
        continued,
        writes,
        choice,
        privacy,
        engine,
        target: seen,
        call,
        watch,
        ahead,
        own: reading && dependencies.readSql(reading),
      }).catch((error: unknown) => {
        // Which tables or rows could be changed is not for who only reads.
        const offered = error instanceof Fault && (error.code === 'schema_change_refused' || offersWrites(error));
        throw engine.refusal && offered ? engine.refusal() : error;
      });
    function offersWrites({ code, params }: Fault): boolean {
      const options = code === 'clarify_required' && Array.isArray(params?.options) ? (params.options as { goal?: unknown }[]) : [];
      return options.length > 0 && options.every(({ goal }) => typeof goal === 'string' && looksLikeWrite(goal));
    }
    const act = async ({ schema, values, planned: read }: MadePlan, versions: Asked['versions'] = null) => {
      const { plan: made, ...rest } = read;
      // What is kept for the next time keeps its calls of today(); what runs has this request's day.
      const plan = made.kind === 'alter' ? made : atClock(made, dependencies.now());
      const planned = { ...rest, assumptions: [...naming, ...read.assumptions] };
      const changes = plan.kind === 'alter' || isWrite(plan);
      // Before anything is told: what is refused so has the status of its error, on a stream too.
      if (changes) requireChangeable(input, call, engine);
      watch.step('plan', {
        model: planned.model,
        confidence: planned.confidence,
        assumptions: planned.assumptions,
        summary: plan.kind === 'alter' ? sayChange(plan) : summaryOf(plan),
      });
      const asked: Asked = { text, question, thread, naming, input, call, watch, dbId, target: seen, engine, schema, selected, versions };
      if (!changes) {
        const kept = made.kind === 'alter' || isWrite(made) ? plan : made;
        return await queryBranch(asked, { ...planned, plan: kept }, plan, values);
      }
      // Words that do not ask for rows to be added never insert at once, whatever was made of them; nor does what would overwrite.
      const adds = plan.kind === 'insert' && plan.onConflict?.action !== 'update';
      if (plan.kind === 'alter') return await changeBranch(asked, { ...planned, plan }, plan);
      if (plan.kind === 'insert' && adds && reading === null && dependencies.asksForInsert(text) && !input.dryRun)
        return await insertBranch(asked, { ...planned, plan }, plan);
      return await previewBranch(asked, { ...planned, plan }, plan);
    };
    // The rows of a known plan come with the version of the schema that they were read by; whoever is told of steps or gets
    // rows as they come would already have them, so that there the version is asked for before.
    const first = await make(!call.isWatched && call.format === 'json');
    if (first.unchanged === null) return await act(first);
    const versions: string[] = [];
    const [acted] = await Promise.allSettled([act(first, versions)]);
    if (!(await first.unchanged(versions[0] ?? null))) return await act(await make(false));
    if (acted.status === 'rejected') throw acted.reason;
    return acted.value;
  }

  /** What a brief asks of a database that is there. Models may read more than our own planners. */
  async function questionsOf(
    brief: string,
    { database, grant }: Readable,
    scoped: Scoped,
    choice: Choice,
    { signal }: Call,
  ): Promise<BriefQuestions> {
    const engine = engineFor(engineOf(database), { grant }, grants);
    const { schema, values } = await schemas.withValues(engine, targetOf(database, scoped), signal);
    const now = dependencies.now();
    const read = await briefAsQuestions(brief, dependencies.planners.question, { schema, values, now, signal });
    // A model may read as a whole what our own planners read in parts.
    return choice.remote && read.whole === null ? { whole: bareBrief(brief), parts: [] } : read;
  }

  /** The token says which database it is about, so that nothing is chosen and nothing read anew. */
  async function confirmByToken(input: Input<'ask'>, pin: string | null, call: Call, watch: Stopwatch) {
    const { ownerId } = call.caller;
    const held = await previews.databaseOf(tokenHashOf(ownerId, input.confirmToken ?? ''));
    if (pin !== null) await ownDatabase(databases, call.caller, pin);
    if (held === null || (pin !== null && pin !== held)) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
    const database = await ownDatabase(databases, call.caller, held);
    const engine = engineOf(database);
    const schema = await schemas.of(engine, held, call.signal);
    return await confirmBranch({
      text: '',
      question: '',
      thread: null,
      naming: [],
      input,
      call,
      watch,
      dbId: held,
      target: targetOf(database, input),
      engine,
      schema,
      selected: null,
      versions: null,
    });
  }
}

/** Pages do not go on from what the account's own programs asked. */
function threadOf(caller: Caller, { threadId, agentId, endUserId }: Input<'ask'>): string | null {
  if (threadId === undefined) return null;
  // Nor does one end user, whose threads may be called alike, from what another asked.
  const thread =
    agentId === undefined && endUserId === undefined ? threadId : JSON.stringify([agentId ?? null, endUserId ?? null, threadId]);
  return caller.kind === 'publishable_key' ? `${caller.keyId} ${thread}` : thread;
}

type Chosen = Extract<Target, { kind: 'database' }>;

interface Request {
  readonly text: string;
  readonly reading: OwnReading | null;
  readonly thread: string | null;
  readonly input: Input<'ask'>;
  readonly call: Call;
  readonly watch: Stopwatch;
  readonly choice: Choice;
}

/** A brief of several things is several questions, and an answer to one of them would leave the others out without a word. */
function severalThings(parts: readonly string[]): Fault {
  const reason = 'It names several things. Ask for one at a time, or ask how they go together.';
  return new Fault('not_understood', {
    params: { reason, unclear: [], options: parts.map((goal) => ({ label: `the ${goal} alone`, goal })) },
  });
}

/** @throws Fault forbidden, confirm_expired, idempotency_required */
function requireChangeable(input: Input<'ask'>, call: Call, engine: Engine): void {
  if (engine.refusal) throw engine.refusal();
  if (input.confirm && !input.dryRun) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
  requireWriteAccess(call.caller);
  if (!input.dryRun) requireIdempotencyKey(call);
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
