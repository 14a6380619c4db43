/** What a host's file says of one server, as plain values. */
export type Entry = Readonly<Record<string, unknown>>;

/** Where a host keeps its servers in its file. */
export interface Place {
  /** Keys from the top of the document to the servers. */
  readonly path: readonly string[];
  /** The servers are a list whose items say their `name`; else a map by name. */
  readonly isList?: true;
  /** What a file that was not there begins with. */
  readonly preamble?: string;
}

/**
 * Changes one entry in the text of a file and leaves every other byte as it is. Texts come without a byte order mark.
 * @throws ConfigFault for what cannot be parsed, or has something else where the servers should be
 */
export interface Editor {
  /** The whole document as plain values; undefined for an empty one. */
  parse(text: string): unknown;
  put(text: string, place: Place, name: string, entry: Entry): string;
  /** Gives the text itself when the entry is not there. */
  remove(text: string, place: Place, name: string): string;
}

/** What is wrong in a file, and where: line and column count from 1. */
export class ConfigFault extends Error {
  readonly line: number;
  readonly column: number;

  constructor(reason: string, line: number, column: number) {
    super(reason);
    this.name = 'ConfigFault';
    this.line = line;
    this.column = column;
  }
}

export function faultAt(text: string, offset: number, reason: string): ConfigFault {
  const lines = text.slice(0, offset).split('\n');
  return new ConfigFault(reason, lines.length, (lines.at(-1)?.length ?? 0) + 1);
}

export const splice = (text: string, start: number, end: number, put: string): string => text.slice(0, start) + put + text.slice(end);

/** The line end that a text has; of one without, LF. */
export const lineEndOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n';

export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** Just past the end of the line that an offset is in. */
export function lineAfter(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** The text, ended by a line end unless it is empty. */
export const endedLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : text + lineEndOf(text));

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
