import { moveTo } from '../../src/admin/move.ts';
import { readConfig } from '../../src/config.ts';

/** `svc admin move` in a process of its own that SIGKILL ends at a place: `move-dies.ts <db> <server> <place>`. */
const [dbId = '', to = '', dies] = process.argv.slice(2);
await moveTo({
  ...{ config: readConfig(), dbId, to, onStep: () => undefined },
  onPlace(place) {
    if (place === dies) process.kill(process.pid, 'SIGKILL');
  },
});
