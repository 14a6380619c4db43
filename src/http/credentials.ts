import type { AnonymousAccess } from '../anonymous/sessions.ts';
import { ANONYMOUS_PREFIX } from '../anonymous/sessions.ts';
import type { Caller } from '../caller.ts';
import { Fault } from '../fault.ts';

/** What a header says, before anything is looked up. */
export type Credential = { readonly kind: 'none' } | { readonly kind: 'anonymous'; readonly token: string } | { readonly kind: 'other' };

/** RFC 6750, 2.1: `Bearer` and one b64token. @throws Fault invalid_bearer */
export function readCredential(header: string | undefined): Credential {
  if (header === undefined) return { kind: 'none' };
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header);
  const token = match?.[1];
  if (!token) throw new Fault('invalid_bearer');
  return token.startsWith(ANONYMOUS_PREFIX) ? { kind: 'anonymous', token } : { kind: 'other' };
}

/** @throws Fault invalid_token, unauthorized, auth_unavailable */
export async function callerFor(credential: Credential, anonymous: AnonymousAccess): Promise<Caller> {
  try {
    if (credential.kind === 'anonymous') return await anonymous.resolve(credential.token);
    if (credential.kind === 'none') return await anonymous.mint();
  } catch (error) {
    if (error instanceof Fault && error.code !== 'db_unreachable') throw error;
    throw new Fault('auth_unavailable', { cause: error });
  }
  throw new Fault('unauthorized');
}
