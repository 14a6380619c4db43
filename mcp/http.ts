import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Answer, Endpoint, EndpointOptions } from './endpoint.ts';
import { RPC, rpcError } from './rpc.ts';

export interface McpHttpOptions extends EndpointOptions {
  readonly bodyMaxBytes: number;
  /** Takes a listener for the `Identity.key` of each caller whose credential is gone. */
  readonly onCallerGone?: (listener: (callerKey: string) => void) => void;
}

const PATH = '/mcp';

/** The agent protocol on the service's own port. */
export function mountMcp(app: FastifyInstance, options: McpHttpOptions): void {
  const { bodyMaxBytes, onError } = options;
  // The protocol's server is some megabytes and a moment of every start; a service that no agent talks to has neither.
  let endpoint: Promise<Endpoint> | null = null;
  const load = async () => (await import('./endpoint.ts')).createEndpoint(options);

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: PATH,
    bodyLimit: bodyMaxBytes,
    errorHandler: async (error: Error & { code?: string; statusCode?: number }, _request, reply) => {
      // What the service refuses before it is a message at all is refused here as everywhere.
      if (error.name === 'Fault') throw error;
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
        return await send(
          reply,
          rpcError(413, RPC.server, `The body is larger than ${bodyMaxBytes} bytes.`, null, { connection: 'close' }),
        );
      if (error.statusCode !== undefined && error.statusCode < 500)
        return await send(reply, rpcError(error.statusCode, RPC.invalidRequest, 'The request cannot be read.', null));
      onError(error);
      return await send(reply, rpcError(500, RPC.internalError, 'Internal error', null));
    },
    handler: async (request, reply) => {
      endpoint ??= load();
      return await send(reply, await (await endpoint).answer(request, reply));
    },
  });
  options.onCallerGone?.((callerKey) => void endpoint?.then((loaded) => loaded.endOf(callerKey)).catch(() => undefined));
  app.addHook('preClose', async () => {
    await (await endpoint)?.close();
  });
}

async function send(reply: FastifyReply, response: Answer): Promise<FastifyReply> {
  if (typeof response === 'string') return reply.header('content-type', 'application/json').send(response);
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.body) return reply.send();
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return reply.send(await response.text());
  const events = Readable.fromWeb(response.body as ReadableStream);
  return reply.send(reply.request.method === 'GET' ? Readable.from(opened(events)) : events);
}

/** Headers leave with the first bytes, and a stream that waits for whatever may come has none for a quarter of a minute. */
async function* opened(events: Readable): AsyncGenerator<unknown> {
  yield ': open\n\n';
  yield* events;
}
