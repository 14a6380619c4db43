import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createBridgeApp } from '../../bridge/standalone/app.ts';
import { createAgentsApp } from '../../mcp/standalone/app.ts';
import { readConfig } from '../../src/config.ts';
import { CONTROL_SESSIONS_MAX } from '../../src/store/control-plane.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const KUBERNETES = `${ROOT}manifests/kubernetes`;

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a shape of its own, which its schema checks.
  readonly spec?: any;
  readonly data?: Record<string, string>;
}

const documentsIn = (text: string): Resource[] => parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as Resource);
const base = readdirSync(`${KUBERNETES}/base`)
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => documentsIn(readFileSync(`${KUBERNETES}/base/${name}`, 'utf8')));
const only = (kind: string, of: readonly Resource[] = base) => of.filter((each) => each.kind === kind);

/** @throws where the resource is not as Kubernetes' own schema (OpenAPI) has it */
async function checkSchema(resource: Resource): Promise<void> {
  const schema = `kubernetes-models/${resource.apiVersion}/${resource.kind}`;
  const { [resource.kind]: Model } = await import(schema);
  new Model(resource).validate();
}

test('the Dockerfile has no mistakes, and runs as no root', () => {
  const text = readFileSync(`${ROOT}Dockerfile`, 'utf8');
  expect(validate(text)).toEqual([]);
  expect(validate('FROM node\nCMD ["a"]\nCMD b c\nCOPPY x y')).not.toEqual([]);
  expect(text).toMatch(/^USER node$/m);
});

/** Of a process on PostgreSQL: of the control plane, of administration, and those that listen. */
const SESSIONS_BESIDE = CONTROL_SESSIONS_MAX + 12;

/** Last words, notes of what was used, goodbyes to stores. */
const AFTER_DRAIN_SECONDS = 10;

