const WORD = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d+(?:_\d+)*(?:\.\d+)?(?:e[-+]?\d+)?|\$\d+/iy;
const DOLLAR_QUOTE = /\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/iy;
const SPACE = /\s+/y;
/** Between two parts of one string. */
const CONTINUED = /[ \t\f\v]*(?:--[^\n\r]*)?[\n\r](?:[ \t\n\r\f\v]|--[^\n\r]*[\n\r])*'/y;

interface Count {
  readonly tokens: number;
  /** Those among them that are neither commas nor parentheses, which cost the parser next to nothing. */
  readonly items: number;
}

/**
 * Words, numbers, signs and strings of a text, never fewer than PostgreSQL's scanner finds: an operator of two signs counts as two. It takes
 * a small part of what the scanner takes, so that it can decide whether a text goes there.
 */
export function countTokens(sql: string): Count {
  let tokens = 0;
  let separators = 0;
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(sql) ?? [];
    at += found.length;
    return found;
  };
  const pass = (end: string): void => {
    const found = sql.indexOf(end, at);
    at = found < 0 ? sql.length : found + end.length;
  };
  while (at < sql.length) {
    if (skip(SPACE) !== '') continue;
    tokens += 1;
    const quote = skip(DOLLAR_QUOTE);
    if (quote !== '') {
      pass(quote);
      continue;
    }
    const word = skip(WORD);
    if (/^e$/i.test(word) && sql[at] === "'") passEscaped();
    if (word !== '') continue;
    const sign = sql[at++];
    if (sign === ',' || sign === '(' || sign === ')') separators += 1;
    if (sign === "'" || sign === '"') {
      // Twice in a row it is a quote inside.
      do pass(sign);
      while (sql[at++] === sign);
      at -= 1;
    } else if (sql.startsWith('--', at - 1)) pass('\n');
    else if (sql.startsWith('/*', at - 1)) pass('*/');
  }
  return { tokens, items: tokens - separators };

  /** A string in which a backslash hides what follows it; another line may go on with it. */
  function passEscaped(): void {
    do {
      for (at += 1; at < sql.length && (sql[at] !== "'" || sql[at + 1] === "'"); at++) if (sql[at] === '\\' || sql[at] === "'") at += 1;
      at += 1;
    } while (skip(CONTINUED) !== '' && at--);
  }
}
