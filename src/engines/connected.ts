import type { ConnectionWarning } from '../contract/connect.ts';
import type { Leaving } from '../lib/leaving.ts';
import type { Schema } from '../plan/schema.ts';
import type { Engine, Target } from './engine.ts';

/** What is there, and what whoever connected it should know. */
export interface Inspected {
  /** As it calls itself. */
  readonly database: string;
  readonly schema: Schema;
  readonly warnings: readonly ConnectionWarning[];
}

/** Databases that are somebody else's, reached by their URLs. */
export interface ConnectedEngine extends Engine {
  /** Reads a database that is not connected yet, in a session of its own. @throws Fault invalid_request, introspection_failed */
  inspect(url: string, signal: Leaving): Promise<Inspected>;
  /** The same of one that is. @throws Fault introspection_failed */
  check(target: Target, signal: Leaving): Promise<Inspected>;
}
