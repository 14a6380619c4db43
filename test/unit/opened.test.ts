import { expect, test } from 'vitest';
import { createOpened } from '../../src/composition/opened.ts';

test('what was opened is closed, the last first, whatever one of them does', async () => {
  const opened = createOpened();
  const closed: string[] = [];
  opened.add(async () => closed.push('first'));
  opened.add(() => {
    throw new Error('It was closed already.');
  });
  opened.add(async () => Promise.reject(new Error('It does not answer.')));
  opened.add(() => closed.push('last'));
  await opened.close();
  expect(closed).toEqual(['last', 'first']);
  await opened.close();
  expect(closed).toEqual(['last', 'first']);
});
