import { SvcError } from '../../client/index.ts';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import { askYesNo } from '../output/prompt.ts';

/** What is lost is named and asked about: an anonymous session cannot be opened again without its token, and a key not at all. */
export const logout: Run = async (context, _given, { json, confirm }) => {
  const { output, apiUrl, secrets } = context;
  // It may be another service than the one that is remembered; one that is away is not.
  await context.owner().catch(() => null);
  const { token, device, db, agents = {} } = context.remembered();
  const hosts = Object.keys(agents).filter((host) => device && agents[host]?.madeBy === device.keyId);
  const losses = [...(device ? [keyOf(hosts)] : []), ...(token === undefined ? [] : [SESSION])];
  if (losses.length > 0 && !confirm) {
    const lost = losses.map(({ lost }) => lost).join(' ');
    if (!output.canAsk) {
      output.note(`${losses.map(({ would }) => would).join(' ')} ${lost} Say --confirm to do it.`);
      return 'needsConfirm';
    }
    if (!(await askYesNo(`${losses.map(({ ask }) => ask).join(' ')} ${lost}`))) {
      output.note('Nothing was forgotten.');
      return 'needsConfirm';
    }
  }
  const isRevoked = device ? await revoke(context, device.keyId) : null;
  if (device) {
    await secrets
      .forget(device.keptAs ?? apiUrl, device.keptIn)
      .catch(() => output.note('The key could not be removed from where it was kept.'));
    if (!isRevoked)
      output.note(`The key ${device.keyId} could not be revoked from here, and is in force until it is: on the page ${apiUrl}/keys.`);
  }
  for (const host of hosts) await secrets.forget(agents[host]?.keptAs ?? '', agents[host]?.keptIn ?? 'file').catch(() => undefined);
  const others = Object.fromEntries(Object.entries(agents).filter(([host]) => !hosts.includes(host)));
  context.remember({ token: null, device: null, db: null, preview: null, agents: others });
  if (json) output.json({ apiUrl, forgotten: token !== undefined, revoked: isRevoked });
  else {
    if (device) output.line(`Signed out of ${apiUrl}${isRevoked ? '; the key of this device is revoked' : ''}.`);
    if (token !== undefined) output.line(`The anonymous session at ${apiUrl} is forgotten.`);
    if (losses.length === 0)
      output.line(
        `There was no session to forget.${db === undefined ? '' : ` ${db} is no longer the active database; nothing of it is lost.`}`,
      );
  }
  return isRevoked === false ? 'failed' : 'ok';
};

const SESSION = {
  ask: 'Forget the anonymous session?',
  would: 'The anonymous session would be forgotten.',
  lost: 'Its databases cannot be reached again.',
} as const;
/** With the agent hosts whose keys end with that of the device. */
const keyOf = (hosts: readonly string[]) => ({
  ask: 'Sign this device out?',
  would: 'This device would be signed out.',
  lost: `Its key is revoked${hosts.length === 0 ? '' : `, and with it those of ${hosts.join(', ')}, which \`svc mcp uninstall\` takes svc out of`}; the databases stay in your account.`,
});

/** Whether the key counts no more; false where the service does not answer, or nobody has the key to say so with. */
async function revoke(context: Context, id: string): Promise<boolean> {
  try {
    await (await context.client()).revokeKey({ id });
    return true;
  } catch (error) {
    if (error instanceof SvcError && GONE.has(error.code)) return true;
    if (error instanceof SvcError && OUT_OF_REACH.has(error.code)) return false;
    throw error;
  }
}

const GONE: ReadonlySet<string> = new Set(['unauthorized', 'key_not_found']);
const OUT_OF_REACH: ReadonlySet<string> = new Set(['network_error', 'credential_unreadable']);
