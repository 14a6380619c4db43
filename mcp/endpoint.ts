import {
  type AuthInfo,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SvcError } from '../src/client/index.ts';
import { leavingOf, onceClosed } from '../src/fastify/closed.ts';
import { type Stop, staysOpen } from '../src/fastify/stop.ts';
import { bodyOf, type TextBody } from '../src/fastify/text-bodies.ts';
import type { Leave } from '../src/lib/leaving.ts';
import { arrivedAt, isFromThisMachine, isLoopbackAddress } from '../src/lib/loopback.ts';
import { createOneATurn } from '../src/lib/one-a-turn.ts';
import { callTool } from './call-tool.ts';
import { asksClient } from './client-input.ts';
import { faultText } from './faults.ts';
import { createKept } from './kept.ts';
import { type PlainCall, plainAnswer, plainCallIn } from './plain-call.ts';
import type { Identify, Identity, OnNews } from './port.ts';
import { has, type Reach, ReachFlaw, reachOf } from './reach.ts';
import { Flaw, readMessageInTurns } from './read-message.ts';
import { RPC, rpcError } from './rpc.ts';
import { createMcpServer, type McpServerOptions } from './server.ts';
import { createSessions } from './sessions.ts';
import { createStreams } from './streams.ts';
import { isToolName, TOOLS } from './tools.ts';

export interface EndpointOptions {
  readonly identify: Identify;
  readonly onError: (error: Error) => void;
  /** What state is signed with that goes by the client, 32 bytes at least: the same for all services of one address. */
  readonly stateKey: string;
  /** Where the metadata of this resource is (RFC 9728); null where hosts are not connected by OAuth. */
  readonly resourceMetadata: string | null;
  /** Of the process that serves it: calls are finished in its time, and streams that are held open do not keep it. */
  readonly stop: Stop;
  /** In place of `createMcpServer`. */
  readonly newServer?: (options: McpServerOptions) => Server;
}

/** A response, or the JSON of an ordinary one. */
export type Answer = Response | string;

/** What runs with a credential is ended with it by the service, and is answered in this time; then its sessions and streams go. */
const ANSWERED_MS = 500;

export interface Endpoint {
  answer(request: FastifyRequest, reply: FastifyReply): Promise<Answer>;
  /** The caller with this `Identity.key` is nobody any more. */
  endOf(callerKey: string): void;
  /** What somebody did to databases. */
  heard(...told: Parameters<OnNews>): Promise<void>;
  /** Accounts whose news are wanted. */
  accounts(): string[];
  close(): Promise<void>;
}

