import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AgentTokens, HeldRequest } from '../src/contract/service-operations.ts';
import { type Fields, ofForm, required } from './fields.ts';
import type { BridgeParts } from './port.ts';
import { invalidGrant, Refusal } from './refusal.ts';
import { requireResource } from './resource.ts';

/** RFC 6749, 3.2. @throws Refusal */
export async function exchange(request: FastifyRequest, parts: BridgeParts): Promise<AgentTokens> {
  const fields = ofForm(request);
  if (request.headers.authorization !== undefined || fields.has('client_secret'))
    throw new Refusal(401, 'invalid_client', 'Clients here have no secret: send client_id alone.');
  const type = required(fields, 'grant_type');
  if (type === 'authorization_code') return await ofCode(fields, parts);
  if (type === 'refresh_token') return await ofRefresh(fields, parts);
  throw new Refusal(400, 'unsupported_grant_type', 'The grant_type is authorization_code or refresh_token.');
}

/** The code is used up by being shown, and makes a key for the client, the redirect URI and the state that it was given for alone. */
async function ofCode(fields: Fields, { api, resource }: BridgeParts): Promise<AgentTokens> {
  const [code, clientId, verifier] = [required(fields, 'code'), required(fields, 'client_id'), required(fields, 'code_verifier')];
  const redirectUri = required(fields, 'redirect_uri');
  requireResource(fields.get('resource'), resource);
  const { request: held } = await api.takeRequest({ code });
  if (!held) {
    await api.endReplayed({ code, code_challenge: challengeOf(verifier) });
    throw invalidGrant('The code was used, has expired, or is none of this service.');
  }
  if (held.client_id !== clientId || held.redirect_uri !== redirectUri)
    throw invalidGrant('The code was given to another client or redirect_uri.');
  if (!isVerified(verifier, held)) throw invalidGrant('The code_verifier is not that of the code.');
  const bound = { client_id: held.client_id, redirect_uri: held.redirect_uri, state: held.state };
  const { redeemed, refused } = await api.redeemCode({ code, ...bound, resource: held.resource, code_challenge: held.code_challenge });
  if (refused === 'full') throw invalidGrant('The account has as many keys as it may: revoke one and connect again.');
  if (!redeemed) throw invalidGrant('The code was used, or has expired.');
  const { client_id, redirect_uri, state, key: _, ...tokens } = redeemed;
  if (client_id !== bound.client_id || redirect_uri !== bound.redirect_uri || state !== bound.state) {
    await api.revokeToken({ token: tokens.refresh_token, client_id });
    throw invalidGrant('The code was given for another request.');
  }
  return tokens;
}

async function ofRefresh(fields: Fields, { api, resource }: BridgeParts): Promise<AgentTokens> {
  requireResource(fields.get('resource'), resource);
  const { tokens } = await api.refreshTokens({
    refresh_token: required(fields, 'refresh_token'),
    client_id: required(fields, 'client_id'),
    resource: fields.has('resource') ? resource : null,
  });
  if (!tokens) throw invalidGrant('The refresh token was used, has expired or was revoked: connect again.');
  return tokens;
}

/** RFC 7636, 4.6. */
function isVerified(verifier: string, { code_challenge: challenge }: HeldRequest): boolean {
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) return false;
  const made = challengeOf(verifier);
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
