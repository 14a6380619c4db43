import type { Metrics, MetricsSettings } from './metrics.ts';

/** Measures for who is told to have it, or nothing. @throws Error for a port that is taken */
export async function openMetrics(settings: MetricsSettings | null): Promise<Metrics> {
  if (settings === null) return NONE;
  // Loaded where it is wanted: who does not measure does not wait for it.
  const { openProvider } = await import('./provider.ts');
  return await openProvider(settings);
}

const NONE: Metrics = {
  url: null,
  requests: null,
  onRateLimited: () => undefined,
  handlers: (handlers) => handlers,
  ask: (handler) => handler,
  engine: (engine) => engine,
  chat: (chat) => chat,
  pool: () => () => undefined,
  queue: () => undefined,
  close: async () => undefined,
};
