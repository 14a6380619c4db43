import { isRecord, type Json, namesOf, unwrap } from './postgres-json.ts';
import { numberOf, textLength, textOf } from './postgres-sizes.ts';

/** Steps that are looked at: what grows by a share of itself is past any value by then, what grows by a piece each time is not. */
const STEPS = 200;
const GROWN_MAX = 2 ** 40;
const MAX_LOOK = 40;

/**
 * Why a query of WITH RECURSIVE makes values that grow by themselves, `t || t`, with each step: after thirty of them each is a gigabyte, which
 * PostgreSQL copies without a look for a cancel. What gets a piece of a row each time, as `path || id`, does not. Null when nothing does.
 */
export function growthOf(cte: Json): string | null {
  const query = unwrap(cte.ctequery)?.body;
  if (!isRecord(query) || !isRecord(query.larg) || !isRecord(query.rarg)) return null;
  const own = ownColumns(cte, query.larg, query.rarg);
  const targets = Array.isArray(query.rarg.targetList) ? query.rarg.targetList : [];
  const parts = targets.map((target) => partsOf(targetValue(target), own, 0));
  let sizes = own.names.map(() => 1);
  for (let step = 0; step < STEPS; step++) {
    const before = sizes;
    sizes = before.map((size, column) => parts[column]?.reduce((sum, times, from) => sum + times * (before[from] ?? 0), 1) ?? size);
    if (sizes.some((size) => size > GROWN_MAX))
      return `A value of ${String(cte.ctename)} would double with each step of the recursion; put no more than one of its own values into each`;
  }
  return null;
}

interface Own {
  readonly names: readonly string[];
  /** What the recursion is called in its own FROM. */
  readonly aliases: ReadonlySet<string>;
}

function ownColumns(cte: Json, first: Json, again: Json): Own {
  const given = namesOf(cte.aliascolnames ?? []) ?? [];
  const targets = Array.isArray(first.targetList) ? first.targetList : [];
  const count = Array.isArray(again.targetList) ? again.targetList.length : 0;
  // VALUES names its columns by their place.
  const nameAt = (index: number): string => (targets[index] === undefined ? `column${index + 1}` : nameOfTarget(targets[index]));
  return {
    names: Array.from({ length: count }, (_, index) => given[index] ?? nameAt(index)),
    aliases: aliasesOf(again.fromClause, String(cte.ctename)),
  };
}

function nameOfTarget(target: unknown): string {
  const body = unwrap(target)?.body;
  if (isRecord(body) && typeof body.name === 'string') return body.name;
  const column = unwrap(targetValue(target));
  return column?.type === 'ColumnRef' && isRecord(column.body) ? (namesOf(column.body.fields)?.at(-1) ?? '') : '';
}

const targetValue = (target: unknown): unknown => {
  const body = unwrap(target)?.body;
  return isRecord(body) ? body.val : undefined;
};

function aliasesOf(from: unknown, name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const relation = isRecord(value) && isRecord(value.RangeVar) ? value.RangeVar : null;
    if (relation?.relname === name) found.add(isRecord(relation.alias) ? String(relation.alias.aliasname) : name);
    for (const part of Object.values(value)) look(part);
  };
  look(from);
  return found;
}

/** How many times each own column goes into a value. */
type Parts = readonly number[];

const sum = (all: readonly Parts[], own: Own): Parts =>
  own.names.map((_, index) => all.reduce((total, parts) => total + (parts[index] ?? 0), 0));
const most = (all: readonly Parts[], own: Own): Parts => own.names.map((_, index) => Math.max(0, ...all.map((parts) => parts[index] ?? 0)));
const times = (parts: Parts, by: number): Parts => parts.map((one) => one * by);

/** They put all that they are given together. */
const JOINING =
  /^(concat|concat_ws|format|overlay|array_(cat|append|prepend|fill)|jsonb?_build_(array|object)|jsonb?_object|jsonb_(concat|set|set_lax|insert)|xmlconcat|string_agg|array_agg|jsonb?_agg)$/;
