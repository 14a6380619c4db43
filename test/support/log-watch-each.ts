import { afterAll, expect } from 'vitest';
import { forgetCodes, unlistedCodes } from './code-watch.ts';
import { removeFolders } from './folder.ts';
import { forgetLog, leaks } from './log-watch.ts';
import { closeLeftServices } from './service.ts';

/** Registered before a file's own hooks, it runs after them: what is logged while services close is looked at too. */
afterAll(async () => {
  await closeLeftServices();
  await removeFolders();
  const found = [...leaks(), ...unlistedCodes()];
  // The next file of this process is looked at alone: what is a secret of this one may be a plain word there.
  forgetLog();
  forgetCodes();
  expect(found).toEqual([]);
});
