import { endOfString } from './json-depth.ts';

/**
 * `JSON.parse`, but a number that would not be written again with the same characters is what `wide` makes of it.
 * Bears any depth. @throws SyntaxError
 */
export function readJson(text: string, wide: (literal: string) => unknown): unknown {
  const plain: unknown = JSON.parse(text);
  return MAY_CHANGE.test(text) ? readValid(text, wide) : plain;
}

/** Only more than 15 digits, a fraction, an exponent or -0 can be written in another way. */
const MAY_CHANGE = /[\d.]{16}|\d[.eE]|-0/;

interface Holder {
  readonly value: unknown[] | Record<string, unknown>;
  /** Of an object: the name that has been read and whose value comes next. */
  name: string | null;
}

function readValid(text: string, wide: (literal: string) => unknown): unknown {
  const outer: Holder[] = [];
  let holder: Holder = { value: [], name: null };
  const put = (value: unknown): void => {
    if (Array.isArray(holder.value)) holder.value.push(value);
    else if (holder.name === null) holder.name = String(value);
    else {
      // Assigning to `__proto__` would set a prototype.
      if (holder.name === '__proto__')
        Object.defineProperty(holder.value, holder.name, { value, enumerable: true, writable: true, configurable: true });
      else holder.value[holder.name] = value;
      holder.name = null;
    }
  };
  const root = holder.value as unknown[];
  for (let at = 0; at < text.length; at++) {
    const mark = text[at] as string;
    if (mark === '"') {
      const end = endOfString(text, at);
      const inner = text.slice(at + 1, end);
      put(inner.includes('\\') ? JSON.parse(`"${inner}"`) : inner);
      at = end;
    } else if (mark === '{' || mark === '[') {
      outer.push(holder);
      holder = { value: mark === '[' ? [] : {}, name: null };
    } else if (mark === '}' || mark === ']') {
      const { value } = holder;
      holder = outer.pop() as Holder;
      put(value);
    } else if (mark === '-' || (mark >= '0' && mark <= '9')) {
      const literal = numberAt(text, at);
      const value = Number(literal);
      put(String(value) === literal ? value : wide(literal));
      at += literal.length - 1;
    } else if (mark in WORDS) {
      const [value, length] = WORDS[mark] as [unknown, number];
      put(value);
      at += length - 1;
    }
  }
  return root[0];
}

const WORDS: Readonly<Record<string, readonly [value: unknown, length: number]>> = { t: [true, 4], f: [false, 5], n: [null, 4] };

function numberAt(text: string, from: number): string {
  NUMBER.lastIndex = from;
  return NUMBER.exec(text)?.[0] ?? '';
}

const NUMBER = /-?[\d.eE+-]+/y;
