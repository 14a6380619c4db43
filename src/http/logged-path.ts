import type { FastifyRequest } from 'fastify';

/** An id of ours, by its form. */
const ID = /^(?:db_[a-z0-9_]{1,100}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
/** As addresses of pages and programs are. */
const WORD = /^(?:v\d|[a-z][a-z._-]{0,39})$/;

/**
 * What the log says of a request's path: its route with the ids in it, and of an address that there is not its words. What
 * else stands in a path somebody typed or pasted, and it may be a key.
 */
export function loggedPath({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const said = url.split('?', 1)[0]?.split('/') ?? [];
  const route = routeOptions.url?.split('/');
  if (!route) return said.map((part) => (part === '' || WORD.test(part) ? part : '…')).join('/');
  return route.map((part, at) => (part.startsWith(':') && ID.test(said[at] ?? '') ? said[at] : part)).join('/');
}
