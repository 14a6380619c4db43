import { randomUUID } from 'node:crypto';
import {
  type AuthInfo,
  type ClientCapabilities,
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Leave } from '../src/lib/leaving.ts';
import type { Identity } from './port.ts';
import { RPC, rpcError } from './rpc.ts';

/** Some kilobytes each. */
const SESSIONS_MAX = 2_000;
/** Of one network: what is over goes at its own cost. */
const GROUP_MAX = 100;
/** A host that is quiet for so long starts a new session; it is told to by 404. */
const IDLE_MS = 4 * 60 * 60_000;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly callerKey: string;
  readonly group: string;
  readonly clientName: string;
  /** Calls that are answered past the transport, for their cancellation. */
  readonly plain: Map<string | number, Leave>;
  usedAt: number;
  /** False until something was asked for after the handshake. */
  isUsed: boolean;
}

export interface SessionRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly identity: Identity;
  readonly clientName: string;
  readonly authInfo: AuthInfo;
}

interface PlainInSession {
  readonly sessionId: string;
  readonly requestId: string | number;
  readonly identity: Identity;
  readonly leaving: Leave;
}

export interface Sessions {
  /** What the session's host called itself when it began; null when there is no such session. */
  clientName(id: string): string | null;
  /** What its client can be asked for. */
  capabilities(id: string | undefined): ClientCapabilities | undefined;
  handle(request: SessionRequest): Promise<Response>;
  /**
   * Runs a call of the session so that the session can cancel it: `leaving` too. Null when there is no such session of
   * this caller.
   */
  plainly<T>(call: PlainInSession, work: () => Promise<T>): Promise<T> | null;
  /** Ends the sessions of a caller whose credential is gone, and the streams that they hold open. */
  endOf(callerKey: string): void;
  close(): Promise<void>;
}

/**
 * Protocol revisions up to 2025-11-25: a handshake, then requests under the session that it began. A session is its
 * caller's: with another caller's credential it does not exist.
 */
export function createSessions(newServer: () => Server, now: () => number = Date.now): Sessions {
  const sessions = new Map<string, Session>();

  function end(id: string): void {
    const session = sessions.get(id);
    sessions.delete(id);
    for (const running of session?.plain.values() ?? []) running.abort();
    session?.server.close().catch(() => undefined);
  }

  /** Sessions stand in the order of their last use, so the idle ones come first. */
  function makeRoom(group: string): void {
    for (const [id, { usedAt }] of sessions) {
      if (usedAt + IDLE_MS > now()) break;
      end(id);
    }
    const sizes = new Map<string, number>();
    for (const session of sessions.values()) sizes.set(session.group, (sizes.get(session.group) ?? 0) + 1);
    if ((sizes.get(group) ?? 0) >= GROUP_MAX) endOneOf(group);
    else if (sessions.size >= SESSIONS_MAX) endOneOf([...sizes].reduce((most, each) => (each[1] > most[1] ? each : most))[0]);
  }

  /** One that was begun and never used, else the one whose last use is longest ago. */
  function endOneOf(group: string): void {
    const own = [...sessions].filter(([, session]) => session.group === group);
    const [id] = own.find(([, { isUsed }]) => !isUsed) ?? own[0] ?? [];
    if (id !== undefined) end(id);
  }

  function use(id: string, identity: Identity): Session | null {
    const session = sessions.get(id);
    if (session?.callerKey !== identity.key) return null;
    session.usedAt = now();
    session.isUsed = true;
    sessions.delete(id);
    sessions.set(id, session);
    return session;
  }

  async function begin({ request, body, identity, clientName, authInfo }: SessionRequest): Promise<Response> {
    makeRoom(identity.group);
    const server = newServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        sessions.set(id, {
          transport,
          server,
          callerKey: identity.key,
          group: identity.group,
          clientName,
          plain: new Map(),
          usedAt: now(),
          isUsed: false,
        });
      },
      onsessionclosed: (id) => end(id),
    });
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: body, authInfo });
  }

  return {
    clientName: (id) => sessions.get(id)?.clientName ?? null,

    capabilities: (id) => (id === undefined ? undefined : sessions.get(id)?.server.getClientCapabilities()),

    async handle(sent) {
      const { request, body, identity, authInfo } = sent;
      const id = request.headers.get('mcp-session-id');
      if (id === null) {
        if (isInitializeRequest(body)) return await begin(sent);
        return request.method === 'POST'
          ? rpcError(400, RPC.server, 'Begin with initialize, and send the Mcp-Session-Id that its reply has.', body)
          : rpcError(405, RPC.server, 'Without a session, only POST is served here.', null, { allow: 'POST' });
      }
      const session = use(id, identity);
      if (!session) return rpcError(404, RPC.sessionNotFound, 'Session not found. Begin a new one with initialize.', body);
      if (cancelPlain(session, body)) return new Response(null, { status: 202 });
      const response = await session.transport.handleRequest(request, { authInfo, ...(body === undefined ? {} : { parsedBody: body }) });
      cancelWhenLeft(request, body, session.transport);
      return response;
    },

    plainly({ sessionId, requestId, identity, leaving }, work) {
      const session = use(sessionId, identity);
      if (!session) return null;
      session.plain.set(requestId, leaving);
      return work().finally(() => session.plain.delete(requestId));
    },

    endOf(callerKey) {
      for (const [id, session] of [...sessions]) if (session.callerKey === callerKey) end(id);
    },

    async close() {
      for (const id of [...sessions.keys()]) end(id);
    },
  };
}

/** True when the message cancels a call that the transport does not know. */
function cancelPlain({ plain }: Session, body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { requestId?: string | number } };
  const running = method === 'notifications/cancelled' && params?.requestId !== undefined ? plain.get(params.requestId) : undefined;
  running?.abort();
  return running !== undefined;
}

/** A host that drops the connection of a call wants no answer: the call ends as if it had said so. */
function cancelWhenLeft(request: Request, body: unknown, transport: WebStandardStreamableHTTPServerTransport): void {
  const { id } = (body ?? {}) as { id?: string | number };
  if (id === undefined) return;
  const cancel = () =>
    transport.onmessage?.({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id, reason: 'The connection was closed.' },
    });
  if (request.signal.aborted) cancel();
  else request.signal.addEventListener('abort', cancel, { once: true });
}
