import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { type Client, type ClientOptions, createClient, SvcError } from '../../src/client/index.ts';
import { API_AUDIENCE, FORWARDED_AUDIENCE, FORWARDED_HEADER, type ServiceOperations } from '../../src/contract/service-operations.ts';
import { addressGroup } from '../../src/lib/address-group.ts';
import type { ServiceTokens } from '../../src/lib/service-token.ts';
import type { Identify, IdentityRequest } from '../port.ts';

interface Options {
  readonly apiUrl: string;
  readonly services: ServiceOperations;
  /** Signs calls that are made for a key, whose text nobody here has. */
  readonly tokens: ServiceTokens;
  /** What access tokens of the OAuth server are for; null where hosts are not connected by it. */
  readonly resource: string | null;
  /** Whether it can be reached from this machine alone, so that whoever sends no credential shares the machine. */
  readonly loopbackOnly: boolean;
}

interface Opened {
  readonly caller: Checked['caller'];
  readonly credential: Pick<ClientOptions, 'apiKey' | 'credential'>;
}

/** How access tokens begin. */
const ACCESS_TOKEN = 'svc_at_';

export interface RemoteIdentify {
  readonly identify: Identify;
  /** Takes a listener for the keys of identities whose credential is gone. */
  onGone(listener: (callerKey: string) => void): void;
  close(): void;
}

/** How long a checked credential counts as checked: with the sweep, what bounds how long a revoked key is of use. */
const CHECKED_MS = 900;
const SWEEP_MS = 1_000;
const CHECKED_MAX = 10_000;
/** A key that is not used for so long holds no session open any more. */
const HELD_MS = 4 * 60 * 60_000;
const ASKED_MAX = 1_000;

interface Checked {
  readonly caller: { readonly id: string; readonly accountId: string; readonly keyId: string | null; readonly access: 'read' | 'write' };
  readonly operations: Client;
  readonly until: number;
}

/** Who an agent host speaks for, as the API says: this process keeps no key and no account. */
export function createRemoteIdentify({ apiUrl, services, tokens, resource, loopbackOnly }: Options): RemoteIdentify {
  const checked = new Map<string, Checked>();
  const held = new Map<string, number>();
  const listeners: ((callerKey: string) => void)[] = [];
  let isSweeping = false;

  const isAccessToken = (bearer: string): boolean => resource !== null && bearer.startsWith(ACCESS_TOKEN);

  async function check(bearer: string, { address, readOnly }: Pick<IdentityRequest, 'address' | 'readOnly'>): Promise<Checked> {
    const name = createHash('sha256').update(`${readOnly} ${address} ${bearer}`).digest('base64');
    const known = checked.get(name);
    if (known && known.until > Date.now()) return known;
    checked.delete(name);
    const { caller, credential } = await (resource !== null && isAccessToken(bearer)
      ? ofToken(bearer, resource, address)
      : ofBearer(bearer, address));
    const operations =
      known?.operations ??
      createClient({
        baseUrl: apiUrl,
        ...credential,
        ...(readOnly ? { access: 'read' } : {}),
        fetch: forwardingFor(address),
        surface: 'mcp',
        numbers: 'verbatim',
      });
    const found = { caller, operations, until: Date.now() + CHECKED_MS };
    const [oldest] = checked.keys();
    if (checked.size >= CHECKED_MAX && oldest !== undefined) checked.delete(oldest);
    checked.set(name, found);
    if (caller.keyId !== null) held.set(caller.keyId, Date.now());
    return found;
  }

  /** The API counts what this process calls for an address under that address. */
  const forwardingFor =
    (address: string): typeof fetch =>
    async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set(FORWARDED_HEADER, await tokens.sign(FORWARDED_AUDIENCE, { subject: address }));
      return await fetch(url, { ...init, headers });
    };

  async function ofBearer(bearer: string, address: string): Promise<Opened> {
    const { caller } = await answered(services.resolveBearer({ token: bearer, address }));
    if (caller === null) throw fault(401, 'unauthorized', NOT_TAKEN);
    return { caller, credential: { apiKey: bearer } };
  }

  /** The token stands for a key and is shown to nobody else: calls are signed for that key. */
  async function ofToken(token: string, audience: string, address: string): Promise<Opened> {
    const { key } = await answered(services.resolveToken({ token, resource: audience, address }));
    if (key === null) throw fault(401, 'unauthorized', NOT_TAKEN);
    const sign = async () => ({ bearer: await tokens.sign(API_AUDIENCE, { subject: key.id }) });
    return { caller: { id: key.id, accountId: key.accountId, keyId: key.id, access: key.access }, credential: { credential: sign } };
  }

  /** Open streams and running calls of a revoked key end by this; new calls are refused by `check`. */
  async function sweep(): Promise<void> {
    if (isSweeping) return;
    isSweeping = true;
    try {
      for (const [keyId, usedAt] of held) if (usedAt + HELD_MS < Date.now()) held.delete(keyId);
      const ids = [...held.keys()];
      for (let from = 0; from < ids.length; from += ASKED_MAX) {
        const { ended } = await services.endedKeys({ ids: ids.slice(from, from + ASKED_MAX) });
        for (const id of ended) {
          held.delete(id);
          for (const listener of listeners) listener(id);
        }
      }
    } catch {
      // Calls fail closed meanwhile, each by its own check.
    } finally {
      isSweeping = false;
    }
  }

  const timer = setInterval(() => void sweep(), SWEEP_MS);
  timer.unref();
  return {
    async identify({ authorization, address, isLocal, clientName, readOnly }) {
      const bearer = bearerIn(authorization) ?? (await localToken(clientName, address, isLocal));
      const { caller, operations } = await check(bearer, { address, readOnly });
      const group = addressGroup(address);
      const canAskToWrite = isAccessToken(bearer) && caller.access === 'read';
      const account = () => caller.accountId;
      return { key: caller.id, account, group, operations, readOnly: readOnly || caller.access === 'read', canAskToWrite };
    },
    onGone: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  };

  /** The same session whenever this host comes back, however often either was started anew. */
  async function localToken(name: string, address: string, isLocal: boolean): Promise<string> {
    if (!loopbackOnly || !isLocal || resource !== null) throw fault(401, 'unauthorized');
    return (await answered(services.localHost({ name: `${hostname()} ${name}`.slice(0, 200), address }))).token;
  }
}

/** RFC 6750, 2.1. @throws SvcError invalid_bearer */
function bearerIn(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header)?.[1];
  if (token === undefined) throw fault(401, 'invalid_bearer');
  return token;
}

/** A check that fails is no check: nothing is done meanwhile. */
async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SvcError && (error.code === 'rate_limited' || error.code === 'account_blocked')) throw error;
    throw fault(503, 'auth_unavailable');
  }
}

/** The API says no more of it to anybody. */
const NOT_TAKEN = 'The credential is none of this service, has expired or was revoked.';

const fault = (status: number, code: string, message?: string): SvcError => SvcError.fromReply(status, { error: { code, message } }, null);
