/** What this deployment made on an engine's server, whether a record of the control plane tells of it or not. */
export interface HostedDatabase {
  readonly id: string;
  /** When its making began, where it never came to its end; null for one that was made whole. Logins without a database are as old as can be (`LOGINS_ALONE`). */
  readonly unfinishedSince: Date | null;
}

export const LOGINS_ALONE = new Date(0);

const SINCE = ', being made since ';

/** What a database carries from its first moment until it is whole, when the mark alone is left. */
export const makingMark = (mark: string): string => `${mark}${SINCE}${new Date().toISOString()}`;

/** What a mark tells; null for one of somebody else's. */
export function readMark(text: string, mark: string): Pick<HostedDatabase, 'unfinishedSince'> | null {
  if (text === mark) return { unfinishedSince: null };
  if (!text.startsWith(`${mark}${SINCE}`)) return null;
  const since = new Date(text.slice(mark.length + SINCE.length));
  // One that cannot be read may belong to a whole database.
  return { unfinishedSince: Number.isNaN(since.getTime()) ? null : since };
}
