import { expect, test } from 'vitest';
import { VARIABLES } from '../../src/cli/settings.ts';
import { readConfig } from '../../src/config.ts';

test.each([
  ['SVC_PROT', 'SVC_PORT'],
  ['SVC_DATADIR', 'SVC_DATA_DIR'],
  ['SVC_SECRETS', 'SVC_SECRET'],
  ['SVC_ANON_BUDGETS', 'SVC_ANON_BUDGET'],
])('%s would have no effect, and is refused with %s', (given, meant) => {
  expect(() => readConfig({ [given]: '1' })).toThrow(`A setting cannot be used: ${given}: is no setting; ${meant} is`);
});

test('what others read or set is let be', () => {
  const others = [
    ...Object.keys(VARIABLES),
    // Kubernetes sets them for a service called svc.
    'SVC_SERVICE_HOST',
    'SVC_SERVICE_PORT',
    'SVC_PORT_8787_TCP',
    'SVC_PORT_8787_TCP_PROTO',
    // And for those of the manifests.
    ...['SVC_API', 'SVC_MCP', 'SVC_BRIDGE'].flatMap((service) =>
      ['SERVICE_HOST', 'SERVICE_PORT', 'SERVICE_PORT_HTTP', 'PORT', 'PORT_80_TCP', 'PORT_80_TCP_ADDR'].map((each) => `${service}_${each}`),
    ),
    'SVC_CORPUS_DIR',
    'PROT',
  ];
  expect(() => readConfig(Object.fromEntries(others.map((name) => [name, 'x'])))).not.toThrow();
});
