import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Answer, Endpoint, EndpointOptions } from './endpoint.ts';
import type { OnNews } from './port.ts';
import { Refused, RPC, rpcError } from './rpc.ts';

export interface McpHttpOptions extends Omit<EndpointOptions, 'resourceMetadata'> {
  /** Where hosts reach the service and are connected by OAuth, without a slash at its end; null where they are not. */
  readonly issuer: string | null;
  readonly bodyMaxBytes: number;
  /** Takes a listener for the `Identity.key` of each caller whose credential is gone. */
  readonly onCallerGone?: (listener: (callerKey: string) => void) => void;
  /** Takes a listener for what anybody does to databases, and where those accounts are asked for that it is wanted of. */
  readonly onNews?: (listener: OnNews, accounts: () => readonly string[]) => void;
}

const PATH = '/mcp';
const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** What this resource is and who gives tokens for it (RFC 9728, 2); hosts look where they were told, or under the path of the resource. */
function mountMetadata(app: FastifyInstance, issuer: string): void {
  const metadata = {
    resource: `${issuer}${PATH}`,
    authorization_servers: [issuer],
    scopes_supported: ['read', 'write'],
    bearer_methods_supported: ['header'],
    resource_name: 'svc',
    resource_documentation: `${issuer}/docs`,
  };
  const { pathname } = new URL(metadata.resource);
  for (const url of new Set([`${METADATA_PATH}${pathname}`, `${METADATA_PATH}${PATH}`, METADATA_PATH])) app.get(url, () => metadata);
}

/** The agent protocol on the service's own port. */
export function mountMcp(app: FastifyInstance, options: McpHttpOptions): void {
  const { bodyMaxBytes, onError } = options;
  // The protocol's server is some megabytes and a moment of every start; a service that no agent talks to has neither.
  let endpoint: Promise<Endpoint> | null = null;
  let loaded: Endpoint | null = null;
  const resourceMetadata = options.issuer === null ? null : `${options.issuer}${METADATA_PATH}${PATH}`;
  const load = async () => {
    loaded = (await import('./endpoint.ts')).createEndpoint({ ...options, resourceMetadata });
    return loaded;
  };
  if (options.issuer !== null) mountMetadata(app, options.issuer);

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: PATH,
    bodyLimit: bodyMaxBytes,
    errorHandler: async (error: Error & { code?: string; statusCode?: number }, _request, reply) => {
      // What is refused before it is a message at all is refused here as everywhere.
      if (error.name === 'Fault' || error instanceof Refused) throw error;
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
        return await send(
          reply,
          rpcError(
            413,
            RPC.server,
            `The body is larger than ${bodyMaxBytes} bytes: send less in one call, and many rows in several inserts.`,
            null,
            { connection: 'close' },
          ),
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
  options.onNews?.(
    (...told) => void loaded?.heard(...told).catch(onError),
    () => loaded?.accounts() ?? [],
  );
  app.addHook('preClose', async () => {
    await (await endpoint)?.close();
  });
}

/** As Fastify sends it. */
export async function send(reply: FastifyReply, response: Answer): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  if (typeof response === 'string') return reply.header('content-type', 'application/json').send(response);
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  // The protocol's server says `no-cache` of streams, which lets them be kept, with the session's id and the rows in them.
  if (response.headers.has('cache-control')) reply.header('cache-control', 'no-store, no-transform');
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
