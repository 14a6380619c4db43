import type { Client } from '../client/index.ts';
import type { ServiceIdentity } from '../contract/local-owner.ts';
import type { Context } from './context.ts';
import { clearSpinner } from './output/spinner.ts';
import type { FindOwner } from './owner.ts';
import { openSecrets } from './secrets.ts';
import { dataFolders, type Settings } from './settings.ts';
import type { Remembered, State } from './state.ts';
import { Stop } from './stop.ts';

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
