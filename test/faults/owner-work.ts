import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sendUntilKnown } from './clients.ts';

/** What the owner of the service does while faults strike. */
export interface OwnerWork {
  readonly revoked: () => number;
  readonly imported: () => number;
  readonly wrongs: readonly string[];
  /** Once what was begun is done. */
  stop(): Promise<void>;
}

/** No request that is sent later than this after its key was revoked may be let in. */
const REVOKED_WITHIN_MS = 1_000;
const WATCHED_MS = 3_000;
const EVERY_MS = 100;
const ROWS = 1_000;
const IMPORT_GIVE_UP_MS = 120_000;

export async function startOwnerWork(urls: readonly string[], dataDir: string): Promise<OwnerWork> {
  const token = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
  const wrongs: string[] = [];
  const done = { revoked: 0, imported: 0 };
  let stopped = false;

  const get = async <T>(url: string, path: string, as: string): Promise<{ status: number; body: T } | null> =>
    await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${as}` }, signal: AbortSignal.timeout(10_000) }).then(
      async (reply) => ({ status: reply.status, body: (await reply.json()) as T }),
      () => null,
    );
  const anyUrl = () => urls[Math.floor(Math.random() * urls.length)] ?? '';
  const send = async (path: string, body: unknown) => {
    const { sent, refusal } = await sendUntilKnown(urls, token, path, body);
    if (refusal !== null) wrongs.push(`the owner was refused: ${refusal}`);
    return sent === null ? null : (JSON.parse(sent.text) as Record<string, unknown>);
  };

  /** A key is made, used on each service, revoked, and tried on each. */
  const revoke = async (): Promise<void> => {
    const minted = await send('/v1/keys', { type: 'sk_live', name: 'faults' });
    if (minted === null) return;
    const [id, key] = [String(minted.id), String(minted.key)];
    for (const url of urls) await get(url, '/v1/databases', key);
    for (;;) {
      const reply = await fetch(`${anyUrl()}/v1/keys/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': `revoke-${id}` },
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null);
      if (reply?.ok) break;
      await delay(EVERY_MS);
    }
    const from = performance.now();
    const watched = urls.map(async (url) => {
      for (let sentAt = 0; sentAt < WATCHED_MS; await delay(EVERY_MS)) {
        sentAt = performance.now() - from;
        const reply = await get(url, '/v1/databases', key);
        if (reply?.status === 200 && sentAt > REVOKED_WITHIN_MS)
          wrongs.push(`a revoked key was let in by a request that was sent ${Math.round(sentAt)} ms after the revocation`);
      }
    });
    await Promise.all(watched);
    done.revoked += 1;
  };

  /** A file is imported, and is there row by row. */
  const importOne = async (): Promise<void> => {
    const mark = randomUUID();
    const text = `mark,place\n${Array.from({ length: ROWS }, (_, place) => `${mark},${place}`).join('\n')}\n`;
    const made = await send('/v1/packs/imports', { packId: 'tabular', source: { files: [{ name: 'marks.csv', text }] } });
    if (made === null) return;
    const path = `/v1/packs/imports/${String(made.id)}`;
    for (const giveUpAt = Date.now() + IMPORT_GIVE_UP_MS; ; await delay(EVERY_MS)) {
      const found = (await get<{ phase?: string; error?: { code: string } | null; dbId?: string | null }>(anyUrl(), path, token))?.body;
      if (found?.phase === 'complete') {
        const rows = await send('/v1/run', {
          db: found.dbId,
          sql: 'SELECT count(*)::int AS n, count(DISTINCT place)::int AS places FROM marks',
        });
        const { n, places } = (rows?.data as { n: number; places: number }[] | undefined)?.[0] ?? { n: -1, places: -1 };
        if (rows !== null && (n !== ROWS || places !== ROWS))
          wrongs.push(`of ${ROWS} rows of an import ${n} are there, ${places} of them different`);
        done.imported += 1;
        return;
      }
      // Where it went on meanwhile there is nothing to try again.
      if (found?.error) await sendUntilKnown(urls, token, `${path}/retry`, {});
      if (Date.now() > giveUpAt) {
        wrongs.push(`an import did not end: ${JSON.stringify(found)}`);
        return;
      }
    }
  };

  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!stopped) await work();
  };
  const running = [repeat(revoke), repeat(importOne)];
  return {
    revoked: () => done.revoked,
    imported: () => done.imported,
    wrongs,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
