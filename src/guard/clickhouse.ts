import { Fault } from '../fault.ts';
import { type ClickHouseParser, textOf, treeOf, type Word, wordsOf } from './clickhouse-parser.ts';
import { type Names, refuseTable, refuseTree } from './clickhouse-tree.ts';
import { parametersOf, refuseWords, withoutParameters } from './clickhouse-words.ts';
import { unstoppableWork } from './clickhouse-work.ts';
import type { GuardScope, Verdict } from './guard.ts';

type Allowed = Extract<Verdict, { kind: 'allow' }>;

/** What a statement is, so far as its words tell, and what of it is to be examined as a tree. */
type Shape =
  | { readonly reason: string }
  | { readonly verb: Allowed['verb']; readonly examined: readonly Word[] | null; readonly table?: string; readonly rowsOnly?: boolean };

const REMEMBERED_MAX = 1_000;

export interface ClickHouseGuard {
  /** @param home the database of bare names */
  judge(sql: string, scope: GuardScope, home: string, parser: ClickHouseParser): Promise<Verdict>;
}

/**
 * Judges one statement of ClickHouse's by its own lexer and parser, which run nothing. Words alone decide what kind of statement it is; then
 * its tree has to consist of nodes, functions and tables that are known. The lexer's words are examined too, since the tree hides
 * what stands in APPLY and VALUES. Verdicts are remembered by scope.
 */
export function createClickHouseGuard(): ClickHouseGuard {
  const remembered = new WeakMap<GuardScope, Map<string, Verdict>>();
  return {
    async judge(sql, scope, home, parser) {
      const known = remembered.get(scope) ?? new Map<string, Verdict>();
      remembered.set(scope, known);
      const key = `${home} ${sql}`;
      const before = known.get(key);
      if (before) return before;
      let namesOther = false;
      const onOther = () => {
        namesOther = true;
      };
      const found = await judged(sql, { home, relations: scope.relations, schema: scope.schema, onOther }, parser);
      const verdict: Verdict = found.kind === 'deny' && namesOther ? { ...found, otherSchema: true } : found;
      known.set(key, verdict);
      if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value ?? key);
      return verdict;
    },
  };
}

async function judged(sql: string, names: Names, parser: ClickHouseParser): Promise<Verdict> {
  if (sql.includes('\0')) return deny('The statement holds a NUL');
  const words = withoutEnd(wordsOf(sql, await parser.tokens(sql)));
  if (words.length === 0) return deny('There is no statement');
  // Said before what its words may hold: the name of a table that is made looks like a function's.
  const read = readerOf(words);
  if (read === undefined) return deny(notOneOf(words));
  const bad = refuseWords(words);
  if (bad !== null) return deny(bad);
  const parameters = parametersOf(words);
  if ('reason' in parameters) return deny(parameters.reason);
  const shape = read(words);
  if ('reason' in shape) return deny(shape.reason);
  const { verb, examined, table, rowsOnly = false } = shape;
  const refusedTable = table === undefined ? null : refuseTable(table, new Set(), names);
  if (refusedTable !== null) return deny(refusedTable);
  let root = '';
  if (examined !== null) {
    let lines: readonly string[];
    try {
      lines = await parser.tree(textOf(withoutParameters(examined)));
    } catch (error) {
      if (error instanceof Fault && SYNTAX.has(error.code))
        return deny(error.code === 'forbidden' ? SETTINGS : String(error.params?.reason ?? 'It is no statement').replace(/\.$/, ''));
      throw error;
    }
    const trees = treeOf(lines, examined);
    if (trees === null) return deny('The names of WITH are not understood');
    const reason = refuseTree(trees, names) ?? unstoppableWork(trees);
    if (reason !== null) return deny(reason);
    root = trees[0]?.kind ?? '';
    if (rowsOnly && lines.some((line) => /^ *Subquery\b/.test(line))) return deny('A value of VALUES cannot be a query');
    if (trees.length !== 1 || !ROOTS[verb].includes(root)) return deny(`${root} is not allowed here`);
  }
  const isInsert = root === 'InsertQuery';
  const last = isInsert ? 'insert' : verb;
  return {
    kind: 'allow',
    class: last === 'select' || last === 'explain' || last === 'show' ? 'read' : 'write',
    verb: last,
    sql: textOf(words),
    paramCount: parameters.count,
  };
}

const deny = (reason: string): Verdict => ({ kind: 'deny', reason });

const SETTINGS = 'SETTINGS are not allowed: the service sets them';
/** `forbidden`: a reading session lets no setting of a statement in, even where it is only shown as a tree. */
const SYNTAX: ReadonlySet<string> = new Set(['forbidden', 'sql_rejected', 'invalid_value', 'query_too_expensive']);

/** What the tree of each kind begins with. WITH may stand before an INSERT. */
const ROOTS: Readonly<Record<Allowed['verb'], readonly string[]>> = {
  select: ['SelectWithUnionQuery', 'InsertQuery'],
  explain: ['SelectWithUnionQuery'],
  insert: ['InsertQuery', 'SelectWithUnionQuery'],
  update: ['UpdateQuery'],
  delete: ['DeleteQuery'],
  show: [],
};

function withoutEnd(words: readonly Word[]): readonly Word[] {
  let end = words.length;
  while (words[end - 1]?.type === 'Semicolon') end -= 1;
  return words.slice(0, end);
}

function readerOf([first]: readonly Word[]) {
  const verb = first?.type === 'BareWord' ? first.text.toLowerCase() : first?.text;
  return verb !== undefined && Object.hasOwn(READERS, verb) ? READERS[verb] : undefined;
}

