import { MEMORY_KINDS, type MemoryKind } from '../../contract/memory.ts';
import type { Run } from '../commands.ts';
import { requireDatabase } from '../database.ts';
import { safeText } from '../output/safe-text.ts';
import { Stop } from '../stop.ts';

/** The text is the fact, the message, or the entity's name. */
export const remember: Run = async (context, [text = ''], flags) => {
  const { kind: given = 'fact', role, tag, ttl, type, subject, agent, endUser, thread, json } = flags;
  const kind = MEMORY_KINDS.find((one): one is MemoryKind => one === given);
  if (kind === undefined) throw new Stop('usage', `There is no kind ${JSON.stringify(given)}.`, `Give one of ${MEMORY_KINDS.join(', ')}.`);
  const db = await requireDatabase(context, flags.db);
  const client = await context.client();
  const reply = await client.remember({
    db,
    kind,
    content: text,
    ...(role === undefined ? {} : { role }),
    ...(tag === undefined ? {} : { tags: [...tag] }),
    ...(ttl === undefined ? {} : { ttl }),
    ...(type === undefined ? {} : { type }),
    ...(subject === undefined ? {} : { subject }),
    ...(agent === undefined ? {} : { agentId: agent }),
    ...(endUser === undefined ? {} : { endUserId: endUser }),
    ...(thread === undefined ? {} : { threadId: thread }),
  });
  const { output } = context;
  if (json) output.json(reply);
  else {
    const until = reply.expires_at === undefined ? '' : `, until ${reply.expires_at}`;
    output.line(safeText(`${reply.deduplicated ? 'Known already' : 'Remembered'}: ${reply.kind} ${reply.id}${until}.`));
  }
  return 'ok';
};
