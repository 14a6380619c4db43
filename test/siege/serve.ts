import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../src/config.ts';
import { createService } from '../../src/service.ts';

/**
 * A whole service in a process of its own that watches its own event loop: a line that says where it listens, then, each half
 * second, one of JSON since the one before (milliseconds): the longest delay, and the longest work without a pause. The second is
 * time of a processor, so that it is the same on a machine that others keep busy; null where the system does not tell it. The
 * service's own errors come as lines of `logged {…}`, which explain replies of the siege that nobody expected.
 */
const service = await createService(readConfig(), { logTo: { write: tellErrors } });
await service.app.listen({ host: '127.0.0.1', port: 0 });
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
let workedMs = workOfThisThreadMs();
let longestWorkMs = workedMs === null ? null : 0;
setInterval(() => {
  const nowMs = workOfThisThreadMs();
  if (nowMs === null || workedMs === null || longestWorkMs === null) return;
  longestWorkMs = Math.max(longestWorkMs, nowMs - workedMs);
  workedMs = nowMs;
}, 5);
setInterval(() => {
  process.stdout.write(`${JSON.stringify({ longestDelayMs: loop.max / 1e6, longestWorkMs })}\n`);
  loop.reset();
  longestWorkMs = longestWorkMs === null ? null : 0;
}, 500);
process.stdout.write(`listens on http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}\n`);
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));

/** Time that the main thread has had a processor (Linux, Documentation/scheduler/sched-stats). */
function workOfThisThreadMs(): number | null {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

/** Lines of the log from the level of errors on (pino: 50), but for those of callers who were sent away because of too many others. */
function tellErrors(line: string): void {
  if (/^\{"level":[56]0/.test(line) && !line.includes('"code":"overloaded"')) process.stdout.write(`logged ${line.trim()}\n`);
}
