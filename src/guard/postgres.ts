import { LIMITS } from '../contract/limits.ts';
import { lengthOf } from '../contract/text.ts';
import type { Guard, GuardScope, Verdict } from './guard.ts';
import { nearestNames } from './nearest.ts';
import { areSmall, type BoundTexts, largestSmall } from './postgres-bound.ts';
import { isRecord, type Json, nameOf, unwrap } from './postgres-json.ts';
import { EXPLAIN_OPTIONS, SHOWN_SETTINGS } from './postgres-names.ts';
import { STATEMENT_NAMES } from './postgres-nodes.ts';
import { createPostgresParser, type PostgresParser } from './postgres-parser.ts';
import { isComment, PARSER_BUSY_REASON, type RawStatement, readStatement, shorten, trimSpace, VERBS } from './postgres-statement.ts';
import { judgeTree, refusalOfSizes } from './postgres-tree.ts';

/**
 * The guard for PostgreSQL: SQL text → allowed (with its class, verb, text and parameters) or denied (with a reason).
 * Loading takes some 50 ms once; a verdict is synchronous and never throws. Verdicts are remembered by text and by the
 * identity of the scope, so a caller that keeps one scope object for each credential and database gains most.
 */
export const createPostgresGuard = async (shared?: PostgresParser): Promise<Guard> => {
  const parser = shared ?? (await createPostgresParser());
  const remembered = new Map<string, Judgement>();
  const scopes = new WeakMap<GuardScope, number>();
  let lastScope = 0;

  return (sql, scope, values) => {
    const judgement = judgementOf(sql, scope);
    return values === undefined ? judgement.verdict : withValues(parser, sql, judgement, values);
  };

  function judgementOf(sql: string, scope: GuardScope): Judgement {
    if (sql.length > REMEMBERED_SQL_MAX) return judge(parser, sql, scope);
    const scopeId = scopes.get(scope) ?? ++lastScope;
    scopes.set(scope, scopeId);
    const key = `${scopeId} ${sql}`;
    const known = remembered.get(key);
    if (known !== undefined) {
      // Put back at the end: the front of a Map is what was used longest ago.
      remembered.delete(key);
      remembered.set(key, known);
      return known;
    }
    const judgement = judge(parser, sql, scope);
    if (judgement.verdict === PARSER_BUSY) return judgement; // The next try may find a fresh parser.
    remembered.set(key, judgement);
    if (remembered.size > REMEMBERED_VERDICTS) remembered.delete(remembered.keys().next().value ?? key);
    return judgement;
  }
};

/** A verdict that says nothing of bound values, and which of them it hangs on: none, those that are not small, or all. */
interface Judgement {
  readonly verdict: Verdict;
  readonly measures: 'none' | 'large' | 'all';
}

const withValues = (parser: PostgresParser, sql: string, { verdict, measures }: Judgement, values: () => BoundTexts): Verdict => {
  if (measures === 'none') return verdict;
  const texts = values();
  if (measures === 'large' && areSmall(texts)) return verdict;
  const reading = readStatement(parser, sql);
  if (reading.kind !== 'statement') return PARSER_BUSY;
  const refusal = refusalOfSizes(reading.raw.stmt, texts);
  return refusal === null ? verdict : deny(refusal);
};

const REMEMBERED_SQL_MAX = 4_096;
const REMEMBERED_VERDICTS = 1_000;
const deny = (reason: string, nearest: readonly string[] = []): Verdict =>
  nearest.length > 0 ? { kind: 'deny', reason, nearest } : { kind: 'deny', reason };

const PARSER_BUSY = deny(PARSER_BUSY_REASON);

const judge = (parser: PostgresParser, sql: string, scope: GuardScope): Judgement => {
  const settled = (verdict: Verdict): Judgement => ({ verdict, measures: 'none' });
  const reading = readStatement(parser, sql);
  if (reading.kind === 'broken') return settled(PARSER_BUSY);
  if (reading.kind === 'refused')
    return settled({ ...deny(reading.reason, reading.nearest), ...(reading.position === undefined ? {} : { position: reading.position }) });
  const { raw } = reading;
  const judged = judgeStatement(raw.stmt, scope);
  if (judged.kind === 'deny') {
    const { byte, ...denied } = judged;
    return settled(byte === undefined ? denied : { ...denied, position: lengthOf(sliceBytes(sql, 0, byte)) + 1 });
  }
  const { found, paramCount, measures } = judged;
  if (paramCount > LIMITS.paramsMax) return settled(deny(`A statement may have at most ${LIMITS.paramsMax} parameters`));
  const text = statementText(parser, sql, raw);
  if (text === null) return settled(PARSER_BUSY);
  const verdict: Verdict = { kind: 'allow', ...found, sql: text, paramCount };
  if (!measures) return settled(verdict);
  const isSafeWithSmall = largestSmall(paramCount).every((texts) => refusalOfSizes(raw.stmt, texts) === null);
  return { verdict, measures: isSafeWithSmall ? 'large' : 'all' };
};

type Judged =
  | {
      readonly kind: 'deny';
      readonly reason: string;
      readonly nearest?: readonly string[];
      readonly otherSchema?: true;
      readonly byte?: number;
    }
  | {
      readonly kind: 'found';
      readonly found: { class: 'read' | 'write'; verb: Verb };
      readonly paramCount: number;
      readonly measures: boolean;
    };
type Verb = Extract<Verdict, { kind: 'allow' }>['verb'];

