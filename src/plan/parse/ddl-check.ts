import type { ColumnCheck, NewColumn } from '../../contract/create-schema.ts';
import type { Json } from '../../guard/postgres-json.ts';
import { only } from './ddl-tree.ts';
import { unsupported } from './refuse.ts';
import { bodyIf, constInteger, constText, listOf, namesIn, nodeOf, recordOf, textOf } from './tree.ts';

export interface CheckedColumn {
  readonly column: string;
  readonly check: ColumnCheck;
}

/** A CHECK of one column: limits of a number or of a text's length, or one of several texts. */
export function readCheck(constraint: Json): CheckedColumn {
  only(constraint, ['contype', 'conname', 'raw_expr', 'is_enforced', 'initially_valid']);
  return readCondition(constraint.raw_expr);
}

/** The column under one more rule. */
export function withCheck(column: NewColumn, { check }: CheckedColumn): NewColumn {
  return { ...column, check: column.check === undefined ? check : both(column.check, check) };
}

function readCondition(value: unknown): CheckedColumn {
  const { type, body } = nodeOf(value);
  if (type === 'BoolExpr' && body.boolop === 'AND_EXPR') {
    const parts = listOf(body.args).map(readCondition);
    const column = parts[0]?.column ?? '';
    return parts.every((each) => each.column === column) ? { column, check: parts.map(({ check }) => check).reduce(both) } : refuse();
  }
  if (type !== 'A_Expr') return refuse();
  const [op = ''] = namesIn(body.name);
  const { kind } = body;
  if (kind === 'AEXPR_IN' && op === '=') {
    const values = itemsOf(body.rexpr).map((item) => constText(item) ?? refuse());
    const { column, isLength } = measured(body.lexpr) ?? refuse();
    return isLength ? refuse() : { column, check: { kind: 'oneOf', values } };
  }
  if (kind === 'AEXPR_BETWEEN') {
    const [low, high] = itemsOf(body.rexpr);
    return limited(measured(body.lexpr), [
      ['>=', numberOf(low)],
      ['<=', numberOf(high)],
    ]);
  }
  if (kind !== 'AEXPR_OP') return refuse();
  const left = measured(body.lexpr);
  return left ? limited(left, [[op, numberOf(body.rexpr)]]) : limited(measured(body.rexpr), [[MIRRORED[op] ?? '', numberOf(body.lexpr)]]);
}

interface Measured {
  readonly column: string;
  readonly isLength: boolean;
}

/** A column, or the length of one. */
function measured(value: unknown): Measured | null {
  const { type, body } = nodeOf(value);
  if (type === 'ColumnRef') {
    const [column, ...more] = namesIn(body.fields);
    return column === undefined || more.length > 0 ? null : { column, isLength: false };
  }
  const [argument, ...others] = type === 'FuncCall' && LENGTH.has(namesIn(body.funcname).at(-1) ?? '') ? listOf(body.args) : [];
  const inside = argument === undefined || others.length > 0 ? null : measured(argument);
  return inside && !inside.isLength ? { ...inside, isLength: true } : null;
}

const LENGTH: ReadonlySet<string> = new Set(['length', 'char_length', 'character_length']);

function limited(of: Measured | null, limits: readonly (readonly [string, number])[]): CheckedColumn {
  if (of === null) return refuse();
  const check = limits.map(([op, limit]) => (of.isLength ? lengthLimit(op, limit) : rangeLimit(op, limit))).reduce(both);
  return { column: of.column, check };
}

const rangeLimit = (op: string, limit: number): ColumnCheck => ({ kind: 'range', [SIDES[op] ?? refuse()]: limit });

/** Lengths are whole numbers. */
function lengthLimit(op: string, limit: number): ColumnCheck {
  const side = SIDES[op] ?? refuse();
  const [min, max] = [side === 'above' ? limit + 1 : limit, side === 'below' ? limit - 1 : limit];
  return side === 'min' || side === 'above' ? { kind: 'length', min } : { kind: 'length', max };
}

const SIDES: Readonly<Record<string, 'min' | 'max' | 'above' | 'below'>> = { '>=': 'min', '<=': 'max', '>': 'above', '<': 'below' };
const MIRRORED: Readonly<Record<string, string>> = { '>=': '<=', '<=': '>=', '>': '<', '<': '>' };

/** Both rules at once; two limits of one side are not made into one. */
function both(first: ColumnCheck, second: ColumnCheck): ColumnCheck {
  if (first.kind !== second.kind || first.kind === 'oneOf') return refuse();
  const twice = Object.keys(second).some((field) => field !== 'kind' && field in first);
  return twice ? refuse() : ({ ...first, ...second } as ColumnCheck);
}

/** A number, perhaps with a minus. */
function numberOf(value: unknown): number {
  const { type, body } = nodeOf(value);
  const whole = constInteger(value);
  if (whole !== null) return whole;
  if (type === 'A_Expr' && namesIn(body.name)[0] === '-' && body.lexpr === undefined) return -numberOf(body.rexpr);
  const text = textOf(recordOf(bodyIf(value, 'A_Const')?.fval).fval);
  return text === '' || !Number.isFinite(Number(text)) ? refuse() : Number(text);
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : listOf(bodyIf(value, 'List')?.items));

const refuse = (): never => {
  throw unsupported(
    'a CHECK of this form',
    'A CHECK is read where it limits one number, the length of one text, or lists texts, as in CHECK (price > 0)',
  );
};
