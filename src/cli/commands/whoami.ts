import { SvcError } from '../../client/index.ts';
import type { Output } from '../../contract/operations.ts';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import { placeOf } from '../secrets.ts';

export const whoami: Run = async (context, _given, { json }) => {
  const { output, apiUrl, settings } = context;
  // A service that cannot prove itself says nothing about who we are to it; one that is away, not yet.
  let isAway = false;
  const owner = await context.owner().catch((error: unknown) => {
    isAway = error instanceof SvcError && error.code === 'network_error';
    return null;
  });
  const { db = null, token, device } = context.remembered();
  const credential = settings.apiKey !== null ? 'key' : owner ? 'owner' : device ? 'device' : token === undefined ? 'none' : 'anonymous';
  const found = isAway || credential === 'none' || credential === 'anonymous' ? null : await accountOf(context);
  const account = found === 'refused' ? null : found;
  if (json) output.json({ apiUrl, credential, ...(account ? { account } : {}), db });
  else {
    output.line(`service     ${apiUrl}${isAway ? ' (does not answer)' : ''}`);
    if (owner) output.line(`credential  the service’s owner, by ${owner.keyFile}`);
    else if (device && credential === 'device')
      output.line(`credential  the key of this device, in ${placeOf(device.keptIn, settings.secretsFile)}`);
    else output.line(`credential  ${isAway && credential !== 'key' ? AWAY : WORDS[credential]}`);
    if (found === 'refused') output.line('account     none: the credential is not accepted any more');
    if (account)
      output.line(`account     ${account.email ?? (account.kind === 'local' ? 'the owner of this machine’s service' : account.id)}`);
    output.line(`database    ${db ?? 'none is active'}`);
  }
  return 'ok';
};

/** Null where nobody has an account, and where the service says nothing: what is asked here is also known without it. */
async function accountOf(context: Context): Promise<Output<'whoAmI'>['account'] | 'refused'> {
  try {
    return (await (await context.client()).whoAmI()).account;
  } catch (error) {
    return error instanceof SvcError && error.code === 'unauthorized' ? 'refused' : null;
  }
}

const AWAY = 'known when it answers: the owner where the service is your own, else an anonymous session';

const WORDS = {
  device: 'the key of this device',
  none: 'none yet; the first call begins an anonymous session',
  anonymous: 'an anonymous session',
  key: 'SVC_API_KEY',
  owner: 'the service’s owner',
} as const;
