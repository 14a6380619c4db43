import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the command line takes from the environment; the service's own settings are in `config.ts`. */
export interface Settings {
  readonly apiUrl: string;
  /** A credential of one's own, in place of the anonymous session that the state keeps. */
  readonly apiKey: string | null;
  /** Of a database to connect; it holds a password. */
  readonly connectionUrl: string | null;
  readonly stateFile: string;
  /** Of the keys of this device that no keychain takes. */
  readonly secretsFile: string;
  /** The key that they are encrypted with. */
  readonly sealFile: string;
  /** As it was given. */
  readonly keychain: string | null;
  /** Where `svc serve` keeps its data unless it is told another folder. */
  readonly dataDir: string;
  readonly isColourful: boolean;
  /** When a newer version was last looked for, and what was found. */
  readonly updateFile: string;
  /** Under which name npm's registry has this program; null when that is not said. */
  readonly updatePackage: string | null;
  readonly environment: Environment;
}

/** Each variable with what it is for, as help prints it. */
export const VARIABLES = {
  SVC_API_URL: 'Address of the service; --api-url goes before it.',
  SVC_API_KEY:
    'A credential of your own. Without one you are the owner of a service that you started on this machine, else whoever `svc login` signed in, else anonymous.',
  SVC_KEYCHAIN:
    '`off` keeps the keys of `svc login` and of agent hosts encrypted in svc/credentials.json beside the state, not in the keychain of the system.',
  SVC_CONNECTION_URL: 'Connection URL for `svc db connect`, which shows it nowhere.',
  XDG_DATA_HOME: 'Folder of svc/, where `svc serve` keeps its data; ~/.local/share when absent.',
  XDG_CONFIG_HOME: 'Folder of svc/state.json, where the active database is kept; ~/.config when absent.',
  XDG_STATE_HOME: 'Folder of svc/credentials.key, which opens svc/credentials.json; ~/.local/state when absent.',
  SVC_UPDATE_PACKAGE: 'The package in npm’s registry that `svc update` and the daily check look at; its own name when absent.',
  SVC_NO_UPDATE_CHECK: 'When set, no newer version is looked for, as with --no-update-check; nor is one in CI, or on a pipe.',
  CI: 'Set by build machines: see SVC_NO_UPDATE_CHECK.',
  NO_COLOR: 'When set, nothing is coloured.',
} as const;

export const DEFAULT_API_URL = 'http://127.0.0.1:8787';

export function readSettings(environment: Environment = process.env): Settings {
  const value = (name: keyof typeof VARIABLES): string | null => environment[name] || null;
  const configDir = join(value('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'svc');
  return {
    apiUrl: value('SVC_API_URL') ?? DEFAULT_API_URL,
    apiKey: value('SVC_API_KEY'),
    connectionUrl: value('SVC_CONNECTION_URL'),
    stateFile: join(configDir, 'state.json'),
    secretsFile: join(configDir, 'credentials.json'),
    sealFile: join(value('XDG_STATE_HOME') ?? join(homedir(), '.local', 'state'), 'svc', 'credentials.key'),
    keychain: value('SVC_KEYCHAIN'),
    dataDir: join(value('XDG_DATA_HOME') ?? join(homedir(), '.local', 'share'), 'svc'),
    isColourful: value('NO_COLOR') === null,
    updateFile: join(configDir, 'update.json'),
    updatePackage: value('SVC_UPDATE_PACKAGE'),
    environment,
  };
}

/** Whether a newer version is looked for by the way: only for somebody who sits there. */
export const checksDaily = ({ environment }: Settings): boolean =>
  process.stderr.isTTY === true && !environment.CI && !environment.SVC_NO_UPDATE_CHECK;

/** Where services that this user started keep their data, as far as can be known from here. */
export const dataFolders = ({ environment, dataDir }: Settings): string[] => [
  ...(environment.SVC_DATA_DIR ? [resolve(environment.SVC_DATA_DIR)] : []),
  dataDir,
  resolve(OWN_FOLDER),
];

/** Where a service that is started from its sources keeps its data: in the folder that it is started in. */
export const OWN_FOLDER = '.svc';
