import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { SignInLinks } from './links.ts';
import { NO_ADDRESS } from './request.ts';

/** For who can read the owner's file, so that a browser of theirs is signed in too. A browser makes none: a stolen cookie would last. */
export function createMakeSignInLink({ links }: { readonly links: SignInLinks }): Handler<'makeSignInLink'> {
  return async (_input, { caller, visit }) => {
    if (caller.kind !== 'session' || caller.sessionId !== null) throw new Fault('forbidden', { params: { reason: OWNER_ALONE } });
    const baseUrl = visit?.baseUrl ?? null;
    if (baseUrl === null) throw new Fault('unconfigured', { params: { reason: NO_ADDRESS } });
    const { url, expiresAt } = await links.make(baseUrl, { accountId: caller.ownerId });
    return { url, expiresAt: expiresAt.toISOString() };
  };
}

const OWNER_ALONE = 'Such links are made for the owner of this machine’s service: `svc login --browser`. Others are sent one by e-mail.';
