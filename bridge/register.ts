import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LIMITS } from '../src/contract/limits.ts';
import { ofJson } from './fields.ts';
import type { BridgeParts } from './port.ts';
import { redirectFlaw } from './redirect-uri.ts';
import { Refusal } from './refusal.ts';

const Plain = z.string().regex(/^[^\p{C}]*$/u, 'holds characters that cannot be seen');

/** What counts of RFC 7591, 2. Fields that are not known are left out, as it has them. */
const Metadata = z.object({
  redirect_uris: z.array(z.string().max(LIMITS.oauthFieldMaxLength)).min(1).max(LIMITS.redirectUrisMax),
  client_name: Plain.max(LIMITS.clientNameMaxLength).optional(),
  client_uri: Plain.max(LIMITS.oauthFieldMaxLength).optional(),
  grant_types: z
    .array(z.string())
    .refine((types) => types.includes('authorization_code'), 'does not hold authorization_code')
    .optional(),
  response_types: z
    .array(z.string())
    .refine((types) => types.includes('code'), 'does not hold code')
    .optional(),
});

/** RFC 7591, 3. All clients are public, whatever they ask for: the reply says so. */
export async function register(request: FastifyRequest, { api }: BridgeParts) {
  const { data, error } = Metadata.safeParse(ofJson(request));
  if (!data) {
    const [issue] = error.issues;
    const field = String(issue?.path[0] ?? 'The body');
    throw new Refusal(400, field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata', `${field}: ${issue?.message}`);
  }
  for (const uri of data.redirect_uris) {
    const flaw = redirectFlaw(uri);
    if (flaw !== null) throw new Refusal(400, 'invalid_redirect_uri', flaw);
  }
  const { client } = await api.registerClient({
    address: request.ip,
    client_name: data.client_name ?? null,
    client_uri: data.client_uri ?? null,
    redirect_uris: data.redirect_uris,
  });
  if (!client) throw new Refusal(429, 'temporarily_unavailable', 'Too many clients were registered from this address in an hour.');
  const { client_id, client_name, client_uri, redirect_uris } = client;
  return {
    client_id,
    client_id_issued_at: Math.floor(Date.parse(client.issuedAt) / 1_000),
    ...(client_name === null ? {} : { client_name }),
    ...(client_uri === null ? {} : { client_uri }),
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'read write',
  };
}
