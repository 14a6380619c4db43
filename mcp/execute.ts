import type { CallOptions } from '../src/client/index.ts';
import type { AskReply } from '../src/contract/ask.ts';
import type { CreatedSchema } from '../src/contract/database.ts';
import type { Output } from '../src/contract/operations.ts';
import type { RunReply } from '../src/contract/run.ts';
import type { Operations } from './port.ts';
import { columnar, type RowsScope, rowsLink } from './rows.ts';
import { LIST_MAX, ROWS_DEFAULT, type ToolInput, type ToolName } from './tools.ts';

/** A tool's `structuredContent`. */
export type Structured = Readonly<Record<string, unknown>>;

export interface Execution {
  readonly operations: Operations;
  /** Signal, idempotency key and progress of this call. */
  readonly options: CallOptions;
}

type Executors = { readonly [Name in ToolName]: (input: ToolInput<Name>, execution: Execution) => Promise<Structured> };

/** What each tool does, as operations of the service. Each rejects with `SvcError` alone. */
export const EXECUTORS: Executors = {
  async ask({ maxRows = ROWS_DEFAULT, ...request }, { operations, options }) {
    const { endUserId, threadId } = request;
    const scope = { ...(endUserId ? { endUserId } : {}), ...(threadId ? { threadId } : {}) };
    return askResult(await operations.ask({ ...request, maxRows }, options), maxRows, scope);
  },

  async run({ maxRows = ROWS_DEFAULT, ...request }, { operations, options }) {
    return rowsResult(await operations.run({ ...request, maxRows }, options), maxRows);
  },

  async remember(request, { operations, options }) {
    const { session, id, kind, materialised_at, expires_at, deduplicated } = await operations.remember(request, options);
    return { db: session.db, id, kind, deduplicated, materialised_at, ...(expires_at === undefined ? {} : { expires_at }) };
  },

  databases(input, execution) {
    return ACTIONS[input.action](input, execution);
  },
};

const ACTIONS: Readonly<Record<ToolInput<'databases'>['action'], Executors['databases']>> = {
  async list(_input, { operations, options: { signal } }) {
    const all = await operations.listDatabases({ limit: LIST_MAX }, signal ? { signal } : {});
    return {
      databases: all.map(({ dbId, name, slug, engine, lastQueriedAt }) => ({ db: dbId, name, slug, engine, lastQueriedAt })),
      ...(all.length === LIST_MAX ? { truncated: true } : {}),
    };
  },

  async describe({ db = '' }, { operations, options: { signal } }) {
    const schema = await operations.describeDatabase({ id: db }, signal ? { signal } : {});
    return { db: schema.dbId, engine: schema.engine, tables: schema.tables.map(tableFacts) };
  },

  async create({ goal = '', name, engine, preset }, { operations, options }) {
    const created = await operations.createDatabase({ goal, name, engine, preset }, options);
    return { db: created.dbId, slug: created.slug, engine: created.engine, tables: createdTables(created.schema) };
  },
};

function askResult(reply: AskReply, maxRows: number, scope: RowsScope): Structured {
  const chosen = 'selected_db' in reply && reply.selected_db ? { selected_db: reply.selected_db } : {};
  switch (reply.kind) {
    case 'create':
      return {
        kind: reply.kind,
        // One that was only designed has neither.
        ...('dbId' in reply ? { db: reply.dbId, slug: reply.slug } : { requires_confirm: true }),
        answer: reply.answer,
        engine: reply.engine,
        tables: createdTables(reply.schema),
        ...traceFacts(reply.trace),
      };
    case 'preview':
      return {
        kind: reply.kind,
        db: reply.session.db,
        diff: reply.diff,
        confirmToken: reply.confirmToken,
        expiresAt: reply.expiresAt,
        ...chosen,
        ...traceFacts(reply.trace),
      };
    default:
      return { answer: reply.answer, ...rowsResult(reply, maxRows, scope), ...chosen, ...traceFacts(reply.trace) };
  }
}

function rowsResult(reply: Extract<AskReply, { data: unknown }> | RunReply, maxRows: number, scope: RowsScope = {}): Structured {
  const { db } = reply.session;
  const { sql, params } = reply.trace;
  const rows = columnar(reply, maxRows);
  // A write is never run again to show more of what it returned.
  const isPageable = rows.truncated && reply.kind === 'query' && sql !== null;
  const bound = Object.keys(scope).length === 0 ? {} : { scope };
  const next = isPageable ? rowsLink({ db, sql, params, offset: rows.rows.length, ...bound }) : null;
  return { kind: reply.kind, db, ...rows, ...(next === null ? {} : { next }), sql, ...(params.length > 0 ? { params } : {}) };
}

/** What a reader needs to judge an answer; stages and times are in the service's own trace. */
function traceFacts({ sql, params, model, confidence, assumptions, egress }: AskReply['trace']): Structured {
  return {
    sql,
    ...(params.length > 0 ? { params } : {}),
    model,
    ...(confidence === null ? {} : { confidence }),
    ...(assumptions.length > 0 ? { assumptions } : {}),
    ...(egress ? { egress } : {}),
  };
}

const createdTables = (schema: CreatedSchema): Structured[] =>
  schema.tables.map(({ name, columns, foreignKeys }) => ({ name, columns, ...(foreignKeys.length > 0 ? { foreignKeys } : {}) }));

/** Names, types and keys; what holds for most columns is left out. */
const tableFacts = (table: Output<'describeDatabase'>['tables'][number]): Structured => ({
  name: table.name,
  ...(table.kind === 'view' ? { kind: table.kind } : {}),
  ...(table.comment === null ? {} : { comment: table.comment }),
  ...(table.rowEstimate < 0 ? {} : { rowEstimate: table.rowEstimate }),
  columns: table.columns.map(({ name, type, nullable, comment }) => ({ name, type, nullable, ...(comment === null ? {} : { comment }) })),
  primaryKey: table.primaryKey,
  ...(table.uniques.length > 0 ? { uniques: table.uniques } : {}),
  ...(table.foreignKeys.length > 0 ? { foreignKeys: table.foreignKeys } : {}),
});
