import type { Expr } from '../../../plan.ts';
import type { Found } from '../write-reader.ts';
import { ARTICLES, words } from '../write-words.ts';
import type { Draft } from './draft.ts';
import { storedPart } from './stored-part.ts';

/** "orders 5, 6 and 7", "from London or Paris": more values of the same column after the first, each a key or stored there. */
export function alike(draft: Draft, first: Found<Expr>, joints: ReadonlySet<string>): Found<Expr> {
  const { what } = first;
  if (what.kind !== 'compare' || what.op !== '=' || what.left.kind !== 'column' || what.right.kind !== 'literal') return first;
  const { left, right } = what;
  const list: Expr[] = [right];
  let end = first.next;
  for (let more = next(draft, left.column, end, joints); more; more = next(draft, left.column, end, joints)) {
    list.push(more.what);
    end = more.next;
  }
  return list.length > 1 && joints.has(draft.reader.lower(lastJoint(draft, end)))
    ? { what: { kind: 'in', arg: left, list }, next: end }
    : first;
}

function next(draft: Draft, name: string, at: number, joints: ReadonlySet<string>): Found<Expr> | null {
  const { reader, table } = draft;
  const comma = reader.lower(at) === ',' ? at + 1 : at;
  const start = joints.has(reader.lower(comma)) ? comma + 1 : comma;
  const column = table.columns.find((each) => each.name === name);
  const full = start === at ? null : reader.valueAt(reader.skip(start, ARTICLES), table);
  if (!column || !full) return null;
  const value = storedPart(draft, reader.skip(start, ARTICLES), full);
  const known = column.type === 'text' ? reader.columnsHolding(table, value.what.text).includes(column) : /^#?\d+$/.test(value.what.text);
  const same = known && CLOSED.test(reader.lower(value.next)) ? reader.equals(value.what, table, column) : null;
  return same?.kind === 'compare' ? { what: same.right, next: value.next } : null;
}

/** Where the last "and" or "or" before `end` stands: commas alone are no list. */
function lastJoint({ reader }: Draft, end: number): number {
  let at = end - 1;
  while (at > 0 && !AND_OR.has(reader.lower(at)) && reader.lower(at) !== ',') at--;
  return at;
}

const AND_OR = words('and or');
const CLOSED = /^(?:|[,.;!?]|and|or|to|from|by|as|in|where|with|for|of|when|whose)$/;