describe('the base', () => {
  test.each(base.map((each) => [`${each.kind} ${each.metadata.name}`, each] as const))(
    '%s is as Kubernetes has it',
    async (_name, each) => {
      await checkSchema(each);
      await expect(checkSchema({ ...each, metadata: { name: 7 as unknown as string } })).rejects.toThrow();
    },
  );

  test('what it runs is built here, as no root, with nothing to write but its volumes', () => {
    const pods = [...only('Deployment'), ...only('Job')].map(({ spec }) => spec.template.spec);
    expect(pods).toHaveLength(4);
    for (const { containers, securityContext } of pods) {
      expect(securityContext.runAsNonRoot).toBe(true);
      for (const { command, securityContext: own } of containers) {
        expect(own).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
        const source = command[1].replace(/^dist\//, '').replace(/\.js$/, '.ts');
        expect(existsSync(`${ROOT}${source}`), source).toBe(true);
      }
    }
  });

  test('every selector finds a deployment, every backend a service with its port', () => {
    const labels = only('Deployment').map(({ spec }) => spec.template.metadata.labels as Record<string, string>);
    const finds = (wanted: Record<string, string>) =>
      labels.some((have) => Object.entries(wanted).every(([key, value]) => have[key] === value));
    for (const { spec } of only('Deployment')) expect(finds(spec.selector.matchLabels)).toBe(true);
    for (const { spec } of only('Service')) expect(finds(spec.selector)).toBe(true);
    for (const { spec } of only('PodDisruptionBudget')) expect(finds(spec.selector.matchLabels)).toBe(true);
    for (const { spec } of only('NetworkPolicy')) expect(finds(spec.podSelector.matchLabels)).toBe(true);
    const services = new Map(only('Service').map(({ metadata, spec }) => [metadata.name, spec.ports[0].name]));
    const paths = only('Ingress').flatMap(({ spec }) => spec.rules[0].http.paths);
    expect(paths.length).toBeGreaterThan(3);
    for (const { backend } of paths) expect(services.get(backend.service.name)).toBe(backend.service.port.name);
  });

  test('a stop has time for the longest statement, and for what the service does after it', () => {
    const settings = only('ConfigMap')[0]?.data ?? {};
    const { drainMs, statementTimeoutMs, statementGraceMs, metrics } = readConfig(settings);
    expect(drainMs).toBeGreaterThanOrEqual(statementTimeoutMs + statementGraceMs);
    for (const { spec } of only('Deployment')) {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec;
      const [, leavesSeconds] = containers[0].lifecycle.preStop.exec.command;
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(leavesSeconds) + drainMs / 1_000 + AFTER_DRAIN_SECONDS);
    }
    const [api] = only('Deployment').filter(({ metadata }) => metadata.name === 'svc-api');
    expect(api?.spec.template.spec.containers[0].ports).toContainEqual({ name: 'metrics', containerPort: metrics?.prometheus?.port });
    const { services, 'x-svc': shared } = parse(readFileSync(`${ROOT}compose.yaml`, 'utf8'), { merge: true });
    expect(parseInt(shared.stop_grace_period, 10)).toBeGreaterThanOrEqual(
      Number(services.api.environment.SVC_DRAIN_MS) / 1_000 + AFTER_DRAIN_SECONDS,
    );
  });

  test('what stands before the API knows of the secrets the one alone by which it calls it', () => {
    const isSecret = (name: string) => /SECRET|PASSWORD|PEPPER|SEALING|_KEY$|^DATABASE_URL|^REDIS_URL|^CLICKHOUSE_URL/.test(name);
    const { services } = parse(readFileSync(`${ROOT}compose.yaml`, 'utf8'), { merge: true });
    expect(Object.keys(services.api.environment).filter(isSecret)).toContain('SVC_SECRET');
    for (const part of ['mcp', 'bridge']) {
      expect(Object.keys(services[part].environment).filter(isSecret)).toEqual(['SVC_SERVICE_SECRET']);
      const [{ spec } = {}] = only('Deployment').filter(({ metadata }) => metadata.name === `svc-${part}`);
      const { env, envFrom } = spec.template.spec.containers[0];
      expect(env.map(({ name }: { name: string }) => name).filter(isSecret)).toEqual(['SVC_SERVICE_SECRET']);
      expect(envFrom).toEqual([{ configMapRef: { name: 'svc' } }]);
    }
  });

  test('PostgreSQL has sessions for all processes of the API', () => {
    const { services } = parse(readFileSync(`${ROOT}compose.yaml`, 'utf8'), { merge: true });
    const most = Number(/max_connections=(\d+)/.exec(services.postgres.command.join(' '))?.[1]);
    const { poolMax } = readConfig({});
    expect(most).toBeGreaterThanOrEqual(services.api.deploy.replicas * (poolMax + SESSIONS_BESIDE));
  });

  test('each probe is answered, as it is sent to the address of a pod', async () => {
    const shared = { apiUrl: 'http://127.0.0.1:9', serviceSecret: 's'.repeat(32), issuer: 'https://svc.example.com', drainMs: 0 };
    const beyond = { ...shared, loopbackOnly: false, trustProxy: 1, onError: () => undefined };
    const parts: Record<string, () => FastifyInstance> = {
      'svc-mcp': () => createAgentsApp({ ...beyond, hostnames: null, allowedOrigins: new Set() }),
      'svc-bridge': () => createBridgeApp(beyond),
    };
    const ofApi = readFileSync(`${ROOT}src/http/health.ts`, 'utf8');
    const dockerfile = readFileSync(`${ROOT}Dockerfile`, 'utf8');
    for (const { metadata, spec } of only('Deployment')) {
      const [{ ports, startupProbe, livenessProbe, readinessProbe }] = spec.template.spec.containers;
      const app = parts[metadata.name]?.();
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
        expect(ofApi).toContain(`app.get('${httpGet.path}'`);
        const { containerPort } = ports.find(({ name }: { name: string }) => name === httpGet.port);
        const reply = await app?.inject({ url: httpGet.path, headers: { host: `10.0.0.7:${containerPort}` } });
        // No API is there to be ready for.
        if (reply) expect([metadata.name, reply.statusCode]).toEqual([metadata.name, httpGet.path === '/readyz' ? 503 : 200]);
      }
      expect(dockerfile).toContain(readinessProbe.httpGet.path);
      await app?.close();
    }
  });

  test('ports are those that the processes listen on', () => {
    const { services } = parse(readFileSync(`${ROOT}compose.yaml`, 'utf8'), { merge: true });
    const own = readConfig({}).port;
    for (const { metadata, spec } of only('Deployment')) {
      const [{ env = [], ports }] = spec.template.spec.containers;
      const set = env.find(({ name }: { name: string }) => name === 'SVC_PORT')?.value ?? own;
      expect(ports[0]).toEqual({ name: 'http', containerPort: Number(set) });
      const inCompose = services[metadata.name.replace('svc-', '')];
      expect(inCompose.environment.SVC_PORT ?? String(own)).toBe(String(set));
      expect(inCompose.ports[0]).toMatch(new RegExp(`^127\\.0\\.0\\.1:[\\d-]+:${set}$`));
      const { SVC_API_URL: api } = inCompose.environment;
      expect(api ?? `http://api:${own}`).toBe(`http://api:${own}`);
    }
    // Of the agents' endpoint and the OAuth server, to the pods of the API.
    const [reached] = only('NetworkPolicy').flatMap(({ spec }) => spec.egress ?? []);
    expect(reached.ports).toEqual([{ port: own }]);
  });

  test('settings are settings of the service', () => {
    const known = [`${ROOT}src/config.ts`, `${ROOT}mcp/standalone/main.ts`, `${ROOT}bridge/standalone/main.ts`]
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const dockerfile = readFileSync(`${ROOT}Dockerfile`, 'utf8');
    const named = [
      ...only('ConfigMap').flatMap(({ data }) => Object.keys(data ?? {})),
      ...only('Deployment').flatMap(({ spec }) => (spec.template.spec.containers[0].env ?? []).map(({ name }: { name: string }) => name)),
      ...Object.values<{ environment?: Record<string, string>; build?: object }>(
        parse(readFileSync(`${ROOT}compose.yaml`, 'utf8'), { merge: true }).services,
      ).flatMap(({ environment, build }) => (build ? Object.keys(environment ?? {}) : [])),
      // Those that comments name, of secrets above all.
      ...namesIn(readFileSync(`${KUBERNETES}/base/settings.yaml`, 'utf8')),
      ...namesIn(dockerfile),
    ];
    expect(named.length).toBeGreaterThan(40);
    for (const name of named) expect(known).toMatch(new RegExp(`^  ${name}: `, 'm'));
  });

  test('what the README names is a setting of something here', () => {
    const [table = ''] = readFileSync(`${ROOT}README.md`, 'utf8').split('\n## Settings\n')[1]?.split('\n## ') ?? [];
    const known = readFileSync(`${ROOT}src/config.ts`, 'utf8');
    const named = table.split('\n').flatMap((row) => (row.startsWith('| `') ? namesIn(row.split('|')[1] ?? '') : []));
    expect(named.length).toBeGreaterThan(60);
    for (const name of named) expect(known).toMatch(new RegExp(`^  ${name}: `, 'm'));
  });
});

