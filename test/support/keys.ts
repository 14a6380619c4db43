import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Home, newHome } from './owned.ts';
import { send, type TestService } from './service.ts';
import { BEANS, sessionOf, type TestSession } from './session.ts';

/** A service with an owner, who has a database with two rows and mints keys. */
export interface OwnedService {
  readonly home: Home;
  readonly service: TestService;
  /** The owner, and its database. */
  readonly owner: TestSession;
  mint(body: object, more?: { key?: string; at?: TestService }): Promise<Minted>;
  revoke(id: string, at?: TestService): ReturnType<typeof send>;
}

export interface Minted {
  readonly id: string;
  readonly key: string;
}

export async function newOwnedService(
  settings: Record<string, string> = {},
  options: Parameters<Home['start']>[1] & Parameters<typeof newHome>[0] = {},
): Promise<OwnedService> {
  const home = await newHome(options);
  const service = await home.start(settings, options);
  const token = (await readFile(join(home.dataDir, 'owner.key'), 'utf8')).trim();
  const made = await send(service, 'POST', '/v1/databases', { body: { goal: BEANS }, token, key: randomUUID() });
  const owner = sessionOf(service, token, String(made.json().dbId));
  await owner.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 18.5, 5), ('Sey', 14, 4) RETURNING id");
  return {
    home,
    service,
    owner,
    async mint(body, { key = randomUUID(), at = service } = {}) {
      const reply = await send(at, 'POST', '/v1/keys', { body, token, key });
      if (reply.status !== 201) throw new Error(`No key: ${reply.text}`);
      return reply.json() as unknown as Minted;
    },
    revoke: (id, at = service) => send(at, 'DELETE', `/v1/keys/${id}`, { token, key: randomUUID() }),
  };
}

export const codeOf = (reply: Awaited<ReturnType<typeof send>>): string | null =>
  reply.status < 400 ? null : ((reply.json().error as { code: string }).code ?? null);
