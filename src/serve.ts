import type { AddressInfo } from 'node:net';
import { readConfig, settingsOf } from './config.ts';
import { createService, type Service } from './service.ts';

interface ServeOptions {
  /** Settings in place of those of the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told each step of the start. */
  readonly onStep: (text: string) => void;
}

/** Starts the service and gives its URL; SIGINT and SIGTERM then end the process cleanly. @throws Error that says what it could not do */
export async function startServing({ settings = {}, onStep }: ServeOptions): Promise<string> {
  const config = readConfig(settingsOf(settings));
  const service = await createService(config, { onStep });
  try {
    await service.app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await service.close();
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new Error(`port ${config.port} of ${config.host} is taken; set another SVC_PORT, or 0 for a free one`, { cause: error })
      : error;
  }
  endOnSignals(service);
  const { address, family, port } = service.app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
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
