import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Received, receivedOf } from './measure.ts';

interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** One request as its trace follows it. */
export interface Followed {
  /** By which a collector finds it. */
  readonly ids: TraceIds;
  /** What the work begins is part of the trace, also what it does later. */
  within<T>(work: () => T): T;
  ended(answer: { readonly route: string | undefined; readonly status: number }): void;
}

export interface RequestTracer {
  /** `header` gives a header of the request, by its name in lower case. */
  began(request: Received, header: (name: string) => string | undefined): Followed;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log; absent where nothing is traced. */
    traced?: TraceIds;
  }
}

/** Has each request followed from its arrival to the last byte of its reply. */
export function followRequests(app: FastifyInstance, tracer: RequestTracer): void {
  const followed = new WeakMap<FastifyRequest, Followed>();
  app.addHook('onRequest', (request, _reply, done) => {
    const header = (name: string) => [request.headers[name]].flat()[0];
    const one = tracer.began(receivedOf(request), header);
    request.traced = one.ids;
    followed.set(request, one);
    done();
  });
  // Not before the body is read, which is told of by the socket and so by no request's own work.
  app.addHook('preHandler', (request, _reply, done) => {
    const one = followed.get(request);
    if (one) one.within(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    followed.get(request)?.ended({ route: request.is404 ? undefined : request.routeOptions.url, status: reply.statusCode });
    done();
  });
}
