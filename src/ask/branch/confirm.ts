import type { Offers } from '../../approvals/offer.ts';
import { type Call, sessionOf } from '../../call.ts';
import type { AskReply } from '../../contract/ask.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Room } from '../../databases/room.ts';
import { NOT_COMPARED, type WriteTransaction } from '../../engines/engine.ts';
import { Fault } from '../../fault.ts';
import { type Once, requireIdempotencyKey } from '../../once.ts';
import { sayChange, sayChanged } from '../../plan/say-change.ts';
import type { SchemaChange } from '../../plan/schema-change.ts';
import { summaryOf } from '../../plan/summary.ts';
import { resultSet } from '../../result-set.ts';
import { requireWriteAccess } from '../../rights.ts';
import type { Previews } from '../../store/previews.ts';
import { certaintyOf } from '../../trace.ts';
import { answerWrite } from '../answer.ts';
import { type Held, isChange, takePreview, tokenHashOf } from '../preview.ts';
import { bindingOf, previewedText } from '../text.ts';
import { type Asked, guarded, selectedField } from './asked.ts';
import { addsToIt, refuseScoped } from './change.ts';

interface Dependencies {
  readonly previews: Previews;
  readonly offers: Offers;
  readonly once: Once;
  readonly room: Room;
  readonly spend: (call: Call, prompt: string) => Promise<void>;
}

/** The held plan is taken inside the write's own transaction, after the key: a retry finds the reply, not an empty shelf. */
export function createConfirmBranch({ previews, offers, once, room, spend }: Dependencies) {
  return async (asked: Asked) => {
    const { engine, schema, dbId, target, call, watch, text, input } = asked;
    requireWriteAccess(call.caller);
    const key = requireIdempotencyKey(call);
    const { ownerId } = call.caller;
    const tokenHash = input.confirmToken === undefined ? null : tokenHashOf(ownerId, input.confirmToken);
    // Words that are sent have to be those of the preview; a token alone names it too.
    const name =
      text === '' && tokenHash !== null
        ? { binding: null, tokenHash }
        : { binding: bindingOf(ownerId, target, previewedText(text, input)), tokenHash };
    const outcome = await offers.gate(call, tokenHash);
    if (outcome !== null) return approved(asked, outcome);
    await spend(call, text);
    // Rows are the writer's to write, tables the owner's to change; neither does the other's work.
    const as = isChange(await previews.planOf(name)) ? 'owner' : 'writer';
    if (as === 'owner') refuseScoped(target);
    const reply = await once.hosted(call, {
      engine,
      target,
      as,
      work: async (transaction): Promise<AskReply> => {
        const held = await takePreview(previews, { name, key, target }, schema);
        if ((held.plan.kind === 'alter') !== (as === 'owner')) throw new Fault('confirm_expired', { params: { reason: 'none_live' } });
        if (held.plan.kind === 'alter') return await changeSchema(asked, { ...held, plan: held.plan }, transaction);
        watch.stepOnce('plan', { model: held.model, confidence: certaintyOf(held.model), assumptions: [], summary: summaryOf(held.plan) });
        const compiled = await guarded(asked, held.plan, 'write');
        watch.stepOnce('validated', { sql: compiled.sql, params: compiled.params });
        watch.stepOnce('executing');
        if (held.plan.kind !== 'delete') await room.forRows(call);
        const applied = engine.apply(transaction, held.plan, schema, held.seen);
        const { rows, statement, seen, notUndoable } = await applied.catch(async (error: unknown) => {
          if (willPass(error)) await previews.giveBack(name, key);
          throw error;
        });
        watch.stepOnce('rows', { rowCount: rows.affected });
        if ((rows.affected ?? 0) === 0) throw new Fault('write_no_rows', { params: { phase: 'commit', table: held.plan.table } });
        if (seen !== held.seen) throw new Fault('confirm_expired', { params: { reason: 'data_changed' } });
        return {
          status: 'ok',
          kind: 'write',
          session: sessionOf(call, dbId),
          answer: answerWrite(held.plan, rows.affected ?? 0),
          ...(await resultSet(rows, asked.input.numbers)),
          ...selectedField(asked),
          trace: watch.trace({ engine: engine.name, statement, model: held.model, confidence: certaintyOf(held.model), notUndoable }),
        };
      },
    });
    await offers.confirmed(call, name);
    return reply;
  };

  /** The account's owner did it in the agent's place. */
  function approved({ engine, dbId, call, watch }: Asked, outcome: { answer: string; rowCount: number }): AskReply {
    return {
      status: 'ok',
      kind: 'write',
      session: sessionOf(call, dbId),
      ...outcome,
      data: [],
      columns: [],
      truncated: false,
      trace: watch.trace({ engine: engine.name, statement: null, model: 'raw' }),
    };
  }

  async function changeSchema(asked: Asked, { plan, seen, model }: Held & { plan: SchemaChange }, transaction: WriteTransaction) {
    const { engine, schema, dbId, call, watch } = asked;
    watch.stepOnce('plan', { model, confidence: certaintyOf(model), assumptions: [], summary: sayChange(plan) });
    if (addsToIt(plan)) await room.forRows(call);
    watch.stepOnce('executing');
    const changed = await engine.applyChange(transaction, plan, schema);
    const { statement, affectedRows, notUndoable } = changed;
    watch.stepOnce('validated', { sql: statement.sql, params: [] });
    watch.stepOnce('rows', { rowCount: affectedRows });
    if (seen !== NOT_COMPARED && changed.seen !== seen) throw new Fault('confirm_expired', { params: { reason: 'data_changed' } });
    return {
      status: 'ok' as const,
      kind: 'write' as const,
      session: sessionOf(call, dbId),
      answer: sayChanged(plan),
      data: [],
      columns: [],
      rowCount: affectedRows,
      truncated: false,
      ...selectedField(asked),
      trace: watch.trace({ engine: engine.name, statement, model, confidence: certaintyOf(model), notUndoable }),
    };
  }
}

/** What changed nothing, and may go otherwise when it is tried again: a conflict, no room, no time, or a caller who left. */
function willPass(error: unknown): boolean {
  if (error instanceof Fault) return PASSING.has(error.code);
  return /^(40|53|55P03|57014)/.test(String((error as { code?: unknown }).code));
}

const PASSING: ReadonlySet<ErrorCode> = new Set(['storage_full', 'quota_exceeded', 'overloaded', 'query_timeout', 'query_cancelled']);
