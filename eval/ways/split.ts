/** Statements of a script. Knows quoted text, quoted names, dollar quotes and both kinds of comment. */
export function* splitStatements(script: string): Generator<string> {
  let start = 0;
  let at = 0;
  while (at < script.length) {
    const skipped = skipOpaque(script, at);
    if (skipped > at) {
      at = skipped;
    } else if (script[at] === ';') {
      const statement = script.slice(start, at).trim();
      if (hasContent(statement)) yield statement;
      at += 1;
      start = at;
    } else {
      at += 1;
    }
  }
  const last = script.slice(start).trim();
  if (hasContent(last)) yield last;
}

/** The position after a quoted thing or comment that starts at `at`; `at` itself when none does. */
function skipOpaque(script: string, at: number): number {
  const two = script.slice(at, at + 2);
  const one = two[0];
  if (one === "'" || one === '"') return skipQuoted(script, at, one);
  if (two === '--') return endOr(script, script.indexOf('\n', at), 1);
  if (two === '/*') return endOr(script, script.indexOf('*/', at + 2), 2);
  if (one === '$') {
    const tag = /^\$[A-Za-z_]*\$/.exec(script.slice(at, at + 66))?.[0];
    if (tag !== undefined) return endOr(script, script.indexOf(tag, at + tag.length), tag.length);
  }
  return at;
}

function skipQuoted(script: string, at: number, quote: string): number {
  let end = at + 1;
  while (end < script.length) {
    if (script[end] === quote) {
      if (script[end + 1] !== quote) return end + 1;
      end += 1;
    }
    end += 1;
  }
  return end;
}

const endOr = (script: string, found: number, width: number) => (found < 0 ? script.length : found + width);

const hasContent = (statement: string) => statement.replace(/--[^\n]*/g, '').trim() !== '';
