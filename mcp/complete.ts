import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import type { Identity } from './port.ts';

/** Of the specification: values of one completion. */
const VALUES_MAX = 100;
const LISTED_MAX = 1_000;

/** Names of databases and of their tables, for arguments of prompts and of resource templates; nothing for any other. */
export async function complete(
  { argument, context }: CompleteRequestParams,
  identity: Identity,
  signal: AbortSignal,
): Promise<CompleteResult> {
  const names = argument.name === 'db' ? databases : argument.name === 'table' ? tables : none;
  const all = await names(identity, signal, context?.arguments?.db).catch(() => []);
  const typed = argument.value.toLowerCase();
  const begin = all.filter((name) => name.toLowerCase().startsWith(typed));
  const contain = all.filter((name) => !begin.includes(name) && name.toLowerCase().includes(typed));
  const found = [...begin, ...contain];
  return { completion: { values: found.slice(0, VALUES_MAX), total: found.length, hasMore: found.length > VALUES_MAX } };
}

/** Slugs, and the id of one whose slug another has too. */
async function databases({ operations, reach }: Identity, signal: AbortSignal): Promise<string[]> {
  const all = await operations.listDatabases({ limit: LISTED_MAX }, { signal });
  const own = all.filter(({ dbId, slug }) => reach.db === null || reach.db === dbId || reach.db === slug);
  const seen = new Set<string>();
  return own.map(({ dbId, slug }) => {
    if (seen.has(slug)) return dbId;
    seen.add(slug);
    return slug;
  });
}

async function tables(identity: Identity, signal: AbortSignal, db: string | undefined): Promise<string[]> {
  const { operations, reach } = identity;
  const named = db ?? reach.db;
  if (named === null || named === undefined) return [];
  const all = await operations.listDatabases({ limit: LISTED_MAX }, { signal });
  const found = all.find(({ dbId, slug }) => dbId === named || slug === named);
  if (found === undefined || (reach.db !== null && reach.db !== found.dbId && reach.db !== found.slug)) return [];
  return (await operations.describeDatabase({ id: found.dbId }, { signal })).tables.map(({ name }) => name);
}

const none = async (): Promise<string[]> => [];
