import { endOfString } from './json-depth.ts';

export interface KeyLimits {
  readonly perObject: number;
  readonly inAll: number;
}

/**
 * Whether JSON text has an object, or all of it together, with more keys than that. Told before it is parsed: a million
 * different keys cost the parser seconds, in which nobody else is served.
 */
export function hasTooManyKeys(text: string, { perObject, inAll }: KeyLimits): boolean {
  // A key takes four characters at least: `"":0` and what parts it from the next.
  if (text.length / 4 < Math.min(perObject, inAll)) return false;
  const open: number[] = [];
  let all = 0;
  let here = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN:
        open.push(here);
        here = 0;
        break;
      case CLOSE:
        here = open.pop() ?? 0;
        break;
      case COLON:
        here += 1;
        all += 1;
        if (here > perObject || all > inAll) return true;
    }
  }
  return false;
}

const QUOTE = 0x22;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const COLON = 0x3a;
