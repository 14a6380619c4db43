import type { Question } from '../../planner.ts';
import { agree } from '../checks/agreement.ts';
import { tokenize } from '../english/tokens.ts';

import { withImpliedKeys } from '../linking/implied-keys.ts';
import { lexiconOf } from '../linking/lexicon.ts';
import { plainJoinsOf } from '../linking/plain-joins.ts';
import { type Spelt, withSpeltWords } from '../phrases/spelt-words.ts';
import { planOf } from '../plain/make.ts';
import { type PlainNames, plainNamesOf } from '../plain/names.ts';
import type { CloseReading } from '../plain/offered.ts';
import { planPlainly } from '../plain/plain.ts';
import { sayPlain } from '../plain/say.ts';
import type { Meaning } from './meaning.ts';
import { meaningsOf } from './meanings.ts';
import { isRival } from './rivals.ts';
import { isSure } from './sure.ts';

const READINGS_MAX = 3;
/** One that is this much farther than the nearest is not offered beside it. */
const APART = 0.5;

/**
 * Plain sentences near to a question that nothing reads: each says what was left out of it, and what its words were taken for.
 * The first is `sure` where it may be given as the answer.
 */
export function nearReadings(question: Question): CloseReading[] {
  const schema = withImpliedKeys(question.schema);
  const lexicon = lexiconOf(schema);
  const names = plainNamesOf(lexicon);
  const place = { lexicon, graph: plainJoinsOf(schema, lexicon) };
  const spelt = withSpeltWords(question, true);
  const text = spelt?.text ?? question.text;
  const meanings = meaningsOf({ ...question, text });
  const nearest = meanings[0]?.cost ?? 0;
  const found: { reading: CloseReading; plan: NonNullable<ReturnType<typeof planOf>>; meaning: Meaning }[] = [];
  for (const meaning of meanings) {
    if (meaning.cost > nearest + APART) break;
    const plan = planOf(meaning.sentence, place);
    const goal = sayPlain(meaning.sentence, names);
    // A name that is part of another one may be read otherwise.
    const read = planPlainly({ text: goal, schema: question.schema });
    if (plan === null || read === null || JSON.stringify(read) !== JSON.stringify(plan)) continue;
    // Who is above another one and who is below have the same tables.
    const isSelf = meaning.sentence.tests.some(({ kind }) => kind === 'self');
    if (!isSelf && found.some((other) => agree(other.plan, plan, lexicon) === true)) continue;
    found.push({ reading: { label: labelOf(goal, meaning, names, spelt?.words ?? []), goal }, plan, meaning });
  }
  const [first, ...others] = found;
  const rival = others.find(({ meaning }) => first !== undefined && isRival(first.meaning, meaning, lexicon));
  const sure = first !== undefined && isSure(first.meaning, rival?.meaning.cost ?? null, tokenize(text), lexicon);
  return found
    .slice(0, READINGS_MAX)
    .map(({ reading, plan }, at) => (at === 0 && sure ? { ...reading, sure: { notes: [`read as "${reading.label}"`], plan } } : reading));
}

function labelOf(goal: string, { without, taken }: Meaning, names: PlainNames, spelt: Spelt['words']): string {
  const left = without.length === 0 ? [] : [`without ${without.map((word) => `"${word}"`).join(' and ')}`];
  const read = taken.map(({ words, mark }) => {
    const as =
      mark.kind === 'table' ? names.plural(mark.table) : mark.kind === 'column' ? names.column(mark.table, mark.column) : mark.stored;
    return `with "${as}" for "${words}"`;
  });
  const put = spelt.filter(({ meant }) => !without.includes(meant)).map(({ said, meant }) => `with "${meant}" for "${said}"`);
  const notes = [...new Set([...put, ...read, ...left])].join(', ');
  return `${goal.charAt(0).toUpperCase()}${goal.slice(1)}${notes === '' ? '' : ` (${notes})`}`;
}
