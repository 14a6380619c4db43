import { afterAll, expect } from 'vitest';
import { leaks } from './log-watch.ts';

/** Registered before a file's own hooks, it runs after them: what is logged while services close is looked at too. */
afterAll(() => expect(leaks()).toEqual([]));
