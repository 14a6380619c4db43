/** Line and column count from 1, in UTF-16 units as editors do; `position` counts from 0. */
export interface JsonErrorPlace {
  readonly position: number;
  readonly line: number;
  readonly column: number;
}

/** Where text that `JSON.parse` refuses stops being JSON (RFC 8259); what V8 says of it has no place in it most of the time. */
export function jsonErrorPlace(text: string): JsonErrorPlace {
  const position = firstError(text);
  const before = text.slice(0, position);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { position, line: before.split('\n').length, column: position - lineStart + 1 };
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd';

function firstError(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    take(SPACE);
    const container = open.at(-1);
    const char = text[at];
    if (expected === 'commaOrEnd' && container === undefined) return at;
    if (char === undefined) return at;
    const closes = char === (container === '{' ? '}' : ']') && container !== undefined;
    if (closes && (expected === 'commaOrEnd' || expected === 'keyOrEnd' || expected === 'valueOrEnd')) {
      open.pop();
      at += 1;
      expected = 'commaOrEnd';
    } else if (expected === 'commaOrEnd') {
      if (char !== ',') return at;
      at += 1;
      expected = container === '{' ? 'key' : 'value';
    } else if (expected === 'colon') {
      if (char !== ':') return at;
      at += 1;
      expected = 'value';
    } else if (expected === 'key' || expected === 'keyOrEnd') {
      if (!take(STRING)) return at;
      expected = 'colon';
    } else if (char === '{' || char === '[') {
      open.push(char);
      at += 1;
      expected = char === '{' ? 'keyOrEnd' : 'valueOrEnd';
    } else {
      if (!take(STRING) && !take(SCALAR)) return at;
      expected = 'commaOrEnd';
    }
  }
}
