import { setMaxListeners } from 'node:events';
import type { Hostile } from './hostile.ts';
import type { Tenant } from './tenant.ts';

/** What came back for one request of the corpus, and how long the service's event loop was held up at most while it ran. */
export interface Met {
  readonly hostile: Hostile;
  readonly outcomes: Map<string, number>;
  /** The least of its runs: in a mix, the rest may be its neighbours' doing. Milliseconds. */
  delayMs: number;
}

interface Options {
  readonly attackers: readonly Tenant[];
  readonly corpus: readonly Hostile[];
  /** Requests of one attacker at once. */
  readonly lanes: number;
  /** Each attacker sends a share of the corpus, once; otherwise each sends all of it, from a place of its own, until time is over. */
  readonly shared: boolean;
  readonly seconds: number;
  readonly longestMs: number;
  readonly onDelay: (tell: (ms: number) => void) => void;
}

/** The last half second's delay is told when it is over. */
const TOLD_MS = 600;

/** Sends the corpus, mixed. It ends when all of it was sent and the time is over. */
export async function attack({ attackers, corpus, lanes, shared, seconds, longestMs, onDelay }: Options): Promise<Map<string, Met>> {
  const met = new Map<string, Met>(
    corpus.map((hostile) => [hostile.name, { hostile, outcomes: new Map(), delayMs: Number.POSITIVE_INFINITY }]),
  );
  const running = new Set<{ delayMs: number }>();
  onDelay((ms) => {
    for (const one of running) one.delayMs = Math.max(one.delayMs, ms);
  });
  const until = Date.now() + seconds * 1_000;
  const strike = async (tenant: Tenant, hostile: Hostile) => {
    const run = { delayMs: 0 };
    running.add(run);
    const limit = AbortSignal.timeout(longestMs);
    // Some send thousands of requests.
    setMaxListeners(0, limit);
    const outcome = await hostile
      .attack(tenant, limit)
      .catch((error: Error) => (error.name === 'TimeoutError' ? 'NO REPLY' : `broken (${error.name}: ${causeOf(error)})`));
    setTimeout(() => {
      running.delete(run);
      const found = met.get(hostile.name);
      if (found) found.delayMs = Math.min(found.delayMs, run.delayMs);
    }, TOLD_MS);
    const outcomes = met.get(hostile.name)?.outcomes;
    outcomes?.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  await Promise.all(
    attackers.map(async (tenant, place) => {
      const own = shared ? corpus.filter((_, index) => index % attackers.length === place) : rotated(corpus, place / attackers.length);
      let turn = 0;
      const lane = async () => {
        while (turn < own.length || (!shared && Date.now() < until)) {
          const hostile = own[turn++ % own.length];
          if (hostile) await strike(tenant, hostile);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
    }),
  );
  await new Promise((done) => setTimeout(done, TOLD_MS));
  return met;
}

/** Whether nothing came back but what the sender's own crowd explains. */
export const isUnanswered = ({ hostile: { inCrowd = [] }, outcomes }: Met): boolean =>
  outcomes.size > 0 && [...outcomes.keys()].every((outcome) => inCrowd.includes(outcome));

/** Its outcomes that are not among the expected ones, or that it has none. */
export function wrongOf({ hostile: { name, expected, inCrowd = [] }, outcomes }: Met, { alone = false } = {}): string[] {
  if (outcomes.size === 0) return [`never sent: ${name}`];
  const allowed = alone ? expected : [...expected, ...inCrowd];
  return [...outcomes.keys()]
    .filter((outcome) => !allowed.includes(outcome))
    .map((outcome) => `${name}${alone ? ', alone' : ''}: ${outcome}, where ${allowed.join(' or ')} was expected`);
}

const rotated = <T>(items: readonly T[], share: number): T[] => {
  const from = Math.floor(items.length * share);
  return [...items.slice(from), ...items.slice(0, from)];
};

const causeOf = ({ cause, message }: Error): string => (cause instanceof Error ? cause.message : message);
