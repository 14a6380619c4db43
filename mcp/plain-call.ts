import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { encodeJson } from '../src/lib/encode-json.ts';
import { SERVER_INFO } from './server.ts';
import { isToolName, type ToolName } from './tools.ts';

/** A `tools/call` that wants an answer and nothing else: no progress, no further input. */
export interface PlainCall {
  readonly requestId: string | number;
  readonly name: ToolName;
  readonly input: Readonly<Record<string, unknown>>;
  /** Null since 2026-07-28, when sessions went. */
  readonly sessionId: string | null;
  /** What the client can be asked for; null where its session knows. */
  readonly capabilities: ClientCapabilities | null;
}

const STATELESS_VERSION = '2026-07-28';

/**
 * Most calls of an agent are plain, and the protocol's server spends more on each than the query takes. So a call that
 * is well-formed in every part that this function knows, in either era, is answered without it; null for anything else,
 * which the protocol's server then serves or refuses.
 */
export function plainCallIn(body: unknown, headers: IncomingHttpHeaders): PlainCall | null {
  if (!isRecord(body) || !hasOnly(body, MESSAGE_FIELDS) || body.method !== 'tools/call') return null;
  const { id, params } = body;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null;
  if (!isRecord(params) || !hasOnly(params, PARAMS_FIELDS)) return null;
  const { name, arguments: input = {}, _meta: meta } = params;
  if (typeof name !== 'string' || !isToolName(name) || !isRecord(input)) return null;
  const sessionId = headers['mcp-session-id'] ?? null;
  const isPlain = meta === undefined ? isSessionCall(headers) : isStatelessCall(meta, name, headers);
  if (!isPlain || Array.isArray(sessionId)) return null;
  const capabilities = isRecord(meta) ? (meta[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities) : null;
  return { requestId: id as string | number, name, input, sessionId, capabilities };
}

/** The answer as JSON-RPC text. */
export function plainAnswer({ requestId, sessionId }: PlainCall, result: object): string {
  const since = sessionId === null ? { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO } } : {};
  return encodeJson({ jsonrpc: '2.0', id: requestId, result: { ...result, ...since } });
}

const MESSAGE_FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const PARAMS_FIELDS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);
const META_FIELDS: ReadonlySet<string> = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]);

function isSessionCall(headers: IncomingHttpHeaders): boolean {
  const { accept = '', 'mcp-protocol-version': version } = headers;
  return (
    typeof headers['mcp-session-id'] === 'string' &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    (version === undefined || (typeof version === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(version)))
  );
}

function isStatelessCall(meta: unknown, name: string, headers: IncomingHttpHeaders): boolean {
  if (!isRecord(meta) || !hasOnly(meta, META_FIELDS)) return false;
  const info = meta[CLIENT_INFO_META_KEY];
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  return (
    meta[PROTOCOL_VERSION_META_KEY] === STATELESS_VERSION &&
    headers['mcp-protocol-version'] === STATELESS_VERSION &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    headers['mcp-session-id'] === undefined &&
    isRecord(info) &&
    typeof info.name === 'string' &&
    typeof info.version === 'string' &&
    Object.values(info).every((value) => typeof value === 'string') &&
    isRecord(capabilities) &&
    Object.values(capabilities).every(isRecord)
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function hasOnly(record: Record<string, unknown>, fields: ReadonlySet<string>): boolean {
  for (const field in record) if (!fields.has(field)) return false;
  return true;
}
