import type { ConsentDone, ConsentRequest } from '../../../../src/contract/agent-hosts.ts';
import { addressOf } from '../../base.ts';

/** A host that was let in, and the way back to it. */
export interface Connected {
  readonly name: string;
  readonly redirectTo: string;
  readonly code: string;
}

/** The OAuth server's own part of a consent; what it refuses is an Error in its words. */
export const bridge = {
  lookUp: (request: string, signal?: AbortSignal) => post<ConsentRequest>('look-up', { request }, signal),
  finish: (request: string, code: string) => post<ConsentDone>('finish', { request, code }),
  refuse: (request: string) => post<Pick<ConsentDone, 'redirect_to'>>('refuse', { request }),
};

async function post<Reply>(name: string, body: object, signal?: AbortSignal): Promise<Reply> {
  const reply = await fetch(addressOf(`/oauth/consent/${name}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  const said = (await reply.json()) as Reply & { error_description?: string };
  if (!reply.ok) throw new Error(said.error_description ?? 'The service does not answer.');
  return said;
}

/** Where a host is led back to, as a person reads it: on this machine, at an app, or at a site. */
export function wayBack(redirectUri: string): { readonly kind: 'machine' | 'app' | 'site'; readonly host: string } {
  const url = new URL(redirectUri);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'app', host: `${url.protocol}//${url.host}` };
  const isMachine = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return { kind: isMachine ? 'machine' : 'site', host: url.host };
}
