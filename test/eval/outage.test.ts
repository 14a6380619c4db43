import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { EXIT, evaluate } from '../../eval/evaluate.ts';
import type { Options } from '../../eval/options.ts';
import { openReads } from '../../eval/ways/ask.ts';
import { dumpFile, readDump } from '../../eval/ways/dump.ts';
import { hostDump } from '../../eval/ways/hosted.ts';
import type { Way } from '../../eval/ways/way.ts';
import type { Server } from '../../src/engines/postgres/server.ts';
import { startService, TEST_SECRET, type TestService } from '../support/service.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-eval-outage-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The run's Postgres as the evaluation's own. */
function serverOfRun(): Server {
  const url = new URL(inject('databaseUrl'));
  const login = { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password), database: url.pathname.slice(1) };
  return { endpoint: () => ({ host: url.hostname, port: Number(url.port || 5432), ...login }), ensure: async () => undefined };
}

/** Asks a service that is closed, sockets and all, after so many questions. */
function wayOf(service: TestService, dieAfter: number): (options: Options) => Promise<Way> {
  return async ({ data }) => {
    const svc = service.client();
    await svc.listDatabases();
    let asked = 0;
    return {
      async open({ questions: [{ db }] }) {
        const statements = await readDump(dumpFile(data, 'postgres', db));
        const dump = await hostDump({ svc, server: serverOfRun(), secret: TEST_SECRET }, { name: db, statements, schema: null });
        const reads = openReads({ svc, dump, model: undefined });
        return {
          ...reads,
          async answer(question) {
            if (asked === dieAfter) await service.close();
            asked += 1;
            return await reads.answer(question);
          },
        };
      },
      close: async () => (asked > dieAfter ? undefined : await service.close()),
    };
  };
}

describe('an outage', () => {
  const said: string[] = [];
  const evaluateWith = async (service: TestService, dieAfter: number, ...more: string[]) => {
    said.length = 0;
    const code = await evaluate(['--limit', '12', '--state', join(folder, 'state'), '--json', join(folder, 'figures.json'), ...more], {
      say: (text) => void said.push(text),
      progress: new PassThrough() as unknown as NodeJS.WriteStream,
      signal: new AbortController().signal,
      way: { open: wayOf(service, dieAfter), kinds: ['read'] },
      pausesMs: [],
    });
    return {
      code,
      figures: JSON.parse(await readFile(join(folder, 'figures.json'), 'utf8')) as Record<string, number>,
      said: said.join('\n'),
    };
  };

  it('is never counted as wrong, is told, and is gone on from', async () => {
    const whole = await evaluateWith(await startService(), 1_000, '--state', join(folder, 'other'));
    expect(whole.code).toBe(EXIT.fine);
    expect(whole.figures).toMatchObject({ questions: 12, asked: 12, failed: 0, complete: true });

    const lost = await evaluateWith(await startService(), 5);
    expect(lost.code).toBe(EXIT.outage);
    expect(lost.figures).toMatchObject({ questions: 12, asked: 5, failed: 3, wrong: 0, complete: false });
    expect(lost.said).toContain('OUTAGE: nobody answered, question after question (network_error');

    const resumed = await evaluateWith(await startService(), 1_000, '--resume');
    expect(resumed.code).toBe(EXIT.fine);
    expect(resumed.said).toContain('Going on: 5 of 12 questions have their result.');
    for (const figure of ['asked', 'answered', 'right', 'wrong', 'declined'])
      expect(resumed.figures[figure], figure).toBe(whole.figures[figure]);

    const again = await evaluateWith(await startService(), 1_000);
    expect(again.said).toContain('Against the last run: the same 12 questions, and each came out as before.');
  }, 240_000);
});
