import type { Asked } from './asked.ts';
import { answer, column, selected, where } from './build.ts';
import type { Reading } from './form.ts';
import { isOf, unmetOf } from './meeting.ts';
import type { Row } from './rows.ts';

/** An empty answer that says which words are nowhere, and what the memory has instead. Null for a question of which nothing at all was read. */
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
  // Every row has its time.
  const none = where(selected('facts', ['content', 'subject', 'valid_from']), [{ kind: 'isNull', arg: column('facts', 'created_at') }]);
  return answer(none, [`Nothing in this memory ${missing}.${known}`]);
}

const KINDS_MAX = 8;
const listed = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ');
