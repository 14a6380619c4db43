import type { Asked } from './asked.ts';
import { answer, column, selected, where } from './build.ts';
import { categoriesFor } from './categories.ts';
import type { Reading } from './form.ts';
import { isOf, unmetOf } from './meeting.ts';
import type { Row } from './rows.ts';

/**
 * What is told where no row meets a question. It is an empty answer where a thing that is asked about is named nowhere, and where nothing of the kind that is asked
 * for is known of somebody who is known; it says which, and what the memory has instead. Where all of it is there, or what is missing may be said in other words, the
 * answer may be there as well: that is declined, with what is known. Null for a question of which nothing at all was read.
 * @param isKnown all of it is there, as what is superseded or gives no reason
 */
export function nothing(asked: Asked, rows: readonly Row[], { isKnown = false }: { readonly isKnown?: boolean } = {}): Reading | null {
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
  const isNowhere = asked.words.some(({ text, isThing }) => isThing && unclear.includes(text));
  const isUnknown = isNowhere || isKindless(asked, rows) || isKnown;
  if (!isUnknown) {
    const goals = [...new Set(asked.names.map(({ stored: [stored = ''] }) => `What do we know about ${stored}?`))].slice(0, OFFERED_MAX);
    const options = goals.map((goal) => ({ label: goal, goal }));
    return { kind: 'declined', reason: `Nothing in this memory ${missing}; it may say so in other words.${known}`, unclear, options };
  }
  // Every row has its time.
  const none = where(selected('facts', ['content', 'subject', 'valid_from']), [{ kind: 'isNull', arg: column('facts', 'created_at') }]);
  return answer(none, [`Nothing in this memory ${missing}.${known}`]);
}

/** "Where does Nadia live?", "how tall is Tom?": it is known what kind of fact would tell, and there is none of somebody about whom there are others. */
function isKindless({ names, words, measure }: Asked, rows: readonly Row[]): boolean {
  const said = measure === null ? words : [{ text: measure.word, role: 'plain' as const }];
  const kinds = said.filter(({ role }) => role !== 'light').map(({ text }) => categoriesFor(text));
  if (names.length === 0 || kinds.length === 0 || kinds.some((own) => own.length === 0)) return false;
  return names.some((name) => !rows.some((row) => row.kind !== null && isOf(row, name) && kinds.flat().includes(row.kind.toLowerCase())));
}

const KINDS_MAX = 8;
const OFFERED_MAX = 3;
const listed = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ');
