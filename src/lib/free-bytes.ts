import { statfs } from 'node:fs/promises';

/** How long one look at the disk holds. */
const KEPT_MS = 50;

/** Bytes that an ordinary user may still write to the disk of a folder; null where that cannot be told. */
export function createFreeBytes(folder: string, now: () => number = Date.now): () => Promise<number | null> {
  let looked: { readonly at: number; readonly free: Promise<number | null> } | null = null;
  return () => {
    if (!looked || looked.at + KEPT_MS <= now()) {
      const free = statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => null,
      );
      looked = { at: now(), free };
    }
    return looked.free;
  };
}
