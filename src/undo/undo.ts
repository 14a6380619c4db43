import type { Schemas } from '../ask/schemas.ts';
import { databaseOf } from '../ask/text.ts';
import { type Handler, sessionOf } from '../call.ts';
import type { UndoReply } from '../contract/undo.ts';
import { targetOf } from '../databases/target.ts';
import type { EngineOf, Reverted } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { NOT_UNDONE } from '../memory/remember.ts';
import { type Once, requireIdempotencyKey } from '../once.ts';
import { ownDatabase, requireOwnWord, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { startTrace } from '../trace.ts';
import type { Receipts } from '../traces/keep.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly schemas: Schemas;
  readonly once: Once;
  readonly receipts: Pick<Receipts, 'find'>;
}

/**
 * Reverts one write. It is a write itself, with a key and a trace; it cannot be undone in turn, since what it took back
 * can be written again.
 */
export function createUndo({ databases, engine: engineOf, schemas, once, receipts }: Dependencies): Handler<'undo'> {
  return async (input, call) => {
    const id = databaseOf(input);
    if (!id) throw new Fault('db_required');
    requireWriteAccess(call.caller);
    requireIdempotencyKey(call);
    requireOwnWord(call.caller);
    const database = await ownDatabase(databases, call.caller, id);
    const engine = engineOf(database);
    const watch = startTrace(call);
    const schema = await schemas.of(engine, id, call.signal);
    const as = await engine.undoneBy({ dbId: id }, { scope: call.caller.ownerId, traceId: input.traceId }, call.leaving);
    return await once.hosted(call, {
      engine,
      target: targetOf(database),
      as,
      work: async (transaction): Promise<UndoReply> => {
        const { verb, tables, statement, already } = await engine.undo(transaction, schema, input.traceId).catch(async (error: unknown) => {
          if (!isUnknown(error)) throw error;
          const write = await receipts.find(input.traceId, call.caller.ownerId);
          // Of what is remembered nothing is kept that would take it back, so that the engine does not know of it.
          if (write?.operation !== 'remember' || write.dbId !== id) throw error;
          throw new Fault('undo_unavailable', { params: { reason: NOT_UNDONE, why: 'not_kept' }, cause: error });
        });
        watch.step('rows');
        return {
          status: 'ok',
          kind: 'undo',
          session: sessionOf(call, id),
          undone: input.traceId,
          verb: verb as UndoReply['verb'],
          alreadyUndone: already,
          answer: verb === 'alter' ? `${already ? 'Undone before' : 'Undone'}: the tables are as they were.` : answerOf(tables, already),
          tables: tables.map((each) => ({ ...each })),
          trace: watch.trace({ engine: engine.name, statement, model: 'raw' }),
        };
      },
    });
  };
}

const isUnknown = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'undo_unavailable' && error.params?.why === 'unknown';

function answerOf(tables: readonly Reverted[], already: boolean): string {
  const parts = tables.flatMap(({ table, deleted, updated, inserted }) => [
    ...(deleted > 0 ? [`${rowsOf(deleted)} taken out of ${table}`] : []),
    ...(updated > 0 ? [`${rowsOf(updated)} of ${table} as before`] : []),
    ...(inserted > 0 ? [`${rowsOf(inserted)} back in ${table}`] : []),
  ]);
  const kept = tables.some(({ deleted }) => deleted > 0) ? ' Tables and columns that the write made stay.' : '';
  return `${already ? 'Undone before' : 'Undone'}: ${parts.join(', ') || 'nothing was left to put back'}.${kept}`;
}

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`);
