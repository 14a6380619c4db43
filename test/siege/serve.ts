import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../src/config.ts';
import { createService } from '../../src/service.ts';

/**
 * A whole service in a process of its own that watches its own event loop: a line that says where it listens, then, each half
 * second, one of JSON with the longest delay (milliseconds) since the one before.
 */
const service = await createService(readConfig(), { logTo: { write: () => undefined } });
await service.app.listen({ host: '127.0.0.1', port: 0 });
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
setInterval(() => {
  process.stdout.write(`${JSON.stringify({ longestDelayMs: loop.max / 1e6 })}\n`);
  loop.reset();
}, 500);
process.stdout.write(`listens on http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}\n`);
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
