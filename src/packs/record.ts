import { ERRORS, type ErrorCode } from '../contract/errors.ts';
import { IMPORT_PHASES, type ImportError, type ImportPhase, type ImportRecord } from '../contract/packs.ts';
import { type Fault, filled } from '../fault.ts';
import type { ImportRow } from '../store/imports.ts';
import { foundTables } from './found-tables.ts';
import type { ImportState } from './state.ts';

/** How an import goes on, as it is told. */
export const importRecord = (row: ImportRow): ImportRecord => ({
  id: row.id,
  packId: row.pack_id,
  phase: row.phase,
  dbId: row.db_id,
  progress: { phase: row.phase, ...row.progress },
  assumptions: (row.state as ImportState).assumptions,
  tables: isRead(row.phase) ? foundTables(row.state as ImportState) : [],
  error: row.error,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const isRead = (phase: ImportPhase): boolean => IMPORT_PHASES.indexOf(phase) >= IMPORT_PHASES.indexOf('saving');

/** Why it stands still. What an engine says of a value quotes it, and is left out. */
export function importError({ code, params = {}, cause }: Fault): ImportError {
  const { message, action, retryable } = ERRORS[code];
  const { reason, hint, detail, ...rest } = params;
  const said = cause === undefined || !QUOTING.has(code) ? params : rest;
  return {
    code,
    message: filled(message, said),
    action: filled(action, said),
    retryable,
    ...(Object.keys(said).length > 0 ? { params: said } : {}),
  };
}

const QUOTING: ReadonlySet<ErrorCode> = new Set(['invalid_value', 'write_constraint', 'sql_rejected', 'query_too_expensive']);
