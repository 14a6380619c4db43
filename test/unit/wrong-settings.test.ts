import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';

test.each([
  [{ SVC_PORT: 'web' }, 'SVC_PORT: takes a port: a number from 0 to 65535'],
  [{ SVC_SECRET: 'short' }, 'SVC_SECRET: takes 32 characters or more'],
  [{ SVC_TRUST_PROXY: 'abc' }, 'SVC_TRUST_PROXY: takes the number of proxies in front, or their addresses: 1, or 10.0.0.0/8,192.168.1.1'],
  [{ SVC_TRUST_PROXY: '10.0.0.0/33' }, 'SVC_TRUST_PROXY: takes the number of proxies in front'],
  [{ SVC_EMBEDDINGS_MODEL: 'small' }, 'SVC_EMBEDDINGS_URL: is missing; the endpoint and its model come together'],
  [{ SVC_HUMAN_CHECK: 'turnstile' }, 'SVC_HUMAN_CHECK: turnstile needs SVC_HUMAN_CHECK_SITE_KEY and SVC_HUMAN_CHECK_SECRET'],
  [{ SVC_GITHUB_CLIENT_ID: 'x' }, 'SVC_GITHUB_CLIENT_SECRET: is missing; the id and the secret come together'],
  [{ OTEL_LOGS_EXPORTER: 'otlp' }, 'OTEL_LOGS_EXPORTER: otlp needs OTEL_EXPORTER_OTLP_ENDPOINT, the collector'],
  [{ SVC_HOSTING_URLS: 'main,east=postgres://a:b@127.0.0.1/c' }, 'SVC_HOSTING_URLS: needs DATABASE_URL'],
])('one wrong setting is told in one line: %j', (env, said) => {
  const refused = () => readConfig(env);
  expect(refused).toThrow(`A setting cannot be used: ${said}`);
  expect(refused).toThrow(/^[^\n]*$/);
});

test('several are told in a line each', () => {
  expect(() => readConfig({ SVC_PORT: 'web', SVC_SECRET: 'short' })).toThrow(
    /^Settings that cannot be used:\n {2}SVC_PORT: takes a port: [^\n]*\n {2}SVC_SECRET: takes 32 characters or more$/,
  );
});

test('proxies are a number, or addresses', () => {
  expect(readConfig({}).trustProxy).toBe(0);
  expect(readConfig({ SVC_TRUST_PROXY: '2' }).trustProxy).toBe(2);
  expect(readConfig({ SVC_TRUST_PROXY: '10.0.0.0/8,::1' }).trustProxy).toBe('10.0.0.0/8,::1');
});
