import { createHash } from 'node:crypto';
import type { RowScope } from '../engine.ts';
import { type Part, utility } from './batch.ts';

/** What of a database's rows the rest of the transaction may see and write; `key` is the database's own. */
export const setRowScope = (scope: RowScope, key: string): Part => utility(`SET LOCAL svc.row_scope = '${signedScope(scope, key)}'`, 'SET');

/** Hexadecimal digits, commas and dashes alone: nothing of a caller's stands in the statement as it came. */
export function signedScope({ agentId, endUserId, threadId }: RowScope, key: string): string {
  const body = [agentId, endUserId, threadId].map((one) => (one === null ? '-' : Buffer.from(one, 'utf8').toString('hex'))).join(',');
  // Twice, so that nobody can go on from a digest to that of a longer text.
  return `${sha256(key + sha256(key + body))}${body}`;
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Read as the owner, which alone may. */
export const READ_ROW_KEY = { sql: 'SELECT key FROM svc.row_key', params: [] };
