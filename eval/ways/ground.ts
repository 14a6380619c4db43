import type { Statement } from '../../src/engines/engine.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { ValueIndex } from '../../src/plan/planner.ts';
import type { Schema } from '../../src/plan/schema.ts';
import type { ResultRow } from '../run/compare.ts';
import type { Group } from './way.ts';

/** A database's data on an engine of this process, for plans that come from anywhere. */
export interface Ground {
  readonly schema: Schema;
  /** Read when it is first asked for. */
  values(): Promise<ValueIndex>;
  /** @throws Fault when the engine cannot do what the plan says */
  compile(plan: Plan): Promise<Statement>;
  /** Rows of a compiled statement, as its caller would get them. */
  read(statement: Statement): Promise<readonly ResultRow[]>;
  /** Rows of a gold statement, past compiler and guard. */
  gold(sql: string): Promise<readonly ResultRow[]>;
  close(): Promise<void>;
}

export interface Grounds {
  open(group: Group): Promise<Ground>;
  close(): Promise<void>;
}

/** Larger than any result of a question. */
export const GROUND_ROWS_MAX = 200_000;
