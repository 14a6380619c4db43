import { finished } from 'node:stream/promises';
import type { Run } from '../command-run.ts';
import { hostCredential } from '../host-key.ts';
import { hostNamed } from '../hosts/find.ts';
import { Stop } from '../stop.ts';

/** Messages go over standard input and output until the host closes them; everything else is on standard error. */
export const mcpServe: Run = async (context, _given, { host, db, readOnly, confirm }) => {
  if (host !== undefined) hostNamed(host);
  // What is meant to narrow must not be passed over.
  if (db === '') throw new Stop('usage', '--db names no database.', 'Give its id or its name.');
  const { serveMcpStdio } = await import('../../../mcp/stdio.ts');
  const served = serveMcpStdio({
    baseUrl: context.apiUrl,
    reach: { db: db ?? null, readOnly: readOnly === true, asksUser: confirm !== true },
    credential: async (signal) => (await hostCredential(context, host, signal)) ?? (await context.credential(signal)),
    onAnonymousToken: (token) => context.remember({ token }),
    onError: (error) => context.output.note(error.message),
  });
  // A file that ends is not closed, and a host that died may break it off.
  await finished(process.stdin, { writable: false }).catch(() => undefined);
  await served.close();
  return 'ok';
};
