import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, Source } from '../plan.ts';
import { readStar } from './names.ts';
import { namedOf, nameFor, type Output } from './output.ts';
import { freshName, type Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { readTableFunction } from './table-function.ts';
import { bodyIf, bodyOf, listOf, partsOf } from './tree.ts';

export interface Targets {
  readonly outputs: readonly Output[];
  readonly rows: Rows | null;
}

/** A function of rows in a select list: each row of FROM stands there once for each of its rows. */
export interface Rows {
  readonly source: Extract<Source, { kind: 'function' }>;
  /** Its column. */
  readonly expr: Expr;
}

/** The select list, stars spelled out. */
export function readTargets(select: Json, place: Place): Targets {
  const items = listOf(select.targetList);
  if (items.length === 0) throw unsupported('SELECT without columns');
  let rows: Rows | null = null;
  const take = (name: string, call: Json): Expr => {
    if (rows !== null) throw unsupported('several functions of rows in one select list');
    rows = readRows(name, call, place);
    return rows.expr;
  };
  const outputs = items.flatMap((item) => readTarget(item, { ...place, rows: take }));
  return { outputs, rows };
}

/** One item of a select list or of RETURNING: several outputs when it is a star. */
export function readTarget(item: unknown, place: Place): Output[] {
  const { name, val } = bodyOf(item, 'ResTarget');
  const column = bodyIf(val, 'ColumnRef');
  if (column !== null && partsOf(column).at(-1) === null)
    return readStar(column, place).map((field) => ({ name: field.name, expr: field.expr }));
  return [{ name: typeof name === 'string' ? name : nameFor(val), expr: place.lower.expr(val, place) }];
}

function readRows(name: string, call: Json, place: Place): Rows {
  const { source, type } = readTableFunction(call, { alias: freshName(`${name}_rows`, place.statement), column: name }, place);
  const [field] = namedOf(source.as, source.as, [{ name: source.column, as: source.column, type }], place).fields;
  if (field === undefined) throw unsupported(`${name}() in a select list`);
  return { source, expr: field.expr };
}
