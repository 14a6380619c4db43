import { z } from 'zod';
import { CHALLENGE_HEADER } from './proof-of-work.ts';

const shared = {
  header: z.literal(CHALLENGE_HEADER).describe('Repeat the request with it.'),
  what: z.string().describe('What the check is for.'),
  how: z.string().describe('What the header takes.'),
  reason: z.string().optional().describe('Why what was sent does not count.'),
};

/**
 * `params` of `challenge_required`. A proof of work is found by trying: a text `n` of letters and digits, so that SHA-256 of
 * `<challenge>.<n>` begins with `bits` zero bits (Hashcash, Back 2002). The other kinds are solved by the provider's widget.
 */
export const Challenge = z.discriminatedUnion('kind', [
  z.object({ ...shared, kind: z.literal('proof_of_work'), challenge: z.string(), bits: z.number().int(), expiresAt: z.iso.datetime() }),
  z.object({ ...shared, kind: z.enum(['turnstile', 'hcaptcha']), siteKey: z.string() }),
]);
export type Challenge = z.infer<typeof Challenge>;
