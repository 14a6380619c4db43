import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, Join, Source } from '../plan.ts';
import { namedOf, scopeOf, shownOf, uniqueOutputs } from './output.ts';
import { type Field, freshName, type Named, type Place } from './place.ts';
import { ambiguous, unknownName, unsupported } from './refuse.ts';
import { namesIn, recordOf, textOf } from './tree.ts';

/** A part of FROM: its sources in order, and what names they offer. */
export interface Tables {
  readonly source: Source;
  readonly joins: readonly Join[];
  readonly named: readonly Named[];
  readonly visible: readonly Field[];
}

/** `left, right`. */
export function crossed(left: Tables, right: Tables, place: Place): Tables {
  // To the left of all that came before, an outer join to the right would mean something else.
  const flat = right.joins.some(({ type }) => type === 'right' || type === 'full') ? wrap(right, place) : right;
  return {
    source: left.source,
    joins: [...left.joins, { type: 'cross', source: flat.source }, ...flat.joins],
    ...offeredBy(left, flat),
  };
}

/** `left JOIN right`, with its ON, USING or NATURAL. */
export function joined(body: Json, left: Tables, nested: Tables, place: Place): Tables {
  if (body.join_using_alias !== undefined) throw unsupported('an alias for USING');
  const right = nested.joins.length > 0 ? wrap(nested, place) : nested;
  const type = JOIN_TYPES[textOf(body.jointype) as keyof typeof JOIN_TYPES];
  if (type === undefined) throw unsupported('this kind of JOIN');
  const both = offeredBy(left, right);
  const shared = body.isNatural === true ? commonNames(left, right) : namesIn(body.usingClause);
  const merged = shared.map((name) => merge(name, left, right, type, place));
  const on =
    body.quals === undefined
      ? equalities(merged)
      : place.lower.expr(body.quals, { ...place, scope: scopeOf(both.named, both.visible, place.scope) });
  const join: Join = on === null ? bare(type, right.source) : { type, source: right.source, on };
  const gone = new Set(merged.flatMap(({ left: one, right: other }) => [one, other]));
  const visible = [...merged.map(({ field }) => field), ...both.visible.filter((field) => !gone.has(field))];
  const tables: Tables = { source: left.source, joins: [...left.joins, join], named: both.named, visible };
  return body.alias === undefined ? tables : renamed(recordOf(body.alias), tables);
}

/** The same rows as one derived source, for a join whose right side is itself a join. */
export function wrap(tables: Tables, place: Place): Tables {
  const as = freshName('joined', place.statement);
  const fields = [...tables.named.flatMap((named) => named.fields), ...tables.visible];
  const outputs = uniqueOutputs([...new Map(fields.map((field) => [field.expr, field])).values()]);
  const columns = namedOf(as, as, shownOf(outputs, place), place).fields;
  const now = new Map(outputs.map(({ expr }, at) => [expr, columns[at]?.expr ?? expr]));
  const moved = (field: Field): Field => ({ ...field, expr: now.get(field.expr) ?? field.expr });
  const query = {
    kind: 'select' as const,
    columns: outputs.map(({ expr, as: name }) => ({ expr, as: name })),
    from: tables.source,
    joins: [...tables.joins],
  };
  const lateral = [tables.source, ...tables.joins.map(({ source }) => source)].some(seesLeft);
  return {
    source: { kind: 'derived', query, as, ...(lateral ? { lateral } : {}) },
    joins: [],
    named: tables.named.map((named) => ({
      alias: named.alias,
      fields: named.fields.map(moved),
      ...(named.scalar ? { scalar: now.get(named.scalar) ?? named.scalar } : {}),
    })),
    visible: tables.visible.map(moved),
  };
}

const JOIN_TYPES = { JOIN_INNER: 'inner', JOIN_LEFT: 'left', JOIN_RIGHT: 'right', JOIN_FULL: 'full' } as const;

const seesLeft = (source: Source): boolean => source.kind === 'function' || (source.kind === 'derived' && source.lateral === true);

const bare = (type: Join['type'], source: Source): Join =>
  type === 'inner' ? { type: 'cross', source } : { type, source, on: { kind: 'literal', value: true, type: 'boolean' } };

function offeredBy(left: Tables, right: Tables): Pick<Tables, 'named' | 'visible'> {
  const aliases = new Set(left.named.map(({ alias }) => alias));
  const twice = right.named.find(({ alias }) => aliases.has(alias));
  if (twice) throw unsupported('one name for two tables', `The name ${twice.alias} stands for two tables; give each an alias of its own`);
  return { named: [...left.named, ...right.named], visible: [...left.visible, ...right.visible] };
}

const commonNames = (left: Tables, right: Tables): string[] => {
  const others = new Set(right.visible.map(({ name }) => name));
  return [...new Set(left.visible.map(({ name }) => name))].filter((name) => others.has(name));
};

interface Merged {
  readonly left: Field;
  readonly right: Field;
  readonly field: Field;
}

/** A column that USING makes one of two. */
function merge(name: string, tables: Tables, others: Tables, type: Join['type'], place: Place): Merged {
  const [left, right] = [sharedField(name, tables), sharedField(name, others)];
  if (type !== 'full') return { left, right, field: type === 'right' ? right : left };
  const expr: Expr = { kind: 'call', fn: 'coalesce', args: [left.expr, right.expr] };
  const known = place.statement.types.get(left.expr);
  if (known !== undefined) place.statement.types.set(expr, known);
  return { left, right, field: { ...left, expr } };
}

function sharedField(name: string, { visible }: Tables): Field {
  const exact = visible.filter((field) => field.name === name);
  const found = exact.length > 0 ? exact : visible.filter((field) => field.name.toLowerCase() === name.toLowerCase());
  const [only] = found;
  if (only === undefined)
    throw unknownName(
      { column: name },
      name,
      visible.map((field) => field.name),
    );
  if (found.length > 1)
    throw ambiguous(
      name,
      found.map((field) => `${field.from}.${field.name}`),
    );
  return only;
}

function equalities(merged: readonly Merged[]): Expr | null {
  const [first, ...more] = merged.map(({ left, right }): Expr => ({ kind: 'compare', op: '=', left: left.expr, right: right.expr }));
  if (first === undefined) return null;
  return more.length === 0 ? first : { kind: 'and', args: [first, ...more] };
}

/** `(a JOIN b …) AS j (x, y)`: the alias hides what is inside. */
function renamed(alias: Json, tables: Tables): Tables {
  const name = textOf(alias.aliasname);
  const names = namesIn(alias.colnames);
  const fields = tables.visible.map((field, at): Field => ({ name: names[at] ?? field.name, expr: field.expr, from: name }));
  return { ...tables, named: [{ alias: name, fields }], visible: fields };
}