/** They give a number, or something else as small. */
const SMALL =
  /^(length|char_length|character_length|octet_length|bit_length|position|strpos|cardinality|array_(length|upper|lower|ndims|position)|ascii|md5|jsonb?_(array_length|typeof)|count|regexp_(count|instr|like)|starts_with|numnode|hashtext)$/;

function partsOf(value: unknown, own: Own, look: number): Parts {
  const none = own.names.map(() => 0);
  const wrapped = unwrap(value);
  if (wrapped === null || look > MAX_LOOK || !isRecord(wrapped.body)) return none;
  const { type, body } = wrapped;
  const inside = (parts: unknown): readonly Parts[] => (Array.isArray(parts) ? parts : [parts]).map((part) => partsOf(part, own, look + 1));
  switch (type) {
    case 'ColumnRef':
      return ownColumn(body, own) ?? none;
    case 'TypeCast':
    case 'CollateClause':
    case 'NamedArgExpr':
      return partsOf(body.arg, own, look + 1);
    case 'A_ArrayExpr':
      return sum(inside(body.elements), own);
    case 'RowExpr':
    case 'JsonArrayConstructor':
    case 'JsonObjectConstructor':
      return sum(
        valuesIn(body.args ?? body.exprs).map((each) => partsOf(each, own, look + 1)),
        own,
      );
    case 'A_Expr':
      return namesOf(body.name)?.at(-1) === '||' ? sum(inside([body.lexpr, body.rexpr]), own) : none;
    case 'CoalesceExpr':
    case 'MinMaxExpr':
      return most(inside(body.args), own);
    case 'CaseExpr':
      return most([...inside((Array.isArray(body.args) ? body.args : []).map(resultOf)), partsOf(body.defresult, own, look + 1)], own);
    case 'A_Indirection':
      return partsOf(body.arg, own, look + 1);
    case 'FuncCall':
      return partsOfCall(namesOf(body.funcname)?.at(-1) ?? '', Array.isArray(body.args) ? body.args : [], own, look);
    default:
      return none;
  }
}

function partsOfCall(name: string, args: readonly unknown[], own: Own, look: number): Parts {
  const each = args.map((arg) => partsOf(arg, own, look + 1));
  const [first = own.names.map(() => 0)] = each;
  if (SMALL.test(name)) return times(first, 0);
  if (name === 'repeat') return times(first, numberOf(args[1], 0) ?? 2);
  if (name === 'replace' || name === 'regexp_replace') return times(first, lengthens(name, args) ? 2 : 1);
  return JOINING.test(name) ? sum(each, own) : most(each, own);
}

/** Whether what is put in may be longer than what it stands for. */
function lengthens(name: string, args: readonly unknown[]): boolean {
  const put = textOf(args[2], 0);
  if (put === null) return true;
  return name === 'replace' ? put.length > textLength(args[1], 0) : put.length > 1;
}

function ownColumn({ fields }: Json, { names, aliases }: Own): Parts | null {
  const path = namesOf(fields);
  const [column, qualifier] = [path?.at(-1), path?.at(-2)];
  if (column === undefined || (qualifier !== undefined && !aliases.has(qualifier))) return null;
  const at = names.indexOf(column);
  return at < 0 ? null : names.map((_, index) => (index === at ? 1 : 0));
}

const resultOf = (when: unknown): unknown => {
  const body = unwrap(when)?.body;
  return isRecord(body) ? body.result : undefined;
};

/** Of SQL/JSON constructors each value is wrapped once or twice more. */
function valuesIn(items: unknown): readonly unknown[] {
  return (Array.isArray(items) ? items : []).map((item: unknown) => {
    const pair =
      isRecord(item) && isRecord(item.JsonKeyValue) ? item.JsonKeyValue.value : isRecord(item) ? (item.JsonValueExpr ?? item) : item;
    return isRecord(pair) && pair.raw_expr !== undefined ? pair.raw_expr : pair;
  });
}
