import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createNoopMeter } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { createInstruments } from '../../src/metrics/instruments.ts';
import { observeProcess } from '../../src/metrics/process.ts';

const dashboard = JSON.parse(readFileSync(fileURLToPath(new URL('../../manifests/grafana/svc.json', import.meta.url)), 'utf8')) as {
  readonly panels: readonly { readonly id: number; readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
};

/** Every figure that the service has, as Prometheus calls it. */
function figures(): Set<string> {
  const names = new Set<string>();
  const noop = createNoopMeter();
  const suffixes = (kind: string): readonly string[] =>
    kind.includes('Histogram')
      ? ['_bucket', '_sum', '_count']
      : kind === 'createCounter' || kind === 'createObservableCounter'
        ? ['_total']
        : [''];
  const meter = new Proxy(noop, {
    get: (target, kind: string) => {
      const method = target[kind as keyof typeof target];
      if (!kind.startsWith('create')) return method;
      return (name: string, ...rest: unknown[]) => {
        for (const suffix of suffixes(kind)) names.add(`${name.replaceAll('.', '_')}${suffix}`);
        return (method as (...all: unknown[]) => unknown).call(target, name, ...rest);
      };
    },
  });
  createInstruments(meter);
  observeProcess(meter)();
  return names;
}

const BY_PROMETHEUS = /^(rate|sum|by|le|topk|histogram_quantile|job|instance)$/;

test('the dashboard asks for figures that there are, and leaves none of the service’s own out', () => {
  const there = figures();
  const asked = new Set<string>();
  for (const { title, targets } of dashboard.panels)
    for (const { expr } of targets) {
      const bare = expr
        .replace(/\{[^}]*\}/g, ' ')
        .replace(/by \([^)]*\)/g, ' ')
        .replace(/\[[^\]]*\]/g, ' ');
      for (const [name] of bare.matchAll(/[a-z][a-z0-9_]+/g)) {
        if (BY_PROMETHEUS.test(name)) continue;
        expect([title, name, there.has(name)]).toEqual([title, name, true]);
        asked.add(name.replace(/_(bucket|sum|count|total)$/, ''));
      }
    }
  const own = [...there]
    .map((name) => name.replace(/_(bucket|sum|count|total)$/, ''))
    .filter((name) => /^(svc|http|db|gen_ai)_/.test(name));
  expect(own.filter((name) => !asked.has(name))).toEqual([]);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});