const namesIn = (text: string): string[] => text.match(/\b(?:SVC_[A-Z0-9_]+|DATABASE_URL|REDIS_URL|CLICKHOUSE_URL|OTEL_[A-Z_]+)\b/g) ?? [];

/** The first whose kustomize has `labels` and `patches`; that of Debian 12's kubernetes-client has not. */
const KUBECTL_MIN = [1, 22] as const;

function hasKubectl(): boolean {
  const { stdout } = spawnSync('kubectl', ['version', '--client', '--output=json'], { encoding: 'utf8' });
  if (!stdout) return false;
  const { major, minor } = (JSON.parse(stdout) as { clientVersion: { major: string; minor: string } }).clientVersion;
  return Number(major) > KUBECTL_MIN[0] || (Number(major) === KUBECTL_MIN[0] && Number.parseInt(minor, 10) >= KUBECTL_MIN[1]);
}

const renders = hasKubectl();
if (!renders) console.warn(`Skipped: rendering the overlays, since no kubectl of ${KUBECTL_MIN.join('.')} or later is here.`);

describe('overlays', () => {
  const overlays = readdirSync(`${KUBERNETES}/overlays`);

  test.skipIf(!renders).each(overlays)('%s renders, and is as Kubernetes has it', async (overlay) => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', `${KUBERNETES}/overlays/${overlay}`], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    const rendered = documentsIn(stdout);
    expect(rendered).toHaveLength(base.length);
    for (const each of rendered) await checkSchema(each);
    for (const { spec } of only('Deployment', rendered)) expect(spec.template.spec.containers[0].image).toMatch(/\/svc:\d/);
  });
});
