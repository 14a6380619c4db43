import type { GrantRecord } from '../../contract/grants.ts';
import type { Run } from '../command-run.ts';
import { requireDatabase } from '../database.ts';
import { csvOf } from '../output/csv.ts';
import { drawTable } from '../output/table.ts';
import { Stop } from '../stop.ts';

export const grantsCreate: Run = async (context, [grantee = '', tables = ''], { db, rows, mask, json }) => {
  const filters = byTable('--rows', rows, `orders: region = 'EU'`, (condition) => condition);
  const hidden = byTable('--mask', mask, 'customers: email, phone', namesIn);
  const client = await context.client();
  const who = grantee.includes('@') ? { granteeEmail: grantee } : { granteeAccountId: grantee };
  const reply = await client.mintGrant({
    dbId: await requireDatabase(context, db),
    ...who,
    scope: namesIn(tables),
    ...(filters ? { rows: filters } : {}),
    ...(hidden ? { mask: hidden } : {}),
  });
  const { output } = context;
  if (json) output.json(reply);
  else {
    output.line(reply.id);
    output.note(`The grantee may now read ${reply.scope.join(', ')} of ${reply.dbId}. \`svc grants revoke ${reply.id}\` ends it.`);
  }
  return 'ok';
};

const namesIn = (text: string): string[] => text.split(/[\s,]+/).filter((name) => name !== '');

/** Of `<table>: <what>`, each table once. @throws Stop usage */
function byTable<T>(option: string, given: readonly string[] = [], example: string, read: (what: string) => T): Record<string, T> | null {
  const found = new Map<string, T>();
  for (const text of given) {
    const [, table = '', what = ''] = /^([^:]+):([\s\S]*)$/.exec(text) ?? [];
    if (table.trim() === '' || what.trim() === '')
      throw new Stop(
        'usage',
        `${option} ${JSON.stringify(text)} does not say a table and what of it.`,
        `Say it so: ${option} "${example}".`,
      );
    if (found.has(table.trim()))
      throw new Stop('usage', `${option} names ${table.trim()} twice.`, 'Say it once, with all that holds for it.');
    found.set(table.trim(), read(what.trim()));
  }
  return found.size === 0 ? null : Object.fromEntries(found);
}

export const grantsList: Run = async (context, _given, { json, csv }) => {
  const { output } = context;
  const client = await context.client();
  const grants = await client.listGrants({ limit: PAGE });
  if (json) output.json(grants);
  else if (csv)
    output.csv(
      await csvOf(
        [
          'id',
          'role',
          'dbId',
          'ownerAccountId',
          'granteeAccountId',
          'granteeEmail',
          'scope',
          'rows',
          'mask',
          'lost',
          'priceModel',
          'createdAt',
          'revokedAt',
        ],
        grants.map(({ scope, rows, mask, lost, ...grant }) => ({
          ...grant,
          scope: scope.join(' '),
          rows: rows && JSON.stringify(rows),
          mask: mask && JSON.stringify(mask),
          lost: lost && JSON.stringify(lost),
        })),
      ),
    );
  else if (grants.length === 0) output.line('No grants: none of your databases is open to another account, and none was opened to you.');
  else {
    output.line(drawTable(['id', 'yours', 'database', 'tables', 'created', 'revoked'], grants.map(shown), output.width));
    for (const { id, lost = [] } of grants)
      for (const { table, column, reason } of lost)
        output.note(`${id} shows ${column === undefined ? table : `${table}.${column}`} no more. ${reason}`);
  }
  return 'ok';
};

/** A page of the greatest length: all active grants, which come first, and the newest of the revoked ones. */
const PAGE = 1_000;

const shown = (grant: GrantRecord) => ({
  id: grant.id,
  yours: grant.role === 'owner' ? 'given' : 'held',
  database: grant.dbId,
  tables: grant.scope.map((table) => `${table}${narrowed(grant, table)}`).join(', '),
  created: grant.createdAt.slice(0, 10),
  revoked: grant.revokedAt?.slice(0, 10) ?? '',
});

/** What the owner sees of how a table is narrowed. */
function narrowed({ rows, mask }: GrantRecord, table: string): string {
  const parts = [
    ...(rows?.[table] === undefined ? [] : [`where ${rows[table]}`]),
    ...(mask?.[table] ? [`without ${mask[table].join(', ')}`] : []),
  ];
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

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
