import type { AddressInfo } from 'node:net';
import { readConfig } from './config.ts';
import { createService } from './service.ts';

/** Starts the service and ends it on SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig();
  const service = await createService(config, { onStep: (text) => process.stderr.write(`${text}\n`) });
  await service.app.listen({ host: config.host, port: config.port });
  const { address, family, port } = service.app.server.address() as AddressInfo;
  process.stderr.write(`svc listens on http://${family === 'IPv6' ? `[${address}]` : address}:${port} (reference: /docs)\n`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    try {
      await service.close();
      process.exit(0);
    } catch (error) {
      service.log.error({ err: error }, 'stop failed');
      process.exit(1);
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`svc could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
