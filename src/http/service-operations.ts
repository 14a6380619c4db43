import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ServiceHandlers } from '../agent-hosts/service-handlers.ts';
import { SERVICE_AUDIENCE, SERVICE_ROWS, type ServiceOperationName, type ServiceOperations } from '../contract/service-operations.ts';
import { bodyOf } from '../fastify/text-bodies.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import type { ServiceTokens } from '../lib/service-token.ts';
import { readCredential } from './credentials.ts';
import { asSvcError } from './direct.ts';
import type { logFault } from './errors.ts';

/** The operations of other parts of the deployment, for whoever shows a service token; without a secret to sign them with there are none. */
export function bindServiceOperations(app: FastifyInstance, handlers: ServiceHandlers, tokens: ServiceTokens | null): void {
  for (const [name, { path, body }] of rows()) {
    app.post(path, {
      onRequest: async (request) => {
        if (tokens === null) throw new Fault('secret_unconfigured', { params: { setting: 'SVC_SERVICE_SECRET' } });
        const credential = readCredential(request.headers.authorization);
        const shown = credential.kind === 'account' ? await tokens.verify(credential.token, SERVICE_AUDIENCE) : null;
        if (shown === null) throw new Fault('unauthorized');
      },
      handler: async (request) => {
        const input = read(body, bodyOf(request).text);
        return await handlers[name](input as never, request.id);
      },
    });
  }
}

/** The same in this process. */
export function directServiceOperations(handlers: ServiceHandlers, log: Parameters<typeof logFault>[0]): ServiceOperations {
  const methods = rows().map(([name, { body }]) => [
    name,
    async (input: unknown) => {
      const requestId = newId();
      try {
        return await handlers[name](parsed(body, input) as never, requestId);
      } catch (error) {
        throw asSvcError(error, { requestId, log });
      }
    },
  ]);
  return Object.fromEntries(methods) as ServiceOperations;
}

const rows = () => Object.entries(SERVICE_ROWS) as [ServiceOperationName, (typeof SERVICE_ROWS)[ServiceOperationName]][];

function read(schema: z.ZodObject, text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new Fault('invalid_json', { params: { reason: 'The body is not valid JSON.' }, cause: error });
  }
  return parsed(schema, body);
}

function parsed(schema: z.ZodObject, input: unknown): unknown {
  const { data, error } = z.strictObject(schema.shape).safeParse(input);
  if (error)
    throw new Fault('invalid_body', { params: { issues: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) } });
  return data;
}
