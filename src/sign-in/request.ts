import type { Handler } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import { addressGroup } from '../lib/address-group.ts';
import type { Ephemeral } from '../store/ephemeral.ts';
import { countAttempt } from './attempts.ts';
import type { SignInLinks } from './links.ts';
import type { Post } from './post.ts';

interface Dependencies {
  readonly links: SignInLinks;
  readonly post: Post;
  readonly ephemeral: Ephemeral;
}

/** The same is done for every address, whether it has an account or not, and nobody waits for the mail: no reply tells more than another. */
export function createRequestSignIn({ links, post, ephemeral }: Dependencies): Handler<'requestSignIn'> {
  return async ({ email }, { visit, address = '' }) => {
    if (!post.isThere) throw new Fault('unconfigured', { params: { reason: NO_POST } });
    const baseUrl = visit?.baseUrl ?? null;
    if (baseUrl === null) throw new Fault('unconfigured', { params: { reason: NO_ADDRESS } });
    const { signInLinksMax: limit, signInLinksOfAddressMax: limitOfAll, signInLinkSeconds: seconds } = LIMITS;
    await countAttempt(ephemeral, { counter: `link:${email}:${addressGroup(address)}`, limit, seconds, ...LINKS });
    await countAttempt(ephemeral, { counter: `link:${email}`, limit: limitOfAll, seconds, ...LINKS });
    const { url } = await links.make(baseUrl, { email });
    post.send(email, url);
    return { sent: true, expiresInSeconds: seconds };
  };
}

const LINKS = { what: 'sign-in links for this address in a quarter of an hour', instead: 'Use the newest link that was sent.' } as const;
const NO_POST = 'No mail server is set (SVC_SMTP_URL), and links are written to the log on a loopback address alone.';
export const NO_ADDRESS = 'The service does not know the address that links should lead to: set SVC_PUBLIC_URL.';
