import type { ByollmReply } from '../../contract/byollm.ts';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import { askSecret } from '../output/prompt.ts';
import { safeText } from '../output/safe-text.ts';
import { readStdin } from '../read/stdin.ts';
import { Stop } from '../stop.ts';

export const byollmSet: Run = async (context, [provider = '', model = ''], { key: given, json }) => {
  const { output } = context;
  const key = (given ?? (output.canAsk ? await askSecret(`Key of ${safeText(provider)}:`) : await readStdin('keys'))).trim();
  if (key === '') throw new Stop('usage', 'There is no key.', 'Give it on standard input.');
  if (given !== undefined)
    output.note(
      'The key was an argument, where every user of this machine can read it, and the shell keeps it: next time leave --key out.',
    );
  const client = await context.client();
  show(context, await client.setByollm({ provider, model, key }), json);
  return 'ok';
};

export const byollmStatus: Run = async (context, _given, { json }) => {
  const client = await context.client();
  show(context, await client.byollmStatus(), json);
  return 'ok';
};

export const byollmClear: Run = async (context, _given, { json }) => {
  const client = await context.client();
  const reply = await client.clearByollm();
  if (json) context.output.json(reply);
  else context.output.line(reply.cleared ? 'The provider key is forgotten.' : 'None was stored.');
  return 'ok';
};

function show({ output }: Context, reply: ByollmReply, json: boolean | undefined): void {
  if (json) output.json(reply);
  else if (reply.configured)
    output.line(`Asks are planned with ${safeText(`${reply.provider}/${reply.model}`)}, by the key that ends in ${safeText(reply.last4)}.`);
  else output.line('No provider key is stored; `svc byollm set <provider> <model>` stores one.');
}
