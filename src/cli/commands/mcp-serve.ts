import { once } from 'node:events';
import type { Run } from '../commands.ts';

/** Messages go over standard input and output until the host closes them; everything else is on standard error. */
export const mcpServe: Run = async (context) => {
  const { serveMcpStdio } = await import('../../../mcp/stdio.ts');
  const token = context.credential();
  const served = serveMcpStdio({
    baseUrl: context.apiUrl,
    ...(token === null ? { onAnonymousToken: (minted: string) => context.remember({ token: minted }) } : { token }),
    onError: (error) => context.output.note(error.message),
  });
  await once(process.stdin, 'close');
  await served.close();
  return 'ok';
};
