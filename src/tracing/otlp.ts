import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { serviceAttributes } from '../service-attributes.ts';
import { createSpans } from './spans.ts';
import type { Tracing, TracingSettings } from './tracing.ts';

/** At a stop, for the last spans to reach a collector, which may be away. */
const FLUSH_MS = 3_000;

/** Sends traces to the collector in batches, as OTLP in JSON. One that is away is told of nothing, and keeps nobody waiting. */
export function openOtlp({ endpoint, serviceName, sampled }: TracingSettings): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes(serviceAttributes(serviceName)),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  });
  const { measured, ...spans } = createSpans(provider.getTracer('svc'), new W3CTraceContextPropagator());
  return {
    ...spans,
    measured: (metrics) => ({
      ...measured(metrics),
      async close() {
        await metrics.close();
        await waitAtMost(
          FLUSH_MS,
          provider.shutdown().catch(() => undefined),
        );
      },
    }),
  };
}
