import { LIMITS } from '../contract/limits.ts';
import { lengthOf } from '../contract/text.ts';
import { nearestNames } from './nearest.ts';
import { isRecord } from './postgres-json.ts';
import type { PostgresParser, Token } from './postgres-parser.ts';
import { countTokens } from './postgres-tokens.ts';

export interface Refusal {
  readonly kind: 'refused';
  /** One sentence for the caller, naming the construct. */
  readonly reason: string;
  readonly nearest?: readonly string[];
  /** Where the text stops being SQL, or is none that is accepted, in characters from 1. */
  readonly position?: number;
}

export type Reading = { readonly kind: 'statement'; readonly raw: RawStatement } | Unread;
type Readings = { readonly kind: 'statements'; readonly raws: readonly RawStatement[] } | Unread;
type Unread =
  | Refusal
  /** The parser gave up; the next try may find a fresh one. */
  | { readonly kind: 'broken'; readonly reason: string };

export const PARSER_BUSY_REASON = 'The statement is too deeply nested or too large to be examined';

/** Untrusted text → the one statement in it, as a tree that nobody has checked yet; `verbs` are the words that it may begin with. Never throws. */
export const readStatement = (parser: PostgresParser, sql: string, verbs: ReadonlySet<string> = FIRST_WORDS): Reading => {
  const reading = readStatements(parser, sql, verbs);
  if (reading.kind !== 'statements') return reading;
  const [raw, ...more] = reading.raws;
  return raw === undefined || more.length > 0 ? refused('Send exactly one statement') : { kind: 'statement', raw };
};

/** The same for a text of several; what is run is never read so. */
export const readStatements = (parser: PostgresParser, sql: string, verbs: ReadonlySet<string>): Readings => {
  const early = refusedBeforeParsing(parser, sql, verbs);
  if (early !== null) return early;
  const outcome = parser.parse(sql);
  if (outcome.kind === 'broken') return { kind: 'broken', reason: PARSER_BUSY_REASON };
  if (outcome.kind === 'error') {
    if (outcome.message.startsWith('memory exhausted')) return refused('The statement nests too deeply');
    const position = Math.max(1, outcome.position);
    return { ...refused(`The SQL does not parse: ${shorten(outcome.message)} (character ${position})`), position };
  }
  return { kind: 'statements', raws: statementsOf(outcome.tree) };
};

/** Nested comments cost the parser the square of their number. */
const COMMENT_OPENERS_MAX = 500;
/** A run of operator characters costs its square too; PostgreSQL's longest operator has 63. */
const OPERATOR_RUN = /[-+*/<>=~!@#%^&|`?]{256}/;
/**
 * Nothing else is done while a text is parsed and its tree is judged: up to two microseconds for each word, number and sign,
 * next to none for commas and parentheses. Where it is cut into tokens as well, these cost as much. So some twenty milliseconds at the most.
 */
const ITEMS_MAX = 8_192;
const TOKENS_MAX = 20_000;
const SCANNED_TOKENS_MAX = 5_000;
/** What is cut into tokens: comments are found so, and what may assign to a list; see `multipliesItself`. */
const SCANNED = /\)\s*=|--|\/\*/;
/** Below this length `SET (a, b, …) = (…)` cannot grow far; see `multipliesItself`. */
const SET_LIST_LOOK_FROM = 256;
const SET_LIST_COST_MAX = 65_536;

export const VERBS = 'SELECT, INSERT, UPDATE, DELETE, WITH, EXPLAIN and SHOW';
const FIRST_WORDS: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete', 'with', 'explain', 'show']);

const refused = (reason: string, nearest: readonly string[] = []): Refusal =>
  nearest.length > 0 ? { kind: 'refused', reason, nearest } : { kind: 'refused', reason };

