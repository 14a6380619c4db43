import type { ConnectionWarning } from '../contract/connect.ts';
import type { Schema } from '../plan/schema.ts';
import type { Access } from './connected.ts';

interface Credential {
  readonly access: Access;
  /** What it could do besides reading and writing rows: "create tables". */
  readonly powers: readonly string[];
  /** Tables that it could write to. */
  readonly writable: number;
  /** SQL that makes a login which can do no more than is wanted. */
  readonly safer: string;
}

/** What whoever connects a database is told of the credential: that it could do more than it is wanted for. */
export function credentialWarnings({ access, powers, writable, safer }: Credential): ConnectionWarning[] {
  const can = [...powers, ...(writable > 0 && access === 'read' ? [`write to ${writable} ${writable === 1 ? 'table' : 'tables'}`] : [])];
  if (can.length === 0) return [];
  const message =
    access === 'read'
      ? `This credential could ${listed(can)}. The service reads alone, whatever it could; a login that can do nothing else is safer.`
      : `This credential could ${listed(can)}. The service reads and writes rows, and does nothing else, whatever it could; a login that can do no more is safer.`;
  return [{ code: 'credential_can_write', message, sql: safer }];
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

export const encryptionWarnings = (isEncrypted: boolean): ConnectionWarning[] =>
  isEncrypted ? [] : [{ code: 'not_encrypted', message: 'The session is not encrypted: whoever is between reads along.' }];

export const contentWarnings = ({ tables }: Schema): ConnectionWarning[] =>
  tables.length > 0 ? [] : [{ code: 'nothing_to_read', message: 'The database has no table or view yet.' }];
