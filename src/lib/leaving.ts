/** What work listens to that ends when nobody waits for it any more; an AbortSignal is one. */
export interface Leaving {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * An AbortController for work that most often ends before anybody leaves: making one, and listening to it, costs more
 * than a short request's other bookkeeping. Its `signal` is made when something wants a real one.
 */
export class Leave implements Leaving {
  #aborted = false;
  #listeners: (() => void)[] = [];
  #controller: AbortController | null = null;

  get aborted(): boolean {
    return this.#aborted;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#controller?.abort();
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#aborted) this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners.lastIndexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }
}

/**
 * Work that is told to leave when `outer` leaves or the time is over. A timer of our own, which Node holds until it fires:
 * `AbortSignal.any` over `AbortSignal.timeout` may be collected before (Node 20).
 */
export async function leavingWithin<T>(outer: Leaving, timeoutMs: number, work: (leaving: Leave) => Promise<T>): Promise<T> {
  const leave = new Leave();
  const abort = () => leave.abort();
  const timer = setTimeout(abort, timeoutMs);
  outer.addEventListener('abort', abort, { once: true });
  if (outer.aborted) abort();
  try {
    return await work(leave);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}

interface Watch {
  readonly everyMs: number;
  /** Why the work has to end now; null while it need not. */
  readonly reason: () => Promise<Error | null>;
}

/** Work that is told to leave when `outer` leaves or there is a reason to end it, which is then what is thrown. */
export async function leavingUpon<T>(outer: Leaving, { everyMs, reason }: Watch, work: (leaving: Leave) => Promise<T>): Promise<T> {
  const leave = new Leave();
  const abort = () => leave.abort();
  let found: Error | null = null;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    found ??= await reason().catch(() => null);
    isLooking = false;
    if (found !== null) abort();
  };
  const timer = setInterval(() => void look(), everyMs);
  outer.addEventListener('abort', abort, { once: true });
  if (outer.aborted) abort();
  try {
    return await work(leave);
  } catch (error) {
    throw found ?? error;
  } finally {
    clearInterval(timer);
    outer.removeEventListener('abort', abort);
  }
}
