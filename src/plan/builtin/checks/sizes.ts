import { type Checked, ownColumn, type PlanCheck, selectsIn } from './checked.ts';

/** "biggest concert": what a ticket to it costs says nothing of its size. */
function sizeByPrice({ said, plan, lexicon }: Checked): string | null {
  if (!/ (?:biggest|largest|smallest) /.test(said) || / (?:price|prices|rate|rates|cost|costs) /.test(said)) return null;
  for (const select of selectsIn(plan))
    for (const { expr } of select.orderBy ?? []) {
      const found = ownColumn(expr, select, lexicon);
      if (found?.own.words.some((word) => word === 'price' || word === 'rate') === true) return 'It is unclear what their size is.';
    }
  return null;
}

/** "customers with a limit over 5000, biggest first", "those with us longest first": their names have neither size nor age. */
function sizeByName({ said, plan, lexicon }: Checked): string | null {
  const sized = FIRST.exec(said)?.[1];
  if (sized === undefined) return null;
  for (const select of selectsIn(plan))
    for (const { expr } of select.orderBy ?? [])
      if (ownColumn(expr, select, lexicon)?.own.column.type === 'text') return `It is unclear by what they are ordered, "${sized} first".`;
  return null;
}

const FIRST =
  / (biggest|largest|smallest|highest|lowest|cheapest|priciest|most expensive|least expensive|longest|shortest|oldest|eldest|youngest|newest|latest|earliest|most recent) (?:[a-z]+ ){0,3}first /;

/** "largest orders", "biggest order ever": the last name or number in the alphabet is no size. */
function sizeOfName({ said, plan, lexicon }: Checked): string | null {
  const sized = / (biggest|largest|smallest|greatest|highest|lowest) /.exec(said)?.[1];
  if (sized === undefined) return null;
  for (const select of selectsIn(plan))
    for (const { expr } of select.columns) {
      if (expr.kind !== 'aggregate' || (expr.fn !== 'max' && expr.fn !== 'min')) continue;
      const found = ownColumn(expr.arg, select, lexicon);
      const named = found?.own.words.some((word) => !found.entry.words.includes(word) && said.includes(` ${word}`)) === true;
      if (found?.own.column.type === 'text' && !named) return `It is unclear by what "${sized}" is measured.`;
    }
  return null;
}

/** "top 3 cars by fuel cost" is no order of the alphabet. */
function topByText({ said, plan, lexicon }: Checked): string | null {
  if (!/ (?:top|bottom|best) (?:[0-9]+|two|three|four|five|ten) /.test(said) || plan.kind !== 'select') return null;
  const [order] = plan.orderBy ?? [];
  const by = order === undefined ? undefined : ownColumn(order.expr, plan, lexicon);
  return by?.own.column.type === 'text' ? 'It is unclear what it is ranked by.' : null;
}

/** "which boat has been with us longest" is no boat of the greatest length. */
function lengthForTime({ said, plan, lexicon }: Checked): string | null {
  const lasting =
    / (?:been|with us|here|stayed|worked|served|lived|waited|waiting|lasted|took|taken) (?:[a-z]+ ){0,4}(?:longest|shortest) | (?:longest|shortest) (?:with us|here|serving|standing) /;
  if (!lasting.test(said)) return null;
  for (const select of selectsIn(plan))
    for (const { expr } of select.orderBy ?? []) {
      const words = ownColumn(expr, select, lexicon)?.own.words ?? [];
      if (words.some((word) => LENGTHS.has(word) && !said.includes(` ${word}`))) return 'It is unclear since when they have been so.';
    }
  return null;
}

const LENGTHS = new Set(['length', 'height', 'width', 'depth', 'size']);

/** "owners by amount paid": prices per litre add up to nothing that was paid. */
function ratesAddedUp({ said, plan, lexicon }: Checked): string | null {
  if (/ per | rates? /.test(said)) return null;
  for (const select of selectsIn(plan))
    for (const expr of [...select.columns, ...(select.orderBy ?? [])].map((one) => one.expr)) {
      const own = expr.kind === 'aggregate' && expr.fn === 'sum' ? ownColumn(expr.arg, select, lexicon)?.own : undefined;
      if (own?.words.includes('per') === true) return `${own.words.join(' ')} adds up to nothing.`;
    }
  return null;
}

export const SIZE_CHECKS: readonly PlanCheck[] = [sizeByPrice, sizeByName, sizeOfName, topByText, lengthForTime, ratesAddedUp];
