import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Call,
  Continued,
  type CookieName,
  fillToken,
  type Handlers,
  Page,
  type ProviderKey,
  type PublicCall,
  Stored,
  Streamed,
  WithCookies,
} from '../call.ts';
import { type Caller, credentialIdOf } from '../caller.ts';
import { LIMITS } from '../contract/limits.ts';
import { OPERATION_ROWS, type OperationName, type OperationRow } from '../contract/operations.ts';
import { CHALLENGE_HEADER } from '../contract/proof-of-work.ts';
import type { Surface } from '../contract/traces.ts';
import { encodeReply } from '../encode-reply.ts';
import { leavingOf, onceClosed } from '../fastify/closed.ts';
import type { Names } from '../fastify/foreign.ts';
import type { Stop } from '../fastify/stop.ts';
import { bodyOf, type TextBody } from '../fastify/text-bodies.ts';
import { Fault } from '../fault.ts';
import type { HumanCheck } from '../human-check/check.ts';
import { encodeJson } from '../lib/encode-json.ts';
import type { Leave } from '../lib/leaving.ts';
import type { Turns } from '../lib/turns.ts';
import { requireAdmission } from '../rights.ts';
import type { Ephemeral } from '../store/ephemeral.ts';
import { requireOwnPage } from './browsers.ts';
import { cookiesOf } from './cookies.ts';
import { type Access, type Credential, callerFor, checked, ownerFor, readCredential } from './credentials.ts';
import { asFault, envelope, headersOf, logFault } from './errors.ts';
import { isForm, readForm } from './form.ts';
import { callerAddress, requestArrival } from './forwarded.ts';
import { LONG_BODY, readAlikeRows, readBody, readInput, readLongBody, refuseStrayParameters } from './input.ts';
import { endedByRevocation, endWithCredential, knownCaller } from './known-caller.ts';
import { narrowed, readsAlone } from './narrowed.ts';
import { countCall, countNewSession, meterOfAddress, type RateLimits, uncountNewSession } from './rate-limit.ts';
import { rowFormat, sendRows } from './rows.ts';
import { type EventStream, eventStream, wantsEvents } from './stream.ts';
import { holdWhileSent } from './unsent.ts';
import { visitOf } from './visit.ts';
import { type Whose, whoseIs } from './whose.ts';

export interface BindOptions {
  readonly log: Parameters<typeof logFault>[0];
  readonly handlers: Handlers;
  readonly access: Access;
  readonly ephemeral: Ephemeral;
  readonly limits: RateLimits;
  /** Null where nobody is asked. */
  readonly humanCheck: HumanCheck | null;
  readonly browsers: Names;
  /** Where the service's pages are, as everybody reaches them; null where no setting says so. */
  readonly publicUrl: string | null;
  readonly turns: Turns;
  /** A reply that nobody takes any of for this long is cut. */
  readonly stallMs: number;
  readonly stop: Stop;
}

/** Every route of the API, from the table of operations; nothing else registers one under /v1. */
export function bindOperations(app: FastifyInstance, options: BindOptions): void {
  app.decorateRequest('admitted', null);
  for (const [name, row] of Object.entries(OPERATION_ROWS) as [OperationName, OperationRow][]) {
    app.route({
      method: row.method,
      url: row.path,
      config: { form: row.form === true },
      bodyLimit: row.bodyMaxBytes ?? LIMITS.bodyMaxBytes,
      onRequest: async (request, reply) => {
        request.admitted = await admit(name, row, options, request, reply);
      },
      handler: (request, reply) => serve(name, row, options, request, reply),
    });
  }
}

interface Admitted {
  readonly startedAt: number;
  /** Null for a request without a credential, whose session is started once its input is read. */
  readonly caller: Caller | null;
  readonly idempotencyKey: string | null;
  readonly providerKey: ProviderKey | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the routes of operations. */
    admitted: Admitted | null;
    /** Of those whose caller is known, for the log. */
    whose?: Whose;
  }
}

