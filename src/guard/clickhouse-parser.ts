/** ClickHouse's own parser, which runs nothing: its lexer and its tree. */
export interface ClickHouseParser {
  /** Offsets are in bytes. */
  tokens(sql: string): Promise<readonly Token[]>;
  /** The lines of `EXPLAIN AST`. @throws Fault sql_rejected where it is no statement */
  tree(sql: string): Promise<readonly string[]>;
}

export interface Token {
  readonly type: string;
  readonly begin: number;
  readonly end: number;
}

/** A token with its text, and whether anything stood before it. */
export interface Word {
  readonly type: string;
  readonly text: string;
  readonly apart: boolean;
  /** In bytes from 0. */
  readonly at: number;
}

/** What a statement is made of, without comments. */
export function wordsOf(sql: string, tokens: readonly Token[]): readonly Word[] {
  const bytes = Buffer.from(sql);
  const words: Word[] = [];
  let apart = false;
  for (const { type, begin, end } of tokens) {
    if (BETWEEN.has(type)) apart = true;
    else {
      words.push({ type, text: bytes.toString('utf8', begin, end), apart, at: begin });
      apart = false;
    }
  }
  return words;
}

const BETWEEN: ReadonlySet<string> = new Set(['Whitespace', 'Comment', 'EndOfStream']);

/**
 * The same statement on one line, since the engine takes what follows an empty line for another statement where rows are
 * part of the text: line ends in texts are written as escapes.
 */
export const textOf = (words: readonly Word[]): string =>
  words
    .map(({ type, text, apart }, index) => `${apart && index > 0 ? ' ' : ''}${type === 'StringLiteral' ? onOneLine(text) : text}`)
    .join('');

const onOneLine = (literal: string): string => literal.replaceAll('\n', '\\n').replaceAll('\r', '\\r');

export interface Node {
  readonly kind: string;
  /** What follows the kind, without the alias: the name of a function, of a table or of a column; of WithElement its own. */
  readonly name: string;
  readonly isRecursive: boolean;
  readonly children: readonly Node[];
}

/** The trees from the lines of `EXPLAIN AST`, which leaves out the names of WITH: they are told by the words, in the same order. Null where they do not fit. */
export function treeOf(lines: readonly string[], words: readonly Word[]): readonly Node[] | null {
  const names = namesOfWith(words);
  let named = 0;
  const roots: Node[] = [];
  const open: { indent: number; children: Node[] }[] = [{ indent: -1, children: roots }];
  for (const line of lines) {
    const [, spaces = '', kind = '', rest = ''] = /^( *)(\S+) *(.*)$/s.exec(line) ?? [];
    if (kind === '') continue;
    const children: Node[] = [];
    const of = kind === 'WithElement' ? names[named++] : undefined;
    const node = { kind, name: of?.name ?? nameIn(rest), isRecursive: of?.isRecursive ?? false, children };
    while ((open.at(-1)?.indent ?? -1) >= spaces.length) open.pop();
    open.at(-1)?.children.push(node);
    open.push({ indent: spaces.length, children });
  }
  return named === names.length ? roots : null;
}

function nameIn(rest: string): string {
  const name = rest.replace(/ ?\(children \d{1,9}\)$/, '');
  const alias = name.endsWith(')') ? name.indexOf(ALIAS) : -1;
  if (alias < 0) return name;
  return name.slice(0, name.charAt(alias - 1) === ' ' ? alias - 1 : alias);
}

const ALIAS = '(alias ';

/** `x AS (SELECT …)`, `x (a, b) AS (SELECT …)`. */
function namesOfWith(words: readonly Word[]): { name: string; isRecursive: boolean }[] {
  const found: { name: string; isRecursive: boolean }[] = [];
  let isRecursive = false;
  const lower = words.map(({ type, text }) => (type === 'BareWord' ? text.toLowerCase() : text));
  for (const [index, text] of lower.entries()) {
    if (text === 'with') isRecursive = lower[index + 1] === 'recursive';
    if (text !== 'as' || lower[index + 1] !== '(' || !QUERIES.has(lower.slice(index + 1).find((one) => one !== '(') ?? '')) continue;
    const of = words[lower[index - 1] === ')' ? lower.lastIndexOf('(', index) - 1 : index - 1];
    if (of) found.push({ name: of.type === 'QuotedIdentifier' ? of.text.slice(1, -1) : of.text, isRecursive });
  }
  return found;
}

const QUERIES: ReadonlySet<string> = new Set(['select', 'with']);
