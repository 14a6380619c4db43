import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Guard, Verdict } from '../../src/guard/guard.ts';
import { createPostgresGuard } from '../../src/guard/postgres.ts';
import { GUARD_CASES, type GuardCase } from '../support/guard-cases.ts';
import { GRANTEE, OWNER } from '../support/guard-scopes.ts';

let guard: Guard;
beforeAll(async () => {
  guard = await createPostgresGuard();
});

const cases: readonly GuardCase[] = Object.values(GUARD_CASES).flat();
const allowed = cases.filter((one) => one.expect !== 'deny' && one.as === undefined && one.sql.length < 2_000).map((one) => one.sql);

const summary = (verdict: Verdict): string => (verdict.kind === 'deny' ? 'deny' : `${verdict.class} ${verdict.verb} ${verdict.paramCount}`);

const WORDS = `select insert update delete from where with recursive as values into set on conflict do nothing returning union all
  books members loans pg_class pg_sleep lower ( ) , ; * . $1 $2 1 'a' $$ " -- /* */ = < || :: int regclass explain analyze show
  timezone drop table copy create lateral join using for a b`.split(/\s+/);
const sqlish = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(' '));
const text = fc.string({ unit: 'binary', maxLength: 200 });

test('any text gets a verdict, the same each time, and an allowed one stays allowed when it comes back', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        sqlish,
        fc.tuple(fc.constantFrom(...allowed), text).map((parts) => parts.join(' ')),
      ),
      (sql) => {
        const verdict = guard(sql, OWNER);
        expect(guard(sql, { ...OWNER })).toEqual(verdict);
        if (verdict.kind === 'deny') expect(verdict.reason).not.toBe('');
        else expect(guard(verdict.sql, OWNER)).toEqual(verdict);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('a second statement is never allowed, whatever stands between', () => {
  const second = fc.constantFrom(
    'drop table books',
    'select 1',
    'commit',
    'delete from books',
    'set role postgres',
    'copy books to stdout',
  );
  const gap = fc.constantFrom(' ', '\n', '/* ; */', '-- x\n', '\t', '/* /* */ */', ';');
  fc.assert(
    fc.property(fc.constantFrom(...allowed), gap, gap, second, (first, before, after, other) => {
      expect(guard(`${first}\n${before};${after}${other}`, OWNER).kind).toBe('deny');
    }),
    { numRuns: 2_000 },
  );
});

test('white space, comments and letter case change nothing', () => {
  const gap = fc.constantFrom(' ', '\n', '\t', '  ', '/* ; drop */', '-- x\n', '/**/', '\f', '\r\n');
  // Words that are not inside quotes; these statements are made of them alone.
  const plain = allowed.filter((sql) => !/['"$]|--|\/\*/.test(sql));
  expect(plain.length).toBeGreaterThan(40);
  fc.assert(
    fc.property(fc.constantFrom(...plain), fc.infiniteStream(gap), fc.infiniteStream(fc.boolean()), (sql, gaps, cases) => {
      const changed = sql
        .split(/\s+/)
        .map((word) => (cases.next().value === true ? word.toUpperCase() : word))
        .reduce((done, word) => `${done}${gaps.next().value ?? ' '}${word}`);
      expect(summary(guard(changed, OWNER)), changed).toBe(summary(guard(sql, OWNER)));
    }),
    { numRuns: 2_000 },
  );
});

/** Queries with a place for an expression, `?`; each is allowed with a harmless one. */
const PLACES = [
  'select ?',
  'select * from books where ? is not null',
  'select case when true then ? else null end',
  'select coalesce(null, ?)',
  'select array[?]',
  'select row(?, 1)',
  'select count(*) filter (where ? is null) from books',
  'select sum(1) over (partition by ? order by ?) from books',
  'select 1 from books group by ? having ? is null',
  'select 1 from books order by ?',
  'select 1 limit (select length((?)::text))',
  'select (select (select ?))',
  'select * from books b join authors a on ? is null',
  'select * from lower((?)::text) f',
  'select * from books, lateral (select ?) s',
  'select * from (values (?)) v',
  'with x as (select ?) select * from x',
  'with recursive x(n) as (select 1 union all select n + 1 from x where ? is null) select * from x',
  'select (array[1])[length((?)::text)]',
  'select json_build_object($$a$$, ?)',
  "select json_object('a': ?)",
  "select json_value('{}', '$' passing ? as x)",
  'select ? between ? and ?',
  'select (?)::text collate "C"',
  'select distinct on (?) 1 from books',
  'select * from books tablesample bernoulli (length((?)::text))',
  'insert into books (title) values (?)',
  'insert into books (title) select ? returning ?',
  'insert into books (id) values (1) on conflict (id) do update set title = ? where ? is null',
  'update books set title = ? where ? is null returning ?',
  'update books set (title, year) = (select ?, 1)',
  'delete from books where ? is null returning ?',
  'explain analyze select ?',
];

const DANGERS = [
  "pg_read_file('/etc/passwd')",
  'pg_catalog.pg_backend_pid()',
  '"pg_sleep"(1)',
  "set_config('role', 'x', true)",
  "query_to_xml('select 1', true, true, '')",
  "'members'::regclass",
  'null::members',
  'other.lower($$a$$)',
  "('/etc/passwd'::text).pg_read_file",
  '(select relname from pg_class limit 1)',
  '(select 1 from elsewhere.public.books)',
  '1 operator(other.+) 2',
  "xmlparse(content '<a/>')",
  '(select f.lo_import from unnest(array[$$x$$]) f)',
  '$0',
];

test('a dangerous expression is denied wherever it stands', () => {
  for (const place of PLACES)
    expect(
      guard(
        place.replaceAll('?', () => 'lower($$a$$)'),
        OWNER,
      ).kind,
      place,
    ).toBe('allow');
  const danger = fc.tuple(fc.constantFrom(...DANGERS), fc.nat(3)).map(([sql, wraps]) => {
    const around = ['lower((?)::text)', '(select ?)', 'coalesce(?, null)', 'case when true then ? end'];
    return around.slice(0, wraps).reduce((inner, wrap) => wrap.replace('?', () => inner), sql);
  });
  fc.assert(
    fc.property(fc.constantFrom(...PLACES), danger, (place, expression) => {
      const sql = place.replaceAll('?', () => expression);
      const verdict = guard(sql, OWNER);
      expect(verdict.kind, sql).toBe('deny');
      if (verdict.kind === 'deny') expect(verdict.reason, sql).not.toMatch(/does not parse/);
    }),
    { numRuns: 3_000 },
  );
});

test('a table outside the grant is denied wherever it stands', () => {
  const inner = fc.constantFrom(
    '(select name from members limit 1)',
    '(with x as (select * from members) select 1 from x)',
    '(table loans)',
  );
  const places = PLACES.map((place) => place.replace(/\bauthors\b/g, 'books'));
  for (const place of places) expect(guard(place.replaceAll('?', '(select title from books limit 1)'), GRANTEE).kind, place).toBe('allow');
  fc.assert(
    fc.property(fc.constantFrom(...places), inner, (place, expression) => {
      expect(guard(place.replaceAll('?', expression), GRANTEE).kind).toBe('deny');
    }),
    { numRuns: 500 },
  );
});

test('DML anywhere makes a write', () => {
  const dml = fc.constantFrom(
    'insert into books (id) values (1) returning 1',
    'update books set year = 1 returning 1',
    'delete from books returning 1',
  );
  const rest = fc.constantFrom(...PLACES.filter((place) => place.startsWith('select')));
  fc.assert(
    fc.property(dml, rest, fc.boolean(), (write, place, explained) => {
      const sql = `${explained ? 'explain ' : ''}with w as (${write}) ${place.replaceAll('?', '1')}`;
      const verdict = guard(sql, OWNER);
      expect(verdict, sql).toMatchObject({ kind: 'allow', class: 'write' });
    }),
    { numRuns: 500 },
  );
});