/** Who asks, whether they may, and all else that the headers say: before a byte of the body is read. */
async function admit(
  name: OperationName,
  row: OperationRow,
  options: BindOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  const startedAt = performance.now();
  if (row.signsIn) requireOwnPage(request, options.browsers, false);
  const arrival = () => requestArrival(request);
  if (row.access === 'public') {
    const credential = readCredential(request.headers.authorization);
    const owner = await ownerFor(credential, options.access, arrival);
    if (!owner) reply.headers(await countCall(options.ephemeral, meterOfAddress(callerAddress(request), options.limits)));
    return { startedAt, caller: owner, idempotencyKey: null, providerKey: null };
  }
  const credential = credentialOf(request, options);
  const tell = (headers: Readonly<Record<string, string>>) => void reply.headers(headers);
  const { caller: found } = await knownCaller({ credential, arrival, address: callerAddress(request), counts: true, tell }, options);
  const caller = found && narrowed(request, found);
  if (row.mutates === true && readsAlone(request)) throw new Fault('forbidden', { params: { reason: READS_ALONE } });
  if (caller) requireAdmission(row, caller);
  else if (row.access !== 'any') throw new Fault(row.refusal ?? 'unauthorized');
  const idempotencyKey = readIdempotencyKey(request);
  if (row.mutates === true && idempotencyKey === null)
    throw new Fault('idempotency_required', { params: { curl: curlFor(request, row.body ? null : bodyOf(request)) } });
  return { startedAt, caller, idempotencyKey, providerKey: name === 'ask' ? readProviderKey(request, caller) : null };
}

const READS_ALONE = 'This request asked to be allowed no more than reading.';

/** A header goes before a cookie, which browsers send of themselves. @throws Fault invalid_bearer, unauthorized, forbidden */
function credentialOf(request: FastifyRequest, { browsers, publicUrl }: BindOptions): Credential {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined || cookie === undefined) return readCredential(authorization);
  const cookies = cookiesOf(request, publicUrl);
  const token = cookies.read('session');
  if (token === null) return { kind: 'none' };
  requireOwnPage(request, browsers, true);
  return { kind: 'session', token, renew: () => cookies.write('session', token, LIMITS.webSessionSeconds) };
}

/** Gives the reply without its cookies, which the browser is sent. */
function giveCookies(request: FastifyRequest, reply: FastifyReply, result: unknown, publicUrl: string | null): unknown {
  if (!(result instanceof WithCookies)) return result;
  const cookies = cookiesOf(request, publicUrl);
  const lines = Object.entries(result.cookies).map(([name, value]) =>
    cookies.write(name as CookieName, value ?? null, COOKIE_SECONDS[name as CookieName]),
  );
  // In place of one whose end was only moved on.
  reply.removeHeader('set-cookie').header('set-cookie', lines);
  return result.reply;
}

const COOKIE_SECONDS: Readonly<Record<CookieName, number>> = { session: LIMITS.webSessionSeconds, oauth: LIMITS.oauthFlowSeconds };

