import { readConfig, settingsOf } from './config.ts';
import { openServer } from './engines/postgres/open-server.ts';
import { refuseArguments } from './lib/no-arguments.ts';
import { openStore } from './store/control-plane.ts';

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const log = {
  info: () => undefined,
  warn: (_facts: object, text: string) => say(text),
  error: (_facts: object, text: string) => say(text),
};

/**
 * Brings the control plane of DATABASE_URL and the template of hosted databases up to date, and ends: what each service does at its start,
 * as a job that runs before new replicas do.
 */
try {
  refuseArguments(process.argv.slice(2));
  const { databaseUrl, dataDir } = readConfig(settingsOf({}));
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set; the embedded PostgreSQL is migrated when the service starts.');
  const server = await openServer({ databaseUrl, dataDir, log });
  const store = await openStore(server.endpoint, (error) => say(error.message));
  await store.destroy();
  await server.close();
  say('The control plane is up to date.');
} catch (error) {
  say(`svc could not migrate: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
