import { CLIENT_CODES, SvcError } from '../../../../src/client/index.ts';
import { KEPT_PREFIX } from '../../me.ts';
import type { Turn } from './thread.ts';

/**
 * What this tab asked, and what is typed, outlive a reload: in the tab's own storage, under account and thread, until its person signs out.
 * Wide whole numbers, which JSON has no type for, are kept as text behind a NUL; text that begins with one has a second.
 */
const MARK = '\u0000';

const write = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${MARK}${value}` : typeof value === 'string' && value.startsWith(MARK) ? MARK + value : value;
const read = (_: string, value: unknown): unknown =>
  typeof value !== 'string' || !value.startsWith(MARK) ? value : value.startsWith(MARK + MARK) ? value.slice(1) : BigInt(value.slice(1));

type Kept = Omit<Turn, 'error'> & { readonly error: { status: number; body: Readonly<Record<string, unknown>> } | null };

export function readTurns(key: string): readonly Turn[] {
  const text = sessionStorage.getItem(KEPT_PREFIX + key);
  if (text === null) return [];
  return (JSON.parse(text, read) as Kept[]).map((turn) => ({ ...turn, error: errorOf(turn) }));
}

/** As many of the newest as the browser has room for. */
export function keepTurns(key: string, turns: readonly Turn[]): void {
  for (let kept = turns; ; kept = kept.slice(0, -1)) {
    try {
      if (kept.length === 0) sessionStorage.removeItem(KEPT_PREFIX + key);
      else sessionStorage.setItem(KEPT_PREFIX + key, JSON.stringify(kept.map(toKeep), write));
      return;
    } catch (error) {
      if (kept.length === 0) throw error;
    }
  }
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

export const readDraft = (key: string): string => sessionStorage.getItem(`${KEPT_PREFIX}${key}.draft`) ?? '';
export const keepDraft = (key: string, text: string): void => sessionStorage.setItem(`${KEPT_PREFIX}${key}.draft`, text);
