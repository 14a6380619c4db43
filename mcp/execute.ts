import { type CallOptions, SvcError } from '../src/client/index.ts';
import { LIMITS } from '../src/contract/limits.ts';
import { compactCreated, compactSchema, DIALECTS } from './describe.ts';
import type { Execution } from './execution.ts';
import { besidesMade } from './made-by-insert.ts';
import { approvalResult, askResult, isPreviewed, NOTICE, previewResult, rowsResult } from './results.ts';
import type { Structured } from './structured.ts';
import { LIST_MAX, ROWS_DEFAULT, type ToolInput, type ToolName } from './tools.ts';

type Executors = { readonly [Name in ToolName]: (input: ToolInput<Name>, execution: Execution) => Promise<Structured> };

/** What each tool does, as operations of the service. Each rejects with `SvcError` alone. */
export const EXECUTORS: Executors = {
  async ask({ maxRows = ROWS_DEFAULT, ...asked }, execution) {
    const request = { ...asked, ...(asked.db === undefined ? {} : { db: await idOf(asked.db, execution) }) };
    const reply = await execution.operations.ask(
      { ...request, ...(execution.readBy ? { readBy: execution.readBy } : {}), maxRows, dryRun: true },
      withoutKey(execution),
    );
    return await askResult(reply, { request, maxRows, ...execution });
  },

  async run({ maxRows = ROWS_DEFAULT, offset = 0, ...given }, execution) {
    const request = { ...given, db: await idOf(given.db, execution) };
    const { db, sql, params } = request;
    const preview = async () => {
      const reply = await execution.operations.ask({ db, sql, params, dryRun: true, ...scopeOf(given) }, withoutKey(execution));
      if (!isPreviewed(reply)) throw new Error('SQL that changes something was not previewed.');
      return previewResult(reply, { said: sql, scope: scopeOf(given), ...execution });
    };
    if (CHANGES_TABLES.test(sql)) return await preview();
    try {
      const most = Math.min(offset + maxRows, LIMITS.jsonRowsMax);
      const reply = await execution.operations.run({ ...request, maxRows: most }, withoutKey(execution));
      return rowsResult({ ...reply, data: reply.data.slice(offset) }, { maxRows, offset, request, reach: execution.reach });
    } catch (error) {
      // What asks for a key writes.
      if (error instanceof SvcError && error.code === 'idempotency_required') return await preview();
      throw error;
    }
  },

  async confirm({ token, ...scope }, execution) {
    const { operations, options, reach } = execution;
    const pinned = reach.db === null ? {} : { db: await idOf(reach.db, execution) };
    const reply = await operations.ask(
      { confirm: true, confirmToken: token, maxRows: ROWS_DEFAULT, ...scopeOf(scope), ...pinned },
      options,
    );
    return await askResult(reply, { request: {}, maxRows: ROWS_DEFAULT, ...execution });
  },

  async insert({ db, ...rows }, execution) {
    const { operations, options } = execution;
    const { session, table, inserted, created, trace } = await operations.insert({ ...rows, db: await idOf(db, execution) }, options);
    const done = { db: session.db, trace: trace.id, table, inserted };
    if (!isNew(created)) return done;
    const beside = await besidesMade({ db: session.db, table, created }, execution);
    return { ...done, created, ...beside };
  },

  async remember({ db, ...request }, execution) {
    const { operations, options } = execution;
    const { items } = request;
    if (items !== undefined) {
      const reply = await operations.remember({ ...request, items, db: await idOf(db, execution) }, options);
      return { db: reply.session.db, items: reply.items };
    }
    const reply = await operations.remember({ ...request, items, db: await idOf(db, execution) }, options);
    const { session, id, kind, materialised_at, expires_at, deduplicated } = reply;
    return { db: session.db, id, kind, deduplicated, materialised_at, ...(expires_at === undefined ? {} : { expires_at }) };
  },

  async grant({ approval, db = '', tables = [], to = '', rows, mask }, execution) {
    const { operations, options, reach } = execution;
    if (approval !== undefined) return approvalResult(await operations.getApproval({ id: approval }, signalOf(execution)), reach);
    const grantee = to.includes('@') ? { granteeEmail: to } : { granteeAccountId: to };
    const wanted = { dbId: await idOf(db, execution), scope: tables, rows, mask, ...grantee };
    return approvalResult(await operations.requestGrant(wanted, options), reach);
  },

  async databases({ db, tables }, execution) {
    const { operations } = execution;
    if (db === undefined) {
      const all = await operations.listDatabases({ limit: LIST_MAX + 1 }, signalOf(execution));
      return {
        databases: all.slice(0, LIST_MAX).map(({ dbId, name, slug, engine, role, preset }) => ({
          db: dbId,
          slug,
          name,
          dialect: DIALECTS[engine],
          ...(role === 'grantee' ? { access: 'read' } : {}),
          ...(preset === null ? {} : { preset }),
        })),
        ...(all.length > LIST_MAX ? { truncated: true, next: OLDER } : {}),
        // Names are written by whoever owns the database, who may be somebody else.
        notice: NOTICE,
      };
    }
    const [only] = tables?.length === 1 ? tables : [];
    const pattern = only?.includes('*') ? { table: only } : {};
    const schema = await operations.describeDatabase({ id: await idOf(db, execution), ...pattern }, signalOf(execution));
    const compact = compactSchema(schema, 'table' in pattern ? undefined : tables);
    const next = compact.otherTables ? { next: 'Name those of otherTables that you need in tables, or a pattern such as order*.' } : {};
    return { db: schema.dbId, dialect: DIALECTS[schema.engine], ...compact, ...next, notice: NOTICE };
  },

  async create_database({ goal, name, engine, preset }, { operations, options }) {
    const created = await operations.createDatabase({ goal, name, engine, preset }, options);
    const { dbId, slug, assumptions, schema } = created;
    return {
      db: dbId,
      slug,
      dialect: DIALECTS[created.engine],
      tables: compactCreated(schema),
      ...(assumptions.length > 0 ? { assumptions } : {}),
    };
  },
};