/** Both eras of the protocol: since 2026-07-28 each request stands for itself, before it belongs to a session. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const { identify, onError, resourceMetadata, stop, newServer = createMcpServer } = options;
  const kept = createKept({ stateKey: options.stateKey, hearsNews: true });
  const factory = () => newServer({ identityOf, connectionOf, kept });
  const stateless = createMcpHandler(factory, { legacy: 'reject', onerror: onError, bus: kept.changes.bus });
  const sessions = createSessions(factory);
  const streams = createStreams();
  const turn = createOneATurn();

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    if (request.method === 'POST' && !isJsonContentType(request.headers['content-type']))
      return rpcError(415, RPC.server, 'Content-Type must be application/json.', null);
    const { body, refusal } = request.method === 'POST' ? await readBody(bodyOf(request)) : {};
    if (refusal) return refusal;

    const sessionId = headerOf(request, 'mcp-session-id');
    const clientName = clientNameIn(body) ?? (sessionId === undefined ? null : sessions.clientName(sessionId)) ?? 'unnamed';
    let identity: Identity;
    try {
      const reach = reachOf(request.url);
      const { authorization } = request.headers;
      const address = request.ip;
      const isLocal = isLoopbackAddress(address) && isFromThisMachine(request.raw);
      const { readOnly, canAskToWrite, ...caller } = await identify({
        authorization,
        address,
        isLocal,
        audience: arrivedAt(request.raw.socket),
        clientName,
        begins: isInitializeRequest(body),
        readOnly: reach.readOnly,
      });
      identity = { ...caller, reach: { ...reach, readOnly } };
      if (canAskToWrite && wantsToWrite(body, reach)) return needsScope(body, resourceMetadata);
    } catch (error) {
      if (error instanceof ReachFlaw) return rpcError(400, RPC.invalidRequest, error.message, body);
      return refused(error, body, { resourceMetadata, shown: request.headers.authorization !== undefined });
    }
    const leaving = leavingOf(reply);
    if (request.method === 'GET' || isListen(body)) staysOpen(reply);
    else watch(leaving, reply);
    await turn();
    const plain = plainCallIn(body, request.headers);
    if (plain && has(identity.reach, plain.name) && !asksClient(plain.name, plain.capabilities ?? sessions.capabilities(sessionId))) {
      const answered = answerPlainly(plain, { identity, clientName, leaving });
      if (answered) return await answered;
    }
    const authInfo: AuthInfo = { token: '', clientId: clientName, scopes: [], extra: { identity } };
    const web = webRequest(request, leaving.signal);
    const { kind } = classifyInboundRequest({ httpMethod: request.method, body, ...standardHeaders(request) });
    if (kind === 'legacy') return await sessions.handle({ request: web, body, identity, clientName, authInfo });
    const options = { authInfo, ...(body === undefined ? {} : { parsedBody: body }) };
    streams.hold(identity.key, leaving, reply.raw);
    return await kept.changes.within({ identity, uris: () => listenedIn(body) }, () => stateless.fetch(web, options));
  }

  /** Its work is ended when the time for a stop is over. */
  function watch(leaving: Leave, { raw }: FastifyReply): void {
    stop.watch(leaving);
    onceClosed(raw, () => stop.unwatch(leaving));
  }

  /** Null when the session that the call names is not there. */
  function answerPlainly(call: PlainCall, { identity, clientName, leaving }: PlainContext): Promise<Answer> | null {
    const { name, input, requestId, sessionId } = call;
    const work = async (): Promise<Answer> => {
      const connection = sessionId ?? clientName;
      const result = await callTool({ name, input, requestId, identity, connection, kept, leaving });
      if (!leaving.aborted) return plainAnswer(call, result);
      const reason = stop.reason();
      if (reason !== null) throw reason;
      // Nobody waits for the answer to a call that was cancelled.
      return new Response(null, { status: 202 });
    };
    return sessionId === null ? work() : sessions.plainly({ sessionId, requestId, identity, leaving }, work);
  }

  return {
    answer,
    endOf(callerKey) {
      const end = () => {
        sessions.endOf(callerKey);
        streams.endOf(callerKey);
      };
      setTimeout(end, ANSWERED_MS).unref();
    },
    heard: kept.changes.heard,
    accounts: kept.changes.accounts,
    async close() {
      await Promise.all([stateless.close(), sessions.close()]);
    },
  };
}

interface PlainContext {
  readonly identity: Identity;
  readonly clientName: string;
  readonly leaving: Leave;
}

/** Set by `answer`, for every request that reaches a server. */
function identityOf({ http }: ServerContext): Identity {
  const identity = http?.authInfo?.extra?.identity;
  if (!identity) throw new Error('A request came past the identification.');
  return identity as Identity;
}

const connectionOf = ({ sessionId, http }: ServerContext): string => sessionId ?? http?.authInfo?.clientId ?? '';

/** @returns the message, or why there is none */
async function readBody(sent: TextBody): Promise<{ body?: unknown; refusal?: Response }> {
  let body: unknown;
  try {
    body = await readMessageInTurns(sent);
  } catch (error) {
    if (error instanceof Flaw) return { refusal: rpcError(400, RPC.invalidRequest, error.message, null) };
    return { refusal: rpcError(400, RPC.parseError, 'Parse error: the body is not valid JSON.', null) };
  }
  // Batches were taken out of the protocol in 2025-06-18.
  if (Array.isArray(body))
    return { refusal: rpcError(400, RPC.invalidRequest, 'Batches are not served: send one message in a request.', null) };
  if (typeof body !== 'object' || body === null || (body as { jsonrpc?: unknown }).jsonrpc !== '2.0')
    return { refusal: rpcError(400, RPC.invalidRequest, 'Not a JSON-RPC 2.0 message.', body) };
  return { body };
}

