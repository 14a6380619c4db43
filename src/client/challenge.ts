import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Challenge } from '../contract/challenge.ts';
import { leadingZeroBits, PROOF_BITS_MAX } from '../contract/proof-of-work.ts';
import { SvcError } from './error.ts';

/** Shows a person what the provider of human checks wants and gives its token; null when they do not go through with it. */
export type SolveChallenge = (challenge: Challenge) => Promise<string | null>;

/** What the header takes for the challenge that the error brings; null when nobody here can solve it. */
export async function solve(error: SvcError, ask: SolveChallenge | undefined, signal: AbortSignal | undefined): Promise<string | null> {
  const challenge = challengeIn(error.body);
  if (challenge?.kind === 'proof_of_work') return challenge.bits > PROOF_BITS_MAX ? null : await prove(challenge, signal);
  return challenge && ask ? await ask(challenge) : null;
}

/** Null for a kind that this client does not know. (By hand, since a schema would bring zod into every page.) */
function challengeIn(body: SvcError['body']): Challenge | null {
  const { kind, challenge, bits, siteKey } = body ?? {};
  const isWhole =
    kind === 'proof_of_work'
      ? typeof challenge === 'string' && Number.isSafeInteger(bits)
      : (kind === 'turnstile' || kind === 'hcaptcha') && typeof siteKey === 'string';
  return isWhole ? (body as unknown as Challenge) : null;
}

/** Others get their turn this often. */
const TURN_MS = 20;

/**
 * Tries one text after the other. (In a page without TLS there is no `crypto.subtle`, and its promises cost more than its hashes.)
 * @throws SvcError aborted
 */
async function prove({ challenge, bits }: { readonly challenge: string; readonly bits: number }, signal: AbortSignal | undefined) {
  const begun = sha256.create().update(utf8ToBytes(`${challenge}.`));
  for (let n = 0, turnEnds = performance.now() + TURN_MS; ; n++) {
    const text = n.toString(36);
    if (leadingZeroBits(begun.clone().update(utf8ToBytes(text)).digest()) >= bits) return `${challenge}.${text}`;
    if (n % 64 !== 0 || performance.now() < turnEnds) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal?.aborted) throw SvcError.aborted(signal.reason);
    turnEnds = performance.now() + TURN_MS;
  }
}
