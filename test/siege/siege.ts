import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HOSTILE } from './hostile.ts';
import { startNeighbours, type Worked } from './neighbours.ts';
import { newTenant } from './tenant.ts';
import { type Held, look } from './watch.ts';

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    attackers: { type: 'string', default: '4' },
    neighbours: { type: 'string', default: '4' },
    only: { type: 'string' },
  },
});

/** The calm before and after, as long as it takes to have some hundred figures. */
const CALM_MS = 8_000;
/** Longest wait after the siege until what it took is given back: what was refused a reader still has its time limits to meet. */
const SETTLE_MS = 60_000;
const ATTACK_LONGEST_MS = 50_000;

/**
 * Sends every request of the corpus, mixed, from a few anonymous tenants, while neighbours work, and prints what the
 * neighbours and the service had of it before, during and after. It ends with 1 when the service died, when a neighbour's
 * request failed, or when what the siege took was not given back.
 */
async function siege(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-siege-'));
  await chmod(dataDir, 0o755);
  const service = await startService(dataDir);
  try {
    const attackers = await Promise.all(Array.from({ length: Number(options.attackers) }, () => newTenant(service.url)));
    const neighbours = await startNeighbours(service.url, Number(options.neighbours));
    const corpus = HOSTILE.filter(({ name }) => options.only === undefined || name.includes(options.only));

    await delay(CALM_MS);
    const before = { held: await look(service.pid, dataDir), worked: neighbours.take(), loopMs: service.takeLongestDelay() };

    const met = new Map<string, Map<string, number>>();
    const until = Date.now() + Number(options.seconds) * 1_000;
    let peak: Held = before.held;
    let attacking = true;
    const watching = (async () => {
      while (attacking) {
        const now = await look(service.pid, dataDir).catch(() => peak);
        peak = {
          residentMb: Math.max(peak.residentMb, now.residentMb),
          descriptors: Math.max(peak.descriptors, now.descriptors),
          sessions: Math.max(peak.sessions, now.sessions),
          diskMb: Math.max(peak.diskMb, now.diskMb),
        };
        await delay(500);
      }
    })();
    // Each attacker goes through the corpus from a place of its own, two requests at a time, and on to the next round while there is time.
    await Promise.all(
      attackers.flatMap((tenant, place) =>
        [0, 1].map(async (lane) => {
          for (let turn = lane; Date.now() < until || turn < corpus.length; turn += 2) {
            const hostile = corpus[(turn + Math.floor((place * corpus.length) / attackers.length)) % corpus.length];
            if (!hostile || Date.now() > until + ATTACK_LONGEST_MS) break;
            const outcome = await hostile
              .attack(tenant, AbortSignal.timeout(ATTACK_LONGEST_MS))
              .then((sent) => (sent === null ? 'held' : `${sent.status}${sent.code ? ` ${sent.code}` : ''}`))
              .catch((error: Error) => (error.name === 'TimeoutError' ? 'NO REPLY' : `broken (${error.name})`));
            const outcomes = met.get(hostile.name) ?? new Map<string, number>();
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
            met.set(hostile.name, outcomes);
          }
        }),
      ),
    );
    attacking = false;
    await watching;
    const during = { held: peak, worked: neighbours.take(), loopMs: service.takeLongestDelay() };

    const settledBy = Date.now() + SETTLE_MS;
    let held = await look(service.pid, dataDir);
    while (!isGivenBack(before.held, held) && Date.now() < settledBy) {
      await delay(1_000);
      held = await look(service.pid, dataDir);
    }
    neighbours.take();
    service.takeLongestDelay();
    await delay(CALM_MS);
    const after = { held: await look(service.pid, dataDir), worked: neighbours.take(), loopMs: service.takeLongestDelay() };
    await neighbours.stop();

    console.table(
      [...met].map(([request, outcomes]) => ({ request, outcomes: [...outcomes].map(([what, count]) => `${what} × ${count}`).join(', ') })),
    );
    const moments = { before, during, after };
    console.table(Object.entries(moments).flatMap(([moment, { worked }]) => worked.map((each) => ({ moment, ...figuresOf(each) }))));
    console.table(
      Object.entries(moments).map(
        ([
          moment,
          {
            held: { residentMb, descriptors, sessions, diskMb },
            loopMs,
          },
        ]) => ({
          moment,
          'longest event-loop delay, ms': Math.round(loopMs),
          'resident, MB': residentMb,
          descriptors,
          'engine sessions': sessions,
          'disk, MB': diskMb,
        }),
      ),
    );
    const failures = [
      ...(service.hasEnded() ? ['the service ended'] : []),
      ...Object.entries(moments).flatMap(([moment, { worked }]) =>
        worked.flatMap(({ what, errors }) =>
          errors.length > 0 ? [`${errors.length} × ${what} failed ${moment} the siege: ${[...new Set(errors)].join(', ')}`] : [],
        ),
      ),
      ...(isGivenBack(before.held, after.held) ? [] : ['descriptors or engine sessions were not given back']),
      ...[...met].flatMap(([request, outcomes]) => (outcomes.has('NO REPLY') ? [`no reply in time: ${request}`] : [])),
    ];
    for (const failure of failures) console.log(`FAILED: ${failure}`);
    if (failures.length === 0)
      console.log(`The siege is over: ${corpus.length} ways to do harm, and every neighbour's request was answered.`);
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Keep-alive connections and pooled sessions come and go by a few. */
const SLACK = 24;
const isGivenBack = (before: Held, after: Held): boolean =>
  after.descriptors <= before.descriptors + 2 * SLACK && after.sessions <= before.sessions + SLACK;

function figuresOf({ what, ms, errors }: Worked) {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return { what, requests: ms.length, 'p50, ms': at(0.5), 'p99, ms': at(0.99), 'longest, ms': at(1), errors: errors.length };
}

async function startService(dataDir: string) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', SERVE], {
    env: {
      ...process.env,
      SVC_DATA_DIR: dataDir,
      SVC_PORT: '0',
      // The limits by address would keep most of the siege out; what is asked here is what happens when they do not.
      SVC_ANON_BUDGET: '0',
      SVC_ANON_DATABASES: '0',
      SVC_ANON_MB: '0',
      SVC_ANON_RATE_LIMIT: '0',
      SVC_ANON_SESSIONS_PER_HOUR: '0',
      SVC_STATEMENT_TIMEOUT_MS: '10000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let longestDelayMs = 0;
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /listens on (\S+)/.exec(line)?.[1];
      if (found) resolve(found);
      else if (line.startsWith('{'))
        longestDelayMs = Math.max(longestDelayMs, (JSON.parse(line) as { longestDelayMs: number }).longestDelayMs);
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    takeLongestDelay() {
      const taken = longestDelayMs;
      longestDelayMs = 0;
      return taken;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

await siege();
