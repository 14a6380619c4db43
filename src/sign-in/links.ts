import type { KeyHash } from '../accounts/key-hash.ts';
import { hashedAs, newTokenText } from '../accounts/session-text.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Store } from '../store/control-plane.ts';
import type { OneTimeTokens } from '../store/one-time-tokens.ts';

/** Whom a link signs in: whoever reads the mail of an address, or an account that is known already. */
export type LinkFor = { readonly email: string } | { readonly accountId: string };

/** Links that sign a browser in, each once and for a quarter of an hour. Only a hash of them is kept. */
export interface SignInLinks {
  /** The token is in the fragment, which browsers send to nobody: no log and no Referer has it. */
  make(baseUrl: string, who: LinkFor): Promise<{ url: string; expiresAt: Date }>;
  /** Null for what is no link that counts. */
  take(transaction: Store, token: string): Promise<LinkFor | null>;
  /** The same, and the link goes on to count. */
  look(token: string): Promise<LinkFor | null>;
}

const PURPOSE = 'sign-in link';

export function createSignInLinks({ tokens, hash }: { readonly tokens: OneTimeTokens; readonly hash: KeyHash }): SignInLinks {
  return {
    async make(baseUrl, who) {
      const token = newTokenText();
      const expiresAt = await tokens.insert({
        hash: hash.of(hashedAs('link', token)),
        purpose: PURPOSE,
        data: { ...who },
        seconds: LIMITS.signInLinkSeconds,
      });
      return { url: `${baseUrl}/sign-in#token=${token}`, expiresAt };
    },
    take: async (transaction, token) => (await tokens.take(transaction, hash.all(hashedAs('link', token)), PURPOSE)) as LinkFor | null,
    look: async (token) => (await tokens.look(hash.all(hashedAs('link', token)), PURPOSE)) as LinkFor | null,
  };
}
