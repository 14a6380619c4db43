import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { attack, isUnanswered, type Met, wrongOf } from './attack.ts';
import { HOSTILE } from './corpus.ts';
import type { Hostile } from './hostile.ts';
import { startNeighbours, type Worked } from './neighbours.ts';
import { type ServedApart, serveApart } from './serve-apart.ts';
import { newTenant } from './tenant.ts';
import { type Held, look, mostOf } from './watch.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    attackers: { type: 'string' },
    neighbours: { type: 'string', default: '4' },
    lanes: { type: 'string' },
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});

/**
 * `calmMs`: before and after, for some figures without a siege. `settleMs`: the longest wait until what the siege took is given
 * back. `longestMs`: then a request has no reply. `lanes`: requests of one attacker at once.
 */
const FORM = options.short
  ? ({ attackers: 2, lanes: 4, calmMs: 2_500, settleMs: 90_000, longestMs: 30_000, statementMs: 3_000, shared: true } as const)
  : ({ attackers: 4, lanes: 2, calmMs: 8_000, settleMs: 180_000, longestMs: 60_000, statementMs: 10_000, shared: false } as const);
/** Shorter than the sockets of the corpus are held. */
const STALL_MS = 5_000;
/** The longest wait until each neighbour has had its first answers. */
const WARM_MS = 60_000;
/** Tenants, each with one request, that send what got no answer of its own in the mix. */
const AT_ONCE_ALONE = 3;
const ATTACKERS = Number(options.attackers ?? FORM.attackers);

/**
 * Sends every request of the corpus, mixed, from a few anonymous tenants, while neighbours work, and prints what the
 * neighbours and the service had of it before, during and after. What met nothing there but its own sender's crowd is sent
 * again without one. It ends with 1 when the service died, when an outcome is not
 * one that the corpus expects, when a neighbour's request failed, or when what the siege took was not given back.
 */
