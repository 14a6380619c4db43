import { isCommon, isEnglish } from './kin.ts';

/** Letters that a part has to have at least, if it is no word of the schema itself. */
const LETTERS = 3;

/** The two English words that a run-together name is made of: "baseprice". Null when it is a word itself or there is no such cut. */
export function cutInTwo(piece: string, vocabulary: ReadonlySet<string>): string[] | null {
  if (!/^[a-z]+$/.test(piece) || isEnglish(piece)) return null;
  let best: { parts: string[]; known: number } | null = null;
  for (let at = LETTERS; at <= piece.length - LETTERS; at += 1) {
    const parts = [piece.slice(0, at), piece.slice(at)];
    if (!parts.every((part) => vocabulary.has(part) || isCommon(part))) continue;
    const known = parts.filter((part) => vocabulary.has(part)).length;
    if (best === null || known > best.known) best = { parts, known };
  }
  return best?.parts ?? null;
}
