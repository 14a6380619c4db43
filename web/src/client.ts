import { createClient } from '../../src/client/index.ts';
import { BASE } from './base.ts';
import { askPerson } from './parts/human-check.tsx';

/** The API of the service that these pages came from, with the browser's own session. */
export const client = createClient({ baseUrl: `${location.origin}${BASE}`, withCredentials: true, solveChallenge: askPerson });

/** The same, allowed to read alone: for what is not known not to write. */
export const reader = createClient({
  baseUrl: `${location.origin}${BASE}`,
  withCredentials: true,
  solveChallenge: askPerson,
  access: 'read',
});

/** For one act of a person, whatever it takes: who tries again sends it again. (`crypto.randomUUID` is missing off loopback without TLS.) */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
