import type { Asked } from './asked.ts';
import type { Reading } from './form.ts';
import { isOf, unmetOf } from './meeting.ts';
import type { Row } from './rows.ts';

/** That a memory has no such thing, with what it has instead. Null for a question of which nothing at all was read. */
export function nothing(asked: Asked, rows: readonly Row[]): Reading | null {
  if (asked.names.length + asked.words.length === 0) return null;
  const unclear = unmetOf(asked, rows);
  const said = asked.names.map(({ said: words }) => words.join(' '));
  const missing =
    unclear.length > 0
      ? `has the words ${listed(unclear)}`
      : `holds all of this together: ${listed([...said, ...asked.words.map(({ text }) => text)])}`;
  const about = asked.names.flatMap((name) => {
    const own = rows.filter((row) => row.table === 'fact_history' && row.until === null && isOf(row, name));
    const kinds = [...new Set(own.flatMap(({ kind }) => kind ?? []))].slice(0, KINDS_MAX);
    const [stored = ''] = name.stored;
    return kinds.length === 0 ? [] : [{ stored, kinds }];
  });
  const known = about.map(({ stored, kinds }) => ` Of ${stored} it knows: ${kinds.join(', ')}.`).join('');
  const options = about.map(({ stored }) => ({ label: `what is known about ${stored}`, goal: `What do we know about ${stored}?` }));
  return { kind: 'declined', reason: `Nothing in this memory ${missing}.${known}`, unclear, ...(options.length === 0 ? {} : { options }) };
}

const KINDS_MAX = 8;
const listed = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ');
