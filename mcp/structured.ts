/** A tool's `structuredContent`. */
export type Structured = Readonly<Record<string, unknown>>;
