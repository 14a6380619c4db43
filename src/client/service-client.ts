import { SERVICE_ROWS, type ServiceOperationName, type ServiceOperations } from '../contract/service-operations.ts';
import { SvcError } from './error.ts';

interface Options {
  readonly baseUrl: string;
  /** A service token; asked for before each call. */
  readonly token: () => Promise<string>;
}

const TIMEOUT_MS = 15_000;

/** The operations of a service that runs as another process. */
export function createServiceClient({ baseUrl, token }: Options): ServiceOperations {
  const call = async (name: ServiceOperationName, input: unknown): Promise<unknown> => {
    const { path, response } = SERVICE_ROWS[name];
    const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json', accept: 'application/json' };
    const sent = {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    } as const;
    const reply = await fetch(`${baseUrl}${path}`, sent).catch((error: unknown) => {
      throw SvcError.network(error);
    });
    const text = await reply.text().catch((error: unknown) => {
      throw SvcError.network(error);
    });
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (error) {
      throw SvcError.nonJson(reply.status, text, reply.headers.get('retry-after'), error);
    }
    if (!reply.ok) throw SvcError.fromReply(reply.status, body, reply.headers.get('retry-after'));
    return response.parse(body);
  };
  const names = Object.keys(SERVICE_ROWS) as ServiceOperationName[];
  return Object.fromEntries(names.map((name) => [name, (input: unknown) => call(name, input)])) as unknown as ServiceOperations;
}
