import { writeSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../src/config.ts';
import { createService } from '../../src/service.ts';

/** A service in a process of its own that SIGKILL ends at the first place of an import, of those that its arguments name, which it says before. */
const places = new Set(process.argv.slice(2));
const service = await createService(readConfig(), {
  onImportStep(place) {
    if (!places.has(place)) return;
    writeSync(1, `dies ${place}\n`);
    process.kill(process.pid, 'SIGKILL');
  },
});
await service.app.listen({ host: '127.0.0.1', port: 0 });
writeSync(1, `listens on http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}\n`);
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
