import { createHash } from 'node:crypto';
import type { Input } from '../contract/operations.ts';
import type { Target } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { encodeJson } from '../lib/encode-json.ts';
import type { OwnReading } from '../plan/sql-reader.ts';

/**
 * `goal` and `ask` are two spellings of one text, `db` and `dbId` of one id. The text is empty for a confirm that names
 * its preview by the token alone. @throws Fault goal_required, invalid_body
 */
export function readRequest(input: Input<'ask'>): { text: string; pin: string | null; reading: OwnReading | null } {
  const sql = input.sql?.trim() || undefined;
  const text = oneOf(input.goal, input.ask, 'goal', 'ask')?.trim() || sql;
  const reading = sql === undefined ? null : { sql, params: input.params ?? [] };
  if (reading === null && input.params !== undefined)
    throw new Fault('invalid_body', { params: { issues: [{ path: 'params', message: 'They are values of `sql`, which did not come.' }] } });
  refuseBothWays(input);
  if (!text && input.confirmToken) {
    if (input.confirm && !input.dryRun) return { text: '', pin: databaseOf(input) ?? null, reading };
    throw new Fault('goal_required', {
      params: { reason: 'A `confirmToken` stands for the words only with `confirm: true`, and without `dryRun`.' },
    });
  }
  // Marks and pictures alone ask for nothing.
  if (!text || !/[\p{L}\p{N}]/u.test(text)) throw new Fault('goal_required');
  return { text, pin: databaseOf(input) ?? null, reading };
}

/** A new database has no id yet, and is asked nothing. */
function refuseBothWays(input: Input<'ask'>): void {
  if (!input.forceCreate) return;
  const against = (['db', 'dbId', 'sql', 'confirmToken'] as const).filter((name) => input[name] !== undefined);
  const issues = [...against, ...(['forceQuery', 'confirm'] as const).filter((name) => input[name])].map((path) => ({
    path,
    message: 'With `forceCreate` a new database is made: leave one of the two out.',
  }));
  if (issues.length > 0) throw new Fault('invalid_body', { params: { issues } });
}

/** What a preview is of: the words, and the SQL where that came. */
export const previewedText = (text: string, { sql, params = [] }: Input<'ask'>): string =>
  sql === undefined || text === '' ? text : encodeJson([text, sql, params]);

/** @throws Fault invalid_body when both spellings are there and differ */
export const databaseOf = (input: { db?: string | undefined; dbId?: string | undefined }): string | undefined =>
  oneOf(input.db, input.dbId, 'db', 'dbId');

function oneOf(first: string | undefined, second: string | undefined, firstName: string, secondName: string): string | undefined {
  if (first !== undefined && second !== undefined && first !== second) {
    throw new Fault('invalid_body', {
      params: {
        issues: [{ path: secondName, message: `\`${firstName}\` and \`${secondName}\` are two spellings of one field and differ here.` }],
      },
    });
  }
  return first ?? second;
}

/** What a confirm must repeat: the caller, the database, whose rows of it are meant, and the request's words. */
export const bindingOf = (ownerId: string, { dbId, rows }: Target, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerId, dbId, text.replace(/\s+/g, ' '), ...(rows ? [rows.agentId, rows.endUserId, rows.threadId] : [])]))
    .digest('hex');
