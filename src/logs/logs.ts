/** The log's lines, for a collector too. */
export interface Logs {
  /** One line as it was written. Never waits. */
  note(line: string): void;
  /** Sends what was noted last. */
  close(): Promise<void>;
}

export interface LogsSettings {
  /** Base URL of a collector that takes OTLP over HTTP. */
  readonly endpoint: string;
  readonly serviceName: string;
}

/** Null where lines go to standard output alone. */
export async function openLogs(settings: LogsSettings | null): Promise<Logs | null> {
  if (settings === null) return null;
  // Loaded where it is wanted.
  const { openOtlpLogs } = await import('./otlp.ts');
  return openOtlpLogs(settings);
}
