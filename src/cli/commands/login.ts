import { createClient, SvcError } from '../../client/index.ts';
import { adoptRemembered } from '../adopt.ts';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import { deviceLogin } from '../device-login.ts';
import type { Exit } from '../exit-codes.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { type KeptIn, placeOf } from '../secrets.ts';
import { Stop } from '../stop.ts';

/** The owner of a service needs no sign-in here, and gets a link for a browser; everybody else signs in this device. */
export const login: Run = async (context, _given, { json = false, browser = false }) => {
  const { settings, output, apiUrl } = context;
  if (settings.apiKey !== null) throw new Stop('usage', 'SVC_API_KEY is set, and goes before whoever signs in.', 'Unset it to sign in.');
  if (await context.owner()) return await linkForBrowser(context, { json, browser });
  const account = await accountNow(context);
  if (account) {
    if (json) output.json({ apiUrl, account, signedIn: 'before' });
    else output.line(`You are signed in to ${apiUrl} as ${nameOf(account)}. \`svc logout\` signs out.`);
    return 'ok';
  }
  if (!/^(?:https:|http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?=[:/]|$))/.test(apiUrl)) output.note(WITHOUT_TLS);
  const { access_token: bearer, key } = await deviceLogin(context, browser);
  const client = createClient({ baseUrl: apiUrl, apiKey: bearer, surface: 'cli' });
  const { serviceId } = context.remembered();
  // Another service may answer at this address one day, and has a key of its own then.
  const keptAs = serviceId === undefined ? apiUrl : `${apiUrl} ${serviceId}`;
  const keptIn = await keepOrRevoke(context, keptAs, bearer, () => client.revokeKey({ id: key.id }));
  context.remember({ device: { keyId: key.id, keptIn, keptAs, ...(key.deviceId === undefined ? {} : { name: key.deviceId }) } });
  if (keptIn === 'file')
    output.note(`${NO_KEYCHAIN} ${settings.secretsFile}, which this user alone may read; ${settings.sealFile} opens it.`);
  await adoptRemembered(context, { bearer, baseUrl: apiUrl });
  const { account: signedIn } = await client.whoAmI();
  if (json) output.json({ apiUrl, account: signedIn, signedIn: 'now', keyId: key.id, keptIn });
  else output.line(`Signed in to ${apiUrl} as ${nameOf(signedIn)}. The key of this device is in ${placeOf(keptIn, settings.secretsFile)}.`);
  return 'ok';
};

const WITHOUT_TLS = 'This service is reached without TLS: whoever listens on the way reads the key. Use https:// where it has it.';
const NO_KEYCHAIN = 'There is no keychain here that takes the key, so it is encrypted in';

const nameOf = (account: { id: string; email: string | null } | null): string => account?.email ?? account?.id ?? 'nobody';

async function linkForBrowser(context: Context, { json, browser }: { json: boolean; browser: boolean }): Promise<Exit> {
  const { output } = context;
  const { url, expiresAt } = await (await context.client()).makeSignInLink();
  if (json) output.json({ url, expiresAt });
  else {
    output.note(
      'You are the owner of this service, here without signing in. This link signs a browser in, once, within a quarter of an hour:',
    );
    output.line(url);
  }
  if (browser && !(await openInBrowser(url))) output.note('No browser could be opened: open the link yourself.');
  return 'ok';
}

/** Whose the key of this device is; null where there is none, or none that still counts. */
async function accountNow(context: Context) {
  if (context.remembered().device === undefined) return null;
  try {
    return (await (await context.client()).whoAmI()).account;
  } catch (error) {
    if (!(error instanceof SvcError) || (error.code !== 'unauthorized' && error.code !== 'credential_unreadable')) throw error;
    return null;
  }
}

/** A key that nobody can use again is not left in force. */
async function keepOrRevoke({ secrets }: Context, keptAs: string, key: string, revoke: () => Promise<unknown>): Promise<KeptIn> {
  try {
    return await secrets.keep(keptAs, key);
  } catch (error) {
    await revoke();
    throw new Stop('failed', `The key cannot be kept here, and was revoked: ${error instanceof Error ? error.message : String(error)}`);
  }
}
