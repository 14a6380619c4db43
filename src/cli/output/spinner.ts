import { safeText } from './safe-text.ts';

export interface Spinner {
  say(text: string): void;
  /** Makes room for a line; it turns on below that. */
  clear(): void;
  stop(): void;
}

/** What is going on, turning on a terminal; on a pipe nothing is written. */
export async function startSpinner(text: string): Promise<Spinner> {
  if (process.stderr.isTTY !== true) return SILENT;
  const { default: yoctoSpinner } = await import('yocto-spinner');
  const turning = yoctoSpinner({ text, stream: process.stderr, handleSignals: false }).start();
  process.once('SIGTERM', ended);
  const spinner: Spinner = {
    say(next) {
      turning.text = safeText(next);
    },
    clear() {
      turning.clear();
    },
    stop() {
      process.off('SIGTERM', ended);
      turning.stop();
      if (current === spinner) current = SILENT;
    },
  };
  current = spinner;
  return spinner;
}

/** Whoever ends the process from outside gets the cursor back; Ctrl-C is `main.ts`'s. */
function ended(): void {
  stopSpinning();
  process.exit(128 + 15);
}

/** For an end that comes from outside: whatever turns leaves the terminal as it was. */
export const stopSpinning = (): void => current.stop();

/** Before a line is written while the spinner may turn. */
export const clearSpinner = (): void => current.clear();

const SILENT: Spinner = { say: () => undefined, clear: () => undefined, stop: () => undefined };
let current: Spinner = SILENT;

/** Runs the work under a spinner, which is gone before anything else is written. */
export async function whileSpinning<T>(text: string, work: (say: Spinner['say']) => Promise<T>): Promise<T> {
  const spinner = await startSpinner(text);
  try {
    return await work(spinner.say);
  } finally {
    spinner.stop();
  }
}