const OLDER = `These are the newest ${LIST_MAX}. An older one is reached by its id, slug or name in db.`;

/** Statements that `run` of the service knows nothing of, since they are changes of a schema. */
const CHANGES_TABLES = /^(?:\s|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:alter|create|drop)\s+table\b/i;

/** Without a key nothing is written, whatever is sent. */
const withoutKey = ({ options }: Execution): CallOptions =>
  Object.create(options, { idempotencyKey: { value: null, enumerable: true } }) as CallOptions;

const signalOf = ({ options: { signal } }: Execution): CallOptions => (signal ? { signal } : {});

const scopeOf = ({ endUserId, threadId }: Pick<ToolInput<'confirm'>, 'endUserId' | 'threadId'>) => ({
  ...(endUserId ? { endUserId } : {}),
  ...(threadId ? { threadId } : {}),
});

const isNew = ({ table, columns, widened }: { table?: boolean | undefined; columns: unknown[]; widened: unknown[] }): boolean =>
  table === true || columns.length > 0 || widened.length > 0;

const ID = /^db_[a-z0-9_]+_[a-z2-7]{8}$/;

/** A database by its id, or by the slug or name that one of the caller's has; what is none of them is refused by who gets it. */
async function idOf(db: string, execution: Execution): Promise<string> {
  if (ID.test(db)) return db;
  const all = await execution.operations.listDatabases({ limit: LIMITS.listLimitMax }, signalOf(execution));
  // Anybody may grant one that is called like one of the caller's own.
  const own = all.filter(({ role }) => role === 'owner');
  const called = (some: typeof all) => some.find(({ slug }) => slug === db) ?? some.find(({ name }) => name === db);
  return (called(own) ?? called(all))?.dbId ?? db;
}
