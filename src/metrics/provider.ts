import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonMetricsSerializer, MetricsExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { serviceAttributes } from '../service-attributes.ts';
import { createInstruments } from './instruments.ts';
import type { Metrics, MetricsSettings } from './metrics.ts';
import { observeProcess } from './process.ts';

const PATH = '/metrics';

/** At a stop, for the last figures to reach a collector, which may be away. */
const FLUSH_MS = 3_000;

/** Figures for Prometheus, which asks for them, or for a collector, which is sent them, or for both. @throws Error for a port that is taken */
export async function openProvider({ prometheus, otlp, serviceName }: MetricsSettings): Promise<Metrics> {
  const scraped = prometheus === null ? null : await openPrometheus(prometheus);
  const readers: IMetricReader[] = [...(scraped ? [scraped.exporter] : []), ...(otlp ? [sentTo(otlp)] : [])];
  const provider = new MeterProvider({
    resource: resourceFromAttributes(serviceAttributes(serviceName)),
    readers,
  });
  const meter = provider.getMeter('svc');
  const stopObserving = observeProcess(meter);
  return {
    ...createInstruments(meter),
    url: scraped?.url ?? null,
    async close() {
      stopObserving();
      scraped?.close();
      await waitAtMost(
        FLUSH_MS,
        provider.shutdown().catch(() => undefined),
      );
    },
  };
}

/** `GET /metrics` on a port of its own, in Prometheus' text format; 0 takes a free port. */
async function openPrometheus({ host, port }: NonNullable<MetricsSettings['prometheus']>) {
  const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
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
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    exporter,
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}${PATH}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** As OTLP in JSON. A collector that is away is told of nothing, and keeps nobody waiting. */
function sentTo({ endpoint, everyMs }: NonNullable<MetricsSettings['otlp']>): IMetricReader {
  const options = convertLegacyHttpOptions({ url: `${endpoint}/v1/metrics` }, 'METRICS', 'v1/metrics', {
    'Content-Type': 'application/json',
  });
  const exporter = new OTLPExporterBase(
    createOtlpHttpExportDelegate(options, JsonMetricsSerializer, 'otlp_http_metric_exporter', MetricsExporterMetricsHelper, undefined),
  );
  return new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: everyMs, exportTimeoutMillis: Math.min(everyMs, 10_000) });
}
