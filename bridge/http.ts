import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SvcError } from '../src/client/index.ts';
import { LIMITS } from '../src/contract/limits.ts';
import type { ServiceOperations } from '../src/contract/service-operations.ts';
import { authorize } from './authorize.ts';
import { finish, lookUp, refuse } from './consent.ts';
import { ofForm, required } from './fields.ts';
import { serverMetadata } from './metadata.ts';
import type { BridgeParts } from './port.ts';
import { Refusal } from './refusal.ts';
import { register } from './register.ts';
import { createConsentTickets } from './tickets.ts';
import { exchange } from './token.ts';

export interface BridgeOptions {
  /** Where people and hosts reach the service, without a slash at its end. */
  readonly issuer: string;
  readonly api: ServiceOperations;
  /** What is signed with that goes by the browser: the same for all bridges of one address. */
  readonly secret: string;
  readonly onError: (error: Error) => void;
}

/** The OAuth 2.1 authorization server of agent hosts: under `/oauth`, and its metadata (RFC 8414). */
export function mountBridge(app: FastifyInstance, { issuer, api, secret, onError }: BridgeOptions): void {
  const parts: BridgeParts = { issuer, api, resource: `${issuer}/mcp`, tickets: createConsentTickets({ secret, issuer }) };
  app.register(async (bridge) => {
    bridge.setErrorHandler((error: FastifyError, request, reply) => {
      // What is refused before it comes here is refused as everywhere.
      if (error.name === 'Fault') throw error;
      return answerRefusal(refusalOf(error, onError), request, reply, issuer);
    });
    // Before a body is read, and before anything is looked up or made for whoever asks.
    const onRequest = async ({ ip: address }: FastifyRequest): Promise<void> => {
      const { retryAfterSeconds } = await api.countOAuthRequest({ address });
      if (retryAfterSeconds !== null)
        throw new Refusal(429, 'temporarily_unavailable', 'Too many requests from this address in a minute.', retryAfterSeconds);
    };
    // Of an issuer with a path hosts look there (RFC 8414, 3.1): at the top of its site, from which a proxy leads them here.
    const { pathname } = new URL(issuer);
    for (const path of new Set(['', pathname.replace(/\/+$/, '')]))
      bridge.get(`/.well-known/oauth-authorization-server${path}`, (_request, reply) => json(reply, 200, serverMetadata(parts)));
    bridge.get('/oauth/authorize', { onRequest }, async (request, reply) => {
      return await reply.header('referrer-policy', 'no-referrer').redirect(await authorize(request, parts), 302);
    });
    const post = (path: string, status: number, answer: (request: FastifyRequest, parts: BridgeParts) => Promise<unknown>) =>
      bridge.post(path, { bodyLimit: LIMITS.registrationMaxBytes, onRequest }, async (request, reply) =>
        json(reply, status, await answer(request, parts)),
      );
    post('/oauth/register', 201, register);
    post('/oauth/token', 200, exchange);
    post('/oauth/revoke', 200, revoke);
    post('/oauth/consent/look-up', 200, lookUp);
    post('/oauth/consent/finish', 200, finish);
    post('/oauth/consent/refuse', 200, refuse);
    for (const url of ELSEWHERE)
      bridge.all(url, async () => {
        throw new Refusal(
          404,
          'not_found',
          `The authorization server says where its endpoints are at ${issuer}/.well-known/oauth-authorization-server.`,
        );
      });
  });
}

/** Where clients look besides: they read JSON alone. */
const ELSEWHERE = [
  '/oauth',
  '/oauth/*',
  '/.well-known/oauth-authorization-server/*',
  '/.well-known/openid-configuration',
  '/.well-known/openid-configuration/*',
];

/** RFC 7009, 2. */
async function revoke(request: FastifyRequest, { api }: BridgeParts): Promise<Record<string, never>> {
  const fields = ofForm(request);
  await api.revokeToken({ token: required(fields, 'token'), client_id: required(fields, 'client_id') });
  return {};
}

/** What an error is to a host. */
export function refusalOf(error: FastifyError, onError: BridgeOptions['onError']): Refusal {
  if (error instanceof Refusal) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal(413, 'invalid_request', `The body is larger than ${LIMITS.registrationMaxBytes} bytes.`);
  if (error instanceof SvcError && error.httpStatus === 400)
    return new Refusal(400, 'invalid_request', 'A field has a value that it cannot have.');
  if (error instanceof SvcError && (error.retryable || error.httpStatus === 0))
    return new Refusal(503, 'temporarily_unavailable', 'The service does not answer: try again in some seconds.', 2);
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new Refusal(error.statusCode, 'invalid_request', 'The request cannot be read.');
  onError(error);
  return new Refusal(500, 'server_error', 'Something went wrong here.');
}

/** A person whose browser was sent here wrongly is told by a page. */
export function answerRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply, issuer: string): FastifyReply {
  const isVisit =
    refusal.status !== 403 &&
    request.method === 'GET' &&
    request.url.startsWith('/oauth/authorize') &&
    (request.headers.accept ?? '').includes('text/html');
  if (isVisit) return reply.redirect(`${issuer}/connect#${new URLSearchParams(refusal.body)}`, 302);
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', String(refusal.retryAfterSeconds));
  return json(reply, refusal.status, refusal.body);
}

const json = (reply: FastifyReply, status: number, body: unknown): FastifyReply =>
  reply.code(status).headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).type('application/json').send(JSON.stringify(body));
