import type { FastifyRequest } from 'fastify';
import { type Fields, ofQuery, required } from './fields.ts';
import type { BridgeParts } from './port.ts';
import { answeredAt, isRegistered, isSite, redirectFlaw } from './redirect-uri.ts';
import { invalidRequest, Refusal } from './refusal.ts';
import { requireResource } from './resource.ts';

/**
 * RFC 6749, 4.1.1, with PKCE (RFC 7636): where the browser goes on. A client or a redirect URI that is not known leads
 * nowhere, since the answer would go to whoever wrote the request. Nor does an error lead to a site before somebody here
 * agreed to that: anybody registers a client, and the address of this service would lead to any other (RFC 9700, 4.11.2).
 * @throws Refusal for these
 */
export async function authorize(request: FastifyRequest, parts: BridgeParts): Promise<string> {
  const fields = ofQuery(request);
  const { client, redirectUri } = await knownClient(fields, request.ip, parts);
  try {
    requireCode(fields);
    requireResource(fields.get('resource'), parts.resource);
  } catch (error) {
    if (!(error instanceof Refusal) || isSite(redirectUri)) throw error;
    return answeredAt(redirectUri, parts.issuer, { ...error.body, state: fields.get('state') ?? null });
  }
  const ticket = await parts.tickets.sign({
    client_id: client.client_id,
    client_name: client.client_name,
    client_site: siteOf(client.client_id),
    redirect_uri: redirectUri,
    host_state: fields.get('state') ?? null,
    code_challenge: required(fields, 'code_challenge'),
    resource: parts.resource,
    writes: writes(fields.get('scope')),
  });
  return `${parts.issuer}/connect#request=${ticket}`;
}

const STATE_MAX_LENGTH = 1_024;

/** @throws Refusal */
async function knownClient(fields: Fields, address: string, { api }: BridgeParts) {
  const [clientId, redirectUri] = [required(fields, 'client_id'), required(fields, 'redirect_uri')];
  const { client, reason } = await api.findClient({ client_id: clientId, address });
  if (!client) throw new Refusal(400, 'invalid_client', `The client is not known. ${reason ?? ''}`.trim());
  if (!isRegistered(client.redirect_uris, redirectUri) || redirectFlaw(redirectUri) !== null)
    throw invalidRequest('The redirect_uri is not one that the client registered.');
  return { client, redirectUri };
}

/** @throws Refusal */
function requireCode(fields: Fields): void {
  if (required(fields, 'response_type') !== 'code') throw new Refusal(400, 'unsupported_response_type', 'The response_type is code.');
  if ((fields.get('response_mode') ?? 'query') !== 'query') throw invalidRequest('The response_mode is query.');
  if (required(fields, 'code_challenge_method') !== 'S256') throw invalidRequest('The code_challenge_method is S256.');
  if (!/^[\w-]{43}$/.test(required(fields, 'code_challenge'))) throw invalidRequest('The code_challenge is no SHA-256 in base64url.');
  if ((fields.get('state') ?? '').length > STATE_MAX_LENGTH)
    throw invalidRequest(`The state is longer than ${STATE_MAX_LENGTH} characters.`);
  if (fields.has('request') || fields.has('request_uri'))
    throw new Refusal(400, 'request_not_supported', 'Requests are sent as parameters.');
}

/** What is asked for besides reading; of nothing that is said, all. Values that are not known give nothing (RFC 6749, 3.3). */
const writes = (scope: string | undefined): boolean => {
  const asked = (scope ?? '').split(' ').filter((one) => one === 'read' || one === 'write');
  return asked.length === 0 || asked.includes('write');
};

/** Of a client that is known by the document that it publishes: whose name that is. */
const siteOf = (clientId: string): string | null => (clientId.startsWith('https:') ? new URL(clientId).host : null);
