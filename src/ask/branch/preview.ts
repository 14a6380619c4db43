import { sessionOf } from '../../call.ts';
import type { AskReply } from '../../contract/ask.ts';
import type { Room } from '../../databases/room.ts';
import { Fault } from '../../fault.ts';
import { requireIdempotencyKey } from '../../once.ts';
import type { Planned } from '../../plan/chain.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import type { Previews } from '../../store/previews.ts';
import { diffOf } from '../answer.ts';
import { holdPreview } from '../preview.ts';
import { type Asked, compileGuarded, selectedField } from './asked.ts';

/** The write is executed and rolled back; what it did is shown and its plan held for a confirm. */
export function createPreviewBranch({ previews, room }: { readonly previews: Previews; readonly room: Room }) {
  return async (asked: Asked, planned: Planned, plan: Insert | Update | Delete): Promise<AskReply> => {
    const { engine, schema, dbId, call, watch, text } = asked;
    if (!asked.input.dryRun) requireIdempotencyKey(call);
    const statement = compileGuarded(asked, plan, 'write');
    if (plan.kind !== 'delete') await room.forRows(call);
    const result = await engine.preview({ dbId }, plan, schema, call.signal);
    watch.step('rows', { rowCount: result.affectedRows });
    if (result.affectedRows === 0) throw new Fault('write_no_rows', { params: { phase: 'preview', table: plan.table } });
    const held = await holdPreview(previews, { ownerId: call.caller.ownerId, dbId, text }, schema, {
      plan,
      seen: result.seen,
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
  };
}