/** input → caller → handler → reply, for every operation alike. */
async function serve(
  name: OperationName,
  row: OperationRow,
  options: BindOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { handlers, access, ephemeral, limits, humanCheck, turns, log, stallMs, stop } = options;
  const { startedAt, caller: known, idempotencyKey, providerKey } = request.admitted as Admitted;
  const sent = bodyOf(request);
  const isLong = row.body !== undefined && sent.length > LONG_BODY && !isForm(request);
  const alike = isLong ? await readAlikeRows(row, sent.parts) : null;
  const body = alike?.body ?? (isLong ? await readLongBody(sent.parts, row.exact) : null);
  const bodyIn = isForm(request) ? readForm : (written: string) => readBody(written, row.exact);
  refuseStrayParameters(row, request.query as object);
  const input = readInput(row, { body: () => body ?? bodyIn(sent.text), params: request.params, query: request.query });
  // Every row is as the first one, which was examined for all of them.
  if (alike && row.rows !== undefined) input[row.rows] = alike.rows;
  if (row.access === 'public') {
    if (row.sendsMail && !known) await humanCheck?.pass('link', callerAddress(request), solutionOf(request));
    const call: PublicCall = {
      requestId: request.id,
      address: callerAddress(request),
      surface: surfaceOf(request),
      visit: visitFor(request, options),
    };
    const handle = handlers[name] as (input: unknown, call: PublicCall) => Promise<unknown>;
    const done = await (row.signsIn ? checked(() => handle(input, call)) : handle(input, call));
    const result = giveCookies(request, reply, done, options.publicUrl);
    return send(reply, row.status ?? 200, encodeJson(result));
  }
  if (!known) {
    await countNewSession(ephemeral, callerAddress(request), limits);
    await humanCheck?.pass('session', callerAddress(request), solutionOf(request)).catch(async (error: unknown) => {
      await uncountNewSession(ephemeral, callerAddress(request));
      throw error;
    });
  }
  const caller = known ?? narrowed(request, await callerFor({ kind: 'none' }, access, () => requestArrival(request)));

  request.whose = whoseIs(caller, input);

  const tellToken = () => {
    if (caller.kind === 'anonymous') reply.header('x-svc-anonymous-token', caller.token);
  };
  /** A call that made nothing has begun no session. */
  const undoSession = async () => {
    const gone = await access.anonymous.discard(caller.ownerId).catch(() => false);
    if (gone)
      await Promise.all([uncountNewSession(ephemeral, callerAddress(request)), humanCheck?.undo('session', callerAddress(request))]);
    return gone;
  };
  const events = name === 'ask' && wantsEvents(request) ? eventStream(reply, { stallMs }) : null;
  const leaving = leavingOf(reply);
  const credentialId = credentialIdOf(caller);
  if (credentialId !== null) onceClosed(reply.raw, endWithCredential(access.accounts, credentialId, leaving));
  onceClosed(reply.raw, access.tenants.watch(caller.ownerId, leaving));
  const call: Call = {
    caller,
    requestId: request.id,
    startedAt,
    leaving,
    get signal() {
      return leaving.signal;
    },
    idempotencyKey,
    providerKey,
    address: callerAddress(request),
    surface: surfaceOf(request),
    emit: events?.send ?? null,
    isWatched: events !== null,
    format: events ? 'json' : rowFormat(request),
    fingerprint: () => fingerprintOf(request, sent),
    curl: () => curlFor(request, sent),
    get visit() {
      return visitFor(request, options);
    },
  };
  const handler = handlers[name] as (input: unknown, call: Call) => Promise<unknown>;
  let result: unknown;
  stop.watch(leaving);
  try {
    result = giveCookies(request, reply, await turns.take(caller.ownerId, leaving, () => handler(input, call)), options.publicUrl);
  } catch (error) {
    const gone = !known && (await undoSession());
    // Whoever is still there is told what ended the work.
    const isRevoked = access.accounts.running.wasEnded(leaving);
    const ended = isRevoked ? endedByRevocation(caller) : (access.tenants.ended(caller.ownerId, leaving) ?? stop.reason());
    const told = reply.raw.destroyed ? leftOr(error, leaving) : (ended ?? error);
    if (events?.opened) return failEvents(events, reply, told, log);
    events?.end();
    if (!known && !gone) tellToken();
    throw told;
  } finally {
    stop.unwatch(leaving);
  }
  if (events) return await endEvents(events, reply, result, caller).catch((error: unknown) => failEvents(events, reply, error, log));
  if (!known) tellToken();
  if (result instanceof Streamed && call.format !== 'json') return await sendRows(reply, result, { format: call.format, leaving, stallMs });
  if (result instanceof Page || result instanceof Continued) {
    if (result.next !== null) reply.header('link', nextPage(request, result.next));
    return await answer(reply, row.status ?? 200, result instanceof Page ? result.items : result.reply, caller);
  }
  if (row.location) reply.header('location', locationOf(row.location, result));
  return await answer(reply, row.status ?? 200, result, caller);
}

/** What waits for a signal throws that signal's error when its caller has left, which is no fault of the service. */
const leftOr = (error: unknown, leaving: Leave): unknown =>
  leaving.aborted && (error as Error | null)?.name === 'AbortError' ? new Fault('query_cancelled', { cause: error }) : error;

function fingerprintOf(request: FastifyRequest, { parts }: TextBody): string {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  for (const part of parts.slices()) hash.update(part);
  return hash.digest('hex');
}

/** A failure after the first event is an event too. It has no headers, so that its parameters say when to try again. */
function failEvents(events: EventStream, reply: FastifyReply, error: unknown, log: BindOptions['log']): FastifyReply {
  const fault = asFault(error, LIMITS.bodyMaxBytes);
  logFault(log, fault, reply.request.id);
  const { body } = envelope(fault, reply.request.id);
  const wait = headersOf(fault)['retry-after'];
  const params = wait === undefined ? {} : { params: { ...body.error.params, retryAfterSeconds: Number(wait) } };
  events.send({ type: 'error', ...body, error: { ...body.error, ...params } });
  events.end();
  return reply;
}

