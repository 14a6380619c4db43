import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Received {
  /** `_OTHER` for what is not in common use. */
  readonly method: string;
  /** Of the connection, or what a proxy that is believed says of its own. */
  readonly scheme: 'http' | 'https';
}

export interface Answered extends Received {
  /** The route's pattern; undefined where none was found. */
  readonly route: string | undefined;
  /** As it was sent, or would have been to who left. */
  readonly status: number;
  readonly seconds: number;
}

export interface RequestMeter {
  began(request: Received): void;
  ended(request: Answered): void;
}

/** Tells of each request, and of its end when the last byte of its reply is sent. */
export function measureRequests(app: FastifyInstance, meter: RequestMeter): void {
  app.addHook('onRequest', (request, _reply, done) => {
    meter.began(receivedOf(request));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? undefined : request.routeOptions.url;
    meter.ended({ ...receivedOf(request), route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
    done();
  });
}

export const receivedOf = ({ method, protocol }: FastifyRequest): Received => ({
  method: METHODS.has(method) ? method : '_OTHER',
  scheme: protocol === 'https' ? 'https' : 'http',
});

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
