import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../contract/limits.ts';
import { leadingZeroBits } from '../contract/proof-of-work.ts';
import type { Ephemeral } from '../store/ephemeral.ts';

/** What a challenge is about: it counts for nothing else. */
export interface ProofSubject {
  readonly purpose: string;
  /** Those who share a limit by address. */
  readonly group: string;
}

export interface ProofOfWork {
  make(subject: ProofSubject): { readonly challenge: string; readonly bits: number; readonly expiresAt: Date };
  /** Why what was sent solves no challenge of this subject; null when it does, and then it is used up. */
  refuse(response: string, subject: ProofSubject): Promise<string | null>;
}

interface Options {
  readonly secret: string;
  readonly ephemeral: Pick<Ephemeral, 'count'>;
  /** Leading zero bits that are asked for; each doubles the work. */
  readonly bits: number;
  readonly now?: () => number;
}

/**
 * Challenges are signed, so that nothing is kept of those that nobody solves; what is kept, for as long as one counts, is
 * which were used, where all services of a deployment count.
 */
export function createProofOfWork({ secret, ephemeral, bits, now = Date.now }: Options): ProofOfWork {
  const key = createHmac('sha256', secret).update('proof of work').digest();
  const sign = (payload: string, { purpose, group }: ProofSubject): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, group, payload]))
      .digest();
  return {
    make(subject) {
      const expiresAt = new Date(now() + LIMITS.challengeSeconds * 1_000);
      const id = randomBytes(12).toString('base64url');
      const payload = Buffer.from(JSON.stringify([id, bits, expiresAt.getTime()])).toString('base64url');
      return { challenge: `${payload}.${sign(payload, subject).toString('base64url')}`, bits, expiresAt };
    },
    async refuse(response, subject) {
      const [, payload, signature, n] = /^([\w-]{1,128})\.([\w-]{43})\.([0-9A-Za-z]{1,32})$/.exec(response) ?? [];
      if (payload === undefined || signature === undefined || n === undefined) return 'It is no `<challenge>.<n>`.';
      if (!timingSafeEqual(Buffer.from(signature, 'base64url'), sign(payload, subject)))
        return 'It solves no challenge that was given to this address for this.';
      const [id, asked, endsAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, number, number];
      if (endsAt <= now()) return 'The challenge has expired.';
      if (leadingZeroBits(createHash('sha256').update(response).digest()) < asked) return 'It does not solve the challenge.';
      const { count } = await ephemeral.count(`proof:${id}`, LIMITS.challengeSeconds);
      return count === 1 ? null : 'The challenge was used before.';
    },
  };
}
