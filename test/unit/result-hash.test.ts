import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashOf } from '../../src/traces/hash.ts';

const COLUMNS = [{ name: 'a', type: 'text' }];
const resultOf = (...texts: string[]) => ({ columns: COLUMNS, truncated: false, data: texts.map((a) => ({ a })) });
const inOnePiece = (...texts: string[]) => {
  const rows = texts.map((text) => JSON.stringify([text]));
  const of = (lines: readonly string[]) => hash('sha256', ['[["a"],false]', ...lines].join('\n'));
  return { order: of(rows), rows: of([...rows].sort()) };
};

test.each([
  ['a few short ones', ['b', 'a']],
  ['many', Array.from({ length: 50 }, (_, index) => `text ${50 - index}`)],
  ['one that is long', ['x'.repeat(300_000), 'a']],
  ['pairs of surrogates at the end of every piece', ['🫘'.repeat(200_000), `x${'🫘'.repeat(200_000)}`]],
  ['what is escaped', ['"\n\\é'.repeat(60_000)]],
])('is that of all texts in one piece: %s', async (_, texts) => {
  expect(await hashOf(resultOf(...texts))).toEqual(inOnePiece(...texts));
});

test('a long text is hashed in turns, between which others are answered', async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  await hashOf(resultOf('é'.repeat(20_000_000)));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(0);
});
