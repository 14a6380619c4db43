import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient, SvcError } from '../client/index.ts';
import { DEVICE_GRANT } from '../contract/device.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Output } from '../contract/operations.ts';
import type { Context } from './context.ts';
import { openInBrowser } from './open-in-browser.ts';
import { whileSpinning } from './output/spinner.ts';
import { Stop } from './stop.ts';

type Key = Output<'redeemDevice'>;

/** Gets a key for this device: it shows a code, and waits until somebody approves it in a browser (RFC 8628). */
export async function deviceLogin({ apiUrl, output }: Context, opensBrowser: boolean): Promise<Key> {
  // As nobody: a credential that is remembered has nothing to do with who approves it.
  const client = createClient({ baseUrl: apiUrl, surface: 'cli' });
  const codes = await client.beginDevice({ client_id: 'svc', device: deviceName() });
  output.note(`Open ${codes.verification_uri_complete} in a browser where you are signed in, or sign in there,`);
  output.note(`see that it shows the code ${codes.user_code}, and approve it. The code counts for ${codes.expires_in / 60} minutes.`);
  if (opensBrowser && !(await openInBrowser(codes.verification_uri_complete)))
    output.note('No browser could be opened: open the link yourself.');
  return await whileSpinning('Waiting for you to approve', () => waitForKey(client, codes));
}

/** RFC 8628, 3.5. */
async function waitForKey(client: Client, { device_code, interval, expires_in: seconds }: Output<'beginDevice'>): Promise<Key> {
  const end = performance.now() + seconds * 1_000;
  let waitMs = interval * 1_000;
  while (performance.now() < end) {
    await pause(waitMs);
    try {
      return await client.redeemDevice({ grant_type: DEVICE_GRANT, device_code, client_id: 'svc' });
    } catch (error) {
      const code = error instanceof SvcError ? error.code : '';
      if (code === 'slow_down') waitMs += SLOW_DOWN_MS;
      else if (code === 'network_error') waitMs *= 2;
      else if (code === 'rate_limited') waitMs = Math.max(waitMs, (error as SvcError).retryAfterMs ?? 0);
      else if (code === 'access_denied') throw new Stop('credential', 'This device was refused.', 'Nothing was changed.');
      else if (code === 'expired_token') break;
      else if (code !== 'authorization_pending') throw error;
    }
  }
  throw new Stop('credential', 'Nobody approved this device in time.', '`svc login` shows another code.');
}

const SLOW_DOWN_MS = 5_000;

/** As a key's text takes it. */
export function deviceName(): string {
  const name = hostname()
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, LIMITS.keyDeviceMaxLength);
  return name === '' ? 'unknown-device' : name;
}
