import { expect, test } from 'vitest';
import { clusterRefusal } from '../../src/engines/postgres/embedded-cluster.ts';
import { refusedStart, saysDiskIsFull } from '../../src/engines/postgres/embedded-refusal.ts';

const PLACE = { pgData: '/srv/svc/postgres', logFile: '/srv/svc/postgres.log' };
const LOG = `2026-11-28 07:57:14.294 UTC [2582] LOG:  redo starts at 0/174B628
2026-11-28 07:57:14.297 UTC [2583] FATAL:  the database system is not yet accepting connections
2026-11-28 07:57:14.335 UTC [2582] FATAL:  checkpoint request failed
2026-11-28 07:57:14.338 UTC [2576] LOG:  startup process (PID 2582) exited with exit code 1
2026-11-28 07:57:14.340 UTC [2576] LOG:  database system is shut down

`;

test('a server that does not start is told in one line, by the last that it refused', () => {
  expect(refusedStart(PLACE, LOG, false).message).toBe(
    'PostgreSQL could not be started in /srv/svc/postgres: checkpoint request failed. More of it is in /srv/svc/postgres.log.',
  );
  expect(refusedStart(PLACE, 'postgres: cannot execute binary file\n', false).message).toContain(
    ': postgres: cannot execute binary file. ',
  );
  expect(refusedStart(PLACE, '', false).message).toContain(': it ended without a word. ');
});

test('on a full disk it says to make room, whether the server could still say so or not', () => {
  const full = 'FATAL:  could not write lock file "postmaster.pid": No space left on device';
  expect(saysDiskIsFull(full)).toBe(true);
  for (const { message } of [refusedStart(PLACE, full, false), refusedStart(PLACE, LOG, true)])
    expect(message).toMatch(/^PostgreSQL could not be started in \/srv\/svc\/postgres: the disk is full\. Make room there, [^\n]+$/);
});

test('a cluster that finds no room says so in one line, whatever initdb says after it', () => {
  const tidying = Array.from({ length: 6 }, (_, line) => `initdb: removing what was made (${line})`);
  const lastWords = '2026-11-28 13:26:35.751 UTC [6197] PANIC:  cannot abort transaction 1, it was already committed\nAborted';
  for (const stderr of [
    ['FATAL:  could not extend file "base/1/1259": No space left on device', ...tidying].join('\n'),
    ['HINT:  Check free disk space.', ...tidying, lastWords].join('\n'),
  ])
    expect(clusterRefusal('/srv/svc/postgres', Object.assign(new Error('initdb ended'), { stderr })).message).toMatch(
      /^The PostgreSQL cluster could not be made in \/srv\/svc\/postgres: the disk is full\. Make room for it, [^\n]+$/,
    );
  const other = Object.assign(new Error('initdb ended'), { stderr: 'initdb: error: invalid locale' });
  expect(clusterRefusal('/srv/svc/postgres', other).message).toMatch(/: initdb: error: invalid locale$/);
});
