import { expect, test } from 'vitest';
import { isSql, isWhole } from '../../src/cli/shell/is-sql.ts';
import { completerOf } from '../../src/cli/shell/names.ts';

test.each([
  ['SELECT * FROM beans', true],
  ['select 1', true],
  ['select count(*) as n', true],
  ['insert into beans values (1)', true],
  ['update beans set price = 1', true],
  ['delete from beans where id = 1', true],
  ['with a as (select 1) select * from a', true],
  ['explain select 1', true],
  ['SELECT', true],
  ['show all;', true],
  ['show all coffee beans', false],
  ['select the beans over 15', false],
  ['delete the bean Hex', false],
  ['update the price of Hex to 12', false],
  ['insert a bean called Hex', false],
  ['How many beans are there?', false],
  ['with what roaster did we begin', false],
  ['BEGIN', true],
  ['begin; update beans set price = 1', true],
  ['START TRANSACTION;', true],
  ['commit work;', true],
  ['ROLLBACK;', true],
  ['begin a list of beans', false],
  ['start tracking beans;', false],
  ['end the subscription of Ana', false],
  ['commit Ana to the plan', false],
])('%s: is SQL: %s', (text, expected) => {
  expect(isSql(text)).toBe(expected);
});

test('a statement ends with the semicolon that is no part of a text, a name or a comment', () => {
  for (const whole of ["SELECT ';';", 'SELECT 1; -- done', 'SELECT "a;b";', "SELECT 'it''s';"]) expect(isWhole(whole)).toBe(true);
  for (const begun of ['SELECT 1', "SELECT ';", 'SELECT 1 -- ;', 'SELECT /* ; */', "SELECT 'a"]) expect(isWhole(begun)).toBe(false);
});

test('names of the schema and words of SQL are completed', () => {
  const column = (name: string) => ({ name, type: 'text', nullable: true, hasDefault: false, generated: false, comment: null });
  const table = { schema: 'public', kind: 'table', comment: null, rowEstimate: 1, primaryKey: [], uniques: [], foreignKeys: [] } as const;
  const tables = [
    { ...table, primaryKey: [], uniques: [], foreignKeys: [], name: 'coffee_beans', columns: [column('roaster'), column('Full Name')] },
  ];
  const complete = completerOf({ dbId: 'db_x', engine: 'postgres', fingerprint: '', tables }, ['\\d', '\\q']);
  expect(complete('SELECT roa')).toEqual([['roaster'], 'roa']);
  expect(complete('SELECT Ful')[0]).toEqual([]);
  expect(complete('SELECT "Ful')[0]).toEqual(['"Full Name"']);
  expect(complete('sel')).toEqual([['select'], 'sel']);
  expect(complete('\\')[0]).toEqual(['\\d', '\\q']);
});
