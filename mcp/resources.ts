import { ProtocolError, ProtocolErrorCode, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { SvcError } from '../src/client/index.ts';
import { encodeJson } from '../src/lib/encode-json.ts';
import { EXECUTORS } from './execute.ts';
import { faultText } from './faults.ts';
import type { Identity } from './port.ts';
import { LIST_MAX } from './tools.ts';

const MIME_TYPE = 'application/json';
/** Of a database, or of one table of it. */
const SCHEMA_URI = /^svc:\/\/databases\/([^/?]+)\/(?:schema|tables\/([^/?]+))$/;

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
];

/** Who reads, and how long they wait. */
interface Reading {
  readonly identity: Identity;
  readonly signal: AbortSignal;
}

/** One resource for each of the caller's databases, or for the one that the connection is about. */
export async function listResources({ identity, signal }: Reading): Promise<Resource[]> {
  const { operations, reach } = identity;
  const all = await readable(operations.listDatabases({ limit: LIST_MAX }, { signal }));
  return all
    .filter(({ dbId, slug }) => reach.db === null || reach.db === dbId || reach.db === slug)
    .map(({ dbId, name, slug }) => ({
      uri: `svc://databases/${encodeURIComponent(dbId)}/schema`,
      name: `${slug} schema`,
      title: `Schema of ${name}`,
      mimeType: MIME_TYPE,
    }));
}

/** The same as the tool `databases` describes. @throws ResourceNotFoundError, ProtocolError whose message is the fault's text */
export async function readResource(uri: string, reading: Reading) {
  const [, db, table] = SCHEMA_URI.exec(uri) ?? [];
  if (db === undefined || !(await isWithin(decoded(db, uri), reading))) throw new ResourceNotFoundError(uri);
  const input = { db: decoded(db, uri), ...(table === undefined ? {} : { tables: [decoded(table, uri)] }) };
  const { operations, reach } = reading.identity;
  const execution = { operations, reach, options: { signal: reading.signal } };
  const value = await readable(EXECUTORS.databases(input, execution), uri);
  return { contents: [{ uri, mimeType: MIME_TYPE, text: encodeJson(value) }] };
}

async function isWithin(db: string, reading: Reading): Promise<boolean> {
  const { reach } = reading.identity;
  if (reach.db === null || reach.db === db) return true;
  const listed = await listResources(reading);
  return listed.some(({ uri }) => uri === `svc://databases/${encodeURIComponent(db)}/schema`);
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
    const isMissing = error instanceof SvcError && (error.code === 'db_not_found' || error.code === 'schema_mismatch');
    if (uri !== undefined && isMissing) throw new ResourceNotFoundError(uri);
    throw new ProtocolError(ProtocolErrorCode.InternalError, faultText(error));
  }
}
