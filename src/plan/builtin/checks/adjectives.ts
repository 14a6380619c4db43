import { stem } from '../english/stem.ts';
import { rootOf } from '../linking/lexicon.ts';
import { type Checked, ownColumn } from './checked.ts';

/** "expired members" are members, and no list of the days on which they expire; nor are "damaged plants" all of them with how many were. */
export function adjectiveShown({ said, plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'select' || plan.groupBy !== undefined) return null;
  const all = plan.columns.map(({ expr }) => ownColumn(expr, plan, lexicon));
  const whole = all.length > 1 && plan.where === undefined && plan.orderBy === undefined && all.every((one) => one !== undefined);
  const found = all.length === 1 || whole ? all.flatMap((one) => one ?? []) : [];
  const shown = found.filter(({ entry, own }) => !entry.label.includes(own.column.name));
  const spoken = said.trim().split(' ');
  const names = [plan.from, ...(plan.joins ?? []).map(({ source }) => source)].map((source) => nameOf(source, lexicon));
  const isNoun = (at: number) =>
    names.some(
      (words) =>
        words.length > 0 &&
        (stem(spoken[at] ?? '') === words.at(-1) || words.every((one, offset) => stem(spoken[at + offset] ?? '') === one)),
    );
  const doubted = shown.find(({ own }) =>
    spoken.some((word, at) => {
      const adjective = (whole ? PARTICIPLE : ADJECTIVE).test(word);
      const told = own.words.some((one) => one === word || rootOf(one).slice(0, 6) === rootOf(stem(word)).slice(0, 6));
      return adjective && told && isNoun(at + 1) && !/^(?:what|which)$/.test(spoken[at - 1] ?? '');
    }),
  );
  return doubted === undefined ? null : `It is unclear which ${doubted.entry.words.join(' ')} rows are asked for.`;
}
const ADJECTIVE = /(?:ed|ing|ant|ent|ult|able|ible|ive|ous|ful|al|y)$|^(?:paid|sold|sent)$/;
const PARTICIPLE = /ed$|^(?:paid|sold|sent|broken|lost|done)$/;

const nameOf = (source: { kind: string; table?: string } | undefined, lexicon: Checked['lexicon']): readonly string[] =>
  (source?.kind === 'table' ? lexicon.byName.get(source.table ?? '')?.words : undefined) ?? [];
