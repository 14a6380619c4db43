import type { Offers } from '../../approvals/offer.ts';
import { sessionOf } from '../../call.ts';
import type { AskReply } from '../../contract/ask.ts';
import type { Room } from '../../databases/room.ts';
import { isScoped } from '../../databases/target.ts';
import type { Target } from '../../engines/engine.ts';
import { Fault } from '../../fault.ts';
import type { Planned } from '../../plan/chain.ts';
import type { SchemaChange } from '../../plan/schema-change.ts';
import type { Previews } from '../../store/previews.ts';
import { changeDiff } from '../change-diff.ts';
import { holdPreview } from '../preview.ts';
import { type Asked, selectedField } from './asked.ts';

/** A change of tables and columns is made and rolled back; what it did is shown and held for a confirm, whatever it is. */
export function createChangeBranch({
  previews,
  offers,
  room,
}: {
  readonly previews: Previews;
  readonly offers: Offers;
  readonly room: Room;
}) {
  return async (asked: Asked, planned: Planned<SchemaChange>, change: SchemaChange): Promise<AskReply> => {
    const { engine, schema, dbId, target, call, watch } = asked;
    refuseScoped(target);
    if (addsToIt(change)) await room.forRows(call);
    watch.step('executing');
    const result = await engine.previewChange(target, change, schema, call.leaving);
    const { statement, seen, affectedRows } = result;
    watch.step('validated', { sql: statement.sql, params: [] });
    watch.step('rows', { rowCount: affectedRows });
    const diff = changeDiff(change, schema, result);
    const held = await holdPreview({ previews, offers }, asked, { plan: change, seen, model: planned.model }, diff);
    watch.step('confirm_required', { confirmToken: held.confirmToken });
    return {
      status: 'requires_confirm',
      kind: 'preview',
      session: sessionOf(call, dbId),
      requires_confirm: true,
      ...held,
      diff,
      ...selectedField(asked),
      trace: watch.trace({ engine: engine.name, statement, ...planned }),
    };
  };
}

/** A change of tables is about everybody's rows, and shows some of them. @throws Fault forbidden for a request that is bound to some */
export function refuseScoped(target: Target): void {
  if (isScoped(target)) throw new Fault('forbidden', { params: { reason: SCOPED } });
}

const SCOPED = 'A request for one agent, end user or thread changes no tables: leave the three out.';

/** What only takes away goes on when there is no room. */
export const addsToIt = ({ steps }: SchemaChange): boolean => !steps.every((step) => step.do === 'dropColumn' || step.do === 'dropTable');
