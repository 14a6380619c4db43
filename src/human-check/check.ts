import type { Challenge } from '../contract/challenge.ts';
import { LIMITS } from '../contract/limits.ts';
import { CHALLENGE_HEADER } from '../contract/proof-of-work.ts';
import { Fault } from '../fault.ts';
import type { Log } from '../http/log.ts';
import { addressGroup } from '../lib/address-group.ts';
import type { Ephemeral } from '../store/ephemeral.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { createSiteVerify, type SiteVerifyOptions } from './site-verify.ts';

export type Checked = keyof typeof CHECKED;

/** What is asked for with a check, once an address has done it so often that it may be a program. */
const CHECKED = {
  session: { what: 'new anonymous sessions from this address', seconds: 3_600 },
  link: { what: 'sign-in links asked for from this address', seconds: LIMITS.signInLinkSeconds },
} as const;

/** Asks whoever may be a program for a sign of a person, or for work that costs a program more than it gains. */
export interface HumanCheck {
  /** Counts it, unless it is refused. @throws Fault challenge_required, auth_unavailable, unconfigured */
  pass(what: Checked, address: string, response: string | null): Promise<void>;
  /** What was counted came to nothing. */
  undo(what: Checked, address: string): Promise<void>;
}

interface Options {
  /** Null for the built-in proof of work. */
  readonly provider: SiteVerifyOptions | null;
  /** So many for one address in the time that is counted are not asked. */
  readonly free: number;
  readonly bits: number;
  readonly secret: string;
  readonly ephemeral: Ephemeral;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

export function createHumanCheck({ provider, free, bits, secret, ephemeral, log }: Options): HumanCheck {
  const proof = createProofOfWork({ secret, ephemeral, bits });
  const verify = provider === null ? null : createSiteVerify(provider, log);
  const counterOf = (what: Checked, address: string) => `checked:${what}:${addressGroup(address)}`;

  function challenge(purpose: Checked, address: string, reason: string | null): Challenge {
    const { what } = CHECKED[purpose];
    const shared = { header: CHALLENGE_HEADER, what, ...(reason === null ? {} : { reason }) } as const;
    if (provider) return { ...shared, kind: provider.kind, siteKey: provider.siteKey, how: 'The token of its widget.' };
    const made = proof.make({ purpose, group: addressGroup(address) });
    return {
      ...shared,
      kind: 'proof_of_work',
      ...made,
      expiresAt: made.expiresAt.toISOString(),
      how: `<challenge>.<n>: find a text n of letters and digits so that its SHA-256 begins with ${bits} zero bits. The typed client and svc do so by themselves.`,
    };
  }

  return {
    async pass(purpose, address, response) {
      const counter = counterOf(purpose, address);
      const { count } = await ephemeral.count(counter, CHECKED[purpose].seconds);
      if (count <= free) return;
      try {
        const subject = { purpose, group: addressGroup(address) };
        const refused = response === null ? null : await (verify ? verify(response, address) : proof.refuse(response, subject));
        if (response === null || refused !== null) throw new Fault('challenge_required', { params: challenge(purpose, address, refused) });
      } catch (error) {
        await ephemeral.uncount(counter);
        throw error;
      }
    },
    undo: (what, address) => ephemeral.uncount(counterOf(what, address)),
  };
}
