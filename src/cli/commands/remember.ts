import { MEMORY_KINDS, type MemoryKind } from '../../contract/memory.ts';
import type { Run } from '../command-run.ts';
import { requireDatabase } from '../database.ts';
import { safeText } from '../output/safe-text.ts';
import { readItems, rememberItems } from '../remember-items.ts';
import { Stop } from '../stop.ts';

/** The text is the fact, the message, or the entity's name; a file has many. */
export const remember: Run = async (context, [text = ''], flags) => {
  const { kind: given = 'fact', role, tag, ttl, type, subject, recalledFrom, agent, endUser, thread, from, json } = flags;
  if ((text === '') === (from === undefined))
    throw new Stop(
      'usage',
      'Say what to remember, or name a file of it.',
      'svc remember "Ana prefers window seats", or svc remember --from notes.ndjson',
    );
  const kind = MEMORY_KINDS.find((one): one is MemoryKind => one === given);
  if (kind === undefined) throw new Stop('usage', `There is no kind ${JSON.stringify(given)}.`, `Give one of ${MEMORY_KINDS.join(', ')}.`);
  const db = await requireDatabase(context, flags.db);
  const client = await context.client();
  const { output } = context;
  const common = {
    kind,
    ...(ttl === undefined ? {} : { ttl }),
    ...(agent === undefined ? {} : { agentId: agent }),
    ...(endUser === undefined ? {} : { endUserId: endUser }),
    ...(thread === undefined ? {} : { threadId: thread }),
  };
  const own = {
    ...(role === undefined ? {} : { role }),
    ...(tag === undefined ? {} : { tags: [...tag] }),
    ...(type === undefined ? {} : { type }),
    ...(subject === undefined ? {} : { subject }),
    ...(recalledFrom === undefined ? {} : { recalledFrom }),
  };
  if (from !== undefined) {
    const [beside] = Object.keys(own);
    if (beside !== undefined) throw new Stop('usage', `Each object of a file brings its own ${beside}.`, 'Leave the option out.');
    const items = await rememberItems(context, await readItems(from), { client, db, defaults: common });
    if (json) output.json({ status: 'ok', db, items });
    else {
      const known = items.filter(({ deduplicated }) => deduplicated).length;
      output.line(`Remembered ${items.length - known}; ${known} known already.`);
    }
    return 'ok';
  }
  const reply = await client.remember({ db, content: text, ...common, ...own });
  if (json) output.json(reply);
  else {
    const until = reply.expires_at === undefined ? '' : `, until ${reply.expires_at}`;
    output.line(safeText(`${reply.deduplicated ? 'Known already' : 'Remembered'}: ${reply.kind} ${reply.id}${until}.`));
  }
  return 'ok';
};
