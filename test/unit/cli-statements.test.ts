import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStatements } from '../../src/cli/read/statements.ts';

const sqlOf = (text: string): string[] => readStatements(text).statements.map(({ sql }) => sql);

test.each([
  ['SELECT 1', ['SELECT 1']],
  ['SELECT 1;', ['SELECT 1']],
  ['  SELECT 1 ;\n\n SELECT 2 ', ['SELECT 1', 'SELECT 2']],
  [';;\n; -- a;b\n/* ; /* ; */ ; */', []],
  ["SELECT ';', 'it''s;' ; SELECT 2", ["SELECT ';', 'it''s;'", 'SELECT 2']],
  ["SELECT 'a\\'; SELECT 2", ["SELECT 'a\\'", 'SELECT 2']],
  ["SELECT E'a\\'; b'; SELECT e'\\\\'; SELECT 3", ["SELECT E'a\\'; b'", "SELECT e'\\\\'", 'SELECT 3']],
  ['SELECT "a;""b"; SELECT 2', ['SELECT "a;""b"', 'SELECT 2']],
  [
    'SELECT $$;$$, $a$ ; $$ ; $a$; SELECT $1; SELECT a$b$c; SELECT 2',
    ['SELECT $$;$$, $a$ ; $$ ; $a$', 'SELECT $1', 'SELECT a$b$c', 'SELECT 2'],
  ],
  ['SELECT 1 -- ; not yet\n + 1; SELECT 2 /* ; */ + 2', ['SELECT 1 -- ; not yet\n + 1', 'SELECT 2 /* ; */ + 2']],
  ["SELECT 'open; SELECT 2", ["SELECT 'open; SELECT 2"]],
  ['SELECT /* open; SELECT 2', ['SELECT /* open; SELECT 2']],
  ['SELECT $q$ open; SELECT 2', ['SELECT $q$ open; SELECT 2']],
  ["SELECT '日本;語'; SELECT '🍣;' ; SELECT 3", ["SELECT '日本;語'", "SELECT '🍣;'", 'SELECT 3']],
])('%s', (text, expected) => {
  expect(sqlOf(text)).toEqual(expected);
});

test('lines count from 1, where the statement itself begins', () => {
  expect(readStatements('-- first\nSELECT 1;\n\n  /* x\n */ SELECT\n2;SELECT 3').statements.map(({ line }) => line)).toEqual([2, 5, 6]);
});

test('statements that are written one after the other are read as they were', () => {
  const piece = fc.oneof(
    fc.constantFrom('SELECT', ' ', '\n', 'x', '1', ',', '(', ')', '-', '/', '*', 'e', '$1', '日'),
    fc.string().map((text) => `'${text.replaceAll("'", "''")}'`),
    fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
    fc.string().map((text) => ` $q_1$${text.replaceAll('$', '')}$q_1$`),
    fc.string().map((text) => ` E'${text.replaceAll(/['\\]/g, '\\$&')}'`),
    fc.string().map((text) => ` /*${text.replaceAll(/[/*]/g, '')}; /* ; */*/ `),
    fc.string().map((text) => `--${text.replaceAll('\n', '')};\n`),
  );
  const statement = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `SELECT ${pieces.join(' ')} FROM t`);
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 5 }), (written) => {
      // What two pieces come to together may begin a comment.
      fc.pre(written.every((sql) => !/(?:-|\/|\*) (?:-|\/|\*)/.test(sql)));
      expect(sqlOf(written.map((sql) => `${sql};\n`).join(''))).toEqual(written);
    }),
  );
});

test('10 MB are read in a moment, whatever they hold', () => {
  for (const text of [
    "'".repeat(5_000_000),
    '/*'.repeat(4_000_000),
    '$a$'.repeat(3_000_000),
    'x;'.repeat(2_000_000),
    `'${"''".repeat(4_000_000)}'`,
  ])
    expect(readStatements(text).statements.length).toBeGreaterThanOrEqual(0);
});