const notOneOf = ([first]: readonly Word[]): string =>
  `${(first?.text ?? '').slice(0, 40)} is not allowed here: send SELECT, INSERT, UPDATE, DELETE, WITH, EXPLAIN or SHOW`;

const query = (words: readonly Word[]): Shape => ({ verb: 'select', examined: words });

const READERS: Readonly<Record<string, (words: readonly Word[]) => Shape>> = {
  select: query,
  '(': query,
  with: (words) =>
    textAt(
      words,
      words.findIndex(({ text }) => text.toLowerCase() === 'insert'),
    ) === 'insert'
      ? insertAfterWith(words)
      : query(words),
  explain,
  show,
  insert,
  update: (words) => written('update', words, 1, 'set'),
  delete: (words) =>
    textAt(words, 1) === 'from' ? written('delete', words, 2, 'where') : { reason: 'DELETE takes FROM, a table and WHERE' },
};

const textAt = (words: readonly Word[], index: number): string => (index < 0 ? '' : (words[index]?.text.toLowerCase() ?? ''));

/** A table's name at a place, and the place after it. */
function tableAt(words: readonly Word[], index: number): { name: string; next: number } | null {
  const first = nameOf(words[index]);
  if (first === null) return null;
  if (words[index + 1]?.type !== 'Dot') return { name: first, next: index + 1 };
  const second = nameOf(words[index + 2]);
  return second === null ? null : { name: `${first}.${second}`, next: index + 3 };
}

function nameOf(word: Word | undefined): string | null {
  if (word?.type === 'BareWord') return word.text;
  return word?.type === 'QuotedIdentifier' ? word.text.slice(1, -1) : null;
}

function written(verb: 'update' | 'delete', words: readonly Word[], at: number, before: string): Shape {
  const table = tableAt(words, at);
  if (table === null || textAt(words, table.next) !== before)
    return { reason: `${verb.toUpperCase()} takes a table and ${before.toUpperCase()}` };
  return { verb, examined: words, table: table.name };
}

/** Its constants are part of the query, as the tree shows. */
function insertAfterWith(words: readonly Word[]): Shape {
  const at = words.findIndex(({ text }) => text.toLowerCase() === 'insert');
  const shape = insert(words.slice(at));
  return 'reason' in shape || shape.rowsOnly ? { reason: 'WITH stands before INSERT … SELECT alone' } : { ...shape, examined: words };
}

function insert(words: readonly Word[]): Shape {
  const reason = 'INSERT takes INTO, a table, the names of columns, and VALUES or a query';
  if (textAt(words, 1) !== 'into') return { reason };
  const table = tableAt(words, textAt(words, 2) === 'table' ? 3 : 2);
  if (table === null) return { reason };
  let at = table.next;
  // What the engine also takes here, as `(* EXCEPT (a))`, would leave the rows that follow unexamined.
  if (words[at]?.type === 'OpeningRoundBracket' && !QUERY.has(firstInside(words, at))) {
    const close = words.findIndex(({ type }, index) => index > at && type === 'ClosingRoundBracket');
    const inside = words.slice(at + 1, close);
    if (!inside.every((word, index) => (index % 2 === 0 ? nameOf(word) !== null : word.type === 'Comma'))) return { reason };
    at = close + 1;
  }
  const rest = words.slice(at);
  if (textAt(rest, 0) === 'values') {
    if (rest.some(({ type }) => type === 'HereDoc')) return { reason: 'A text of VALUES stands in single quotes' };
    const [select, ...rows] = rest;
    return select ? { verb: 'insert', examined: [{ ...select, text: 'SELECT' }, ...rows], table: table.name, rowsOnly: true } : { reason };
  }
  return QUERY.has(textAt(rest, 0)) || rest[0]?.type === 'OpeningRoundBracket'
    ? { verb: 'insert', examined: words, table: table.name }
    : { reason };
}

const QUERY: ReadonlySet<string> = new Set(['select', 'with']);

/** The first word after the brackets that open there. */
function firstInside(words: readonly Word[], at: number): string {
  let inside = at;
  while (words[inside]?.type === 'OpeningRoundBracket') inside += 1;
  return textAt(words, inside);
}

/** `EXPLAIN [kind] [setting = number, …] query`. */
function explain(words: readonly Word[]): Shape {
  let at = 1;
  if (textAt(words, 1) === 'query' && textAt(words, 2) === 'tree') at = 3;
  else if (EXPLAINED.has(textAt(words, 1))) at = 2;
  while (words[at]?.type === 'BareWord' && words[at + 1]?.type === 'Equals' && words[at + 2]?.type === 'Number')
    at += words[at + 3]?.type === 'Comma' ? 4 : 3;
  const examined = words.slice(at);
  const begins = textAt(examined, 0);
  return QUERY.has(begins) || begins === '('
    ? { verb: 'explain', examined }
    : { reason: 'EXPLAIN takes AST, SYNTAX, PLAN, PIPELINE, ESTIMATE or QUERY TREE, and a SELECT' };
}

const EXPLAINED: ReadonlySet<string> = new Set(['ast', 'syntax', 'plan', 'pipeline', 'estimate']);

function show(words: readonly Word[]): Shape {
  const [, second = '', third = ''] = words.map(({ text }) => text.toLowerCase());
  if (second === 'tables' && words.length === 2) return { verb: 'show', examined: null };
  const at = second === 'create' && third === 'table' ? 3 : second === 'columns' && third === 'from' ? 3 : null;
  const table = at === null ? null : tableAt(words, at);
  return table !== null && table.next === words.length
    ? { verb: 'show', examined: null, table: table.name }
    : { reason: 'SHOW takes TABLES, CREATE TABLE and a table, or COLUMNS FROM and a table' };
}
