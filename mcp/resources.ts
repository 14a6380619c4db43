import { ProtocolError, ProtocolErrorCode, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { SvcError } from '../src/client/index.ts';
import { LIMITS } from '../src/contract/limits.ts';
import { encodeJson } from '../src/lib/encode-json.ts';
import { EXECUTORS } from './execute.ts';
import { faultText } from './faults.ts';
import type { Identity } from './port.ts';
import { addressedIn, schemaUri } from './resource-uri.ts';
import { NOTICE } from './results.ts';
import { LIST_MAX } from './tools.ts';

const MIME_TYPE = 'application/json';

export const RESOURCE_TEMPLATES = [
  {
    name: 'schema',
    title: 'Schema of a database',
    uriTemplate: 'svc://databases/{db}/schema',
    description: 'Its tables: columns, types and keys.',
    mimeType: MIME_TYPE,
  },
  {
    name: 'table',
    title: 'Schema of a table',
    uriTemplate: 'svc://databases/{db}/tables/{table}',
    description: 'Columns, types and keys of one table.',
    mimeType: MIME_TYPE,
  },
  {
    name: 'trace',
    title: 'Receipt of a request',
    uriTemplate: 'svc://traces/{id}',
    description: 'What was asked, how it was read, what ran and what came of it; the id is the trace of a reply.',
    mimeType: MIME_TYPE,
  },
];

const TRACE_URI = /^svc:\/\/traces\/([^/?]+)$/;

/** Who reads, and how long they wait. */
interface Reading {
  readonly identity: Identity;
  readonly signal: AbortSignal;
}

export interface ResourcePage {
  readonly resources: readonly Resource[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** One resource for each of the caller's databases, the newest first, or for the one that the connection is about. @throws ProtocolError */
export async function listResources({ identity, signal }: Reading, cursor?: string): Promise<ResourcePage> {
  const { operations, reach } = identity;
  const isPinned = reach.db !== null;
  let next: string | null = null;
  const page = { limit: isPinned ? LIMITS.listLimitMax : LIST_MAX, ...(cursor === undefined || isPinned ? {} : { cursor }) };
  const all = await operations.listDatabases(page, { signal, onNextCursor: (found) => (next = found) }).catch((error: unknown) => {
    if (cursor !== undefined && error instanceof SvcError && error.code === 'invalid_body')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is of no page here. List again without it.');
    throw protocolErrorOf(error);
  });
  const resources = all
    .filter(({ dbId, slug }) => !isPinned || reach.db === dbId || reach.db === slug)
    .map(({ dbId, name, slug }) => ({
      uri: schemaUri(dbId),
      name: `${slug} schema`,
      title: `Schema of ${name}`,
      mimeType: MIME_TYPE,
    }));
  return { resources, ...(next === null || isPinned ? {} : { nextCursor: next }) };
}

/** A schema as the tool `databases` describes it, or a receipt. @throws ResourceNotFoundError, ProtocolError whose message is the fault's text */
export async function readResource(uri: string, reading: Reading) {
  const [, trace] = TRACE_URI.exec(uri) ?? [];
  if (trace !== undefined) return contents(uri, await traceOf(decoded(trace, uri), uri, reading));
  const named = addressedIn(uri);
  if (named === null || !(await isWithin(named.db, reading))) throw new ResourceNotFoundError(uri);
  const input = { db: named.db, ...(named.table === null ? {} : { tables: [named.table] }) };
  const { operations, reach } = reading.identity;
  const execution = { operations, reach, options: { signal: reading.signal } };
  return contents(uri, await readable(EXECUTORS.databases(input, execution), uri));
}

const contents = (uri: string, value: unknown) => ({ contents: [{ uri, mimeType: MIME_TYPE, text: encodeJson(value) }] });

async function traceOf(id: string, uri: string, reading: Reading) {
  const receipt = await readable(reading.identity.operations.getTrace({ id }, { signal: reading.signal }), uri);
  if (!(await isWithin(receipt.dbId, reading))) throw new ResourceNotFoundError(uri);
  return { ...receipt, notice: NOTICE };
}

async function isWithin(db: string, reading: Reading): Promise<boolean> {
  const { reach } = reading.identity;
  if (reach.db === null || reach.db === db) return true;
  const { resources } = await listResources(reading);
  return resources.some(({ uri }) => uri === schemaUri(db));
}

function decoded(encoded: string, uri: string): string {
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
    const isMissing = error instanceof SvcError && MISSING.has(error.code);
    if (uri !== undefined && isMissing) throw new ResourceNotFoundError(uri);
    throw protocolErrorOf(error);
  }
}

const protocolErrorOf = (error: unknown): ProtocolError => new ProtocolError(ProtocolErrorCode.InternalError, faultText(error));

const MISSING: ReadonlySet<string> = new Set(['db_not_found', 'schema_mismatch', 'trace_not_found']);
