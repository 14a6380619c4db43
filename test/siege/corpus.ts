import type { Hostile } from './hostile.ts';
import { REQUESTS } from './requests.ts';
import { SOCKETS } from './sockets.ts';
import { STATEMENTS } from './statements.ts';

/** What takes longest comes first, so that all else meets it. */
export const HOSTILE: readonly Hostile[] = [...SOCKETS, ...STATEMENTS, ...REQUESTS];
