import { createClient, type FoundCredential, SvcError } from '../client/index.ts';
import type { Output } from '../contract/operations.ts';
import type { Context } from './context.ts';
import { deviceName } from './device-login.ts';
import { placeOf } from './secrets.ts';
import type { KeptKey } from './state.ts';

interface Maker {
  readonly device: string;
  /** Of the device that `svc login` signed in; absent for the owner. */
  readonly madeBy?: string;
}

/** Who makes the keys of agent hosts, or why nobody does. */
async function makerOf(context: Context): Promise<Maker | string> {
  if (context.settings.apiKey !== null) return KEY_OF_SHELL;
  let isAway = false;
  const owner = await context.owner().catch((error: unknown) => {
    isAway = error instanceof SvcError && error.code === 'network_error';
    return null;
  });
  if (owner) return { device: deviceName() };
  const { device } = context.remembered();
  if (device) return { device: device.name ?? deviceName(), madeBy: device.keyId };
  return isAway ? AWAY : NOT_SIGNED_IN;
}

/** Whether a key that is kept still counts; one of which that cannot be said now is left as it is. */
async function isInForce({ secrets }: Context, { keptAs, keptIn }: KeptKey, baseUrl: string): Promise<boolean> {
  try {
    await createClient({ baseUrl, apiKey: await secrets.read(keptAs, keptIn) }).whoAmI();
    return true;
  } catch (error) {
    return !(error instanceof SvcError && (error.code === 'unauthorized' || error.code === 'credential_unreadable'));
  }
}

/**
 * Makes the key of one agent host on this device, so that its calls are told from others' and end with it. Who is not signed in makes
 * none: the host goes on as whoever `svc` is. Gives what there is to say of it.
 */
export async function giveHostKey(context: Context, host: string): Promise<string | null> {
  const { settings, secrets, apiUrl } = context;
  const maker = await makerOf(context);
  if (typeof maker === 'string') return maker;
  const { agents = {}, serviceId } = context.remembered();
  const before = agents[host];
  if (before && before.madeBy === maker.madeBy && (await isInForce(context, before, (await context.owner())?.baseUrl ?? apiUrl)))
    return null;
  const client = await context.client();
  let made: Output<'mintKey'>;
  try {
    made = await client.mintKey({ type: 'sk_mcp', host, device: maker.device });
  } catch (error) {
    // The file is written: the host works as its owner, without a key that could be ended apart.
    return `It has no key of its own: ${messageOf(error)}`;
  }
  const keptAs = `${apiUrl} ${serviceId ?? ''} ${host}`;
  try {
    const keptIn = await secrets.keep(keptAs, made.key ?? '');
    const { device: _, ...by } = maker;
    context.remember({ agents: { ...agents, [host]: { keyId: made.id, keptIn, keptAs, ...by } } });
    return `Its key is in ${placeOf(keptIn, settings.secretsFile)}; \`svc keys revoke ${made.id}\` ends what it may do.`;
  } catch (error) {
    // A key that nobody can use is not left in force.
    await client.revokeKey({ id: made.id });
    return `No key of its own could be kept here: ${messageOf(error)}`;
  }
}

const AWAY =
  'The service does not answer now: where it is your own the host is its owner, and `svc mcp install`, run again, gives it a key of its own.';
const NOT_SIGNED_IN =
  'Nobody is signed in here, so it begins as an anonymous session: after `svc login`, `svc mcp install` gives it a key of its own.';
const KEY_OF_SHELL =
  'SVC_API_KEY is written into no file, and is the host’s only where it is set for the host too: `svc login` without it, then `svc mcp install`, gives it a key of its own.';

/** Ends it, where there is one. Where the service is away it is forgotten, and stays in the list of keys. */
export async function takeHostKey(context: Context, host: string): Promise<string | null> {
  await context.owner().catch(() => null);
  const { [host]: kept, ...agents } = context.remembered().agents ?? {};
  if (!kept) return null;
  const isRevoked = await context
    .client()
    .then((client) => client.revokeKey({ id: kept.keyId }))
    .then(
      () => true,
      () => false,
    );
  await context.secrets.forget(kept.keptAs, kept.keptIn).catch(() => undefined);
  context.remember({ agents });
  return isRevoked ? 'Its key is revoked.' : `Its key could not be revoked from here: \`svc keys revoke ${kept.keyId}\` does it.`;
}

/**
 * What the host calls with; null where it has no key of its own. A key that the owner made goes to a service that has proven to be this
 * user's alone, one that a device made to where that device signed in.
 */
export async function hostCredential(context: Context, host: string | undefined, signal?: AbortSignal): Promise<FoundCredential | null> {
  if (host === undefined || context.settings.apiKey !== null) return null;
  const owner = await context.owner(signal);
  const { agents = {}, device } = context.remembered();
  const kept = agents[host];
  if (!kept || kept.madeBy !== (owner ? undefined : device?.keyId)) return null;
  if (!owner && kept.madeBy === undefined) return null;
  return { bearer: await context.secrets.read(kept.keptAs, kept.keptIn), baseUrl: owner?.baseUrl ?? context.apiUrl };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
