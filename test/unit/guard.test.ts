import { beforeAll, describe, expect, test } from 'vitest';
import type { Guard } from '../../src/guard/guard.ts';
import { createPostgresGuard } from '../../src/guard/postgres.ts';
import { createPostgresParser } from '../../src/guard/postgres-parser.ts';
import { judgeTree } from '../../src/guard/postgres-tree.ts';
import { GUARD_CASES } from '../support/guard-cases.ts';
import { GRANTEE, OWNER } from '../support/guard-scopes.ts';

let guard: Guard;
beforeAll(async () => {
  guard = await createPostgresGuard();
});

const short = (sql: string): string => JSON.stringify(sql.length > 100 ? `${sql.slice(0, 100)}…` : sql);

describe.each(Object.entries(GUARD_CASES))('%s', (_category, cases) => {
  test.each(cases.map((one) => [one.expect, short(one.sql), one] as const))(
    '%s %s',
    (_expected, _sql, { sql, expect: expected, ...rest }) => {
      const verdict = guard(sql, 'as' in rest ? GRANTEE : OWNER);
      const found = verdict.kind === 'deny' ? `deny: ${verdict.reason}` : verdict.class;
      // A denied case must be SQL, or it would show nothing.
      expect(found).not.toMatch(/does not parse/);
      expect(found).toMatch(expected === 'deny' ? /^deny: \S/ : new RegExp(`^${expected}$`));
    },
  );
});

describe('what an allowed statement carries', () => {
  test.each([
    ['select 1', 'select', 'select 1', 0],
    ['  select 1 ;  ', 'select', 'select 1', 0],
    ['select 1 -- tail', 'select', 'select 1', 0],
    ['select 1 /* tail */ ; /* more */ -- end', 'select', 'select 1', 0],
    ['/* héad */ select $2, $7 -- é', 'select', 'select $2, $7', 7],
    ["select 'é--' /* x */;", 'select', "select 'é--'", 0],
    [';select 1', 'select', 'select 1', 0],
    ['select 1 as \u00a0', 'select', 'select 1 as \u00a0', 0],
    ['explain select $1::int', 'explain', 'explain select $1::int', 1],
    ['show timezone;', 'show', 'show timezone', 0],
    [
      'with x as (select 1) insert into books (id) select * from x',
      'insert',
      'with x as (select 1) insert into books (id) select * from x',
      0,
    ],
    ['with x as (delete from books returning 1) select 1', 'select', 'with x as (delete from books returning 1) select 1', 0],
    ['update books set year = $1', 'update', 'update books set year = $1', 1],
    ['delete from books', 'delete', 'delete from books', 0],
  ])('%j', (sql, verb, text, paramCount) => {
    expect(guard(sql, OWNER)).toMatchObject({ kind: 'allow', verb, sql: text, paramCount });
  });
});

describe('what a denial says', () => {
  test.each([
    ["select uper('a')", 'uper() is not an allowed function', ['upper']],
    ['select pg_sleep(1)', 'pg_sleep() is not an allowed function', undefined],
    ['drop table books', 'DROP statements are not accepted here', undefined],
    ['/**/ alter table books add x int', 'ALTER TABLE is not accepted here', undefined],
    ['selct 1', 'SELCT statements are not accepted here', ['select']],
    ['select 1 from', 'The SQL does not parse: syntax error at end of input (character 14)', undefined],
    ["select 'é' frm x y", 'syntax error at or near "x" (character 16)', undefined],
    ['show timezon', 'SHOW timezon is not accepted here', ['timezone']],
    ['select * into x from books', 'SELECT … INTO creates a table', undefined],
    ['select 1; select 2', 'Send exactly one statement', undefined],
  ])('%j', (sql, reason, nearest) => {
    const verdict = guard(sql, OWNER);
    expect(verdict).toMatchObject({ kind: 'deny', reason: expect.stringContaining(reason), ...(nearest === undefined ? {} : { nearest }) });
  });

  test('a grantee learns of no table outside the grant', () => {
    expect(guard('select * from memebrs', GRANTEE)).toEqual({
      kind: 'deny',
      reason: 'memebrs is not a table that this credential may use',
      position: 15,
    });
    expect(guard('select * from boks', GRANTEE)).toMatchObject({ nearest: ['books'] });
  });
});

describe('the walk', () => {
  const parse = async (sql: string): Promise<unknown> => {
    const outcome = (await createPostgresParser()).parse(sql);
    if (outcome.kind !== 'tree') return expect.fail(outcome.kind);
    return (outcome.tree as { stmts: { stmt: unknown }[] }).stmts[0]?.stmt;
  };

  test('an unknown node or field anywhere refuses', async () => {
    const sql = `with recursive c as (select 1 a union all select a + 1 from c)
      select distinct b.title, sum(b.year) over (partition by b.id order by b.year), case when $1 then 'x' else array[1] end
      from books b left join lateral (select * from authors a where a.id = b.author_id limit 1) w on true,
        jsonb_each('{}') e, json_table('{}', '$' columns (t text path '$.t')) j
      where b.id in (1, 2) and exists (select 1 from c) group by rollup (1, 2) having count(*) > 1 order by 1 limit 5`;
    const tree = await parse(sql);
    expect(judgeTree(tree, OWNER)).toEqual({ ok: true, class: 'read', paramCount: 1, measures: false });
    let places = 0;
    for (const path of placesOf(tree)) {
      places += 1;
      for (const change of INJECTIONS) {
        const changed = structuredClone(tree);
        change(at(changed, path));
        expect(judgeTree(changed, OWNER), JSON.stringify(path)).toMatchObject({ ok: false });
      }
    }
    expect(places).toBeGreaterThan(200);
  });

  test('a tree of any other shape refuses', () => {
    for (const tree of [null, 1, 'SelectStmt', [], {}, { SelectStmt: null }, { SelectStmt: [] }, { SelectStmt: {}, InsertStmt: {} }]) {
      expect(judgeTree(tree, OWNER)).toMatchObject({ ok: false });
    }
    expect(judgeTree({ SelectStmt: { toString: 1 } }, OWNER)).toMatchObject({ ok: false });
    expect(judgeTree({ constructor: {} }, OWNER)).toMatchObject({ ok: false });
  });
});

test('a parser that broke is replaced and judges as before', async () => {
  const fresh = await createPostgresGuard();
  for (let round = 0; round < 40; round += 1) {
    expect(fresh(`select 1${'::int'.repeat(5_000 + round)}`, OWNER).kind).toBe('deny');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(fresh('select title from books', OWNER).kind).toBe('allow');
  expect(fresh('select * from members', GRANTEE).kind).toBe('deny');
});

type Path = readonly (string | number)[];

/** Every object in the tree that is a node's content or a wrapped node. */
const placesOf = (tree: unknown, path: Path = []): Path[] => {
  if (typeof tree !== 'object' || tree === null) return [];
  const inner = Array.isArray(tree)
    ? tree.flatMap((item, index) => placesOf(item, [...path, index]))
    : Object.entries(tree).flatMap(([key, value]) => placesOf(value, [...path, key]));
  return Array.isArray(tree) || Object.keys(tree).length === 0 ? inner : [path, ...inner];
};

const at = (tree: unknown, path: Path): Record<string, unknown> =>
  path.reduce<Record<string, unknown>>((value, key) => value[key] as Record<string, unknown>, tree as Record<string, unknown>);

const INJECTIONS: readonly ((place: Record<string, unknown>) => void)[] = [
  (place) => {
    place.futureField = 1;
  },
  (place) => {
    place.futureNode = { CopyStmt: { relation: {} } };
  },
];
