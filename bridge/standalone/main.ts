import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { refuseAddress } from '../../src/fastify/refuse-address.ts';
import { portSetting, proxiesSetting, wrongIn } from '../../src/fastify/settings.ts';
import { isLoopbackName } from '../../src/lib/hostname.ts';
import { refuseMisspelt } from '../../src/lib/misspelt-settings.ts';
import { refuseArguments } from '../../src/lib/no-arguments.ts';
import { refusedSettings } from '../../src/lib/refused-settings.ts';
import { createBridgeApp } from './app.ts';

/** Every setting of `npm run start:bridge`; those of the service have the same names. */
const Settings = z.object({
  SVC_API_URL: z
    .url({ protocol: /^https?$/, error: 'set the address of the API, such as http://127.0.0.1:8787' })
    .describe('Where the API is.'),
  SVC_SERVICE_SECRET: z
    .string('set the secret that the API has under the same name')
    .min(32, 'takes 32 characters or more')
    .describe('The same as the API’s.'),
  SVC_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'set the address under which people reach the service, such as https://svc.example.com' })
    .describe('Where people and hosts reach the service.'),
  SVC_HOST: z.string().default('127.0.0.1'),
  SVC_PORT: portSetting.default(8789),
  SVC_TRUST_PROXY: proxiesSetting.describe('How many proxies in front are believed, or their addresses.'),
  SVC_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600_000)
    .default(8_000)
    .describe('At a stop, how long what is under way has to finish.'),
});

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  refuseArguments(process.argv.slice(2));
  // What is set to nothing is not set.
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  refuseMisspelt(Object.keys(set), Object.keys(Settings.shape));
  const { success, data, error } = Settings.safeParse(set);
  if (!success) throw refusedSettings(wrongIn(error));
  const { SVC_HOST: host, SVC_PORT: port, SVC_TRUST_PROXY: proxy } = data;
  const app = createBridgeApp({
    apiUrl: data.SVC_API_URL.replace(/\/+$/, ''),
    serviceSecret: data.SVC_SERVICE_SECRET,
    issuer: data.SVC_PUBLIC_URL.replace(/\/+$/, ''),
    loopbackOnly: isLoopbackName(host) || host === '::1',
    trustProxy: proxy,
    drainMs: data.SVC_DRAIN_MS,
    onError: ({ message }) => say(message),
  });
  await app.listen({ host, port }).catch(refuseAddress({ host, port }));
  const { address, family, port: taken } = app.server.address() as AddressInfo;
  say(`svc's OAuth server for agent hosts listens on http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/oauth`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close().then(() => process.exit(0)));
}

await main().catch((error: unknown) => {
  say(`svc's OAuth server could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
