import { TOOLS, type ToolName } from './tools.ts';

/** How much of what its credential may do a connection does: narrowed by the access of its key and by the server's address. */
export interface Reach {
  /** From `?db=`: the one database, by id or slug; null for all of the caller's. */
  readonly db: string | null;
  /** From `?read_only=true`, or a key that only reads. */
  readonly readOnly: boolean;
  /** False from `?confirm=agent`: a confirm is the agent's own word, as where nobody sits before the host. */
  readonly asksUser: boolean;
}

export const WHOLE: Reach = { db: null, readOnly: false, asksUser: true };

/** Why an address is refused, in words; a misspelt narrowing must not widen. */
export class ReachFlaw extends Error {}

/** @throws ReachFlaw for a parameter that is not known, comes twice, or has a value that says nothing */
export function reachOf(url: string): Reach {
  if (!url.includes('?')) return WHOLE;
  const { searchParams } = new URL(url, 'http://localhost');
  for (const name of searchParams.keys()) {
    if (!PARAMETERS.has(name)) throw new ReachFlaw(`The address takes ${[...PARAMETERS].join(', ')}, not ${JSON.stringify(name)}.`);
    if (searchParams.getAll(name).length > 1) throw new ReachFlaw(`${name} is in the address twice.`);
  }
  const [db, readOnly, confirm] = [searchParams.get('db'), searchParams.get('read_only'), searchParams.get('confirm')];
  if (db === '') throw new ReachFlaw('db in the address names no database.');
  if (readOnly !== null && readOnly !== 'true' && readOnly !== 'false') throw new ReachFlaw('read_only in the address is true or false.');
  if (confirm !== null && confirm !== 'agent' && confirm !== 'user') throw new ReachFlaw('confirm in the address is user or agent.');
  return { db, readOnly: readOnly === 'true', asksUser: confirm !== 'agent' };
}

const PARAMETERS: ReadonlySet<string> = new Set(['db', 'read_only', 'confirm']);

/** Whether a connection has the tool: what only reads shows no tool that writes, and one database makes no others. */
export const has = ({ db, readOnly }: Reach, name: ToolName): boolean => {
  const { writes, makes } = TOOLS[name];
  return !(readOnly && writes) && !(db !== null && makes);
};
