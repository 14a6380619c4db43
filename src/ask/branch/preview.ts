import type { Offers } from '../../approvals/offer.ts';
import { sessionOf } from '../../call.ts';
import type { AskReply, Diff } from '../../contract/ask.ts';
import type { Room } from '../../databases/room.ts';
import { Fault } from '../../fault.ts';
import type { Planned } from '../../plan/chain.ts';
import type { Delete, Insert, Update } from '../../plan/plan.ts';
import { baseTypeOf, type Table } from '../../plan/schema.ts';
import { findTable } from '../../plan/scope.ts';
import { asText } from '../../result-set.ts';
import type { Previews } from '../../store/previews.ts';
import { diffOf } from '../answer.ts';
import { holdPreview } from '../preview.ts';
import { type Asked, compileGuarded, selectedField } from './asked.ts';

/** The write is executed and rolled back; what it did is shown and its plan held for a confirm. */
export function createPreviewBranch({
  previews,
  offers,
  room,
}: {
  readonly previews: Previews;
  readonly offers: Offers;
  readonly room: Room;
}) {
  return async (asked: Asked, planned: Planned, plan: Insert | Update | Delete): Promise<AskReply> => {
    const { engine, schema, dbId, target, call, watch } = asked;
    const statement = await compileGuarded(asked, plan, 'write');
    if (plan.kind !== 'delete') await room.forRows(call);
    const result = await engine.preview(target, plan, schema, call.signal);
    watch.step('rows', { rowCount: result.affectedRows });
    if (result.affectedRows === 0) throw new Fault('write_no_rows', { params: { phase: 'preview', table: plan.table } });
    if (planned.oneRow !== undefined && result.affectedRows > 1)
      throw whichRow(planned.oneRow, plan, result.affectedRows, diffOf(plan, result), findTable(schema, plan.table));
    const diff = diffOf(plan, result);
    const held = await holdPreview({ previews, offers }, asked, { plan, seen: result.seen, model: planned.model }, diff);
    watch.step('confirm_required', { confirmToken: held.confirmToken });
    return {
      status: 'requires_confirm',
      kind: 'preview',
      session: sessionOf(call, dbId),
      requires_confirm: true,
      ...held,
      diff: asked.input.numbers === 'text' ? withTexts(diff, findTable(schema, plan.table)) : diff,
      ...selectedField(asked),
      trace: watch.trace({ engine: engine.name, statement, ...planned }),
    };
  };
}

/** Several rows go by the name of the one that was meant. */
function whichRow(name: string, { table }: { readonly table: string }, count: number, { sample }: Diff, { primaryKey }: Table): Fault {
  const [key] = primaryKey;
  const keys = key === undefined ? [] : sample.flatMap(({ before }) => (before?.[key] === undefined ? [] : [String(before[key])]));
  const which = keys.length === 0 ? '' : ` (${key} ${keys.join(', ')}${keys.length < count ? ' and others' : ''})`;
  const reason = `${count} rows of ${table} go by "${name}"${which}. Say which by its ${key ?? 'key'}, or say "all".`;
  return new Fault('not_understood', { params: { reason, unclear: [name], candidates: sample.map(({ before }) => before) } });
}

/** As rows have them: the numbers of columns that are wider than a double are text. */
function withTexts(diff: Diff, { columns }: Table): Diff {
  const wide = columns.filter((column) => WIDE.test(baseTypeOf(column))).map(({ name }) => name);
  const texts = (row: Record<string, unknown> | null) =>
    row && { ...row, ...Object.fromEntries(wide.filter((name) => name in row).map((name) => [name, asText(row[name])])) };
  return { ...diff, sample: diff.sample.map(({ before, after }) => ({ before: texts(before), after: texts(after) })) };
}

const WIDE = /^(bigint|numeric)\b/;
