import { isRecord, type Json } from './postgres-json.ts';

/**
 * Whether a jsonpath may compare two sequences: each item of one with each of the other, all in one step. In its default mode an array is
 * a sequence too, so only what has a plain value on one side compares no more than one sequence.
 */
export function comparesSequences(path: string): boolean {
  const tokens = path.match(TOKENS) ?? [];
  return tokens.some((token, at) => {
    if (token === 'with' && tokens[at - 1] === 'starts') return !isPlain(tokens[at + 1]);
    return COMPARISONS.has(token) && !isPlain(tokens[at - 1]) && !isPlain(tokens[at + 1] === '-' ? tokens[at + 2] : tokens[at + 1]);
  });
}

/** Texts, names, numbers, comparisons, and any other sign by itself. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"|[\p{L}_][\p{L}\p{N}_]*|\.?\d[\p{L}\p{N}_.]*|==|!=|<>|<=|>=|\S/gu;
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<>', '<', '<=', '>', '>=']);
/** Beside an operator of arithmetic a sequence is an error, so what begins or ends with a number is one value. */
const isPlain = (token = ''): boolean => /^["\d.]/.test(token) || token === 'true' || token === 'false' || token === 'null';

/** A document that a path is held against, with the path and its variables. */
export interface PathUse {
  readonly document: unknown;
  readonly path: unknown;
  readonly variables: readonly unknown[];
}

/** Of JSON_EXISTS, JSON_QUERY, JSON_VALUE and JSON_TABLE: theirs, and those of the columns. */
export function pathsOf(body: Json): readonly PathUse[] {
  const context = isRecord(body.context_item) ? body.context_item.raw_expr : undefined;
  const passing = Array.isArray(body.passing) ? body.passing : [];
  const variables = passing.map((item: unknown) => {
    const argument = isRecord(item) && isRecord(item.JsonArgument) ? item.JsonArgument.val : undefined;
    return isRecord(argument) ? argument.raw_expr : undefined;
  });
  return [body.pathspec, ...columnPaths(body.columns)].map((spec) => ({ document: context, path: pathIn(spec), variables }));
}

const pathIn = (spec: unknown): unknown => (isRecord(spec) && isRecord(spec.string) ? spec.string : spec);

const columnPaths = (columns: unknown): readonly unknown[] =>
  (Array.isArray(columns) ? columns : []).flatMap((item: unknown) => {
    const column = isRecord(item) && isRecord(item.JsonTableColumn) ? item.JsonTableColumn : {};
    return [...(column.pathspec === undefined ? [] : [column.pathspec]), ...columnPaths(column.columns)];
  });