const STATEMENT_VERBS: Readonly<Record<string, Verb>> = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
};

const judgeStatement = (statement: unknown, scope: GuardScope): Judged => {
  const wrapped = unwrap(statement);
  if (wrapped === null || !isRecord(wrapped.body)) return { kind: 'deny', reason: 'Send exactly one statement' };
  if (wrapped.type === 'VariableShowStmt') return judgeShow(wrapped.body);
  if (wrapped.type === 'ExplainStmt') return judgeExplain(wrapped.body, scope);
  return judgeQuery(wrapped.type, wrapped.body, scope, STATEMENT_VERBS[wrapped.type]);
};

const judgeQuery = (type: string, body: Json, scope: GuardScope, verb: Verb | undefined): Judged => {
  if (STATEMENT_VERBS[type] === undefined || verb === undefined) {
    return { kind: 'deny', reason: `${statementName(type)} is not accepted here; use ${VERBS}` };
  }
  const bare = type === 'SelectStmt' ? bareForm(body) : null;
  if (bare !== null) return { kind: 'deny', reason: `A bare ${bare} is not accepted here; write SELECT * FROM …` };
  const judged = judgeTree({ [type]: body }, scope);
  if (!judged.ok) {
    const { ok: _, ...denied } = judged;
    return { kind: 'deny', ...denied };
  }
  return { kind: 'found', found: { class: judged.class, verb }, paramCount: judged.paramCount, measures: judged.measures };
};

/** `VALUES (…)` and `TABLE t` parse as SELECT; the star of TABLE alone has no place in the text. */
const bareForm = (select: Json): 'VALUES' | 'TABLE' | null => {
  let leftmost = select;
  while (isRecord(leftmost.larg) && leftmost.withClause === undefined) leftmost = leftmost.larg;
  if (leftmost.withClause !== undefined) return null;
  if (leftmost.valuesLists !== undefined) return 'VALUES';
  const target = Array.isArray(leftmost.targetList) ? unwrap(leftmost.targetList[0]) : null;
  return isRecord(target?.body) && target.body.location === -1 ? 'TABLE' : null;
};

const judgeExplain = (body: Json, scope: GuardScope): Judged => {
  const options = Array.isArray(body.options) ? body.options : [];
  if (scope.explains === false)
    return { kind: 'deny', reason: 'EXPLAIN tells more than what is granted, where rows or columns are hidden or a view is granted' };
  for (const item of options) {
    const option = unwrap(item);
    const name = option?.type === 'DefElem' && isRecord(option.body) ? option.body.defname : undefined;
    const lower = String(name).toLowerCase();
    if (!EXPLAIN_OPTIONS.has(lower)) {
      return { kind: 'deny', reason: `EXPLAIN (${lower.toUpperCase()}) is not accepted here`, nearest: [...EXPLAIN_OPTIONS] };
    }
    // It lists columns of what is read that were never named.
    if (scope.home !== undefined && lower === 'verbose') return { kind: 'deny', reason: 'EXPLAIN (VERBOSE) is not accepted here' };
    if (!isRecord(option?.body) || !isPlainArgument(option.body.arg)) {
      return { kind: 'deny', reason: `EXPLAIN (${lower.toUpperCase()}) takes a plain word or number` };
    }
  }
  const query = unwrap(body.query);
  if (query === null || !isRecord(query.body)) return { kind: 'deny', reason: 'EXPLAIN takes one statement' };
  if (STATEMENT_VERBS[query.type] === undefined) {
    return { kind: 'deny', reason: `EXPLAIN of ${statementName(query.type)} is not accepted here; use ${VERBS}` };
  }
  return judgeQuery(query.type, query.body, scope, 'explain');
};

const isPlainArgument = (arg: unknown): boolean =>
  arg === undefined || nameOf(arg) !== null || /^(Integer|Float|Boolean)$/.test(unwrap(arg)?.type ?? '');

const judgeShow = (body: Json): Judged => {
  const name = String(body.name);
  if (!SHOWN_SETTINGS.has(name.toLowerCase())) {
    const nearest = nearestNames(name, SHOWN_SETTINGS);
    return { kind: 'deny', reason: `SHOW ${shorten(name)} is not accepted here`, ...(nearest.length > 0 ? { nearest } : {}) };
  }
  return { kind: 'found', found: { class: 'read', verb: 'show' }, paramCount: 0, measures: false };
};

/** `AlterTableStmt` → ALTER TABLE. */
const statementName = (type: string): string =>
  STATEMENT_NAMES[type] ??
  type
    .replace(/Stmt$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase();

/**
 * The statement without what stands around it. A comment at the end would swallow whatever the service writes after
 * the statement, so both ends are taken from the tokens. Null when the tokens cannot be had.
 */
const statementText = (parser: PostgresParser, sql: string, { start, end }: RawStatement): string | null => {
  if (!sql.includes('--') && !sql.includes('/*')) return trimSpace(sliceBytes(sql, start, end));
  const tokens = parser.scan(sql);
  if (tokens === null) return null;
  const own = tokens.filter((token) => !isComment(token) && token.start >= start && (end === null || token.end <= end));
  const [first, last] = [own[0], own.at(-1)];
  return first === undefined || last === undefined ? null : sliceBytes(sql, first.start, last.end);
};

const sliceBytes = (text: string, start: number, end: number | null): string =>
  start === 0 && end === null ? text : Buffer.from(text, 'utf8').toString('utf8', start, end ?? undefined);