/** Of the current revision: a stream that is held open for news. */
const isListen = (body: unknown): boolean => Object(body).method === 'subscriptions/listen';

/** The resources that such a stream is about. */
function listenedIn(body: unknown): string[] {
  const { notifications } = Object(Object(body).params) as { notifications?: unknown };
  const { resourceSubscriptions: uris } = Object(notifications) as { resourceSubscriptions?: unknown };
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

/** What the host calls itself: on each request since 2026-07-28, before that in the handshake. */
function clientNameIn(body: unknown): string | null {
  const { params } = (body ?? {}) as { params?: { clientInfo?: unknown; _meta?: Record<string, unknown> } };
  const info = params?._meta?.[CLIENT_INFO_META_KEY] ?? params?.clientInfo;
  const { name } = (typeof info === 'object' && info !== null ? info : {}) as { name?: unknown };
  return typeof name === 'string' ? name.slice(0, 100) : null;
}

interface Refused {
  readonly resourceMetadata: string | null;
  /** Whether the request brought a credential. */
  readonly shown: boolean;
}

function refused(error: unknown, body: unknown, asked: Refused): Response {
  if (!(error instanceof SvcError)) throw error;
  const isCredential = error.httpStatus === 401 || error.code.startsWith('invalid_');
  const status = isCredential ? 401 : error.httpStatus;
  return rpcError(status, RPC.server, faultText(error), body, {
    ...(isCredential ? { 'www-authenticate': challenge(error, asked) } : {}),
    ...(error.retryAfterMs === null ? {} : { 'retry-after': String(Math.ceil(error.retryAfterMs / 1_000)) }),
  });
}

/** A call of a tool that the address gives, and that changes something. */
function wantsToWrite(body: unknown, reach: Reach): boolean {
  const { method, params } = Object(body) as { method?: unknown; params?: unknown };
  const { name } = Object(params) as { name?: unknown };
  return method === 'tools/call' && typeof name === 'string' && isToolName(name) && has(reach, name) && TOOLS[name].writes;
}

/** RFC 6750, 3.1: the host asks its user for the scope, and then sends the call again. */
function needsScope(body: unknown, resourceMetadata: string | null): Response {
  const parameters = ['error="insufficient_scope"', 'scope="read write"', `error_description="${READS_ALONE}"`];
  const metadata = resourceMetadata === null ? [] : [`resource_metadata="${resourceMetadata}"`];
  const challenge = `Bearer ${[...metadata, ...parameters].join(', ')}`;
  return rpcError(403, RPC.server, READS_ALONE, body, { 'www-authenticate': challenge });
}

const READS_ALONE = 'The user lets this host read alone: it has to ask for the scope read write.';

/** RFC 6750, 3, and RFC 9728, 5.1: why the credential does not count, of one that was shown, and where another is to be had. */
function challenge({ body }: SvcError, { resourceMetadata, shown }: Refused): string {
  const why = String(body?.reason ?? body?.message ?? '').replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");
  const parameters = [
    ...(resourceMetadata === null ? [] : [`resource_metadata="${resourceMetadata}"`, 'scope="read write"']),
    ...(shown ? ['error="invalid_token"', ...(why === '' ? [] : [`error_description="${why}"`])] : []),
  ];
  return parameters.length === 0 ? 'Bearer' : `Bearer ${parameters.join(', ')}`;
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function standardHeaders(request: FastifyRequest): { protocolVersionHeader?: string; mcpMethodHeader?: string; mcpNameHeader?: string } {
  const version = headerOf(request, 'mcp-protocol-version');
  const method = headerOf(request, 'mcp-method');
  const name = headerOf(request, 'mcp-name');
  return {
    ...(version === undefined ? {} : { protocolVersionHeader: version }),
    ...(method === undefined ? {} : { mcpMethodHeader: method }),
    ...(name === undefined ? {} : { mcpNameHeader: name }),
  };
}

/** The same request for the protocol's server, without the body, which is read already. */
function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  return new Request(`http://${request.headers.host}${request.url}`, { method: request.method, headers, signal });
}
