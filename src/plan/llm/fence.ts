import { randomBytes } from 'node:crypto';

/** Marks text that comes from a database as data. The mark is not to be guessed, so that no stored text can close it. */
export interface Fence {
  readonly mark: string;
  around(what: string, text: string): string;
}

export function createFence(): Fence {
  const mark = `data-${randomBytes(6).toString('hex')}`;
  return { mark, around: (what, text) => `<${mark} ${what}>\n${text.replaceAll(mark, '')}\n</${mark}>` };
}

/** One line, without control characters, cut at `max`. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}
