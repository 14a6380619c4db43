import { step } from './match.ts';
import type { Condition } from './sketch.ts';
import type { State } from './state.ts';

/** A condition found; the state's negation is already in it. */
export interface Found {
  readonly condition: Condition;
  readonly end: number;
  readonly cost: number;
  /** What follows may be said of the rows compared with. */
  readonly open?: boolean;
}

export function take(state: State, { condition, end, cost, open }: Found): State {
  const last = state.sketch.conditions.at(-1);
  if (state.inside && last !== undefined && 'conditions' in last) {
    const inner = last.conditions.at(-1);
    const conditions =
      state.or && inner !== undefined ? [...last.conditions.slice(0, -1), either(inner, condition)] : [...last.conditions, condition];
    const wider = { ...last, conditions };
    return step(state, end, cost, { conditions: [...state.sketch.conditions.slice(0, -1), wider] }, { not: false, or: false });
  }
  const conditions =
    state.or && last !== undefined
      ? [...state.sketch.conditions.slice(0, -1), either(last, condition)]
      : [...state.sketch.conditions, condition];
  return step(
    state,
    end,
    cost + (state.or && last === undefined ? 5 : 0),
    { conditions },
    { not: false, or: false, ...(open === true ? { inside: true } : {}) },
  );
}

function either(left: Condition, right: Condition): Condition {
  const args = [...(left.kind === 'or' ? left.args : [left]), right];
  return { kind: 'or', args: alike(args) };
}

/** "in London or Paris": of stored values that one column holds, that column is meant for all of them. */
function alike(args: readonly Condition[]): readonly Condition[] {
  const hits = args.map((one) => (one.kind === 'value' ? one.value.hits : []));
  const [first = [], ...rest] = hits;
  const shared = first.filter((hit) =>
    rest.every((others) => others.some(({ table, column }) => table === hit.table && column === hit.column)),
  );
  if (shared.length === 0) return args;
  return args.map((one) =>
    one.kind === 'value'
      ? {
          ...one,
          value: {
            ...one.value,
            hits: one.value.hits.filter(({ table, column }) => shared.some((hit) => hit.table === table && hit.column === column)),
          },
        }
      : one,
  );
}
