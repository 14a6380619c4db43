import type { Log } from '../engines/postgres/embedded-place.ts';

/** What an operator is told while a command works. */
export interface Steps {
  readonly onStep: (text: string) => void;
}

/** What the engine warns of, as a line; what it does anyway is no news to an operator. */
export const engineLog =
  (onStep: (text: string) => void): Log =>
  (level, message) => {
    if (level !== 'info') onStep(message);
  };

export const SERVER_OF_YOURS =
  'DATABASE_URL is set, and the server behind it is backed up whole with its own tools, such as pg_basebackup or its provider’s snapshots, together with SVC_SECRET: README, "Operate it". `svc admin backup` copies the PostgreSQL that svc brings.';
