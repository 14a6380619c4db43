const QUIET_MS = 1_000;
const TICK_MS = 250;

/** Says what is being waited for, once it takes longer than a second; on a terminal the line counts on and goes away. */
export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const { stderr } = process;
  let shown = false;
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs < QUIET_MS || (shown && !stderr.isTTY)) return;
    shown = true;
    const text = `${what} … ${(elapsedMs / 1_000).toFixed(1)} s`;
    stderr.write(stderr.isTTY ? `\r${text}` : `${text}\n`);
  }, TICK_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (shown && stderr.isTTY) stderr.write('\r\u001b[K');
  }
}
