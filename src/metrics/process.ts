import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import type { Meter } from '@opentelemetry/api';

const LOOK_MS = 10;
const SECONDS_PER_NANOSECOND = 1e-9;
const SECONDS_PER_MICROSECOND = 1e-6;

/** This process: event loop, memory, processor, descriptors. Call what it gives to end it. */
export function observeProcess(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS });
  delay.enable();
  const of = (name: string, description: string) =>
    meter.createObservableGauge(`nodejs.eventloop.delay.${name}`, { unit: 's', description });
  const delays = {
    min: of('min', 'Event loop minimum delay.'),
    max: of('max', 'Event loop maximum delay.'),
    mean: of('mean', 'Event loop mean delay.'),
    stddev: of('stddev', 'Event loop standard deviation delay.'),
    p50: of('p50', 'Event loop 50th percentile delay.'),
    p90: of('p90', 'Event loop 90th percentile delay.'),
    p99: of('p99', 'Event loop 99th percentile delay.'),
  };
  // Each scrape gets the figures since the one before.
  meter.addBatchObservableCallback((result) => {
    if (delay.count < 2) return;
    for (const name of ['min', 'max', 'mean', 'stddev'] as const) result.observe(delays[name], delay[name] * SECONDS_PER_NANOSECOND);
    for (const percent of [50, 90, 99] as const) result.observe(delays[`p${percent}`], delay.percentile(percent) * SECONDS_PER_NANOSECOND);
    delay.reset();
  }, Object.values(delays));

  let last = performance.eventLoopUtilization();
  meter
    .createObservableGauge('nodejs.eventloop.utilization', { unit: '1', description: 'Event loop utilization.' })
    .addCallback((result) => {
      const now = performance.eventLoopUtilization();
      result.observe(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    });
  meter
    .createObservableUpDownCounter('process.memory.usage', { unit: 'By', description: 'Physical memory in use.' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  meter.createObservableUpDownCounter('v8js.memory.heap.used', { unit: 'By', description: 'Heap memory in use.' }).addCallback((result) => {
    for (const { space_name: space, space_used_size: bytes } of getHeapSpaceStatistics())
      result.observe(bytes, { 'v8js.heap.space.name': space });
  });
  meter.createObservableCounter('process.cpu.time', { unit: 's', description: 'CPU seconds by mode.' }).addCallback((result) => {
    const { user, system } = process.cpuUsage();
    result.observe(user * SECONDS_PER_MICROSECOND, { 'cpu.mode': 'user' });
    result.observe(system * SECONDS_PER_MICROSECOND, { 'cpu.mode': 'system' });
  });
  meter
    .createObservableGauge('process.uptime', { unit: 's', description: 'Time for which the process runs.' })
    .addCallback((result) => result.observe(process.uptime()));
  if (openDescriptors() !== null)
    meter
      .createObservableUpDownCounter('process.open_file_descriptor.count', {
        unit: '{file_descriptor}',
        description: 'Open file descriptors.',
      })
      .addCallback((result) => result.observe(openDescriptors() ?? 0));
  return () => delay.disable();
}

/** Null where the system does not tell. */
function openDescriptors(): number | null {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}
