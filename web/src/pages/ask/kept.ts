import { CLIENT_CODES, SvcError } from '../../../../src/client/index.ts';
import { keepInTab, readOfTab } from '../../kept.ts';
import type { Turn } from './thread-turn.ts';

/** What this tab asked outlives a reload: in the tab's own storage, under account and thread. */
type Kept = Omit<Turn, 'error'> & { readonly error: { status: number; body: Readonly<Record<string, unknown>> } | null };

export const readTurns = (key: string): readonly Turn[] =>
  (readOfTab<Kept[]>(key) ?? []).map((turn) => ({ ...turn, error: errorOf(turn) }));

/** As many of the newest as the browser has room for. */
export function keepTurns(key: string, turns: readonly Turn[]): void {
  for (let kept = turns; !keepInTab(key, kept.map(toKeep)) && kept.length > 0; ) kept = kept.slice(0, -1);
}

function toKeep(turn: Turn): Kept {
  const { error } = turn;
  return { ...turn, error: error instanceof SvcError && error.body ? { status: error.httpStatus, body: error.body } : null };
}

/** What had not been answered is as if it had been cancelled: asked again it is the same ask, and writes nothing twice. */
function errorOf({ reply, error }: Kept): SvcError | null {
  if (reply !== null) return null;
  return error === null ? SvcError.aborted(CLIENT_CODES.aborted) : SvcError.fromReply(error.status, { error: error.body }, null);
}
