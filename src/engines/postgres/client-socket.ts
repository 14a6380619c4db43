import type { Socket } from 'node:net';
import type pg from 'pg';

/** The socket of the driver's connection, which it shows nobody; undefined before there is one. */
export const socketOf = (client: pg.Client): Socket | undefined =>
  (client as unknown as { connection?: { stream?: Socket } }).connection?.stream;
