import type { FastifyRequest } from 'fastify';
import { Fault, messageOf } from '../fault.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An operation of OAuth: its body may be a form. */
    readonly form?: boolean;
  }
}

/** Whether the request speaks OAuth's own way, to an operation that takes it (RFC 6749, 4.1.3): with a form as its body. */
export const isForm = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.form === true && /^application\/x-www-form-urlencoded(?:;|$)/i.test(headers['content-type']?.trim() ?? '');

/** @throws Fault invalid_body for a field that is sent twice (RFC 6749, 3.2) */
export function readForm(text: string): Record<string, string> {
  const fields = new URLSearchParams(text);
  const names = [...fields.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new Fault('invalid_body', { params: { issues: [{ path: twice, message: 'It is sent more than once.' }] } });
  return Object.fromEntries(fields);
}

/** RFC 6749, 5.2: what who sent a form reads errors as. Codes that it does not have are ours. */
export const formError = (fault: Fault): { error: string; error_description: string } => ({
  error: INVALID.has(fault.code) ? 'invalid_request' : fault.code,
  error_description: described([messageOf(fault), ...issuesOf(fault)].join(' ')),
});

const issuesOf = ({ params }: Fault): string[] =>
  ((params?.issues ?? []) as readonly { path: string; message: string }[]).map(({ path, message }) => `${path}: ${message}`);

const INVALID: ReadonlySet<string> = new Set(['invalid_body', 'invalid_json']);

/** It may hold no other characters. */
const described = (text: string): string => text.replaceAll('’', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, ' ');
