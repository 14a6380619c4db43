import { once } from 'node:events';
import type { Run } from '../commands.ts';
import { hostNamed } from '../hosts/find.ts';

/** Messages go over standard input and output until the host closes them; everything else is on standard error. */
export const mcpServe: Run = async (context, _given, { host }) => {
  if (host !== undefined) hostNamed(host);
  const { serveMcpStdio } = await import('../../../mcp/stdio.ts');
  const served = serveMcpStdio({
    baseUrl: context.apiUrl,
    credential: context.credential,
    onAnonymousToken: (token) => context.remember({ token }),
    onError: (error) => context.output.note(error.message),
  });
  await once(process.stdin, 'close');
  await served.close();
  return 'ok';
};
