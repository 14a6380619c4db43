import type { KeyRecord } from '../../contract/keys.ts';
import type { Run } from '../command-run.ts';
import { requireDatabase } from '../database.ts';
import { csvOf } from '../output/csv.ts';
import { drawTable } from '../output/table.ts';
import { Stop } from '../stop.ts';

/** The key is printed once, alone on standard output, so that a script can take it. */
export const keysCreate: Run = async (context, [name], { publishable, readOnly, db, origins, json }) => {
  if (!publishable && (db !== undefined || origins !== undefined))
    throw new Stop(
      'usage',
      'An account key has neither a database nor origins.',
      'Say --publishable for a key of one database, or leave them out.',
    );
  if (publishable && readOnly) throw new Stop('usage', 'A publishable key only reads.', 'Leave --read-only out.');
  // What everybody may read is never the active database by accident.
  if (publishable && db === undefined)
    throw new Stop('usage', 'Everybody who has a publishable key can read its database.', 'Say which with --db.');
  const named = name === undefined ? {} : { name };
  const client = await context.client();
  const reply = publishable
    ? await client.mintKey({
        type: 'pk_live',
        ...named,
        dbId: await requireDatabase(context, db),
        ...(origins === undefined ? {} : { origins: origins.split(',').map((origin) => origin.trim()) }),
      })
    : await client.mintKey({ type: 'sk_live', ...named, access: readOnly ? 'read' : 'write' });
  const { output } = context;
  if (json) output.json(reply);
  else {
    output.line(reply.key);
    output.note(`It is not shown again. \`svc keys revoke ${reply.id}\` ends it.`);
  }
  return 'ok';
};

export const keysList: Run = async (context, _given, { json, csv }) => {
  const { output } = context;
  const client = await context.client();
  const keys = await client.listKeys({ limit: PAGE });
  if (json) output.json(keys);
  else if (csv)
    output.csv(
      await csvOf(['id', 'type', 'name', 'access', 'last4', 'dbId', 'mcpHost', 'deviceId', 'createdAt', 'lastUsedAt', 'revokedAt'], keys),
    );
  else if (keys.length === 0) output.line('No keys yet; `svc keys create` makes one.');
  else output.line(drawTable(['id', 'key', 'for', 'access', 'created', 'last used', 'revoked'], keys.map(shown), output.width));
  return 'ok';
};

/** A page of the greatest length: all active keys, which come first, and the newest of the revoked ones. */
const PAGE = 1_000;

const shown = (key: KeyRecord) => ({
  id: key.id,
  key: `${key.type}…${key.last4}`,
  for: key.name ?? key.dbId ?? (key.mcpHost === undefined ? '' : `${key.mcpHost} on ${key.deviceId}`),
  access: key.access,
  created: key.createdAt.slice(0, 10),
  'last used': key.lastUsedAt?.slice(0, 10) ?? '',
  revoked: key.revokedAt?.slice(0, 10) ?? '',
});

export const keysRevoke: Run = async (context, [id = ''], { json }) => {
  const client = await context.client();
  const reply = await client.revokeKey({ id });
  if (json) context.output.json(reply);
  else context.output.line(reply.alreadyRevoked ? `It was revoked before, ${reply.revokedAt}.` : 'Revoked, at once and for good.');
  return 'ok';
};
