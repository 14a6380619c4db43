import type { Expr } from '../../plan.ts';
import { endOf } from '../linking/ending.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import { conjuncts, DATED } from '../linking/expressions.ts';
import { isPastDeed } from '../linking/moment-columns.ts';
import { type Checked, ownColumn, type PlanCheck, selectsIn, sourcesOf } from './checked.ts';

export const DATE_CHECKS: readonly PlanCheck[] = [activeNow, heldNow, heldOnce, comingByDone, expiredLongAgo, leftByOthers, bornOtherwise];

/** "how many learners do we have right now" counts those whose state says that they are active, where they have one. */
function activeNow({ said, plan, lexicon }: Checked): string | null {
  const now =
    / (right now|currently|at the moment|at present|presently|these days|now|works? (?:for us|here)|working (?:for us|here)) /.exec(
      said,
    )?.[1];
  const entry =
    now === undefined || plan.kind !== 'select' || plan.from?.kind !== 'table' ? undefined : lexicon.byName.get(plan.from.table);
  if (entry === undefined || plan.kind !== 'select') return null;
  const tests = conjuncts(plan.where);
  // Whether they are out, or have something due, says itself what is so now.
  if (!tests.every((test) => test.kind === 'compare' && test.right.kind === 'literal' && test.right.type === 'text')) return null;
  // "what is in tank 5 right now", of batches that each have their state.
  const isLasting = entry.columns.some(({ column }) => DATED.has(column.type) && column.nullable);
  const state = entry.columns.find(({ column, words }) => column.type === 'text' && (words.includes('status') || words.includes('state')));
  if (
    isLasting &&
    tests.length > 0 &&
    state !== undefined &&
    !JSON.stringify(plan.where).includes(`"column":${JSON.stringify(state.column.name)}`)
  )
    return `It is unclear which of them are there ${now}.`;
  const active = entry.columns.some(
    ({ column, words }) =>
      !JSON.stringify(plan).includes(`"column":${JSON.stringify(column.name)}`) &&
      ((column.type === 'boolean' && words.filter((one) => one !== 'is').join(' ') === 'active') ||
        (tests.length === 0 &&
          column.type === 'text' &&
          words.some((word) => word === 'status' || word === 'state') &&
          (column.labels?.some((label) => /^active$/i.test(label)) === true || /= ?active\b/i.test(column.comment ?? '')))),
  );
  return active ? `It is unclear which of them are there ${now}.` : null;
}

/** "who lives there at the moment", of rows that say until when they hold, which is not asked. */
function heldNow({ said, plan, lexicon }: Checked): string | null {
  if (!/ (?:currently|right now|at the moment|these days|at present|presently|now|current) /.test(said)) return null;
  for (const select of selectsIn(plan))
    for (const table of sourcesOf(select).values()) {
      const entry = lexicon.byName.get(table);
      const end = entry === undefined ? null : endOf(entry);
      if (end !== null && !JSON.stringify(plan).includes(`"column":"${end.column.name}"`))
        return `It is unclear which ${entry?.words.join(' ')} rows still hold.`;
    }
  return null;
}

/** "who used to work for us", of all who ever did: a date or a state tells who does no more. */
function heldOnce({ said, plan, lexicon }: Checked): string | null {
  if (!/(?<! (?:is|are|was|were|be|been|get|gets|got)) used to [a-z]/.test(said)) return null;
  for (const select of selectsIn(plan)) {
    const tables = [...sourcesOf(select).values()].flatMap((table) => lexicon.byName.get(table) ?? []);
    const tested = JSON.stringify(select.where ?? null);
    const telling = tables.flatMap(({ columns }) =>
      columns.filter(({ column, words }) => DATED.has(column.type) || column.type === 'boolean' || words.some((word) => STATES.has(word))),
    );
    if (telling.some(({ column }) => tested.includes(`"column":"${column.name}"`))) return null;
  }
  return 'It is unclear what tells that it is over.';
}

const STATES = new Set(['status', 'state', 'stage']);

