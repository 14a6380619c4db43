import type { Question } from '../../planner.ts';
import { isEnglish } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { DERIVED, levelAmong, NEAR, wordsOf } from './alike.ts';
import type { Asked, Word } from './asked.ts';
import { isKindOf } from './broader.ts';
import { answer, column, selected, where } from './build.ts';
import { categoriesFor, categoriesNear } from './categories.ts';
import type { Reading } from './form.ts';
import { gives, isAbout, isOf, levelOf, unmetOf } from './meeting.ts';
import type { Row } from './rows.ts';
import { WHETHER } from './whether.ts';

/**
 * What is told where no row meets a question. It is an empty answer where a thing that is asked about is named nowhere, and where nothing of the kind that is asked
 * for is known of somebody who is known; it says which, and what the memory has instead. Where all of it is there, or what is missing may be said in other words, the
 * answer may be there as well: that is declined, with what is known. Null for a question of which nothing at all was read.
 * @param isKnown all of it is there, as what is superseded or gives no reason
 */
export async function nothing(
  asked: Asked,
  rows: readonly Row[],
  question: Question,
  { isKnown = false }: { readonly isKnown?: boolean } = {},
): Promise<Reading | null> {
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
  const unmet = asked.words.filter(({ text, isThing }) => isThing && unclear.includes(text));
  const elsewhere = unmet.length === 0 ? [] : await entityWords(question, asked.names.length === 0);
  // What is no English may be misspelt.
  const isSpelt = ({ text }: Word) => isEnglish(text) || question.text.includes(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);
  const isWhether = WHETHER.test(question.text);
  // "Does Ana eat meat?": of what she eats something is known, which may tell.
  const mayTell =
    isWhether &&
    rows.some(
      (row) =>
        row.until === null &&
        row.kind !== null &&
        isAbout(row, asked) &&
        asked.words.some(({ text }) => categoriesFor(text).includes(row.kind?.toLowerCase() ?? '')),
    );
  const isNowhere =
    !mayTell &&
    !mayTellWhen(asked, rows, (row) => asked.words.some(({ text, role }) => role !== 'light' && levelOf(row, text) > NEAR)) &&
    unmet.some((word) => isSpelt(word) && !isGiven(word, asked, rows) && levelAmong(word.text, elsewhere) < DERIVED);
  const isUnknown = isNowhere || isKindless(asked, rows) || isKnown;
  if (!isUnknown) {
    const goals = [...new Set(asked.names.map(({ stored: [stored = ''] }) => `What do we know about ${stored}?`))].slice(0, OFFERED_MAX);
    const options = goals.map((goal) => ({ label: goal, goal }));
    return { kind: 'declined', reason: `Nothing in this memory ${missing}; it may say so in other words.${known}`, unclear, options };
  }
  // Every row has its time.
  const none = where(selected('facts', ['content', 'subject', 'valid_from']), [{ kind: 'isNull', arg: column('facts', 'created_at') }]);
  const sentence = `Nothing in this memory ${missing}.${known}`;
  return { ...answer(none, [sentence]), none: sentence } as Reading;
}

/** "What colour is the cast?": what is asked for is not named where it is given, as "green" in a row with another word of the question. */
const isGiven = ({ text, role }: Word, { names, words }: Asked, rows: readonly Row[]): boolean =>
  role === 'head' &&
  rows.some(
    (row) =>
      row.words.some((one) => isKindOf(one, text)) &&
      (names.some((name) => isOf(row, name)) || words.some((other) => other.text !== text && levelOf(row, other.text) > NEAR)),
  );

/** "When do we play the hall?": the day of the concert there may be the answer. */
const mayTellWhen = (asked: Asked, rows: readonly Row[], isNear: (row: Row) => boolean = () => true): boolean =>
  asked.wants === 'time' &&
  rows.some((row) => row.until === null && asked.names.some((name) => isOf(row, name)) && gives(row, asked) && isNear(row));

/** What is kept of those who are known, and what it is called; of somebody who is named the names of what others have tell nothing. */
async function entityWords({ rows }: Question, hasKeys: boolean): Promise<readonly string[]> {
  const all = (await rows?.({ ...selected('entities', ['canonical_name', 'kind', 'properties']), limit: ENTITIES_MAX })) ?? [];
  const texts = all.map((one) => one.map(String).join(' ')).join(' ');
  return wordsOf(hasKeys ? texts : texts.replace(/"[^"]+":/g, ''));
}

const ENTITIES_MAX = 400;

/** "Where does Nadia live?", "how tall is Tom?": it is known what kind of fact would tell, and there is none of somebody about whom there are others. */
function isKindless(asked: Asked, rows: readonly Row[]): boolean {
  const { names, words, measure } = asked;
  const said = measure === null ? words : [...words, { text: measure.word, role: 'plain' as const }];
  const kinds = said.filter(({ role }) => role !== 'light').map(({ text }) => categoriesFor(text));
  if (names.length === 0 || kinds.length === 0 || kinds.some((own) => own.length === 0)) return false;
  const threads = new Set(rows.flatMap((row) => (row.thread !== null && names.some((name) => isOf(row, name)) ? [row.thread] : [])));
  if (mayTellWhen(asked, rows)) return false;
  // Who talks of it may say whom to call.
  // A job that is only mentioned may be what was asked for.
  const isMentioned = rows.some(
    (row) => names.some((name) => isOf(row, name)) && row.words.some((word) => kinds.flat().includes(stem(word))),
  );
  const isTold =
    isMentioned ||
    rows.some((row) => row.thread !== null && threads.has(row.thread) && said.every(({ text }) => levelOf(row, text) >= DERIVED));
  if (isTold) return false;
  const wider = [...kinds.flat(), ...said.flatMap(({ text }) => categoriesNear(text))];
  return names.some((name) => !rows.some((row) => row.kind !== null && isOf(row, name) && wider.includes(row.kind.toLowerCase())));
}

const KINDS_MAX = 8;
const OFFERED_MAX = 3;
const listed = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ');
