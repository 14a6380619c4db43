import type { DatabaseSummary } from '../contract/database.ts';
import type { Context } from './context.ts';
import { Stop } from './stop.ts';

/** The id of the named database, or of the active one; null when there is neither. @throws Stop for a name that none or several have */
export async function databaseOf(context: Context, given: string | undefined): Promise<string | null> {
  if (given === undefined) {
    // The service that answers may be another than the one that is remembered; one that is away says so at the call.
    await context.owner().catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== 'network_error') throw error;
    });
    return context.remembered().db ?? null;
  }
  // An id goes as it is: whether it exists is the service's to say.
  return given.startsWith('db_') ? given : (await findDatabase(context, given)).dbId;
}

/** The same where a command cannot do without. */
export async function requireDatabase(context: Context, given: string | undefined): Promise<string> {
  const db = await databaseOf(context, given);
  if (db === null) throw new Stop('usage', 'No database is active.', 'Choose one with `svc use <db>` or --db; `svc new <goal>` makes one.');
  return db;
}

/** The one database with this id, slug or name. */
export async function findDatabase(context: Context, given: string): Promise<DatabaseSummary> {
  const databases = await listDatabases(context);
  const found =
    databases.find(({ dbId }) => dbId === given) ??
    only(
      given,
      databases.filter(({ slug, name }) => slug === given || name.toLowerCase() === given.toLowerCase()),
    );
  if (found) return found;
  const message = `No database of yours is called ${JSON.stringify(given)}.`;
  if (databases.length === 0) throw new Stop('failed', message, 'You have none here; `svc new <goal>` makes one.');
  const { nearestName } = await import('./nearest-name.ts');
  const near = nearestName(
    given,
    databases.map(({ slug }) => slug),
  );
  throw new Stop('failed', message, `${near === null ? '' : `Did you mean ${near}? `}\`svc db list\` shows them.`);
}

/** As many as one page of the list holds. */
export async function listDatabases(context: Context): Promise<DatabaseSummary[]> {
  const client = await context.client();
  return await client.listDatabases({ limit: PAGE });
}

const PAGE = 1_000;

function only(given: string, found: readonly DatabaseSummary[]): DatabaseSummary | undefined {
  if (found.length > 1)
    throw new Stop(
      'usage',
      `${found.length} databases are called ${JSON.stringify(given)}.`,
      `Give the id: ${found.map(({ dbId }) => dbId).join(', ')}.`,
    );
  return found[0];
}
