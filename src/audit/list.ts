import { type Handler, Page, Streamed } from '../call.ts';
import { AuditEvent, type AuditFilter } from '../contract/audit.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Portion } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { AuditLog, AuditRow } from '../store/audit.ts';

/** Newest first: a page as JSON, all of it as CSV or NDJSON. */
export function createListAudit({ log }: { readonly log: AuditLog }): Handler<'listAudit'> {
  return async ({ limit, cursor, ...filter }, call) => {
    const { ownerId } = call.caller;
    const after = cursor === undefined ? null : idIn(cursor);
    if (call.format !== 'json') return new Streamed((take) => all(log, ownerId, { after, ...filter }, take), {});
    // One more than the page tells whether there is another.
    const rows = await log.list(ownerId, { limit: limit + 1, after, ...filter });
    const page = rows.slice(0, limit);
    return new Page(page.map(eventOf), rows.length > limit ? (page.at(-1)?.id ?? null) : null);
  };
}

interface From extends AuditFilter {
  readonly after: string | null;
}

async function all(log: AuditLog, ownerId: string, { after: from, ...filter }: From, take: (portion: Portion) => Promise<void>) {
  for (let after = from, isFirst = true; ; isFirst = false) {
    const rows = await log.list(ownerId, { limit: LIMITS.listLimitMax, after, ...filter });
    if (isFirst || rows.length > 0) await take(await portionOf(rows.map(eventOf)));
    if (rows.length < LIMITS.listLimitMax) return { truncated: false };
    after = rows.at(-1)?.id ?? null;
  }
}

const NAMES = Object.keys(AuditEvent.shape) as (keyof AuditEvent)[];

async function portionOf(events: readonly AuditEvent[]): Promise<Portion> {
  const { stringify } = await import('csv-stringify/sync');
  const rows = events.map((event) => NAMES.map((name) => event[name]));
  const lines = stringify(
    rows.map((row) => row.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
  return { columns: NAMES.map((name) => ({ name, type: 'text' })), rows, lines: [Buffer.from(lines)], rowCount: rows.length };
}

const eventOf = (row: AuditRow): AuditEvent => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  actor: row.actor,
  keyId: row.key_id,
  subject: row.subject,
  details: row.details,
  requestId: row.request_id,
  address: row.address,
  surface: row.surface,
});

/** @throws Fault invalid_body */
function idIn(cursor: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor))
    throw new Fault('invalid_body', { params: { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] } });
  return cursor;
}
