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
