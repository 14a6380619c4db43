import { createHmac, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { LIMITS } from '../src/contract/limits.ts';
import { Refusal } from './refusal.ts';

/** A request for authorization that was found good, on its way through the consent page. */
const Ticket = z.object({
  client_id: z.string(),
  client_name: z.string().nullable(),
  client_site: z.string().nullable(),
  redirect_uri: z.string(),
  /** The host's own, which it is led back with; null where it sent none. */
  host_state: z.string().nullable(),
  code_challenge: z.string(),
  resource: z.string(),
  writes: z.boolean(),
});
export type Ticket = z.infer<typeof Ticket>;

export interface ConsentTickets {
  sign(ticket: Ticket): Promise<string>;
  /** With the state that tells this request from all others. @throws Refusal */
  read(text: string): Promise<Ticket & { readonly state: string }>;
}

const STATE_BYTES = 16;

/** Signed, so that nothing is stored for whoever asks and does not come back. */
export function createConsentTickets({ secret, issuer }: { readonly secret: string; readonly issuer: string }): ConsentTickets {
  const key = createHmac('sha256', secret).update('consent tickets').digest();
  const audience = `${issuer}/connect`;
  return {
    sign: (ticket) =>
      new SignJWT(ticket)
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setJti(randomBytes(STATE_BYTES).toString('base64url'))
        .setExpirationTime(`${LIMITS.consentSeconds}s`)
        .sign(key),
    async read(text) {
      try {
        const { payload } = await jwtVerify(text, key, { algorithms: ['HS256'], issuer, audience, requiredClaims: ['exp', 'jti'] });
        return { ...Ticket.parse(payload), state: String(payload.jti) };
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
        throw new Refusal(400, 'invalid_request', 'The request has expired, or is none of this service: begin again in the agent host.');
      }
    },
  };
}
