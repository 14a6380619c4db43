import { expect, test } from 'vitest';
import { createPostgresParser } from '../../src/guard/postgres-parser.ts';
import { countTokens } from '../../src/guard/postgres-tokens.ts';
import { GUARD_CASES } from '../support/guard-cases.ts';

const parser = await createPostgresParser();

/** Pieces that begin and end what hides others. */
const PIECES = [
  ...["'", "''", '"', "e'", "E'", "\\'", '\\', '$$', '$a$', '$1', 'a$b', '--', '\n', '/*', '*/', 'e', 'é', 'u&', 'n', "x'1f'"],
  ...['a', '1', '1.1e1', '.', ',', '(', ')', '::', '<=', ' ', '\t', '[', ';', '@-', 'select'],
];

/** Linear congruential, so that what failed fails again. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('no text is counted as fewer tokens than PostgreSQL’s scanner finds in it', () => {
  const random = randomOf(7);
  let found = 0;
  for (let n = 0; n < 5_000; n++) {
    const sql = Array.from({ length: 1 + random(14) }, () => PIECES[random(PIECES.length)]).join('');
    const tokens = parser.scan(sql);
    // What the scanner gives up on, the parser does not parse.
    if (tokens === null || parser.parse(sql).kind === 'broken') continue;
    found += tokens.length;
    expect([sql, countTokens(sql).tokens]).toEqual([sql, expect.toSatisfy((count: number) => count >= tokens.length)]);
  }
  expect(found).toBeGreaterThan(5_000);
});

test.each([
  ["select e'a''b\\'' , 1, 1, 1, 1"],
  ["select e'a'\n'b\\'' , 1, 1, 1, 1"],
  ["select e'\\\\''' , 1, 1, 1, 1"],
  ["select 'a''b\\' , 1, 1, 1, 1"],
  ['select "a""b" , 1, 1, 1, 1'],
])('no quote hides tokens: %s', (sql) => {
  const tokens = parser.scan(sql)?.length ?? 0;
  expect(tokens).toBeGreaterThanOrEqual(10);
  expect(countTokens(sql).tokens).toBeGreaterThanOrEqual(tokens);
});

test('an ordinary text is counted as about as many', () => {
  const accepted = Object.values(GUARD_CASES)
    .flat()
    .filter(({ expect: verdict, sql }) => verdict !== 'deny' && sql.length < 10_000);
  expect(accepted.length).toBeGreaterThan(50);
  for (const { sql } of accepted) {
    const tokens = parser.scan(sql)?.length ?? 0;
    expect([sql, countTokens(sql).tokens <= tokens * 1.5 + 2]).toEqual([sql, true]);
  }
});