/** "upcoming visits" by the day on which they were booked: what was done is over. */
function comingByDone({ said, plan, lexicon }: Checked): string | null {
  if (!/ (?:tomorrow|upcoming|future|coming|next) /.test(said)) return null;
  for (const select of selectsIn(plan))
    for (const test of conjuncts(select.where)) {
      if (test.kind !== 'compare' || !(test.op === '>=' || test.op === '>')) continue;
      const found = ownColumn(test.left, select, lexicon);
      if (found !== undefined && DATED.has(found.own.column.type) && isDone(found.own, found.entry, said))
        return 'It is unclear which date lies ahead.';
    }
  return null;
}

/** The one date of a table says when, however it is called; of several, what was done is over. */
const isDone = ({ words }: ColumnEntry, entry: TableEntry, said: string): boolean =>
  (entry.columns.filter(({ column }) => DATED.has(column.type)).length > 1 || words.some((word) => RECORDED.has(word))) &&
  words.some((word) => isPastDeed(word) && !said.includes(` ${word} `));
const RECORDED = new Set('booked created registered ordered placed entered added'.split(' '));

/** "members expiring in December" are not those of last December: a month without a year is the past one, which this is not said of. */
function expiredLongAgo({ said, plan, lexicon, now }: Checked): string | null {
  if (
    now === undefined ||
    !/ (?:expir(?:es?|ing)|due|ends?|ending|renew(?:s|ing)?|runs? out|running out|upcoming|planned|scheduled) /.test(said)
  )
    return null;
  if (/ (?:last|past|previous|ago|\d{4}) /.test(said)) return null;
  const today = now.toISOString().slice(0, 10);
  for (const select of selectsIn(plan))
    for (const test of conjuncts(select.where)) {
      const found = test.kind === 'compare' ? ownColumn(test.left, select, lexicon) : undefined;
      if (test.kind !== 'compare' || found === undefined || !DATED.has(found.own.column.type)) continue;
      const planned = / (?:planned|scheduled) /.test(said);
      if (!isLongPast(test, today) || !(planned || found.own.words.some((word) => AHEAD.test(word)))) continue;
      return 'It is unclear which year is meant.';
    }
  return null;
}

/** "how many meets are left" is no question of who left. */
function leftByOthers({ said, plan, lexicon }: Checked): string | null {
  if (!/ (?:are|is) left /.test(said)) return null;
  for (const select of selectsIn(plan))
    for (const test of conjuncts(select.where)) {
      const found = test.kind === 'compare' ? ownColumn(test.left, select, lexicon) : undefined;
      const noun = found?.entry.words.at(-1) ?? '';
      if (found?.own.words.includes('left') && ![noun, `${noun}s`].some((one) => said.includes(` ${one} `)))
        return 'It is unclear what is left.';
    }
  return null;
}

/** "donors born before 1960", by the day on which they became donors: only a day of birth says it. */
function bornOtherwise({ said, plan, lexicon }: Checked): string | null {
  const verb = / (born|died) /.exec(said)?.[1];
  const told = verb === 'born' ? /^(?:birth|born|dob)/ : /^(?:death|died|deceased)/;
  if (verb === undefined) return null;
  for (const select of selectsIn(plan))
    for (const test of conjuncts(select.where)) {
      const found = test.kind === 'compare' ? ownColumn(test.left, select, lexicon) : undefined;
      if (found !== undefined && DATED.has(found.own.column.type) && !found.own.words.some((word) => told.test(word)))
        return `No column says when they ${verb === 'born' ? 'were born' : verb}.`;
    }
  return null;
}

const AHEAD = /^(?:expir|due|until|renew|deadline|end)/;
const LONG_AGO_DAYS = 180;

/** Whether a test holds for days before one that is half a year ago, and was said without a year. */
function isLongPast(test: Extract<Expr, { kind: 'compare' }>, today: string): boolean {
  const { op, right } = test;
  if (op !== '<' || right.kind !== 'literal' || typeof right.value !== 'string') return false;
  const days = (Date.parse(today) - Date.parse(right.value.slice(0, 10))) / 86_400_000;
  return days > LONG_AGO_DAYS;
}
