import { endGrant } from '../grant.ts';
import { grantLogins, type RoleLimits } from '../login-settings.ts';
import { drop, open } from '../provision.ts';
import { administer, quoteName, ROLES, roleName, type Server } from '../server.ts';
import { updateSvcSchema } from '../svc-schema.ts';
import { copyDatabase, inSession, refuseWhatStays } from './copy.ts';

interface Options {
  /** It serves nobody and is thrown away afterwards: what is there changes its name. */
  readonly from: Server;
  readonly to: Server;
  readonly dbId: string;
  readonly newId: string;
  readonly secret: string;
  readonly limits: RoleLimits;
  /** Writes down that there is such a database, once it is whole and before its mark says so. */
  readonly record: () => Promise<void>;
}

/**
 * Copies a database to another server, as another one. Its grants stay behind: one that was ended since would show again what nobody
 * may see any more. How many rows it has. @throws Error that says what is in the way
 */
export async function copyAs({ from, to, dbId, newId, secret, limits, record }: Options): Promise<number> {
  await updateSvcSchema(from, dbId);
  const control = from.endpoint().database;
  const logins = await administer(from, control, (admin) => grantLogins(admin, [dbId]));
  for (const login of logins.get(dbId) ?? [])
    if ((await endGrant(from, dbId, login)) === 'closed') throw new Error(`The grant ${login} of ${dbId} does not end.`);
  // Logins are named by their database, and rights and policies name logins.
  const roles = ROLES.map((role) => `ALTER ROLE ${quoteName(roleName(dbId, role))} RENAME TO ${quoteName(roleName(newId, role))}`);
  await administer(from, control, (admin) =>
    admin.query([`ALTER DATABASE ${quoteName(dbId)} RENAME TO ${quoteName(newId)}`, ...roles].join(';\n')),
  );
  const rows = await inSession(from, newId, async (source) => {
    await refuseWhatStays(source, 'a copy');
    await source.query('BEGIN');
    return await copyDatabase({ source, to, dbId: newId, secret, limits, grants: [], onPlace: () => undefined });
  }).catch(async (error: unknown) => {
    await drop(to, newId).catch(() => undefined);
    throw error;
  });
  // Where this fails nobody knows how it ended: a sweep removes the copy, or opens it, by what the record says.
  await record();
  await open(to, newId);
  return rows;
}
