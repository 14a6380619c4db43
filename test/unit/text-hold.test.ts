import { expect, test } from 'vitest';
import { bytesOf, createTextHold } from '../../src/lib/text-hold.ts';

test('each text comes back as it was, whatever was kept after it and however long it is', () => {
  const hold = createTextHold(64);
  const texts = ['', 'a', 'é'.repeat(20), '😀'.repeat(10), 'x'.repeat(200), 'plain text', 'ü'.repeat(32), '\0', 'last'];
  const held = texts.map(hold);
  expect(held.map((one) => bytesOf(one).toString())).toEqual(texts);
});

test('short texts share memory, and one too long for a piece has its own', () => {
  const hold = createTextHold(64);
  const [first, second, long] = [hold('one'), hold('two'), hold('y'.repeat(65))];
  expect(first.piece).toBe(second.piece);
  expect(second.from).toBe(first.to);
  expect(long.piece).not.toBe(first.piece);
  expect(hold('three').piece).toBe(first.piece);
});
