import type { Store } from './control-plane.ts';

interface Named {
  readonly name: string;
  /** Null where it does not say. */
  readonly identity: string | null;
}

/**
 * Databases are looked for on the server of their name alone. So each name has to be there, and to mean the server that it meant before.
 * @param main the identity of the control plane's own server
 * @throws Error of one line that says what to do
 */
export async function checkHostingServers(store: Store, servers: readonly Named[], main: string | null): Promise<void> {
  const rows = await store
    .selectFrom('database')
    .select(['server', ({ fn }) => fn.countAll<string>().as('n')])
    .where('server', '<>', 'main')
    .groupBy('server')
    .execute();
  const missing = rows.find(({ server }) => !servers.some(({ name }) => name === server));
  if (missing)
    throw new Error(
      `SVC_HOSTING_URLS does not name the server "${missing.server}", which ${missing.n} databases are on: add it again, as ${missing.server}=postgres://…`,
    );
  const seen = new Map<string, string>(main === null ? [] : [[main, 'main']]);
  for (const { name, identity } of servers) {
    if (identity === null) continue;
    const other = seen.get(identity);
    if (other !== undefined)
      throw new Error(
        `SVC_HOSTING_URLS names one server as both "${other}" and "${name}": leave one out${other === 'main' ? ', or list main, which is the server of DATABASE_URL' : ''}.`,
      );
    seen.set(identity, name);
    const isUsed = rows.some(({ server }) => server === name);
    const known = await remember(store, `hosting server ${name}`, identity, !isUsed);
    if (known !== identity)
      throw new Error(
        `SVC_HOSTING_URLS names another server as "${name}" than the one that has its databases: correct its URL, or give a new server a new name.`,
      );
  }
}

/** The value that the fact has by now; it changes only where that is `free`. */
async function remember(store: Store, fact: string, value: string, isFree: boolean): Promise<string> {
  await store
    .insertInto('deployment')
    .values({ fact, value })
    .onConflict((conflict) => (isFree ? conflict.column('fact').doUpdateSet({ value }) : conflict.column('fact').doNothing()))
    .execute();
  return (await store.selectFrom('deployment').select('value').where('fact', '=', fact).executeTakeFirstOrThrow()).value;
}
