import type { IncomingMessage } from 'node:http';
import type { AccountAccess, Arrival } from '../accounts/access.ts';
import type { SessionAccess } from '../accounts/sessions.ts';
import type { Tenants } from '../accounts/tenants.ts';
import { isAccessTokenText } from '../agent-hosts/tokens.ts';
import { ANONYMOUS_PREFIX, type AnonymousAccess } from '../anonymous/sessions.ts';
import type { Caller } from '../caller.ts';
import { API_AUDIENCE } from '../contract/service-operations.ts';
import { Fault } from '../fault.ts';
import { arrivedAt, isFromThisMachine } from '../lib/loopback.ts';
import type { ServiceTokens } from '../lib/service-token.ts';

/** What a header says, before anything is looked up. */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'anonymous' | 'account'; readonly token: string }
  /** An agent host's access token, where it is for the resource that it is shown at. */
  | { readonly kind: 'host'; readonly token: string; readonly resource: string }
  /** A browser's cookie; `renew` gives the header that moves the cookie's end on. */
  | { readonly kind: 'session'; readonly token: string; readonly renew: () => string };

export interface Access {
  readonly anonymous: AnonymousAccess;
  readonly accounts: AccountAccess;
  readonly sessions: SessionAccess;
  readonly tenants: Pick<Tenants, 'requireOpen' | 'watch' | 'ended'>;
  /** What other parts of the deployment sign; null where there are none. */
  readonly services: ServiceTokens | null;
}

/** RFC 6750, 2.1: `Bearer` and one b64token. @throws Fault invalid_bearer */
export function readCredential(header: string | undefined): Credential {
  if (header === undefined) return { kind: 'none' };
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header);
  const token = match?.[1];
  if (!token) throw new Fault('invalid_bearer');
  return { kind: token.startsWith(ANONYMOUS_PREFIX) ? 'anonymous' : 'account', token };
}

/** The same where agent hosts come, whose tokens count at their resource alone. @throws Fault invalid_bearer */
export function readHostCredential(header: string | undefined, resource: string | null): Credential {
  const credential = readCredential(header);
  if (credential.kind !== 'account' || resource === null || !isAccessTokenText(credential.token)) return credential;
  return { kind: 'host', token: credential.token, resource };
}

export const arrivalOf = (raw: IncomingMessage): Arrival => ({ isLocal: isFromThisMachine(raw), audience: arrivedAt(raw.socket) });

/** The owner of this machine's service; null for anybody else. */
export const ownerFor = async (credential: Credential, { accounts }: Access, arrival: () => Arrival): Promise<Caller | null> =>
  credential.kind === 'account' ? await accounts.owner(credential.token, arrival()) : null;

/** @throws Fault invalid_token, unauthorized, account_blocked, auth_unavailable */
export async function callerFor(credential: Credential, access: Access, arrival: () => Arrival): Promise<Caller> {
  return (await resolved(credential, access, arrival)).caller;
}

/** The same with whether a cookie's end is to be moved on. @throws Fault invalid_token, unauthorized, account_blocked, auth_unavailable */
export function resolved(credential: Credential, access: Access, arrival: () => Arrival): Promise<Resolved> {
  return checked(async () => {
    const found = await whose(credential, access, arrival);
    if (credential.kind !== 'none') await access.tenants.requireOpen(found.caller.ownerId);
    return found;
  });
}

async function whose(credential: Credential, access: Access, arrival: () => Arrival): Promise<Resolved> {
  const { anonymous, accounts, sessions } = access;
  if (credential.kind === 'session') return await sessions.resolve(credential.token, arrival());
  if (credential.kind === 'host') return { caller: await accounts.resolveToken(credential.token, credential.resource), isRenewed: false };
  if (credential.kind === 'anonymous') return { caller: await anonymous.resolve(credential.token), isRenewed: false };
  if (credential.kind === 'account' && isJwt(credential.token))
    return { caller: await spokenFor(credential.token, access), isRenewed: false };
  if (credential.kind === 'account') return { caller: await accounts.resolve(credential.token, arrival()), isRenewed: false };
  return { caller: await anonymous.mint(), isRenewed: false };
}

/** No key of ours begins so. */
const isJwt = (token: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

/** The agent's key that another part of the deployment speaks for. @throws Fault unauthorized */
async function spokenFor(token: string, { accounts, services }: Access): Promise<Caller> {
  const subject = (await services?.verify(token, API_AUDIENCE))?.subject;
  if (subject === undefined || !UUID.test(subject)) throw new Fault('unauthorized');
  return await accounts.resolveKey(subject);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Resolved {
  readonly caller: Caller;
  readonly isRenewed: boolean;
}

/** What fails because credentials cannot be looked up says so, and that the credential stays as it is. @throws Fault auth_unavailable */
export async function checked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault && error.code !== 'db_unreachable') throw error;
    throw new Fault('auth_unavailable', { cause: error });
  }
}
