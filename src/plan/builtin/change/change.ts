import type { Expr, Plan } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { Declined, type WriteReader } from '../write-reader.ts';
import { changedTable } from './changed-table.ts';
import { type ChangeVerb, Draft } from './draft.ts';
import { entity } from './entity.ts';
import { moment } from './moment.ts';
import { assignment, change, rename } from './new-values.ts';
import { other, ownTable, turn } from './turn.ts';
import { condition, missing, parent, possessive, state, yearOfTable } from './which-rows.ts';

/** Updates and deletes: which table, which rows, and for updates what becomes of them. */
export function readChange(reader: WriteReader, verb: ChangeVerb, verbAt: number): Outcome {
  const draft = new Draft(reader, changedTable(reader, verbAt), verb, verbAt);
  for (let at = 0; at < reader.tokens.length; ) at = Math.max(at + 1, next(draft, at));
  return outcome(draft);
}

/** Reads what begins at a token and gives the token after it; null when it begins something else. */
type Step = (draft: Draft, at: number) => number | null;

/** The order counts: the first that finds its own takes it. */
const STEPS: readonly Step[] = [
  turn,
  missing,
  change,
  possessive,
  yearOfTable,
  moment,
  condition,
  assignment,
  parent,
  entity,
  state,
  ownTable,
  other,
];

function next(draft: Draft, at: number): number {
  if (draft.reader.tokens[at]?.kind === 'mark') return at + 1;
  if (at === draft.verbAt) return draft.verb === 'rename' ? rename(draft, at + 1) : at + 1;
  for (const step of STEPS) {
    const end = step(draft, at);
    if (end !== null) return end;
  }
  return at + 1;
}

function outcome(draft: Draft): Outcome {
  const { reader, table, verb, sets, conditions } = draft;
  if (conditions.length === 0) reader.leftover.push(...draft.soft);
  reader.settle();
  if (contradicts(conditions)) throw new Declined('The conditions exclude each other; name each column once.');
  if (draft.pending) throw new Declined(`Say what ${draft.pending.name} becomes.`, [draft.pending.name]);
  if (draft.isUpdate() && sets.size === 0) throw new Declined(`Say which column of ${table.name} changes, and to what.`);
  const where = conditions.length > 1 ? ({ kind: 'and', args: conditions } as const) : conditions[0];
  if (!where && !draft.everything && verb !== 'clear') {
    if (draft.isUpdate()) throw new Declined(`Say which rows of ${table.name} change, or "all".`);
    const goal = `delete every row of ${table.name}`;
    return { kind: 'clarify', options: [{ label: `Delete every row of ${table.name}`, goal }] };
  }
  const rows = where ? { where } : {};
  const plan: Plan = draft.isUpdate()
    ? { kind: 'update', table: table.name, set: [...sets].map(([column, value]) => ({ column, value })), ...rows }
    : { kind: 'delete', table: table.name, ...rows };
  return { kind: 'plan', plan, confidence: reader.confidence(), assumptions: reader.assumptions };
}

/** Two values at once for one column would silently match nothing. */
function contradicts(conditions: readonly Expr[]): boolean {
  const columns = conditions.flatMap((each) => (each.kind === 'compare' && each.op === '=' ? [JSON.stringify(each.left)] : []));
  return new Set(columns).size < columns.length;
}
