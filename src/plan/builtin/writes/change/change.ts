import type { Expr, Plan } from '../../../plan.ts';
import type { Outcome, Question } from '../../../planner.ts';
import type { Table } from '../../../schema.ts';
import { labelColumn } from '../write-names.ts';
import { Declined, WriteReader } from '../write-reader.ts';
import { changedTable, tablesHolding } from './changed-table.ts';
import { type ChangeVerb, Draft } from './draft.ts';
import { entity } from './entity.ts';
import { moment } from './moment.ts';
import { assignment, change, counted, rename } from './new-values.ts';
import { other, ownTable, turn } from './turn.ts';
import { condition, missing, parent, possessive, state, yearOfTable } from './which-rows.ts';

/** Updates and deletes: which table, which rows, and for updates what becomes of them. */
export function readChange(reader: WriteReader, verb: ChangeVerb, verbAt: number): Outcome {
  const table = changedTable(reader);
  return table ? readFor(reader, table, verb, verbAt) : readUnnamed(reader, verb, verbAt);
}

function readFor(reader: WriteReader, table: Table, verb: ChangeVerb, verbAt: number): Outcome {
  const draft = new Draft(reader, table, verb, verbAt);
  for (let at = 0; at < reader.tokens.length; ) at = Math.max(at + 1, next(draft, at));
  return outcome(draft);
}

/** "set the price of Sumatra to 20": the one table that the whole sentence fits, with a row of that name. */
function readUnnamed(reader: WriteReader, verb: ChangeVerb, verbAt: number): Outcome {
  const holding = tablesHolding(reader);
  if (holding.length === 1 && holding[0]) return readFor(reader, holding[0], verb, verbAt);
  const fitting = holding.flatMap((table) => {
    try {
      const outcome = readFor(new WriteReader(reader.question), table, verb, verbAt);
      return outcome.kind === 'plan' && namesRow(outcome.plan, table, reader.question) ? [outcome] : [];
    } catch (problem) {
      if (problem instanceof Declined) return [];
      throw problem;
    }
  });
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  throw new Declined(`Say which table this is about: ${reader.tableNames()}.`);
}

/** Whether a condition is the name of a row: its label, or a value that is stored nowhere else. */
function namesRow(plan: Plan, table: Table, { values }: Question): boolean {
  if (plan.kind !== 'update' && plan.kind !== 'delete') return false;
  const conditions = plan.where?.kind === 'and' ? plan.where.args : plan.where ? [plan.where] : [];
  return conditions.some((each) => {
    if (each.kind !== 'compare' || each.op !== '=' || each.left.kind !== 'column' || each.right.kind !== 'literal') return false;
    const { column } = each.left;
    const hits = values.find(String(each.right.value));
    return (
      hits.some((hit) => hit.table === table.name && hit.column === column) && (column === labelColumn(table)?.name || hits.length === 1)
    );
  });
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
  counted,
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
  const { reader, table, sets, conditions } = draft;
  if (conditions.length === 0) reader.leftover.push(...draft.soft);
  reader.settle();
  if (contradicts(conditions)) throw new Declined('The conditions exclude each other; name each column once.');
  if (draft.pending) throw new Declined(`Say what ${draft.pending.name} becomes.`, [draft.pending.name]);
  if (draft.isUpdate() && sets.size === 0) throw new Declined(`Say which column of ${table.name} changes, and to what.`);
  const where = conditions.length > 1 ? ({ kind: 'and', args: conditions } as const) : conditions[0];
  if (!where && !(draft.isUpdate() ? draft.everything : saysEveryRow(reader.question.text))) {
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

/** "delete every row of orders", "empty the orders table": nothing less than all is meant; "all orders" may be said of some. */
const saysEveryRow = (text: string): boolean =>
  /\b(?:all|every|each)(?: (?:the|of|of the))? (?:rows?|records?|entr(?:y|ies))\b|^(?:please )?(?:clear|empty|truncate)\b.* table\b/i.test(
    text,
  );

/** Two values at once for one column would silently match nothing. */
function contradicts(conditions: readonly Expr[]): boolean {
  const columns = conditions.flatMap((each) =>
    each.kind === 'compare' && each.op === '=' ? [JSON.stringify(each.left)] : each.kind === 'in' ? [JSON.stringify(each.arg)] : [],
  );
  return new Set(columns).size < columns.length;
}
