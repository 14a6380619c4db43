import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Of the types on offer the one that the caller would rather have (RFC 9110, 12.5.1); the first when it names none of them. */
export function preferredType<const Type extends string>({ headers }: FastifyRequest, offered: readonly [Type, ...Type[]]): Type {
  const { accept } = headers;
  if (accept === undefined || accept === '*/*') return offered[0];
  return (new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType([...offered]) as Type | undefined) ?? offered[0];
}

/** `text/csv; charset=utf-8` is a wish for CSV: of each type's parameters its weight alone is looked at. */
const withoutParameters = (accept: string): string => accept.replace(/;\s*(?!q\s*=)[\w!#$&^.+-]+\s*=\s*(?:"[^"]*"|[^;,\s]*)/gi, '');
