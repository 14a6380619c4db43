import { Fault } from '../../fault.ts';

/** What the plan asks for and ClickHouse has not, or has with another meaning. */
export const refused = (construct: string): Fault =>
  new Fault('sql_rejected', { params: { reason: `ClickHouse cannot do this: ${construct}.`, construct } });
