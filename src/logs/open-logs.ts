import type { Logs, LogsSettings } from './logs.ts';

/** Null where lines go to standard output alone. */
export async function openLogs(settings: LogsSettings | null): Promise<Logs | null> {
  if (settings === null) return null;
  // Loaded where it is wanted.
  const { openOtlpLogs } = await import('./otlp.ts');
  return openOtlpLogs(settings);
}
