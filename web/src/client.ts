import { createClient } from '../../src/client/index.ts';

/** The API of the service that these pages came from, with the browser's own session. */
export const client = createClient({ baseUrl: location.origin, withCredentials: true });

/** For one act of a person, whatever it takes: who tries again sends it again. (`crypto.randomUUID` is missing off loopback without TLS.) */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
