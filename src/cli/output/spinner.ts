import { safeText } from './safe-text.ts';

export interface Spinner {
  say(text: string): void;
  stop(): void;
}

/** What is going on, turning on a terminal; on a pipe nothing is written. */
export async function startSpinner(text: string): Promise<Spinner> {
  if (process.stderr.isTTY !== true) return SILENT;
  const { default: yoctoSpinner } = await import('yocto-spinner');
  const spinner = yoctoSpinner({ text, stream: process.stderr }).start();
  return {
    say(next) {
      spinner.text = safeText(next);
    },
    stop: () => void spinner.stop(),
  };
}

const SILENT: Spinner = { say: () => undefined, stop: () => undefined };

/** Runs the work under a spinner, which is gone before anything else is written. */
export async function whileSpinning<T>(text: string, work: (say: Spinner['say']) => Promise<T>): Promise<T> {
  const spinner = await startSpinner(text);
  try {
    return await work(spinner.say);
  } finally {
    spinner.stop();
  }
}
