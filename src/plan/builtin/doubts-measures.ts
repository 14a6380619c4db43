import type { Query, Select } from '../plan.ts';
import type { Lexicon } from './lexicon.ts';
import { rootOf } from './lexicon.ts';
import { QUANTITY_ADJECTIVES, SUPERLATIVES } from './measure-words.ts';
import { stem } from './stem.ts';

/** What these doubts look at; `said` is the question in lower case between spaces. */
interface Heard {
  readonly said: string;
  readonly plan: Query;
  readonly select: Select;
  readonly lexicon: Lexicon;
}

/** Why a quantity of the question, or a relation of rows of one kind, is not what the plan works with. Null when it is. */
export function doubtOfMeasure(heard: Heard): string | null {
  return unmeasured(heard) ?? otherUnit(heard) ?? unsaidSelf(heard);
}

/** "the longest songs" where nothing says how long they are. */
function unmeasured({ said, plan }: Heard): string | null {
  const found = / (?:the|\d+|two|three|five|ten|our|their) ([a-z]+est|most|least)(?= )/.exec(said)?.[1];
  if (found === undefined || !isSuperlative(found)) return null;
  const ranks = /"(?:orderBy|window|scalarQuery|quantified)"|"fn":"(?:min|max|first|last)/.test(JSON.stringify(plan));
  return ranks ? null : `It is unclear what "${found}" is measured by.`;
}

const isSuperlative = (word: string): boolean =>
  word in SUPERLATIVES || QUANTITY_ADJECTIVES.some(({ most, least }) => word === most || word === least) || /^(newest|oldest)$/.test(word);

/** "longer than 5 minutes" of a column of milliseconds. */
function otherUnit({ said, select }: Heard): string | null {
  const unit = stem(/ [\d.,]+ ([a-z]+)(?= )/.exec(said)?.[1] ?? '');
  const kin = KINDS.find((kind) => kind.includes(unit));
  if (kin === undefined) return null;
  const tested = JSON.stringify([select.where ?? null, select.having ?? null]);
  const columns = [...tested.matchAll(/"column":"([^"]+)"/g)].map(([, name = '']) => name.toLowerCase());
  const other = kin.find((one) => one !== unit && columns.some((name) => name.split('_').map(stem).includes(one)));
  return other === undefined ? null : `It is unclear how ${unit}s are told in ${other}s.`;
}

const KINDS = [
  ['millisecond', 'second', 'minute', 'hour', 'day'],
  ['byte', 'kilobyte', 'megabyte', 'gigabyte'],
  ['gram', 'kilogram', 'pound'],
  ['meter', 'kilometer', 'mile', 'foot'],
];

/** "Which employees report to Ann?" where rows of one kind relate to each other, and the plan does not. */
function unsaidSelf({ said, plan, lexicon }: Heard): string | null {
  const spoken = new Set(said.split(' ').flatMap((word) => [stem(word), rootOf(stem(word))]));
  const text = JSON.stringify(plan);
  for (const { table, columns } of lexicon.tables) {
    const selves = table.foreignKeys.filter((key) => key.table === table.name).flatMap((key) => key.columns);
    for (const { column, words } of columns) {
      const [verb] = words;
      if (!selves.includes(column.name) || verb === undefined || verb === 'parent' || table.name.includes(verb)) continue;
      const heard = spoken.has(verb) || spoken.has(rootOf(verb));
      const related = heard && text.includes(`"table":"${table.name}"`) && !text.includes(`"column":"${column.name}"`);
      if (related) return `How they relate to each other by "${column.name}" is not read.`;
    }
  }
  return null;
}
