import type { FailureKind } from './open-client.ts';

/** Whether a provider is worth asking now: a circuit breaker each, and the pause that a 429 asked for. */
export interface Health {
  /** Takes the one trial of a provider that is half open; give it back with one of the three below. */
  admits(id: string): boolean;
  succeeded(id: string): void;
  failed(id: string, kind: FailureKind | 'timeout', retryAfterMs: number | null): void;
  /** It was asked, and what came of it nobody knows: another was faster, or the caller left. */
  released(id: string): void;
  /** Milliseconds until the first of these is asked again; 0 when one is now. */
  waitMs(ids: readonly string[]): number;
}

interface Circuit {
  failures: number;
  /** Not asked before this moment. */
  closedUntil: number;
  open: boolean;
  trying: boolean;
}

const FAILURES_TO_OPEN = 3;
const COOL_DOWN_MS = 30_000;
const RATE_LIMIT_PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 10 * 60_000;

/** What says that the provider itself is in trouble, not the request or the model's words. */
const COUNTED: ReadonlySet<FailureKind | 'timeout'> = new Set(['server_error', 'unreachable', 'unauthorized', 'timeout']);

export function createHealth({ coolDownMs = COOL_DOWN_MS, now = Date.now }: { coolDownMs?: number; now?: () => number } = {}): Health {
  const circuits = new Map<string, Circuit>();
  const circuitOf = (id: string): Circuit => {
    const circuit = circuits.get(id) ?? { failures: 0, closedUntil: 0, open: false, trying: false };
    circuits.set(id, circuit);
    return circuit;
  };
  return {
    admits(id) {
      const circuit = circuitOf(id);
      if (circuit.closedUntil > now() || (circuit.open && circuit.trying)) return false;
      circuit.trying = circuit.open;
      return true;
    },
    succeeded(id) {
      circuits.delete(id);
    },
    failed(id, kind, retryAfterMs) {
      const circuit = circuitOf(id);
      circuit.trying = false;
      if (kind === 'rate_limited') {
        circuit.closedUntil = now() + Math.min(retryAfterMs ?? RATE_LIMIT_PAUSE_MS, PAUSE_MAX_MS);
        return;
      }
      if (!COUNTED.has(kind)) return;
      circuit.failures += 1;
      if (circuit.failures < FAILURES_TO_OPEN) return;
      circuit.open = true;
      circuit.closedUntil = now() + coolDownMs;
    },
    released(id) {
      circuitOf(id).trying = false;
    },
    waitMs: (ids) => Math.max(0, Math.min(...ids.map((id) => (circuits.get(id)?.closedUntil ?? 0) - now()))),
  };
}
