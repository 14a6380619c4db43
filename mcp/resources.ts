import { ProtocolError, ProtocolErrorCode, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { SvcError } from '../src/client/index.ts';
import { encodeJson } from '../src/lib/encode-json.ts';
import { faultText } from './faults.ts';
import type { Operations } from './port.ts';
import { columnar, PAGE_ROWS, readRowsLink, rowsLink } from './rows.ts';
import { LIST_MAX } from './tools.ts';

const MIME_TYPE = 'application/json';
const SCHEMA_URI = /^svc:\/\/databases\/([^/?]+)\/schema$/;

export const RESOURCE_TEMPLATES = [
  {
    name: 'schema',
    title: 'Schema of a database',
    uriTemplate: 'svc://databases/{db}/schema',
    description: 'Tables, columns, types and keys.',
    mimeType: MIME_TYPE,
  },
  {
    name: 'rows',
    title: 'More rows of a result',
    uriTemplate: 'svc://databases/{db}/rows?offset={offset}&statement={statement}',
    description: 'As linked by a result that was cut off; the statement is run again.',
    mimeType: MIME_TYPE,
  },
];

/** One resource for each of the caller's databases. */
export async function listResources(operations: Operations, signal: AbortSignal): Promise<Resource[]> {
  const all = await readable(operations.listDatabases({ limit: LIST_MAX }, { signal }));
  return all.map(({ dbId, name, slug }) => ({
    uri: `svc://databases/${encodeURIComponent(dbId)}/schema`,
    name: `${slug} schema`,
    title: `Schema of ${name}`,
    mimeType: MIME_TYPE,
  }));
}

/** @throws ResourceNotFoundError, ProtocolError whose message is the fault's text */
export async function readResource(uri: string, operations: Operations, signal: AbortSignal) {
  const value = await contentOf(uri, operations, signal);
  return { contents: [{ uri, mimeType: MIME_TYPE, text: encodeJson(value) }] };
}

async function contentOf(uri: string, operations: Operations, signal: AbortSignal): Promise<unknown> {
  const [, schemaOf] = SCHEMA_URI.exec(uri) ?? [];
  if (schemaOf !== undefined) return await readable(operations.describeDatabase({ id: idIn(schemaOf, uri) }, { signal }), uri);
  const page = readRowsLink(uri);
  if (!page) throw new ResourceNotFoundError(uri);
  const { db, sql, params, offset, scope } = page;
  // Without a key a write is refused: reading a resource changes nothing, whatever statement its address holds.
  const call = { signal, idempotencyKey: null };
  const request = { db, sql, params: [...params], maxRows: offset + PAGE_ROWS };
  const bound =
    scope &&
    operations.run({ ...request, ...scope }, call).catch((error: unknown) => {
      // Where rows belong to nobody, a thread says only which asks go on from each other.
      if (error instanceof SvcError && error.code === 'wrong_preset') return operations.run(request, call);
      throw error;
    });
  const reply = await readable(bound ?? operations.run(request, call), uri);
  const rows = columnar({ ...reply, data: reply.data.slice(offset) }, PAGE_ROWS);
  const next = rows.truncated ? rowsLink({ ...page, offset: offset + rows.rows.length }) : null;
  return { db, offset, ...rows, ...(next === null ? {} : { next }) };
}

function idIn(encoded: string, uri: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new ResourceNotFoundError(uri);
  }
}

async function readable<T>(work: Promise<T>, uri?: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (uri !== undefined && error instanceof SvcError && error.code === 'db_not_found') throw new ResourceNotFoundError(uri);
    throw new ProtocolError(ProtocolErrorCode.InternalError, faultText(error));
  }
}