/** What must not reach the parser at all, because it stops there, differs there or makes it slow. */
const refusedBeforeParsing = (parser: PostgresParser, sql: string, verbs: ReadonlySet<string>): Refusal | null => {
  if (sql.length > LIMITS.sqlMaxLength && lengthOf(sql) > LIMITS.sqlMaxLength)
    return refused(`The SQL is longer than ${LIMITS.sqlMaxLength} characters`);
  if (sql.includes('\0')) return refused('The SQL holds a NUL character');
  if (/\p{Surrogate}/u.test(sql)) return refused('The SQL holds half of a character (a lone surrogate)');
  if (trimSpace(sql) === '') return refused('Send exactly one statement');
  const [, before = '', first] = /^([ \t\n\r\f\v]*)([a-z]+)/i.exec(sql) ?? [];
  if (first !== undefined && !verbs.has(first.toLowerCase())) {
    const reason = `${shorten(first.toUpperCase())} statements are not accepted here; use ${VERBS}`;
    return { ...refused(reason, nearestNames(first, FIRST_WORDS)), position: before.length + 1 };
  }
  if (sql.split('/*').length - 1 > COMMENT_OPENERS_MAX) return refused('The SQL holds too many comments');
  if (OPERATOR_RUN.test(sql)) return refused('The SQL holds too long a run of operator characters');
  const crowded = tooManyTokens(sql);
  if (crowded !== null) return refused(crowded);
  const multiplied = multipliesItself(parser, sql);
  if (multiplied === null) return refused('The SQL cannot be read; look for a quote or comment that is not closed');
  if (multiplied) return refused('SET (…) = (…) with this many columns is too large; assign the columns one by one');
  return null;
};

const tooManyTokens = (sql: string): string | null => {
  if (sql.length <= SCANNED_TOKENS_MAX) return null;
  const { tokens, items } = countTokens(sql);
  const instead = 'send a long list as one bound array (= ANY ($1), unnest($1))';
  if (items > ITEMS_MAX) return `The SQL has more than ${ITEMS_MAX.toLocaleString('en-US')} words, numbers and signs; ${instead}`;
  if (tokens > TOKENS_MAX)
    return `The SQL has more than ${TOKENS_MAX.toLocaleString('en-US')} words, numbers, signs, commas and parentheses; ${instead}`;
  if (tokens > SCANNED_TOKENS_MAX && SCANNED.test(sql))
    return `The SQL has more than ${SCANNED_TOKENS_MAX.toLocaleString('en-US')} words, numbers, signs, commas and parentheses; as it has comments, or compares what is in parentheses, it may not have more: ${instead}`;
  return null;
};

/**
 * The parser copies the right side of `SET (a, b, c) = (SELECT …)` once for every column on the left, so that eight
 * thousand characters can become hundreds of megabytes. Measured on tokens, before it does; null when there are none.
 */
const multipliesItself = (parser: PostgresParser, sql: string): boolean | null => {
  if (sql.length < SET_LIST_LOOK_FROM || !/\bset\b/i.test(sql) || !SCANNED.test(sql)) return false;
  const tokens = parser.scan(sql)?.filter((token) => !isComment(token));
  if (tokens === undefined) return null;
  const open: { readonly assigns: boolean; columns: number }[] = [];
  const end = tokens.at(-1)?.end ?? 0;
  let cost = 0;
  for (const [index, token] of tokens.entries()) {
    const top = open.at(-1);
    if (token.text === '(') {
      const before = tokens[index - 1]?.text.toLowerCase();
      open.push({ assigns: before === 'set' || before === ',', columns: 1 });
    } else if (token.text === ',' && top !== undefined) top.columns += 1;
    else if (token.text === ')') {
      open.pop();
      if (top?.assigns === true && tokens[index + 1]?.text === '=') cost += top.columns > 1 ? top.columns * (end - token.end) : 0;
    }
  }
  return cost > SET_LIST_COST_MAX;
};

export const isComment = (token: Token): boolean => token.tokenName === 'SQL_COMMENT' || token.tokenName === 'C_COMMENT';

export interface RawStatement {
  readonly stmt: unknown;
  /** Where it stands in the text, in bytes of UTF-8; `end` is null when no semicolon follows. */
  readonly start: number;
  readonly end: number | null;
}

const statementsOf = (tree: unknown): readonly RawStatement[] =>
  (isRecord(tree) && Array.isArray(tree.stmts) ? tree.stmts : []).map((one) => {
    const raw = isRecord(one) ? one : {};
    const start = typeof raw.stmt_location === 'number' ? raw.stmt_location : 0;
    return { stmt: raw.stmt, start, end: typeof raw.stmt_len === 'number' ? start + raw.stmt_len : null };
  });

/** PostgreSQL's own white space alone: to it a no-break space is a letter, part of a name. */
export const trimSpace = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.includes(text.charAt(start))) start += 1;
  while (end > start && SPACE.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

const SPACE = ' \t\n\r\f\v';

export const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);
