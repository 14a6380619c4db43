import { afterAll, expect } from 'vitest';
import { unlistedCodes } from './code-watch.ts';
import { leaks } from './log-watch.ts';

/** Registered before a file's own hooks, it runs after them: what is logged while services close is looked at too. */
afterAll(() => expect([...leaks(), ...unlistedCodes()]).toEqual([]));
