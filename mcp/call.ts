import { has, type Reach } from './reach.ts';
import type { ToolName } from './tools.ts';

/** A call that can be sent as it is. */
export interface Call {
  readonly tool: ToolName;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What it would do, where there are several to choose from. */
  readonly label?: string;
}

/** As this connection sends it: without the database where there is one alone; null where it does not have the tool. */
export function callFor(reach: Reach, { tool, arguments: given, ...rest }: Call): Call | null {
  if (!has(reach, tool)) return null;
  const sent = Object.entries(given).filter(([field, value]) => value !== undefined && !(field === 'db' && reach.db !== null));
  return { ...rest, tool, arguments: Object.fromEntries(sent) };
}

/** Those of them that this connection can send, as a field of a reply; nothing when there are none. */
export function callsFor(reach: Reach, calls: readonly Call[]): { readonly calls?: readonly Call[] } {
  const own = calls.map((call) => callFor(reach, call)).filter((call) => call !== null);
  return own.length > 0 ? { calls: own } : {};
}
