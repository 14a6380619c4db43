import { Fault } from '../fault.ts';
import type { Verdict } from '../guard/guard.ts';
import type { Engine } from './engine.ts';

/** What connected databases refuse, and how their failures are told, whichever engine they are of. */
const READS_ONLY =
  'This database was connected to be read. To write to it, connect it with access "write", by a login that may; or import the data into a hosted database.';
const NOT_OURS =
  'This database is somebody else’s: rows of its tables are read and written, and nothing is made, changed or removed beside them.';

const readsOnly = (): Fault => new Fault('forbidden', { params: { reason: READS_ONLY } });

const refuseWriting = async (): Promise<never> => {
  throw readsOnly();
};
export const refuseMaking = async (): Promise<never> => {
  throw new Fault('forbidden', { params: { reason: NOT_OURS } });
};

/** The guard's verdict where the database is read alone. */
export const readsAlone = (verdict: Verdict): Verdict =>
  verdict.kind === 'allow' && verdict.class === 'write' ? { kind: 'deny', reason: READS_ONLY.replace(/\.$/, '') } : verdict;

/** What no connected database does, though its rows be written to. */
export const MAKES_NOTHING = {
  hosted: async () => [],
  heal: async () => [],
  provision: refuseMaking,
  makeGrant: refuseMaking,
  endGrant: refuseMaking,
  previewChange: refuseMaking,
  applyChange: refuseMaking,
  remember: refuseMaking,
  sweepMemory: refuseMaking,
  handOver: refuseMaking,
  vectors: null,
} as const satisfies Partial<Engine>;

/** What one that was connected to be read does not do besides. Nothing was written, so that there is no earlier reply. */
export const WRITES_NOTHING = {
  ...MAKES_NOTHING,
  refusal: readsOnly,
  replay: async () => null,
  refuseCondition: () => READS_ONLY,
  provision: refuseWriting,
  makeGrant: refuseWriting,
  endGrant: refuseWriting,
  write: refuseWriting,
  preview: refuseWriting,
  apply: refuseWriting,
  previewChange: refuseWriting,
  applyChange: refuseWriting,
  runKept: refuseWriting,
  insertRows: refuseWriting,
  insertAlike: refuseWriting,
  remember: refuseWriting,
  sweepMemory: refuseWriting,
  undoneBy: refuseWriting,
  undo: refuseWriting,
  handOver: refuseWriting,
} as const satisfies Partial<Engine>;

/** What a connect or a check is told of a database that is away, or that does not let its schema be read. */
export function unreadable(error: unknown): never {
  if (!(error instanceof Fault) || !UNREADABLE.has(error.code)) throw error;
  const { reason, sqlstate, sql } = error.params ?? {};
  const why = typeof reason === 'string' ? reason : (WHY[error.code] ?? 'The server ended the connection.');
  throw new Fault('introspection_failed', {
    params: { reason: why, ...(sqlstate === undefined ? {} : { sqlstate }), ...(sql === undefined ? {} : { sql }) },
    cause: error.cause,
  });
}

const UNREADABLE: ReadonlySet<string> = new Set([
  'db_unreachable',
  'db_misconfigured',
  'query_timeout',
  'internal_error',
  'sql_rejected',
  'overloaded',
  'forbidden',
  'result_too_large',
  'query_too_expensive',
]);
const WHY: Readonly<Record<string, string>> = {
  query_timeout: 'Its schema could not be read in time.',
  sql_rejected: 'The server refused a read of its catalogue.',
  result_too_large: 'What the server told of its schema has no end.',
};

/** Of a request that needs the schema, and can be sent again. */
export function notReady(error: unknown): never {
  if (error instanceof Fault && error.code === 'query_timeout')
    throw new Fault('schema_unavailable', { params: { reason: WHY.query_timeout ?? '' }, cause: error });
  throw error;
}
