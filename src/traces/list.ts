import { type Handler, Page } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Receipt, ReceiptSummary } from '../contract/traces.ts';
import { Fault } from '../fault.ts';
import { readWrittenJson } from '../lib/read-json.ts';
import type { Traces } from '../store/traces.ts';
import type { Receipts } from './keep.ts';

/** Newest first, with those that were waiting to be stored. */
export function createListTraces({ receipts, traces }: { readonly receipts: Receipts; readonly traces: Traces }): Handler<'listTraces'> {
  return async ({ limit, cursor, ...filter }, call) => {
    const after = cursor === undefined ? null : idIn(cursor);
    await receipts.flush();
    // One more than the page tells whether there is another.
    const rows = await traces.list(call.caller.ownerId, { limit: limit + 1, after, ...filter });
    const page = rows.slice(0, limit);
    const items = page.map(({ receipt }) => summaryOf(readWrittenJson(receipt) as Receipt));
    return new Page(items, rows.length > limit ? (page.at(-1)?.id ?? null) : null);
  };
}

function summaryOf({ id, createdAt, operation, surface, keyId = null, dbId, asked, outcome, ms }: Receipt): ReceiptSummary {
  const { status, kind, code, rowCount } = outcome;
  const text = asked.text ?? asked.sql ?? asked.table ?? asked.traceId ?? null;
  return {
    id,
    createdAt,
    operation,
    surface,
    keyId,
    dbId,
    text: text === null ? null : shortened(text),
    status,
    kind,
    ...(code === undefined ? {} : { code }),
    ...(rowCount === undefined ? {} : { rowCount }),
    ms,
  };
}

/** By characters, of which a cut must not leave a half. */
function shortened(text: string): string {
  const { traceTextMaxLength: max } = LIMITS;
  if (text.length <= max) return text;
  return `${[...text.slice(0, max)].slice(0, -1).join('')}…`;
}

/** @throws Fault invalid_body */
function idIn(cursor: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor))
    throw new Fault('invalid_body', { params: { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] } });
  return cursor;
}
