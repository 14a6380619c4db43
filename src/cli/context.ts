import type { Client, FoundCredential } from '../client/index.ts';
import type { ServiceIdentity } from '../contract/local-owner.ts';
import type { Output } from './output/output.ts';
import { clearSpinner } from './output/spinner.ts';
import type { FindOwner, OwnerCredential } from './owner.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { dataFolders, type Settings } from './settings.ts';
import type { Remembered, State } from './state.ts';
import { Stop } from './stop.ts';

/** What every command is given. */
export interface Context {
  readonly settings: Settings;
  /** Of the service, without a slash at its end. */
  readonly apiUrl: string;
  readonly output: Output;
  readonly secrets: Secrets;
  /** What is remembered of this service. */
  remembered(): Remembered;
  remember(change: Partial<{ readonly [K in keyof Remembered]: Remembered[K] | null }>): void;
  /** The owner's credential, where the service is this user's own; null where it is not, and where a key was given. */
  owner(signal?: AbortSignal): Promise<OwnerCredential | null>;
  /** What the next call is made with; null before the first anonymous reply. Rejects with SvcError alone. */
  credential(signal?: AbortSignal): Promise<FoundCredential | null>;
  client(): Promise<Client>;
  /** Whether there is a client already, and so perhaps a reply. */
  hasClient(): boolean;
  /** Of the service, where it has said so: on this machine alone. */
  serviceVersion(): string | null;
  readonly help: Help;
}

export interface Help {
  /** Of the command with these words. @throws Stop usage when there is none */
  of(words: readonly string[]): string;
  /** The tree of commands for programs. */
  tree(): object;
  /** Of this package. */
  version(): string;
  /** The manual page, in roff. */
  man(): Promise<string>;
  /** What completes `svc` in a shell. @throws Stop usage for one that is not known */
  completion(shell: string): Promise<string>;
}

/** Shorter waits are not felt. */
const TOLD_FROM_MS = 3_000;

/** @throws Stop usage for an address that is no http(s) URL, or a setting that is none */
export function createContext({
  settings,
  state,
  output,
  help,
}: Pick<Context, 'settings' | 'output' | 'help'> & { readonly state: State }): Context {
  const apiUrl = addressOf(settings.apiUrl);
  const secrets = openSecrets({ file: settings.secretsFile, sealFile: settings.sealFile, usesKeychain: usesKeychain(settings) });
  let client: Promise<Client> | null = null;
  let findOwner: Promise<FindOwner> | null = null;
  const meet = ({ id, version }: ServiceIdentity): void => {
    serviceVersion = version ?? null;
    if (id === undefined || !state.meet(apiUrl, id)) return;
    output.note(`svc: Another service answers at ${apiUrl} than before. What is remembered of that one is kept until it is back.`);
  };
  let serviceVersion: string | null = null;
  const context: Context = {
    settings,
    apiUrl,
    secrets,
    output,
    help,
    serviceVersion: () => serviceVersion,
    hasClient: () => client !== null,
    remembered: () => state.of(apiUrl),
    remember: (change) =>
      state.change(
        apiUrl,
        (remembered) =>
          Object.fromEntries(Object.entries({ ...remembered, ...change }).filter(([, value]) => value !== null)) as Remembered,
      ),
    async owner(signal) {
      if (settings.apiKey !== null) return null;
      findOwner ??= import('./owner.ts').then(({ createFindOwner }) =>
        createFindOwner({ apiUrl, folders: dataFolders(settings), onIdentity: meet }),
      );
      return await (await findOwner)(signal);
    },
    async credential(signal) {
      if (settings.apiKey !== null) return { bearer: settings.apiKey };
      const owner = await context.owner(signal);
      const { token, device } = context.remembered();
      const found = owner ?? (device ? { bearer: await secrets.read(device.keptAs ?? apiUrl, device.keptIn), baseUrl: apiUrl } : null);
      if (!found) return token === undefined ? null : { bearer: token };
      if (token !== undefined) await (await import('./adopt.ts')).adoptRemembered(context, found);
      return found;
    },
    client() {
      client ??= import('../client/index.ts').then(({ createClient }) =>
        createClient({
          baseUrl: apiUrl,
          numbers: 'verbatim',
          surface: 'cli',
          credential: context.credential,
          onAnonymousToken: (token) => context.remember({ token }),
          onRetry: (waitMs, { code }) => {
            if (waitMs < TOLD_FROM_MS) return;
            clearSpinner();
            output.note(`svc: The service is not ready (${code}); trying again in ${Math.ceil(waitMs / 1_000)} s. Ctrl-C stops.`);
          },
        }),
      );
      return client;
    },
  };
  return context;
}

/** @throws Stop usage for what is neither on nor off */
function usesKeychain({ keychain }: Settings): boolean {
  if (keychain !== null && keychain !== 'on' && keychain !== 'off') throw new Stop('usage', 'SVC_KEYCHAIN takes `on` or `off`.');
  return keychain !== 'off';
}

function addressOf(text: string): string {
  if (!/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ''))
    throw new Stop('usage', `${JSON.stringify(text)} is not the address of a service.`, 'Give one such as http://127.0.0.1:8787.');
  return text.replace(/\/+$/, '');
}
