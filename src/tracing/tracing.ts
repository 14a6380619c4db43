import type { RequestTracer } from '../http/follow.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Planner } from '../plan/planner.ts';

/**
 * What an ask goes through, as a trace: HTTP, operation, planners, exchanges with models, engines; under the names of OpenTelemetry's
 * semantic conventions where there are some. Attributes come from closed lists, beside ids of requests: no question, value, SQL or key is one.
 */
export interface Tracing {
  /** Null where it is off. */
  readonly requests: RequestTracer | null;
  readonly planner: (planner: Planner) => Planner;
  /** The same, traced as well as measured. */
  measured(metrics: Metrics): Metrics;
}

export interface TracingSettings {
  /** Base URL of a collector that takes OTLP over HTTP. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Part of the traces that begin here, 0 to 1; what comes as part of another's trace is recorded where that one is. */
  readonly sampled: number;
}
