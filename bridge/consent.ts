import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ConsentDone, ConsentRequest } from '../src/contract/agent-hosts.ts';
import { ofJson } from './fields.ts';
import type { BridgeParts } from './port.ts';
import { answeredAt } from './redirect-uri.ts';
import { invalidRequest } from './refusal.ts';

const Looked = z.strictObject({ request: z.string() });
const Finished = z.strictObject({ request: z.string(), code: z.string().max(128) });

/** What the consent page shows. */
export async function lookUp(request: FastifyRequest, { tickets }: BridgeParts): Promise<ConsentRequest> {
  const { client_id, client_name, client_site, redirect_uri, state, writes } = await tickets.read(read(Looked, request).request);
  return { client_id, client_name, client_site, redirect_uri, state, writes };
}

/** Binds the code of the consent to the request that it is for. @throws Refusal where it is for another one */
export async function finish(request: FastifyRequest, { api, tickets, issuer }: BridgeParts): Promise<ConsentDone> {
  const { request: text, code } = read(Finished, request);
  const { client_id, redirect_uri, state, code_challenge, resource, host_state } = await tickets.read(text);
  const { held } = await api.holdRequest({ code, request: { client_id, redirect_uri, state, code_challenge, resource } });
  if (!held) throw invalidRequest('The code is none of this request, or counts no more: begin again in the agent host.');
  return { code, redirect_to: answeredAt(redirect_uri, issuer, { code, state: host_state }) };
}

/** RFC 6749, 4.1.2.1. */
export async function refuse(request: FastifyRequest, { tickets, issuer }: BridgeParts): Promise<Pick<ConsentDone, 'redirect_to'>> {
  const { redirect_uri, host_state } = await tickets.read(read(Looked, request).request);
  const said = { error: 'access_denied', error_description: 'The owner of the account refused.' };
  return { redirect_to: answeredAt(redirect_uri, issuer, { ...said, state: host_state }) };
}

function read<Shape extends z.ZodType>(shape: Shape, request: FastifyRequest): z.output<Shape> {
  const { data, error } = shape.safeParse(ofJson(request));
  if (error) throw invalidRequest(`${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`);
  return data as z.output<Shape>;
}
