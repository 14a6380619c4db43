import { stem } from '../english/stem.ts';
import { conjuncts, NUMERIC } from '../linking/expressions.ts';
import { type Unit, unitIn, unitNamed } from '../linking/units.ts';
import { type Checked, ownColumn, type PlanCheck, selectsIn } from './checked.ts';

/** Lengths of time are kept in minutes where nothing says in what. */
const MINUTES: Unit = { of: 'time', size: 60 };

/** "over 2 hours" is not more than 2 of what is kept in minutes, or in kilometres. */
function inAnotherUnit({ tokens, plan, lexicon }: Checked): string | null {
  for (const [at, { number, text }] of tokens.entries()) {
    const word = tokens[at + 1]?.lower ?? '';
    const unit = number === null ? undefined : unitNamed(word);
    if (unit === undefined) continue;
    for (const select of selectsIn(plan))
      for (const test of conjuncts(select.where)) {
        if (test.kind !== 'compare' || test.right.kind !== 'literal' || Number(test.right.value) !== number) continue;
        const own = ownColumn(test.left, select, lexicon)?.own;
        if (own === undefined || !NUMERIC.has(own.column.type)) continue;
        const kept = unitIn(own) ?? (unit.of === 'time' && !own.words.includes(stem(word)) ? MINUTES : unit);
        if (kept.of !== unit.of || kept.size !== unit.size) return `It is unclear what "${text} ${word}" is in the unit that is kept.`;
      }
  }
  return null;
}

/** "how many crossings" is no sum of `crossing_minutes`: how often something happens is not how long it takes. */
function unitsForCount({ said, plan, lexicon }: Checked): string | null {
  const things = [...said.matchAll(COUNTED)].flatMap(([, noun = '', next = '']) => (unitNamed(next) === undefined ? [noun] : []));
  for (const select of selectsIn(plan))
    for (const { expr } of select.columns) {
      const added = expr.kind === 'aggregate' && expr.fn === 'sum' ? ownColumn(expr.arg, select, lexicon)?.own : undefined;
      const counted = things.find((noun) => added?.words.includes(stem(noun)) === true && unitNamed(noun) === undefined);
      const unit = added === undefined || counted === undefined ? undefined : unitIn(added);
      if (unit?.of === 'time' || unit?.of === 'length') return `It is unclear how many ${counted} there are.`;
    }
  return null;
}

const COUNTED = / (?:how many|numbers? of|percent(?:age)? of|share of) (?:the |our |all )*([a-z]+) (?=([a-z]*))/g;

/** "who gives more milk" is not who has more records of milk. */
function rowsForMass({ said, plan, lexicon }: Checked): string | null {
  const [, mass = '', next = ''] = / (?:more|most|less|least) ([a-z]+) (?:([a-z]+) )?/.exec(said) ?? [];
  if (stem(mass) !== mass) return null;
  for (const select of selectsIn(plan)) {
    const tables = [select.from, ...(select.joins ?? []).map(({ source }) => source)];
    const counts = [...select.columns, ...(select.orderBy ?? [])].some(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count');
    const kept = tables.some((source) => {
      const words = source?.kind === 'table' ? (lexicon.byName.get(source.table)?.words ?? []) : [];
      // "more visitor stays" are stays.
      return words.slice(0, -1).includes(mass) && words.at(-1) !== stem(next);
    });
    if (counts && kept) return `It is unclear how much ${mass} there is.`;
  }
  return null;
}

export const UNIT_CHECKS: readonly PlanCheck[] = [inAnotherUnit, unitsForCount, rowsForMass];
