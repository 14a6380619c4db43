import type { Tracing, TracingSettings } from './tracing.ts';

export async function openTracing(settings: TracingSettings | null): Promise<Tracing> {
  if (settings === null) return NONE;
  // Loaded where it is wanted: who does not trace does not wait for it.
  const { openOtlp } = await import('./otlp.ts');
  return openOtlp(settings);
}

const NONE: Tracing = { requests: null, planner: (planner) => planner, measured: (metrics) => metrics };
