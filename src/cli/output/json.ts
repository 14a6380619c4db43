import { randomUUID } from 'node:crypto';
import { encodeJson } from '../../lib/encode-json.ts';
import { Verbatim } from '../../lib/verbatim.ts';

/** A reply as JSON with every digit it came with, on one line or indented. */
export function jsonText(value: unknown, indent: number): string {
  if (indent === 0) return encodeJson(value);
  // JSON.stringify indents, but writes no literal: each stands behind a mark that nobody could have stored until then.
  const mark = randomUUID();
  function marked(this: Record<string, unknown>, name: string, plain: unknown): unknown {
    const own = this[name];
    return own instanceof Verbatim ? `${mark}${own.json}` : plain;
  }
  return JSON.stringify(value, marked, indent).replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}
