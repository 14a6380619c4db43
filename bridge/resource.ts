import { Refusal } from './refusal.ts';

/** The resource that a host names, which is this service's own or none (RFC 8707, 2). What narrows its address does not count. @throws Refusal */
export function requireResource(given: string | undefined, resource: string): void {
  if (given === undefined) return;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || url.hash !== '' || `${url.origin}${url.pathname}` !== resource)
    throw new Refusal(400, 'invalid_target', `The resource is ${resource}.`);
}
