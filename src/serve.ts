import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Config, readConfig, settingsOf } from './config.ts';
import { refuseAddress } from './fastify/refuse-address.ts';
import { createService, type Service } from './service.ts';

interface ServeOptions {
  /** Settings in place of those of the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told each step of the start. */
  readonly onStep: (text: string) => void;
  /** Told once of model servers on this machine: in one line, and asked when it is given a way to answer. */
  readonly onLocalModels?: (offer: { readonly text: string; readonly answer: ((uses: boolean) => Promise<void>) | null }) => void;
  /** Told a link that signs a browser in as the owner, at the first start of a service that has one. It is nowhere else. */
  readonly onFirstSignIn?: (text: string) => void;
}

/** Starts the service and gives its URL; SIGINT and SIGTERM then end the process cleanly. @throws Error that says what it could not do */
export async function startServing({ settings = {}, onStep, onLocalModels, onFirstSignIn }: ServeOptions): Promise<string> {
  const config = readConfig(settingsOf(settings));
  // Before anything is started: a second start beside a running service would begin its engine only to end it again.
  const refuse = refuseAddress({ ...config, command: 'svc serve' });
  await tryPort(config).catch(refuse);
  const service = await createService(config, { onStep });
  try {
    await service.app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await service.close();
    refuse(error);
  }
  endOnSignals(service);
  if (service.metricsUrl !== null) onStep(`Metrics are at ${service.metricsUrl}.`);
  if (onLocalModels) void offerLocalModels(service, onLocalModels);
  const { address, family, port } = service.app.server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  // Without it the service serves as well, and `svc login` makes another.
  const link = onFirstSignIn ? await service.firstSignIn(url).catch(() => null) : null;
  if (link !== null) onFirstSignIn?.(`To sign a browser in as the owner, open this within a quarter of an hour: ${link}`);
  return url;
}

type Address = Pick<Config, 'host' | 'port'>;

async function tryPort({ host, port }: Address): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  server.listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function offerLocalModels({ local }: Service, tell: NonNullable<ServeOptions['onLocalModels']>): Promise<void> {
  const [found, consent] = await Promise.all([local.models, local.consent]);
  const named = found.map(({ id, baseUrl, fast }) => `${id} (${fast} at ${baseUrl})`).join(', ');
  if (found.length === 0 || consent === false) return;
  if (consent) tell({ text: `Questions that the built-in planner is not sure of go to ${named}.`, answer: null });
  else tell({ text: `A model server runs on this machine: ${named}. SVC_LOCAL_MODELS=on uses it.`, answer: local.answer });
}

function endOnSignals({ close, log }: Service): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    try {
      await close();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'stop failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal).on(signal, stop);
}