/** The last event is the whole JSON reply. */
async function endEvents(events: EventStream, reply: FastifyReply, result: unknown, caller: Caller): Promise<FastifyReply> {
  const text = result instanceof Stored ? result.text : await encodeReply(result);
  const replayed = result instanceof Stored && result.replayed;
  if (replayed && !events.opened) reply.header('idempotent-replayed', 'true');
  events.done(fillToken(text, caller), { replayed });
  events.end();
  return reply;
}

/** The path with the reply's fields in it. */
function locationOf(path: string, result: unknown): string {
  const fields = (result instanceof Stored ? JSON.parse(result.text) : result) as Record<string, unknown>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(fields[name])));
}

async function answer(reply: FastifyReply, status: number, result: unknown, caller: Caller): Promise<FastifyReply> {
  if (!(result instanceof Stored)) return send(reply, status, fillToken(await encodeReply(result), caller));
  if (result.replayed) reply.header('idempotent-replayed', 'true');
  return send(reply, result.status, fillToken(result.text, caller));
}

function send(reply: FastifyReply, status: number, text: string): FastifyReply {
  if (status === 204) return reply.code(status).send();
  holdWhileSent(reply, text.length);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text);
}

const visitFor = (request: FastifyRequest, { publicUrl, browsers }: BindOptions) =>
  visitOf(request, { publicUrl, hostnames: browsers.hostnames });

/** What is said to solve a challenge. */
function solutionOf({ headers }: FastifyRequest): string | null {
  const said = headers[CHALLENGE_HEADER];
  return typeof said === 'string' && said !== '' ? said : null;
}

/** The project's own clients say which they are; whatever else is said is plain HTTP. */
const surfaceOf = ({ headers }: FastifyRequest): Surface => {
  const said = headers['x-svc-surface'];
  return said === 'cli' || said === 'mcp' ? said : 'http';
};

/**
 * `<provider>:<model>:<key>`; a model's name may hold colons, a key does not. Only somebody who is signed in may send one.
 * @throws Fault invalid_byollm_key, byollm_requires_session
 */
function readProviderKey(request: FastifyRequest, caller: Caller | null): ProviderKey | null {
  const header = request.headers['x-svc-byollm-key'];
  if (header === undefined) return null;
  const [, provider, model, key] = (typeof header === 'string' && /^([\w.-]+):([^\s:]+(?::[^\s:]+)*):([^\s:]+)$/.exec(header)) || [];
  if (provider === undefined || model === undefined || key === undefined) throw new Fault('invalid_byollm_key');
  if (caller?.kind !== 'session') throw new Fault('byollm_requires_session');
  return { provider, model, key };
}

/** 1 to 255 printable ASCII characters. @throws Fault invalid_request */
function readIdempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined || header === '') return null;
  if (typeof header !== 'string' || header.length > LIMITS.idempotencyKeyMaxLength || !/^[\x20-\x7e]+$/.test(header)) {
    throw new Fault('invalid_request', {
      params: { reason: `Idempotency-Key takes 1 to ${LIMITS.idempotencyKeyMaxLength} printable characters.` },
    });
  }
  return header;
}

/** The same call with the header that is missing; the credential is named, never shown, and so is a body that was not read. */
function curlFor(request: FastifyRequest, sent: TextBody | null): string {
  const quoted = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`;
  const authorization = request.headers.authorization === undefined ? [] : [`-H 'Authorization: Bearer <your credential>'`];
  const body =
    sent?.length === 0
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(sent === null || sent.length > 500 ? '<the same body>' : sent.text)}`];
  return [
    `curl -X ${request.method} ${quoted(`${request.protocol}://${request.host}${request.url}`)}`,
    ...authorization,
    `-H 'Idempotency-Key: <a fresh random value>'`,
    ...body,
  ].join(' ');
}

/** RFC 8288: the same address with the next cursor. */
function nextPage(request: FastifyRequest, cursor: string): string {
  const [path, search] = request.url.split('?');
  const query = new URLSearchParams(search);
  query.set('cursor', cursor);
  return `<${path}?${query}>; rel="next"`;
}
