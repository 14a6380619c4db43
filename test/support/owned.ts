import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type TestService } from './service.ts';
import { databaseUrl, openAdmin } from './session.ts';

/** A control plane and a data folder of its own, with services that have an owner. */
export interface Home {
  readonly dataDir: string;
  /** The name of the database that holds the control plane. */
  readonly control: string;
  readonly settings: Record<string, string>;
  start(more?: Record<string, string>, options?: Parameters<typeof startService>[1]): Promise<TestService>;
  /** Closes its services and removes what they made. */
  close(): Promise<void>;
}

export async function newHome(): Promise<Home> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-home-'));
  const control = `control_home_${randomUUID().slice(0, 8)}`;
  const admin = await openAdmin();
  await admin.query(`CREATE DATABASE ${control} TEMPLATE template0`).finally(() => admin.end());
  const settings = { DATABASE_URL: databaseUrl({ database: control }), SVC_DATA_DIR: dataDir, SVC_LOCAL_OWNER: 'on' };
  const services: TestService[] = [];
  return {
    dataDir,
    control,
    settings,
    async start(more = {}, options = {}) {
      const service = await startService({ ...settings, ...more }, options);
      services.push(service);
      return service;
    },
    async close() {
      await Promise.all(services.map((service) => service.close()));
      const last = await openAdmin();
      await last.query(`DROP DATABASE ${control} WITH (FORCE)`).finally(() => last.end());
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
