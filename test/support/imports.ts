import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ImportRecord } from '../../src/contract/packs.ts';
import { send, type TestService } from './service.ts';
import { type Reply, until } from './session.ts';

/** Imports as somebody with a credential. */
export interface Importing {
  create(body: object, options?: { token?: string | null }): Promise<Reply>;
  get(id: string): Promise<ImportRecord>;
  post(path: string, body?: unknown): Promise<Reply>;
  /** From its creation to its end, by itself. */
  whole(source: unknown, more?: object): Promise<ImportRecord>;
  rows(db: string, sql: string): Promise<Record<string, unknown>[]>;
}

export function importingAs(service: TestService, token: string): Importing {
  const post: Importing['post'] = (path, body) =>
    send(service, 'POST', path, { ...(body === undefined ? {} : { body }), token, key: randomUUID() });
  const it: Importing = {
    post,
    create: (body, options = {}) =>
      send(service, 'POST', '/v1/packs/imports', { body, token: options.token === undefined ? token : options.token, key: randomUUID() }),
    async get(id) {
      const reply = await send(service, 'GET', `/v1/packs/imports/${id}`);
      expect(reply.status, reply.text).toBe(200);
      return reply.json() as unknown as ImportRecord;
    },
    async whole(source, more = {}) {
      const created = await it.create({ packId: 'tabular', source, ...more });
      expect(created.status, created.text).toBe(201);
      const { id } = created.json() as unknown as ImportRecord;
      let record = await it.get(id);
      await until(async () => {
        record = await it.get(id);
        return record.phase === 'complete' || record.error !== null;
      });
      return record;
    },
    async rows(db, sql) {
      const reply = await post('/v1/run', { db, sql });
      expect(reply.status, reply.text).toBe(200);
      return reply.json().data as Record<string, unknown>[];
    },
  };
  return it;
}
