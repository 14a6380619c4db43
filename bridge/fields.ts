import type { FastifyRequest } from 'fastify';
import { bodyOf } from '../src/fastify/text-bodies.ts';
import { invalidRequest } from './refusal.ts';

/** Fields of a request of OAuth: none is sent twice (RFC 6749, 3.1 and 3.2), and an empty one is none. */
export type Fields = ReadonlyMap<string, string>;

export const ofQuery = (request: FastifyRequest): Fields => fieldsOf(new URL(request.url, 'http://localhost').searchParams);

/** @throws Refusal for a body of another type */
export function ofForm(request: FastifyRequest): Fields {
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(request.headers['content-type']?.trim() ?? ''))
    throw invalidRequest('The body is a form: application/x-www-form-urlencoded.');
  return fieldsOf(new URLSearchParams(bodyOf(request).text));
}

/** @throws Refusal for one that is missing */
export function required(fields: Fields, name: string): string {
  const value = fields.get(name);
  if (value === undefined) throw invalidRequest(`${name} is missing.`);
  return value;
}

function fieldsOf(sent: URLSearchParams): Fields {
  const names = [...sent.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at && name !== 'resource');
  if (twice !== undefined) throw invalidRequest(`${twice.slice(0, 40)} is sent more than once.`);
  if (sent.getAll('resource').length > 1) throw invalidRequest('One resource can be asked for.');
  return new Map([...sent].filter(([, value]) => value !== ''));
}

/** @throws Refusal */
export function ofJson(request: FastifyRequest): unknown {
  if (!/^application\/json(?:;|$)/i.test(request.headers['content-type']?.trim() ?? ''))
    throw invalidRequest('The body is JSON: application/json.');
  try {
    return JSON.parse(bodyOf(request).text);
  } catch {
    throw invalidRequest('The body is not valid JSON.');
  }
}
