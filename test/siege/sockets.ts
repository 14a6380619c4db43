import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { OPERATION_ROWS, type OperationRow } from '../../src/contract/operations.ts';
import type { Hostile } from './hostile.ts';
import { newDatabase, type Tenant } from './tenant.ts';

/** The service closed all of them by itself. The other outcome is `held`. */
const CUT = ['cut'];

const ROWS = "SELECT i, repeat('x', 1000) FROM generate_series(1, 1000000) i";

/** The pages were not built, and have no scripts. */
const NOT_BUILT = 'no pages';

/** Each way in that takes a body, as a request's first words. */
const BODIES: readonly string[] = [
  ...Object.values(OPERATION_ROWS as Record<string, OperationRow>).flatMap(({ method, path, body }) =>
    body === undefined ? [] : [`${method} ${path.replaceAll(/:\w+/g, 'x')}`],
  ),
  ...['/mcp', '/oauth/token', '/oauth/register', '/', '/assets/x.js', '/nowhere'].map((path) => `POST ${path}`),
];

/** Sockets that take their time. */
export const SOCKETS: readonly Hostile[] = [
  {
    name: 'fifty headers that never end',
    expected: CUT,
    attack: ({ url }, signal) => holdOpen(url, 50, () => 'POST /v1/ask HTTP/1.1\r\nhost: 127.0.0.1\r\n', signal),
  },
  {
    name: 'fifty bodies that never end',
    expected: CUT,
    attack: ({ url }, signal) =>
      holdOpen(
        url,
        50,
        () => 'POST /v1/ask HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{',
        signal,
      ),
  },
  {
    name: 'four bodies in crumbs of one byte',
    expected: CUT,
    attack: ({ url, token }, signal) =>
      holdOpen(
        url,
        4,
        () =>
          `POST /v1/run HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(500_000)}`,
        signal,
      ),
  },
  {
    name: 'two hundred connections that say nothing',
    expected: CUT,
    attack: ({ url }, signal) => holdOpen(url, 200, () => '', signal),
  },
  {
    name: 'eight hundred requests in four writes, whose replies nobody reads',
    // Where the attacker’s login has used up its sessions, the replies are short refusals, which the kernel holds.
    expected: ['cut', 'held'],
    attack: (tenant, signal) =>
      holdOpen(tenant.url, 4, () => keptAlive(unreadRun(tenant, 'application/json', "SELECT repeat('x', 60000)")).repeat(200), signal),
  },
  {
    name: 'four thousand large replies in eighty writes, on connections that are closed at once',
    expected: ['left'],
    attack: (tenant, signal) =>
      leave(tenant.url, 80, () => keptAlive(unreadRun(tenant, 'application/json', "SELECT repeat('x', 60000)")).repeat(50), signal),
  },
  {
    name: 'scripts of the pages, forty on each of fifty connections, which nobody reads',
    expected: ['cut', NOT_BUILT],
    async attack({ url }, signal) {
      const page = await (await fetch(url, { headers: { accept: 'text/html' }, signal })).text();
      const [script] = /assets\/[\w.-]+\.js/.exec(page) ?? [];
      if (script === undefined) return NOT_BUILT;
      // More than the kernel holds of a connection.
      return await holdOpen(url, 50, () => `GET /${script} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`.repeat(40), signal);
    },
  },
  {
    name: 'bodies of a byte at a time, on every path',
    expected: CUT,
    attack: ({ url }, signal) =>
      holdOpen(
        url,
        BODIES.length,
        (index) =>
          `${BODIES[index]} HTTP/1.1\r\nhost: 127.0.0.1\r\nidempotency-key: slow\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{`,
        signal,
        ' ',
      ),
  },
  {
    name: 'sixteen row streams that nobody reads',
    expected: CUT,
    attack: (tenant, signal) => holdOpen(tenant.url, 16, () => unreadRun(tenant, 'text/csv', ROWS), signal),
  },
  {
    name: 'sixty-four row streams of eight databases that nobody reads',
    expected: CUT,
    async attack(tenant, signal) {
      const others = await Promise.all(Array.from({ length: 7 }, () => newDatabase(tenant, signal)));
      const tenants = [tenant, ...others.filter((one) => one !== null)];
      return await holdOpen(tenant.url, 64, (index) => unreadRun(tenants[index % tenants.length] ?? tenant, 'text/csv', ROWS), signal);
    },
  },
  {
    name: 'eight replies that nobody reads',
    expected: CUT,
    attack: (tenant, signal) =>
      holdOpen(
        tenant.url,
        8,
        () => unreadRun(tenant, 'application/json', "SELECT repeat('x', 7000) FROM generate_series(1, 1000)"),
        signal,
      ),
  },
];

const keptAlive = (request: string): string => request.replace('connection: close', 'connection: keep-alive');

function unreadRun({ db, token }: Tenant, accept: string, text: string): string {
  const body = JSON.stringify({ db, sql: text });
  return `POST /v1/run HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: ${accept}\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}

/** More than twice the limits that the service is started with and those it has for headers and bodies: it is under siege, and streams may wait for their turn first. */
const HELD_MS = 40_000;
/** More at once than the kernel queues for a busy process are open to their sender alone, and no service can close them. */
const OPENED_AT_ONCE = 40;
const TRICKLE_MS = 500;
const LEAVE_MS = 400;
/** To take what the kernel holds of a reply that was cut, and see its end. */
const LAST_LOOK_MS = 8_000;

/** Opens connections that send what is given and then neither read nor write more than `trickle` now and then, and looks in the end which ones the service has closed. */
async function holdOpen(url: string, count: number, head: (index: number) => string, signal: AbortSignal, trickle = ''): Promise<string> {
  const sockets = await open(url, count, head);
  const trickling = setInterval(() => {
    if (trickle !== '') for (const socket of sockets) socket.write(trickle);
  }, TRICKLE_MS);
  await delay(HELD_MS, undefined, { signal }).catch(() => undefined);
  clearInterval(trickling);
  const closed = await Promise.all(sockets.map(hasEnded));
  for (const socket of sockets) socket.destroy();
  return closed.every(Boolean) ? 'cut' : 'held';
}

/** Opens connections that send what is given, and closes each a moment later. */
async function leave(url: string, count: number, head: (index: number) => string, signal: AbortSignal): Promise<string> {
  const sockets = await open(url, count, head);
  await Promise.all(
    sockets.map(async (socket) => {
      await delay(Math.random() * LEAVE_MS, undefined, { signal }).catch(() => undefined);
      socket.destroy();
    }),
  );
  return 'left';
}

async function open(url: string, count: number, head: (index: number) => string): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let from = 0; from < count; from += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, count - from) }, () => connect({ host: hostname, port: Number(port) }));
    const opened = some.map(async (socket, at) => {
      socket.on('error', () => socket.destroy());
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
      socket.pause();
      socket.write(head(from + at));
    });
    sockets.push(...some);
    await Promise.all(opened);
  }
  return sockets;
}

async function hasEnded(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return true;
  const timer = new AbortController();
  const ended = new Promise<boolean>((resolve) => {
    socket.once('end', () => resolve(true)).once('close', () => resolve(true));
    socket.resume();
  });
  const late = delay(LAST_LOOK_MS, false, { signal: timer.signal }).catch(() => false);
  const outcome = await Promise.race([ended, late]);
  timer.abort();
  return outcome;
}
