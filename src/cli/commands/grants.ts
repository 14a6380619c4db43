import type { GrantRecord } from '../../contract/grants.ts';
import type { Run } from '../commands.ts';
import { requireDatabase } from '../database.ts';
import { csvOf } from '../output/csv.ts';
import { drawTable } from '../output/table.ts';

export const grantsCreate: Run = async (context, [grantee = '', tables = ''], { db, json }) => {
  const client = await context.client();
  const who = grantee.includes('@') ? { granteeEmail: grantee } : { granteeAccountId: grantee };
  const scope = tables.split(/[\s,]+/).filter((name) => name !== '');
  const reply = await client.mintGrant({ dbId: await requireDatabase(context, db), ...who, scope });
  const { output } = context;
  if (json) output.json(reply);
  else {
    output.line(reply.id);
    output.note(`The grantee may now read ${reply.scope.join(', ')} of ${reply.dbId}. \`svc grants revoke ${reply.id}\` ends it.`);
  }
  return 'ok';
};

export const grantsList: Run = async (context, _given, { json, csv }) => {
  const { output } = context;
  const client = await context.client();
  const grants = await client.listGrants({ limit: PAGE });
  if (json) output.json(grants);
  else if (csv)
    output.csv(
      await csvOf(
        ['id', 'role', 'dbId', 'ownerAccountId', 'granteeAccountId', 'granteeEmail', 'scope', 'priceModel', 'createdAt', 'revokedAt'],
        grants.map((grant) => ({ ...grant, scope: grant.scope.join(' ') })),
      ),
    );
  else if (grants.length === 0) output.line('No grants: none of your databases is open to another account, and none was opened to you.');
  else output.line(drawTable(['id', 'yours', 'database', 'tables', 'created', 'revoked'], grants.map(shown), output.width));
  return 'ok';
};

/** A page of the greatest length: all active grants, which come first, and the newest of the revoked ones. */
const PAGE = 1_000;

const shown = (grant: GrantRecord) => ({
  id: grant.id,
  yours: grant.role === 'owner' ? 'given' : 'held',
  database: grant.dbId,
  tables: grant.scope.join(', '),
  created: grant.createdAt.slice(0, 10),
  revoked: grant.revokedAt?.slice(0, 10) ?? '',
});

export const grantsUsage: Run = async (context, [id = ''], { json, csv }) => {
  const { output } = context;
  const client = await context.client();
  const usage = await client.grantUsage({ id });
  if (json) output.json(usage);
  else if (csv) output.csv(await csvOf(['day', 'queries', 'rows'], usage.byDay));
  else {
    output.line(
      `${counted(usage.queries, 'query', 'queries')} and ${counted(usage.rows, 'row', 'rows')} since ${usage.since.slice(0, 10)}.`,
    );
    if (usage.byDay.length > 0) output.line(drawTable(['day', 'queries', 'rows'], usage.byDay, output.width));
  }
  return 'ok';
};

const counted = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export const grantsRevoke: Run = async (context, [id = ''], { json }) => {
  const client = await context.client();
  const reply = await client.revokeGrant({ id });
  if (json) context.output.json(reply);
  else context.output.line(reply.alreadyRevoked ? `It was revoked before, ${reply.revokedAt}.` : 'Revoked, at once and for good.');
  return 'ok';
};
