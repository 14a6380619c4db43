import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 4;

/** Between portions of the work; null where nobody has to be waited for. */
export type Pace = () => Promise<void> | null;

/** For long work on the event loop: waits for the next turn when this one has lasted a few milliseconds. Called often; most calls return at once. */
export function createPace(): Pace {
  let turn = performance.now();
  return () => {
    if (performance.now() - turn < SLICE_MS) return null;
    return nextTurn().then(() => {
      turn = performance.now();
    });
  };
}
