import type { Leaving } from '../../lib/leaving.ts';
import type { HostedDatabase } from '../hosted-mark.ts';
import type { ClickHouseDriver } from './driver.ts';

export const ROLES = ['owner', 'writer', 'reader'] as const;
/** `owner` makes and drops tables, `writer` changes rows, `reader` reads. */
export type Role = (typeof ROLES)[number];

/** Where hosted databases are: embedded, one process each, or on a server of the deployment's own. */
export interface ClickHouseServer {
  /** Work on one database; while it runs the database stays at hand. @throws Fault db_unreachable, db_misconfigured, overloaded */
  use<T>(dbId: string, role: Role, signal: Leaving | undefined, work: (driver: ClickHouseDriver) => Promise<T>): Promise<T>;
  /** Makes an empty database, marked as one that is being made. */
  create(dbId: string): Promise<void>;
  /** Marks it as whole: from here on it is removed for its owner alone. */
  markWhole(dbId: string): Promise<void>;
  /** Safe to repeat. */
  remove(dbId: string): Promise<void>;
  /** Whatever a driver reaches is changed by it alone, so that what was read of it stays true until it changes it. */
  readonly isExclusive: boolean;
  /** The database of bare names. */
  homeOf(dbId: string): string;
  /** All that this deployment made here. */
  hosted(): Promise<readonly HostedDatabase[]>;
  /** Makes the logins of these databases again where some are missing; ids of those where they were. */
  heal(dbIds: readonly string[]): Promise<readonly string[]>;
  /** On the disk. */
  bytes(dbId: string): Promise<number>;
  /** Why no database can be made here; nothing is started for the answer. @throws Fault unconfigured */
  assertReady(): void;
  close(): Promise<void>;
}

export const GONE = 'The engine has no such database any more. DELETE /v1/databases/:id removes what is left of it.';
