import { ARTICLES, words } from '../write-words.ts';
import { reference } from './names.ts';
import { placedParent } from './parent.ts';
import { atPlace } from './places.ts';
import type { Row } from './row.ts';
import { placed } from './told.ts';
import { related } from './typed.ts';

/** "belongs to Ada", "goes on shelf 1", "lives in Kiel": a verb that says no more than what it leads to. */
export function leads(row: Row, at: number): number | null {
  const { reader } = row;
  if (!LEADS.has(reader.lower(at)) || !PREPOSITIONS.has(reader.lower(reader.skip(at + 1, ARTICLES)))) return null;
  for (const step of [placedParent, reference, related, placed, atPlace]) {
    const next = step(row, at + 1);
    if (next !== null) return next;
  }
  return null;
}

const LEADS = words('belongs belonging goes going sits comes coming lives living stays stands works is kept owned stored based');
const PREPOSITIONS = words('to on in into at with from for under by');
