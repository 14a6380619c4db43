export interface Statements {
  readonly statements: readonly WrittenStatement[];
  /** Nothing but white space and comments stands behind the last semicolon. */
  readonly isEnded: boolean;
}

export interface WrittenStatement {
  readonly sql: string;
  /** Of the text, from 1: where it begins. */
  readonly line: number;
}

/**
 * The statements of a text, without their semicolons: those that end none stand in texts, names, dollar quotes and
 * comments of PostgreSQL. The service reads each statement anew, and refuses one that is two, or a half.
 */
export function readStatements(text: string): Statements {
  const statements: WrittenStatement[] = [];
  const parts = new RegExp(PARTS);
  let start: number | null = null;
  let line = 1;
  let counted = 0;
  const take = (end: number) => {
    if (start === null) return;
    for (; counted < start; counted++) if (text[counted] === '\n') line += 1;
    statements.push({ sql: text.slice(start, end).trimEnd(), line });
    start = null;
  };
  for (let found = parts.exec(text); found !== null; found = parts.exec(text)) {
    const [part] = found;
    const behind = parts.lastIndex;
    if (part === ';') take(found.index);
    else if (part === '/*') parts.lastIndex = endOfComment(text, found.index);
    else if (!part.startsWith('--')) {
      start ??= found.index;
      if (part.endsWith("'")) parts.lastIndex = part === "'" ? endOfQuoted(text, "'", behind) : endOfEscaped(text, behind);
      else if (part === '"') parts.lastIndex = endOfQuoted(text, '"', behind);
      else if (DOLLAR.test(part)) parts.lastIndex = endOf(text, part, behind);
    }
  }
  const isEnded = start === null;
  take(text.length);
  return { statements, isEnded };
}

/** A comment, what begins a quote, a word, or a single character. */
const PARTS = /--[^\n]*|\/\*|[eE]?'|"|\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$|[\p{L}\p{N}_$]+|[^\s]/gu;

const DOLLAR = /^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$$/u;

/** Behind the mark; of what is not closed, the end of the text. */
function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** A mark that stands twice is one of the text. */
function endOfQuoted(text: string, mark: string, from: number): number {
  for (let end = from; ; end += 1) {
    end = endOf(text, mark, end);
    if (text[end] !== mark) return end;
  }
}

/** Of `E'…'`, where a backslash takes the next character's meaning. */
function endOfEscaped(text: string, from: number): number {
  const marks = /\\[\s\S]|''|'/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) if (mark[0] === "'") return marks.lastIndex;
  return text.length;
}

/** Comments nest (PostgreSQL manual, 4.1.5). */
function endOfComment(text: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}
