import type { IncomingMessage } from 'node:http';
import type { AccountAccess, Arrival } from '../accounts/access.ts';
import type { AnonymousAccess } from '../anonymous/sessions.ts';
import { ANONYMOUS_PREFIX } from '../anonymous/sessions.ts';
import type { Caller } from '../caller.ts';
import { Fault } from '../fault.ts';
import { arrivedAt, isFromThisMachine } from '../lib/loopback.ts';

/** What a header says, before anything is looked up. */
export type Credential = { readonly kind: 'none' } | { readonly kind: 'anonymous' | 'account'; readonly token: string };

export interface Access {
  readonly anonymous: AnonymousAccess;
  readonly accounts: AccountAccess;
}

/** RFC 6750, 2.1: `Bearer` and one b64token. @throws Fault invalid_bearer */
export function readCredential(header: string | undefined): Credential {
  if (header === undefined) return { kind: 'none' };
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header);
  const token = match?.[1];
  if (!token) throw new Fault('invalid_bearer');
  return { kind: token.startsWith(ANONYMOUS_PREFIX) ? 'anonymous' : 'account', token };
}

export const arrivalOf = (raw: IncomingMessage): Arrival => ({ isLocal: isFromThisMachine(raw), audience: arrivedAt(raw.socket) });

/** The owner of this machine's service; null for anybody else. */
export const ownerFor = async (credential: Credential, { accounts }: Access, arrival: () => Arrival): Promise<Caller | null> =>
  credential.kind === 'account' ? await accounts.owner(credential.token, arrival()) : null;

/** @throws Fault invalid_token, unauthorized, auth_unavailable */
export async function callerFor(credential: Credential, { anonymous, accounts }: Access, arrival: () => Arrival): Promise<Caller> {
  try {
    if (credential.kind === 'anonymous') return await anonymous.resolve(credential.token);
    if (credential.kind === 'account') return await accounts.resolve(credential.token, arrival());
    return await anonymous.mint();
  } catch (error) {
    if (error instanceof Fault && error.code !== 'db_unreachable') throw error;
    throw new Fault('auth_unavailable', { cause: error });
  }
}
