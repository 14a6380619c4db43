import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { startBrowser } from '../test/support/chromium.ts';
import { type Running, withService } from './children.ts';

const ROWS = 100_000;
const ROWS_EACH = 10_000;
const ASKS = 20;
const STEPS = 120;
const FRAME_MAX_MS = 50;
const DRAWN_MAX_MS = 100;
const IDLE_MS = 5_000;

/** What the console costs a browser, and its service: an answer from its last byte to the screen, a long result while it is scrolled, memory. */
async function bench({ url, pid }: Running, dataDir: string): Promise<void> {
  const token = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
  const post = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const { dbId: db } = await post('/v1/databases', { goal: 'track readings with place and value' });
  for (let from = 0; from < ROWS; from += ROWS_EACH)
    await post('/v1/insert', {
      db,
      table: 'readings',
      rows: Array.from({ length: ROWS_EACH }, (_, at) => ({ place: `p${from + at}`, value: (from + at) * 7 })),
    });
  await quiet();
  const before = await residentBytes(pid);
  const browser = await startBrowser({ width: 1280, height: 900 });
  try {
    const page = await browser.context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(String((await post('/v1/auth/link')).url));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    for (const path of ['/', '/ask', '/create', '/look', '/sql', '/agents', '/keys', '/grants', '/audit']) {
      await page.goto(`${url}${path}`);
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await page.waitForLoadState('networkidle');
    }
    await page.goto('about:blank');
    await quiet();
    const added = (await residentBytes(pid)) - before;
    await page.goto(`${url}/ask?db=${String(db)}&thread=bench`);
    const drawn: number[] = [];
    for (let ask = 0; ask < ASKS; ask++) drawn.push(await drawnAfter(page, `How many readings have a value above ${ask * 100}?`));
    await drawnAfter(page, 'list the place and value of all readings');
    const turn = page.locator('.turn').first();
    await turn.getByRole('button', { name: 'Load all rows' }).click();
    await turn
      .getByRole('button', { name: 'Load all rows' })
      .or(turn.getByRole('button', { name: 'Stop loading' }))
      .waitFor({ state: 'detached' });
    const tasks = await tasksWhile(page, () => scroll(page));
    const sorted = drawn.sort((a, b) => a - b);
    const late = tasks.filter((ms) => ms > FRAME_MAX_MS);
    const said = (ms: number) => `${ms.toFixed(1)} ms`;
    console.log(
      [
        `drawn after the reply's last byte: median ${said(sorted[ASKS / 2] ?? 0)}, longest ${said(sorted.at(-1) ?? 0)} of ${ASKS} (at most ${DRAWN_MAX_MS} ms)`,
        `${ROWS} rows scrolled: longest task of the page ${said(Math.max(...tasks))}, ${late.length} of ${tasks.length} over ${FRAME_MAX_MS} ms`,
        `memory of the idle service after every page was opened: ${(added / 1e6).toFixed(1)} MB more`,
      ].join('\n'),
    );
  } finally {
    await browser.end();
  }
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, IDLE_MS));

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Milliseconds from the last byte of an ask's reply until the frame with its answer is there. */
async function drawnAfter(page: Page, goal: string): Promise<number> {
  // Void, or it would be waited for before anything is asked.
  await page.evaluate(`void (window.drawn = new Promise((resolve) => {
    performance.clearResourceTimings();
    new MutationObserver((_, observer) => {
      const turn = document.querySelector('.turn');
      if (turn?.getAttribute('aria-busy') !== 'false' || turn.querySelector('h2').textContent !== ${JSON.stringify(goal)}) return;
      observer.disconnect();
      // After the frame: what is queued in it is done when it is painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    }).observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true });
  }));`);
  await page.getByLabel('Question or instruction').fill(goal);
  await page.keyboard.press('Enter');
  const at = Number(await page.evaluate('window.drawn'));
  const end = Number(
    await page.evaluate(
      "Math.max(...performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/v1/ask')).map(({ responseEnd }) => responseEnd))",
    ),
  );
  return Math.max(at - end, 0);
}

/** Steps of the wheel, and leaps as the bar is dragged. */
async function scroll(page: Page): Promise<void> {
  await page.locator('.rows').first().hover();
  for (let step = 0; step < STEPS; step++) {
    if (step % 10 === 9) await page.evaluate(`document.querySelector('.rows').scrollTo(0, ${((step * 7_919) % ROWS) * 36})`);
    else await page.mouse.wheel(0, 2_000);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, and those of them in which the thread had a processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** How long each task of the page's main thread took, by Chromium's own trace. */
async function tasksWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  });
  await work();
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events.filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid} ${tid}`)).map(({ dur = 0 }) => dur / 1_000);
}

await withService(bench);
