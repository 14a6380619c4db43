import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from './contract/limits.ts';
import { Fault } from './fault.ts';
import { encodeJson, quoteJson, rowEncoder } from './lib/encode-json.ts';
import { hasLongText } from './lib/long-text.ts';
import { createPace } from './lib/pace.ts';

/**
 * A reply as JSON text. Long lists are written a few elements at a time, so that others are answered between.
 * @throws Fault result_too_large once it is longer than a reply may be
 */
export async function encodeReply(reply: unknown): Promise<string> {
  if (Array.isArray(reply)) return within(await encodeList(reply, 0));
  if (typeof reply !== 'object' || reply === null || 'toJSON' in reply) return within(encodeJson(reply));
  let text = '{';
  for (const [name, value] of Object.entries(reply)) {
    if (value === undefined) continue;
    const field = Array.isArray(value) ? await encodeList(value, text.length) : encodeJson(value);
    text += `${text.length === 1 ? '' : ','}${quoteJson(name)}:${field}`;
  }
  return within(`${text}}`);
}

async function encodeList(items: readonly unknown[], before: number): Promise<string> {
  let text = '[';
  let from = 0;
  const pace = createPace();
  const encode = rowEncoder();
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    // It was read in the turn that this one goes on from, and takes as long to be written.
    if (hasLongText(item)) await nextTurn();
    text += `${index === 0 ? '' : ','}${encode(item)}`;
    if (text.length - from < SLICE_CHARACTERS) continue;
    from = text.length;
    if (before + text.length > LIMITS.replyMaxBytes) throw tooLarge();
    await pace();
  }
  return `${text}]`;
}

const SLICE_CHARACTERS = 16 * 1024;

/** @throws Fault result_too_large */
export function within(text: string): string {
  // No character takes more than three bytes of UTF-8 for each of its code units.
  if (text.length * 3 > LIMITS.replyMaxBytes && Buffer.byteLength(text) > LIMITS.replyMaxBytes) throw tooLarge();
  return text;
}

export const tooLarge = (): Fault => new Fault('result_too_large', { params: { maxBytes: LIMITS.replyMaxBytes } });
