import type { KeyHash } from '../accounts/key-hash.ts';
import { hashedAs } from '../accounts/session-text.ts';
import { LIMITS } from '../contract/limits.ts';
import { HeldRequest, type ServiceInput, type ServiceOutput } from '../contract/service-operations.ts';
import type { Transactions } from '../sign-in/verify.ts';
import type { OneTimeTokens } from '../store/one-time-tokens.ts';
import { CODE_PURPOSE } from './callback.ts';

interface Dependencies {
  readonly store: Transactions;
  readonly tokens: Pick<OneTimeTokens, 'insert' | 'take' | 'look'>;
  readonly hash: KeyHash;
}

const PURPOSE = 'agent request';

/** The request for authorization that a code is for, kept beside the code for whoever exchanges it; of a code that is for another, nothing. */
export function createHeldRequests({ store, tokens, hash }: Dependencies) {
  return {
    async hold({ code, request }: ServiceInput<'holdRequest'>): Promise<ServiceOutput<'holdRequest'>> {
      const said = await tokens.look(hash.all(hashedAs('agent code', code)), CODE_PURPOSE);
      const isFor = (['client_id', 'redirect_uri', 'state'] as const).every((field) => said?.[field] === request[field]);
      if (!isFor) return { held: false };
      // Sent twice, it is held once.
      if ((await tokens.look(hash.all(hashedAs('agent request', code)), PURPOSE)) !== null) return { held: true };
      const held = { hash: hash.of(hashedAs('agent request', code)), purpose: PURPOSE, data: request, seconds: LIMITS.agentCodeSeconds };
      await tokens.insert(held);
      return { held: true };
    },
    async take({ code }: ServiceInput<'takeRequest'>): Promise<ServiceOutput<'takeRequest'>> {
      const data = await store((transaction) => tokens.take(transaction, hash.all(hashedAs('agent request', code)), PURPOSE));
      return { request: data === null ? null : HeldRequest.parse(data) };
    },
  };
}
