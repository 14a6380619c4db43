import { type Call, sessionOf } from '../../call.ts';
import type { AskReply } from '../../contract/ask.ts';
import type { Room } from '../../databases/room.ts';
import { Fault } from '../../fault.ts';
import { type Once, requireIdempotencyKey } from '../../once.ts';
import { summaryOf } from '../../plan/summary.ts';
import { resultSet } from '../../result-set.ts';
import { requireWriteAccess } from '../../rights.ts';
import type { Previews } from '../../store/previews.ts';
import { answerWrite } from '../answer.ts';
import { takePreview, tokenHashOf } from '../preview.ts';
import { bindingOf } from '../text.ts';
import { type Asked, compileGuarded, selectedField } from './asked.ts';

interface Dependencies {
  readonly previews: Previews;
  readonly once: Once;
  readonly room: Room;
  readonly spend: (call: Call, prompt: string) => Promise<void>;
}

/** The held plan is taken inside the write's own transaction, after the key: a retry finds the reply, not an empty shelf. */
export function createConfirmBranch({ previews, once, room, spend }: Dependencies) {
  return async (asked: Asked) => {
    const { engine, schema, dbId, call, watch, text, input } = asked;
    requireWriteAccess(call.caller);
    const key = requireIdempotencyKey(call);
    const { ownerId } = call.caller;
    const tokenHash = input.confirmToken === undefined ? null : tokenHashOf(ownerId, input.confirmToken);
    // Words that are sent have to be those of the preview; a token alone names it too.
    const name = text === '' && tokenHash !== null ? { binding: null, tokenHash } : { binding: bindingOf(ownerId, dbId, text), tokenHash };
    await spend(call, text);
    return await once.hosted(call, {
      engine,
      target: { dbId },
      as: 'writer',
      work: async (transaction): Promise<AskReply> => {
        const held = await takePreview(previews, name, key, schema);
        watch.step('plan', { model: held.model, confidence: 1, assumptions: [], summary: summaryOf(held.plan) });
        compileGuarded(asked, held.plan, 'write');
        if (held.plan.kind !== 'delete') await room.forRows(call);
        const { rows, statement, seen, notUndoable } = await engine.apply(transaction, held.plan, schema);
        watch.step('rows', { rowCount: rows.affected });
        if ((rows.affected ?? 0) === 0) throw new Fault('write_no_rows', { params: { phase: 'commit', table: held.plan.table } });
        if (seen !== held.seen) throw new Fault('confirm_expired', { params: { reason: 'data_changed' } });
        return {
          status: 'ok',
          kind: 'write',
          session: sessionOf(call, dbId),
          answer: answerWrite(held.plan, rows.affected ?? 0),
          ...(await resultSet(rows, asked.input.numbers)),
          ...selectedField(asked),
          trace: watch.trace({ engine: engine.name, statement, model: held.model, confidence: 1, notUndoable }),
        };
      },
    });
  };
}
