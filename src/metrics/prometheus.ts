import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { packageFacts } from '../version.ts';
import { createInstruments } from './instruments.ts';
import type { Metrics } from './metrics.ts';
import { observeProcess } from './process.ts';

const PATH = '/metrics';

/** `GET /metrics` on a port of its own, in Prometheus' text format; 0 takes a free port. @throws Error for a port that is taken */
export async function openPrometheus({ host, port }: { readonly host: string; readonly port: number }): Promise<Metrics> {
  const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
  const provider = new MeterProvider({
    resource: resourceFromAttributes({ 'service.name': 'svc', 'service.version': packageFacts().version }),
    readers: [exporter],
  });
  const server = createServer((request, reply) => {
    if (request.url?.split('?')[0] === PATH && request.method === 'GET') exporter.getMetricsRequestHandler(request, reply);
    else reply.writeHead(404).end();
  });
  server.listen({ host, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`port ${port} of ${host} is taken; set another with SVC_METRICS_PORT, or 0 for a free one`, { cause: error })
      : error;
  });
  // Whoever only measures keeps no process alive.
  server.unref();
  const meter = provider.getMeter('svc');
  const stopObserving = observeProcess(meter);
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    ...createInstruments(meter),
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}${PATH}`,
    async close() {
      stopObserving();
      server.closeAllConnections();
      server.close();
      await provider.shutdown();
    },
  };
}
