import type { Leaving } from './leaving.ts';

export interface Turns {
  /** Runs `work` when its turn comes. `party` is who must not have all places at once. */
  take<T>(party: string, signal: Leaving | undefined, work: () => Promise<T>): Promise<T>;
  readonly stats: { readonly busy: number; readonly waiting: number };
}

interface Options {
  readonly max: number;
  /** Of one party; as many as there are when absent. */
  readonly maxPerParty?: number | ((party: string) => number);
  /** Longest wait for a turn. */
  readonly waitMs: number;
  /** What is thrown to who waited in vain. */
  readonly full: (waitedMs: number) => Error;
  /** What is thrown to who left meanwhile. */
  readonly left: () => Error;
}

interface Waiter {
  readonly party: string;
  readonly begin: () => void;
}

/**
 * A bound on work that is done at once. Whose party has the fewest places comes first, then whose was served longest ago, then who
 * waits the longest, so that one party's crowd does not stand before everybody else.
 */
export function createTurns({ max, maxPerParty = max, waitMs, full, left }: Options): Turns {
  const mostOf = typeof maxPerParty === 'number' ? () => maxPerParty : maxPerParty;
  const held = new Map<string, number>();
  /** When a party that has or wants places was given its last one. */
  const served = new Map<string, number>();
  let clock = 0;
  const waiters = new Set<Waiter>();
  let busy = 0;
  const holds = (party: string): number => held.get(party) ?? 0;

  const enter = (party: string): boolean => {
    if (busy >= max || holds(party) >= mostOf(party)) return false;
    busy += 1;
    held.set(party, holds(party) + 1);
    served.set(party, ++clock);
    return true;
  };
  const leave = (party: string): void => {
    busy -= 1;
    if (holds(party) > 1) held.set(party, holds(party) - 1);
    else held.delete(party);
    for (let next = fairest(waiters, holds); next; next = fairest(waiters, holds)) {
      if (!enter(next.party)) break;
      next.begin();
    }
    forget(party);
  };
  const forget = (party: string): void => {
    if (!held.has(party) && ![...waiters].some((waiter) => waiter.party === party)) served.delete(party);
  };

  const wait = (party: string, signal: Leaving | undefined): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        waiters.delete(waiter);
      };
      const waiter: Waiter = {
        party,
        begin: () => {
          settle();
          resolve();
        },
      };
      const abort = () => {
        settle();
        forget(party);
        reject(left());
      };
      const timer = setTimeout(() => {
        settle();
        forget(party);
        reject(full(waitMs));
      }, waitMs);
      signal?.addEventListener('abort', abort, { once: true });
      waiters.add(waiter);
    });

  return {
    async take(party, signal, work) {
      if (signal?.aborted) throw left();
      if (!enter(party)) await wait(party, signal);
      try {
        return await work();
      } finally {
        leave(party);
      }
    },
    get stats() {
      return { busy, waiting: waiters.size };
    },
  };

  /** Among parties that may have one more place. */
  function fairest(all: Iterable<Waiter>, count: (party: string) => number): Waiter | undefined {
    const isBefore = (one: string, other: string): boolean =>
      count(one) === count(other) ? (served.get(one) ?? 0) < (served.get(other) ?? 0) : count(one) < count(other);
    let best: Waiter | undefined;
    for (const waiter of all) {
      if (count(waiter.party) >= mostOf(waiter.party)) continue;
      if (!best || isBefore(waiter.party, best.party)) best = waiter;
    }
    return best;
  }
}
