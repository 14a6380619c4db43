import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { newFolder } from './folder.ts';
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

/** `plain`: its services log in to PostgreSQL as no superuser, with the two rights that they need. */
export async function newHome({ plain = false }: { readonly plain?: boolean } = {}): Promise<Home> {
  const dataDir = await newFolder('home');
  const control = `control_home_${randomUUID().slice(0, 8)}`;
  const login = plain ? { user: `login_${control}`, password: randomUUID() } : null;
  const admin = await openAdmin();
  if (login) await admin.query(`CREATE ROLE ${login.user} LOGIN NOSUPERUSER CREATEDB CREATEROLE PASSWORD '${login.password}'`);
  await admin.query(`CREATE DATABASE ${control} TEMPLATE template0${login ? ` OWNER ${login.user}` : ''}`).finally(() => admin.end());
  const settings = { DATABASE_URL: databaseUrl({ database: control, ...login }), SVC_DATA_DIR: dataDir, SVC_LOCAL_OWNER: 'on' };
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
