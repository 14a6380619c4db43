import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { answerWithin } from '../../src/lib/answer-within.ts';

const LIMIT_MS = 100;

/** Nothing is read meanwhile, and no timer fires. */
function holdUp(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('who does not answer is given up', async () => {
  await expect(answerWithin(LIMIT_MS, new Promise(() => undefined))).rejects.toThrow('No answer within 100 ms.');
});

test('an answer, and a refusal, come as they are', async () => {
  expect(await answerWithin(LIMIT_MS, Promise.resolve('here'))).toBe('here');
  await expect(answerWithin(LIMIT_MS, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('an answer that came while this process was held up is taken, although its time is over', async () => {
  const answer = answerWithin(LIMIT_MS, readFile(import.meta.filename, 'utf8'));
  holdUp(LIMIT_MS * 3);
  expect(await answer).toContain('held up');
});
