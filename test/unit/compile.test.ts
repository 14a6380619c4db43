import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { previewStatements } from '../../src/engines/postgres/preview-statements.ts';
import type { Expr, Plan, Select } from '../../src/plan/plan.ts';
import { column, foreignKey, SHOP, schemaOf, table } from '../support/shop.ts';

beforeAll(() => loadModule());

const col = (name: string, of = 'coffee_beans'): Expr => ({ kind: 'column', table: of, column: name });
const num = (value: number): Expr => ({ kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' });
const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
const beans = (more: Partial<Select> = {}): Select => ({
  kind: 'select',
  columns: [{ expr: col('name'), as: 'name' }],
  from: { kind: 'table', table: 'coffee_beans', as: 'coffee_beans' },
  ...more,
});
const compile = (plan: Plan, schema = SHOP) => {
  const statement = compilePostgres(plan, schema);
  expect(parseSync(statement.sql).stmts).toHaveLength(1);
  expect(compilePostgres(plan, schema)).toEqual(statement);
  return statement;
};
const where = (expr: Expr) => compile(beans({ where: expr })).sql.split('WHERE ')[1];

describe('reads', () => {
  it('reads like SQL that a person would write', () => {
    const plan = beans({
      where: {
        kind: 'and',
        args: [
          { kind: 'compare', op: '>', left: col('price'), right: num(12.5) },
          {
            kind: 'or',
            args: [
              { kind: 'isNull', arg: col('rating') },
              { kind: 'in', arg: col('roaster'), list: [text('Onyx'), text("D'Or")] },
            ],
          },
        ],
      },
      orderBy: [{ expr: col('price'), direction: 'desc', nulls: 'last' }],
      limit: 5,
    });
    expect(compile(plan)).toEqual({
      sql: 'SELECT name\nFROM public.coffee_beans\nWHERE price > $1 AND (rating IS NULL OR roaster IN ($2, $3))\nORDER BY price DESC NULLS LAST\nLIMIT 5',
      params: [12.5, 'Onyx', "D'Or"],
    });
  });

  it('never writes a string of a user into the text', () => {
    const evil = `'; DROP TABLE "coffee_beans"; --\\`;
    const statement = compile(beans({ where: { kind: 'match', op: 'ilike', left: col('name'), right: text(evil) } }));
    expect(statement.sql).not.toContain('DROP');
    expect(statement.params).toEqual([evil]);
  });

  it('quotes what is not a plain name', () => {
    const plan: Select = {
      kind: 'select',
      columns: [
        { expr: col('Group By', 'u'), as: 'say "hi"' },
        { expr: col('order', 'u'), as: 'order' },
      ],
      from: { kind: 'table', table: 'user', as: 'u' },
    };
    expect(compile(plan).sql).toBe('SELECT "Group By" AS "say ""hi""", "order"\nFROM public."user" AS u');
  });

  it('qualifies when there is more than one source, and in subqueries', () => {
    const plan: Select = {
      kind: 'select',
      columns: [{ expr: col('name', 'c'), as: 'name' }],
      from: { kind: 'table', table: 'customers', as: 'c' },
      where: {
        kind: 'not',
        arg: {
          kind: 'exists',
          query: {
            kind: 'select',
            columns: [{ expr: num(1), as: 'one' }],
            from: { kind: 'table', table: 'orders', as: 'o' },
            where: { kind: 'compare', op: '=', left: col('customer_id', 'o'), right: col('id', 'c') },
          },
        },
      },
    };
    expect(compile(plan).sql).toBe(
      'SELECT name\nFROM public.customers AS c\nWHERE NOT EXISTS (\n  SELECT $1::integer AS one\n  FROM public.orders AS o\n  WHERE o.customer_id = c.id\n)',
    );
  });

  it('divides whole numbers to decimals and never by zero', () => {
    const ratio: Expr = { kind: 'arithmetic', op: '/', left: col('rating'), right: col('id') };
    expect(where({ kind: 'compare', op: '>', left: ratio, right: num(1) })).toBe('rating::numeric / NULLIF(id, 0) > $1');
    const half: Expr = { kind: 'arithmetic', op: '/', left: col('price'), right: num(2) };
    expect(where({ kind: 'compare', op: '>', left: half, right: col('price') })).toBe('price / $1 > price');
  });

  it('keeps the shape of the tree with as few parentheses as that takes', () => {
    const sum: Expr = {
      kind: 'arithmetic',
      op: '-',
      left: col('rating'),
      right: { kind: 'arithmetic', op: '-', left: col('id'), right: num(1) },
    };
    expect(where({ kind: 'compare', op: '=', left: sum, right: col('id') })).toBe('rating - (id - $1) = id');
    const compare: Expr = { kind: 'compare', op: '=', left: { kind: 'isNull', arg: col('price') }, right: col('in_stock') };
    expect(where(compare)).toBe('(price IS NULL) = in_stock');
    expect(where({ kind: 'not', arg: { kind: 'match', op: 'like', left: col('name'), right: text('A%') } })).toBe('name NOT LIKE $1');
    expect(where({ kind: 'not', arg: { kind: 'or', args: [col('in_stock'), { kind: 'isNull', arg: col('price') }] } })).toBe(
      'NOT (in_stock OR price IS NULL)',
    );
  });

  it('gives a value a cast only where Postgres could not tell its type', () => {
    expect(where({ kind: 'compare', op: '>=', left: col('roasted_on'), right: text('2026-01-31') })).toBe('roasted_on >= $1');
    const soon: Expr = { kind: 'arithmetic', op: '-', left: { kind: 'call', fn: 'today', args: [] }, right: num(30) };
    expect(where({ kind: 'compare', op: '>=', left: col('roasted_on'), right: soon })).toBe('roasted_on >= current_date - $1::integer');
    expect(where({ kind: 'compare', op: '<', left: col('rating'), right: num(4.5) })).toBe('rating < $1::numeric');
    expect(where({ kind: 'compare', op: '<', left: col('rating'), right: num(5_000_000_000) })).toBe('rating < $1::bigint');
  });

  it('binds the same value once, so that GROUP BY knows the expression again', () => {
    const bucket: Expr = { kind: 'arithmetic', op: '/', left: col('price'), right: num(10) };
    const plan = beans({ columns: [{ expr: bucket, as: 'bucket' }], groupBy: [bucket] });
    expect(compile(plan)).toEqual({
      sql: 'SELECT price / $1 AS bucket\nFROM public.coffee_beans\nGROUP BY price / $1',
      params: [10],
    });
  });

  it('sorts by the stored column even when the reply hides it', () => {
    const plan = beans({
      columns: [{ expr: { kind: 'call', fn: 'lower', args: [col('roaster')] }, as: 'name' }],
      orderBy: [{ expr: col('name'), direction: 'asc', nulls: 'last' }],
    });
    expect(compile(plan).sql).toContain('ORDER BY coffee_beans.name');
  });

  it('writes set operations, derived tables, aggregates and cases', () => {
    const names = (from: string): Select => ({
      kind: 'select',
      columns: [{ expr: col('name', from), as: 'name' }],
      from: { kind: 'table', table: from, as: from },
    });
    const both: Plan = { kind: 'set', op: 'union', all: true, left: names('customers'), right: { ...names('coffee_beans'), limit: 1 } };
    expect(compile(both).sql).toBe(
      'SELECT name\nFROM public.customers\nUNION ALL\n(\n  SELECT name\n  FROM public.coffee_beans\n  LIMIT 1\n)',
    );
    const counted: Select = {
      kind: 'select',
      columns: [
        {
          expr: {
            kind: 'aggregate',
            fn: 'count',
            arg: { kind: 'star' },
            filter: { kind: 'compare', op: '=', left: col('name', 'both'), right: text('x') },
          },
          as: 'n',
        },
        {
          expr: {
            kind: 'aggregate',
            fn: 'max',
            arg: { kind: 'case', whens: [{ when: { kind: 'isNull', arg: col('name', 'both') }, value: text('a') }], else: text('b') },
          },
          as: 'm',
        },
      ],
      from: { kind: 'derived', query: both, as: 'both' },
    };
    const { sql } = compile(counted);
    expect(sql).toContain('count(*) FILTER (WHERE name = $1) AS n, max(CASE WHEN name IS NULL THEN $2::text ELSE $3::text END) AS m');
    expect(sql).toContain(') AS "both"');
  });
});

describe('writes', () => {
  it('inserts rows and returns them', () => {
    const plan: Plan = {
      kind: 'insert',
      table: 'coffee_beans',
      columns: ['name', 'price'],
      rows: [
        [text('A'), num(18.5)],
        [text('B'), num(20)],
      ],
    };
    expect(compile(plan)).toEqual({
      sql: 'INSERT INTO public.coffee_beans (name, price)\nVALUES ($1, $2),\n       ($3, $4)\nRETURNING *',
      params: ['A', 18.5, 'B', 20],
    });
  });

  it('updates and deletes', () => {
    const dearer: Expr = { kind: 'arithmetic', op: '*', left: col('price'), right: num(1.1) };
    const update: Plan = {
      kind: 'update',
      table: 'coffee_beans',
      set: [
        { column: 'price', value: dearer },
        { column: 'in_stock', value: { kind: 'literal', value: true, type: 'boolean' } },
      ],
      where: { kind: 'compare', op: '=', left: col('name'), right: text('Yirgacheffe') },
    };
    expect(compile(update)).toEqual({
      sql: 'UPDATE public.coffee_beans\nSET price = price * $1,\n    in_stock = TRUE\nWHERE name = $2\nRETURNING *',
      params: [1.1, 'Yirgacheffe'],
    });
    expect(compile({ kind: 'delete', table: 'orders' }).sql).toBe('DELETE FROM public.orders\nRETURNING *');
  });
});

describe('previews', () => {
  const london: Plan = {
    kind: 'delete',
    table: 'customers',
    where: { kind: 'compare', op: '=', left: col('city', 'customers'), right: text('London') },
  };

  it('samples, counts and follows cascades', () => {
    const { before, write, key, cascades } = previewStatements(london, SHOP, { sampleRows: 3 });
    expect(key).toEqual(['id']);
    expect(before).toEqual({
      sql: 'SELECT id, name, city, email\nFROM public.customers\nWHERE city = $1\nORDER BY id\nLIMIT 3',
      params: ['London'],
    });
    expect(write.sql).toContain('count(*) OVER () AS affected');
    expect(cascades.map(({ table: name, mode }) => [name, mode])).toEqual([
      ['orders', 'matching'],
      ['order_lines', 'matching'],
    ]);
    expect(cascades[1]?.statement.params).toContain('London');
    for (const { statement } of [...cascades, { statement: write }]) expect(parseSync(statement.sql).stmts).toHaveLength(1);
  });

  it('ends on tables that point at each other', () => {
    const id = column('id', 'integer');
    const circle = schemaOf(
      table('a', [id, column('b_id', 'integer')], { foreignKeys: [foreignKey('b_id', 'b', 'cascade')] }),
      table('b', [id, column('a_id', 'integer')], { foreignKeys: [foreignKey('a_id', 'a', 'cascade')] }),
    );
    const { cascades } = previewStatements({ kind: 'delete', table: 'a' }, circle);
    expect(cascades.map(({ table: name, mode }) => [name, mode])).toEqual([
      ['a', 'matching'],
      ['b', 'matching'],
    ]);
    for (const { statement } of cascades) expect(parseSync(statement.sql).stmts).toHaveLength(1);
  });

  it('pairs no rows when the key itself changes', () => {
    const { key } = previewStatements({ kind: 'update', table: 'orders', set: [{ column: 'id', value: num(7) }] }, SHOP);
    expect(key).toEqual([]);
  });
});

describe('one value beside expressions of different widths', () => {
  it('is bound once for each, since a parameter has one type', () => {
    const five: Expr = { kind: 'literal', value: 5, type: 'integer' };
    const narrow: Expr = { kind: 'call', fn: 'length', args: [col('name')] };
    const wide: Expr = { kind: 'cast', arg: col('rating'), type: 'bigint' };
    const either = where({
      kind: 'or',
      args: [
        { kind: 'compare', op: '=', left: narrow, right: five },
        { kind: 'compare', op: '=', left: wide, right: five },
        { kind: 'compare', op: '<>', left: narrow, right: five },
      ],
    });
    expect(either).toBe('length(name) = $1 OR rating::bigint = $2 OR length(name) <> $1');
  });

  it('is a float where the plan says so, beside a decimal too', () => {
    expect(where({ kind: 'compare', op: '>', left: col('price'), right: { kind: 'literal', value: 1.5, type: 'float' } })).toBe(
      'price > $1::double precision',
    );
  });
});
