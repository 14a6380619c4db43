import { administer, type Server } from './server.ts';

/** What databases take on a server's disk, indexes and what a vacuum has yet to give back included; those that are not there take nothing. */
export async function hostedBytes(server: Server, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return await administer(server, server.endpoint().database, async (admin) => {
    const { rows } = await admin.query<{ n: string }>(
      'SELECT coalesce(sum(pg_database_size(oid)), 0) AS n FROM pg_database WHERE datname = ANY($1)',
      [ids],
    );
    return Number(rows[0]?.n);
  });
}
