import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LIMITS } from '../contract/limits.ts';
import { AgentClient, type ServiceInput, type ServiceOutput } from '../contract/service-operations.ts';
import { addressGroup } from '../lib/address-group.ts';
import type { AgentClientRow, AgentClients } from '../store/agent-clients.ts';
import type { Ephemeral } from '../store/ephemeral.ts';
import type { FetchedDocument } from './fetch-document.ts';

interface Dependencies {
  readonly clients: AgentClients;
  readonly ephemeral: Ephemeral;
  readonly fetchDocument: (url: URL) => Promise<FetchedDocument>;
}

type Found = ServiceOutput<'findClient'>;

const HOUR_SECONDS = 60 * 60;
/** A published document is looked at again after this long; what was known of it stays where it cannot be. */
const FRESH_MS = 24 * 60 * 60_000;

/** Agent hosts that register (RFC 7591), and those that publish what they are (Client ID Metadata Documents). */
export function createAgentClients({ clients, ephemeral, fetchDocument }: Dependencies) {
  const isOver = async (what: string, address: string, limit: number) =>
    (await ephemeral.count(`${what}:${addressGroup(address)}`, HOUR_SECONDS)).count > limit;

  async function published(id: string, url: URL, address: string): Promise<Found> {
    const known = await clients.find(id);
    if (known?.stale_at && known.stale_at.getTime() > Date.now()) return { client: clientOf(known), reason: null };
    const fallback = (reason: string): Found => (known ? { client: clientOf(known), reason: null } : { client: null, reason });
    if (await isOver('client documents', address, LIMITS.clientDocumentsOfAddressMax)) return fallback('Too many are asked for.');
    const document = await fetchDocument(url);
    if ('reason' in document) return fallback(document.reason);
    const read = readDocument(document.text, id);
    if ('reason' in read) return { client: null, reason: read.reason };
    const { client_name: name, client_uri: uri, redirect_uris } = read.client;
    return {
      client: clientOf(await clients.put({ id, name, uri, redirect_uris, stale_at: new Date(Date.now() + FRESH_MS) })),
      reason: null,
    };
  }

  return {
    async register({ address, client_name, client_uri, redirect_uris }: ServiceInput<'registerClient'>) {
      if (await isOver('clients', address, LIMITS.clientsOfAddressMax)) return { client: null };
      const row = await clients.put({ id: randomUUID(), name: client_name, uri: client_uri, redirect_uris, stale_at: null });
      return { client: { ...clientOf(row), issuedAt: row.created_at.toISOString() } };
    },
    async find({ client_id: id, address }: ServiceInput<'findClient'>): Promise<Found> {
      if (/^https:/i.test(id)) {
        const url = documentUrl(id);
        return url === null ? { client: null, reason: 'It is no address of a document.' } : await published(id, url, address);
      }
      const known = await clients.find(id);
      return known ? { client: clientOf(known), reason: null } : { client: null, reason: 'No such client is registered here.' };
    },
  };
}

const clientOf = ({ id, name, uri, redirect_uris }: AgentClientRow): AgentClient => ({
  client_id: id,
  client_name: name,
  client_uri: uri,
  redirect_uris,
});

/** An address with a path, written as it is read, without a fragment or a password. */
function documentUrl(id: string): URL | null {
  const url = URL.canParse(id) ? new URL(id) : null;
  const isOne = url?.protocol === 'https:' && url.href === id && url.pathname !== '/' && url.hash === '' && !url.username && !url.password;
  return isOne ? url : null;
}

const Document = z.object({
  client_id: z.string(),
  // It is shown where somebody decides: no character turns its direction, or hides.
  client_name: AgentClient.shape.client_name
    .unwrap()
    .regex(/^[^\p{C}]*$/u, 'holds characters that cannot be seen')
    .nullish(),
  client_uri: AgentClient.shape.client_uri.optional(),
  redirect_uris: AgentClient.shape.redirect_uris,
  token_endpoint_auth_method: z.string().optional(),
});

/** All clients are public here: a document that asks for more than that would not get what it says. */
function readDocument(text: string, id: string): { client: AgentClient } | { reason: string } {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return { reason: 'It is not JSON.' };
  }
  const { data, error } = Document.safeParse(said);
  if (!data) return { reason: `${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}` };
  if (data.client_id !== id) return { reason: 'Its client_id is not the address that it is at.' };
  if ((data.token_endpoint_auth_method ?? 'none') !== 'none') return { reason: 'Its token_endpoint_auth_method is not `none`.' };
  const { client_name = null, client_uri = null, redirect_uris } = data;
  return { client: { client_id: id, client_name, client_uri, redirect_uris } };
}
