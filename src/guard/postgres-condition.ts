import { entries, isRecord, namesOf, unwrap } from './postgres-json.ts';
import type { PostgresParser } from './postgres-parser.ts';
import { readStatement } from './postgres-statement.ts';
import { failingPart } from './postgres-total.ts';
import { judgeTree } from './postgres-tree.ts';

/** A table by its name, and the types of its columns by theirs. */
export interface ConditionTable {
  readonly table: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** Why the text is no condition over the columns alone, or one that can fail for a row; null when it is one that cannot. */
export type RefuseCondition = (condition: string, of: ConditionTable) => string | null;

/**
 * The guard of what stands behind WHERE in a view that the service makes: one expression of allowed functions, operators
 * and types over a table's own columns, without queries, values from elsewhere, or what says something else each time.
 */
export const createConditionGuard =
  (parser: PostgresParser): RefuseCondition =>
  (condition, of) => {
    // By itself first: its parentheses must not close those that it will stand in.
    const alone = readStatement(parser, `SELECT 1 WHERE ${condition}\n`);
    if (alone.kind !== 'statement') return alone.reason;
    // As it will be written: a comment at its end ends with its line.
    const reading = readStatement(parser, `SELECT 1 WHERE (${condition}\n)`);
    if (reading.kind !== 'statement') return reading.reason;
    const select = unwrap(reading.raw.stmt);
    const parts = select?.type === 'SelectStmt' && isRecord(select.body) ? select.body : {};
    const isCondition = entries(parts).every(([name, value]) => SELECT_PARTS.has(name) || PLAIN_PARTS[name] === value);
    if (!isCondition || parts.whereClause === undefined || !Array.isArray(parts.targetList) || parts.targetList.length !== 1)
      return 'Send one condition, as it stands behind WHERE';
    const judged = judgeTree(reading.raw.stmt, { relations: NO_RELATIONS, schema: null });
    if (!judged.ok) return judged.reason;
    return refusedPart(parts.whereClause, of) ?? failingPart(parts.whereClause, of.columns);
  };

const SELECT_PARTS: ReadonlySet<string> = new Set(['targetList', 'whereClause']);
/** What the parser writes into every SELECT. */
const PLAIN_PARTS: Readonly<Record<string, unknown>> = { limitOption: 'LIMIT_OPTION_DEFAULT', op: 'SETOP_NONE' };
const NO_RELATIONS: ReadonlySet<string> = new Set();

const REFUSED: Readonly<Record<string, string>> = {
  SubLink: 'A condition takes no query',
  SelectStmt: 'A condition takes no query',
  ParamRef: 'A condition takes no parameters; write the values',
  A_Star: 'Name the column itself',
};

/** Of what a condition may call otherwise: these say something else for the same row each time. */
const CHANGING: ReadonlySet<string> = new Set([
  'random',
  'random_normal',
  'array_sample',
  'array_shuffle',
  'clock_timestamp',
  'timeofday',
  'gen_random_uuid',
  'uuidv4',
  'uuidv7',
]);

function refusedPart(value: unknown, of: ConditionTable): string | null {
  if (Array.isArray(value)) {
    for (const item of value) {
      const refused = refusedPart(item, of);
      if (refused !== null) return refused;
    }
    return null;
  }
  if (!isRecord(value)) return null;
  for (const [name, part] of entries(value)) {
    const refused = REFUSED[name] ?? refusedName(name, part, of) ?? refusedPart(part, of);
    if (refused !== null) return refused;
  }
  return null;
}

function refusedName(name: string, part: unknown, { table, columns }: ConditionTable): string | null {
  if (name === 'ColumnRef') {
    const names = isRecord(part) ? namesOf(part.fields) : null;
    const [column, qualifier] = [names?.at(-1), names?.at(-2)];
    if (names === null || column === undefined) return 'Name the column itself';
    const isOwn = columns.has(column) && (names.length === 1 || (names.length === 2 && qualifier === table));
    return isOwn ? null : `${names.join('.')} is not a column of ${table}`;
  }
  if (name !== 'FuncCall' || !isRecord(part)) return null;
  const called = namesOf(part.funcname)?.at(-1) ?? '';
  return CHANGING.has(called) ? `${called}() says something else each time, and a condition has to hold for a row or not` : null;
}
