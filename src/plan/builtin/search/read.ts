import { readConditions } from './rules/read-conditions.ts';
import { readHead } from './rules/read-head.ts';
import { readModifiers } from './rules/read-modifiers.ts';
import { EMPTY } from './sketch.ts';
import type { Reader, Reading, Rule, State } from './state.ts';

const MAX_STEPS = 2500;
const MAX_READINGS = 24;

/** The cheapest ways to use every word, cheapest first; and how far any reading came, to name what was unclear. */
export function read(reader: Reader): { readings: Reading[]; reached: number } {
  const queue = createQueue();
  queue.push({ at: 0, mode: 'open', sketch: EMPTY, cost: 0, not: false, or: false, inside: false });
  const readings: Reading[] = [];
  let reached = 0;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const state = queue.pop();
    if (state === null) break;
    reached = Math.max(reached, state.at);
    if (state.at >= reader.tokens.length) {
      if (state.mode === 'rest' && !state.not && !state.or && state.sketch.items.length > 0) readings.push(state);
      if (readings.length >= MAX_READINGS) break;
      continue;
    }
    const best = readings[0];
    if (best !== undefined && state.cost > best.cost + 0.8) break;
    for (const rule of RULES[state.mode]) for (const next of rule(reader, state)) queue.push(next);
  }
  return { readings, reached };
}

const RULES: Record<State['mode'], readonly Rule[]> = {
  open: [readHead],
  items: [readHead],
  rest: [readConditions, readModifiers],
};

/** A binary heap on cost; among equals, the one that has read further. */
function createQueue() {
  const heap: State[] = [];
  const before = (a: State, b: State) => a.cost < b.cost - 1e-9 || (Math.abs(a.cost - b.cost) < 1e-9 && a.at > b.at);
  const swap = (a: number, b: number) => {
    const one = heap[a];
    const two = heap[b];
    if (one === undefined || two === undefined) return;
    heap[a] = two;
    heap[b] = one;
  };
  const less = (a: number, b: number) => {
    const one = heap[a];
    const two = heap[b];
    return one !== undefined && two !== undefined && before(one, two);
  };
  return {
    push(state: State) {
      heap.push(state);
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!less(at, parent)) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop(): State | null {
      const top = heap[0];
      const last = heap.pop();
      if (top === undefined || last === undefined) return null;
      if (heap.length === 0) return top;
      heap[0] = last;
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        const right = left + 1;
        const child = right < heap.length && less(right, left) ? right : left;
        if (child >= heap.length || !less(child, at)) break;
        swap(at, child);
        at = child;
      }
      return top;
    },
  };
}
