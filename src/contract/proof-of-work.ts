/** The header that brings what solves a challenge. */
export const CHALLENGE_HEADER = 'x-svc-challenge';

/** More leading zero bits than this no client is asked for. */
export const PROOF_BITS_MAX = 24;

/** How many bits of the hash are zero before the first that is not. */
export function leadingZeroBits(hash: Uint8Array): number {
  const at = hash.findIndex((byte) => byte !== 0);
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24;
}
