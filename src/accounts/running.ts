import type { Leave } from '../lib/leaving.ts';

/** The requests that run with a key, so that they end with it. */
export interface Running {
  begin(keyId: string, work: Leave): void;
  /** After the request, when nothing of it is under way any more. */
  done(keyId: string, work: Leave): void;
  /** Ends what runs with the key. */
  end(keyId: string): void;
  /** Whether it was ended here. */
  wasEnded(work: Leave): boolean;
  /** Keys with which something runs. */
  keys(): string[];
}

export function createRunning(): Running {
  const works = new Map<string, Set<Leave>>();
  const ended = new WeakSet<Leave>();
  return {
    begin(keyId, work) {
      const some = works.get(keyId);
      if (some) some.add(work);
      else works.set(keyId, new Set([work]));
    },
    done(keyId, work) {
      const some = works.get(keyId);
      if (some?.delete(work) && some.size === 0) works.delete(keyId);
    },
    end(keyId) {
      for (const work of works.get(keyId) ?? []) {
        ended.add(work);
        work.abort();
      }
    },
    wasEnded: (work) => ended.has(work),
    keys: () => [...works.keys()],
  };
}