async function siege(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-siege-'));
  await chmod(dataDir, 0o755);
  const service = await serveApart(dataDir, {
    SVC_STATEMENT_TIMEOUT_MS: String(FORM.statementMs),
    SVC_REPLY_STALL_MS: String(STALL_MS),
  });
  try {
    const attackers = await Promise.all(Array.from({ length: ATTACKERS }, () => newTenant(service.url)));
    const neighbours = await startNeighbours(service.url, Number(options.neighbours));
    const corpus = HOSTILE.filter(({ name }) => options.only === undefined || name.includes(options.only));
    const moment = async (held: Held) => ({ held, worked: await neighbours.take(), loopMs: service.takeLongestDelay() });

    // What a service does once, as its first question's words, belongs to no figure: on a slow machine the siege would meet it half started.
    const warmBy = Date.now() + WARM_MS;
    while ((await neighbours.take()).some(({ ms }) => ms.length === 0) && Date.now() < warmBy) await delay(2_000);
    service.takeLongestDelay();
    await delay(FORM.calmMs);
    const before = await moment(await look(service.pid, dataDir));

    let peak: Held = before.held;
    let attacking = true;
    const watching = (async () => {
      while (attacking) {
        peak = mostOf(peak, await look(service.pid, dataDir).catch(() => peak));
        await delay(1_000);
      }
    })();
    const met = await attack({
      attackers,
      corpus,
      lanes: Number(options.lanes ?? FORM.lanes),
      shared: FORM.shared,
      seconds: Number(options.seconds),
      longestMs: FORM.longestMs,
      onDelay: service.onDelay,
    });
    attacking = false;
    await watching;
    const during = await moment(peak);

    const settledBy = Date.now() + FORM.settleMs;
    while (!isGivenBack(before.held, await look(service.pid, dataDir)) && Date.now() < settledBy) await delay(1_000);
    const settling = await moment(await look(service.pid, dataDir));

    await delay(FORM.calmMs);
    const after = await moment(await look(service.pid, dataDir));

    const unanswered = [...met.values()].filter(isUnanswered).map(({ hostile }) => hostile);
    const alone = await sendAlone(unanswered, service);
    const apart = await moment(await look(service.pid, dataDir));
    await neighbours.stop();

    console.table(
      [...met.values()].map(({ hostile: { name }, outcomes, delayMs }) => ({
        request: name,
        outcomes: countsOf(outcomes),
        alone: countsOf(alone.get(name)?.outcomes ?? new Map()),
        'event loop, ms': Math.round(delayMs),
      })),
    );
    const moments = { before, during, settling, after, apart };
    console.table(Object.entries(moments).flatMap(([name, { worked }]) => worked.map((each) => ({ moment: name, ...figuresOf(each) }))));
    console.table(Object.entries(moments).map(([name, { held, loopMs }]) => ({ moment: name, ...heldFigures(held, loopMs) })));
    const failures = [
      ...(service.hasEnded() ? ['the service ended'] : []),
      ...Object.entries(moments).flatMap(([name, { worked }]) =>
        worked.flatMap(({ what, errors }) =>
          errors.length > 0 ? [`${errors.length} × ${what} failed, ${name}: ${[...new Set(errors)].join(', ')}`] : [],
        ),
      ),
      ...(isGivenBack(before.held, after.held) ? [] : ['descriptors or engine sessions were not given back']),
      ...[...met.values()].flatMap((one) => wrongOf(one)),
      ...[...alone.values()].flatMap((one) => wrongOf(one, { alone: true })),
    ];
    for (const failure of failures) console.log(`FAILED: ${failure}`);
    if (failures.length > 0) for (const line of service.logged()) console.log(`Logged: ${line}`);
    if (failures.length === 0)
      console.log(`The siege is over: ${corpus.length} ways to do harm, and every neighbour's request was answered.`);
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Each by a tenant of its own. */
async function sendAlone(corpus: readonly Hostile[], { url, onDelay }: ServedApart): Promise<Map<string, Met>> {
  const met = new Map<string, Met>();
  for (let from = 0; from < corpus.length; from += AT_ONCE_ALONE) {
    const some = corpus.slice(from, from + AT_ONCE_ALONE);
    const attackers = await Promise.all(some.map(() => newTenant(url)));
    const each = await attack({ attackers, corpus: some, lanes: 1, shared: true, seconds: 0, longestMs: FORM.longestMs, onDelay });
    for (const [name, one] of each) met.set(name, one);
  }
  return met;
}

const countsOf = (outcomes: ReadonlyMap<string, number>): string => [...outcomes].map(([what, count]) => `${what} × ${count}`).join(', ');

/** Keep-alive connections and the neighbours' own work come and go by a few. */
const SLACK = 12;
/** Connections that clients keep open for their next request; the service closes them after a minute unused. */
const KEPT_ALIVE = 100;
/** Sessions that wait for their database's next caller: the pool keeps some, and closes them after a minute unused. */
const IDLE_KEPT = options.short ? 80 : 40;

const isGivenBack = (before: Held, after: Held): boolean =>
  after.busySessions <= before.busySessions + SLACK &&
  after.sessions <= before.sessions + IDLE_KEPT &&
  // Each of the service's own sessions with the engine is a descriptor, and so is each connection that Node keeps alive for clients.
  after.descriptors - after.sessions <= before.descriptors - before.sessions + KEPT_ALIVE;

function figuresOf({ what, ms, errors }: Worked) {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return { what, requests: ms.length, 'p50, ms': at(0.5), 'p99, ms': at(0.99), 'longest, ms': at(1), errors: errors.length };
}

const heldFigures = ({ residentMb, descriptors, sessions, busySessions, diskMb }: Held, loopMs: number) => ({
  'longest event-loop delay, ms': Math.round(loopMs),
  'resident, MB': residentMb,
  descriptors,
  'engine sessions': sessions,
  'at work': busySessions,
  'disk, MB': diskMb,
});

await siege();
