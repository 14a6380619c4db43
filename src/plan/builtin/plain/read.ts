import type { PlainNames } from './names.ts';
import { boundOf, testsOf } from './read-test.ts';
import { Said } from './said.ts';
import { AGGREGATES, STRETCHES } from './say.ts';
import { type Field, type Group, type Measure, type Order, type Sentence, SPANS, type Stretch, UNITS, type What } from './sentence.ts';

/** What a text says when it is a plain sentence, word for word; null for any other. */
export function readPlain(text: string, names: PlainNames): Sentence | null {
  const said = new Said(text.trim().replace(/[.?!]+$/, ''), names);
  const start = said.mark();
  for (const form of [listed, percentage, extreme, top, mean, measures, groupsWith, columns]) {
    const read = form(said);
    if (read !== null && said.isDone()) return read;
    said.back(start);
  }
  return null;
}

function listed(said: Said): Sentence | null {
  const things = said.word('list') ? said.table('plural') : null;
  const tests = things === null ? null : testsOf(said, things);
  if (things === null || tests === null) return null;
  return { things, what: { kind: 'list', ...ordered(said, things) }, tests };
}

function percentage(said: Said): Sentence | null {
  if (!said.word('percentage of')) return null;
  const sum = said.word('total') ? fieldOfThings(said) : null;
  const things = sum === null ? said.table('plural') : sum.things;
  const tests = things === null ? null : testsOf(said, things);
  if (things === null || tests === null || tests.length === 0) return null;
  const of = said.word(', out of those') ? testsOf(said, things) : [];
  return of === null ? null : { things, what: { kind: 'percentage', of, ...(sum === null ? {} : { sum: sum.field }) }, tests };
}

/** "amount of payments". */
function fieldOfThings(said: Said): { field: Field; things: string } | null {
  const start = said.mark();
  for (const { table: things } of said.tables) {
    const field = fieldIn(said, things);
    if (field !== null && said.word('of') && said.table('plural') === things) return { field, things };
    said.back(start);
  }
  return null;
}

function extreme(said: Said, shown: readonly Field[] | null = null): Sentence | null {
  if (!said.word('the')) return null;
  const count = said.match(/(\d{1,3})(?= )/);
  const things = said.table(count === null ? 'singular' : 'plural');
  const longest = said.word('with the longest time from') ? true : said.word('with the shortest time from') ? false : null;
  const highest = longest ?? (things === null ? null : direction(said));
  const column = things === null || highest === null ? null : longest === null ? fieldIn(said, things) : stretchIn(said, things);
  if (things === null || highest === null || column === null) return null;
  const many = count === null ? 1 : Number(count);
  return tested(said, things, { kind: 'extreme', column, highest, many, ...(shown === null ? {} : { shown }) });
}

function stretchIn(said: Said, things: string): Stretch | null {
  const from = said.column(things);
  const to = from !== null && said.word('to') ? said.column(things) : null;
  return from === null || to === null ? null : { from, to };
}

/** "each different town with more than 3 members". */
function groupsWith(said: Said): Sentence | null {
  if (!said.word('each different')) return null;
  const start = said.mark();
  for (const { table: things } of said.tables) {
    said.back(start);
    const by = group(said, things);
    const bound = by !== null && said.word('with') ? boundOf(said) : null;
    if (
      by === null ||
      bound === null ||
      bound.table !== things ||
      (bound.bound.over ?? bound.bound.under ?? bound.bound.total) === undefined
    )
      continue;
    return tested(said, things, { kind: 'groups', by, ...bound.bound });
  }
  return null;
}

const direction = (said: Said): boolean | null => (said.word('with the highest') ? true : said.word('with the lowest') ? false : null);

function top(said: Said): Sentence | null {
  if (!said.word('the')) return null;
  const count = said.match(/(\d{1,3})(?= )/);
  const start = said.mark();
  // The group is told by what comes after it.
  for (const { table: things } of said.tables) {
    said.back(start);
    const by = count === null || said.word('values of') ? group(said, things) : groups(said);
    const highest = by === null ? null : direction(said);
    const measure = highest === null ? null : measureOf(said);
    if (by === null || highest === null || measure === null || measure.things !== things) continue;
    return tested(said, things, { kind: 'top', measure: measure.measure, by, highest, many: count === null ? 1 : Number(count) });
  }
  return null;
}

function mean(said: Said): Sentence | null {
  if (!said.word('average')) return null;
  const counted = said.word('number per');
  if (!counted && !said.word('total')) return null;
  const start = said.mark();
  for (const { table: things } of said.tables) {
    said.back(start);
    const sum = counted ? null : fieldIn(said, things);
    const per = counted || (sum !== null && said.word('per')) ? group(said, things) : null;
    if (per === null || !said.word(', of those with any, of') || said.table('plural') !== things) continue;
    return tested(said, things, { kind: 'mean', sum, per });
  }
  return null;
}

function measures(said: Said): Sentence | null {
  const read = measureOf(said);
  if (read === null) return null;
  const { things, measure } = read;
  const more: Measure[] = [];
  while (said.word('and')) {
    const next = measureOf(said);
    if (next?.things !== things) return null;
    more.push(next.measure);
  }
  const by = said.word('for each') ? group(said, things) : null;
  const tests = testsOf(said, things);
  if (tests === null) return null;
  const highest = said.word(', highest first') ? true : said.word(', lowest first') ? false : null;
  const optional = { ...(more.length === 0 ? {} : { more }), ...(highest === null ? {} : { highest }) };
  return { things, what: { kind: 'measure', measure, by, ...optional }, tests };
}

/** What is measured, of things that are named after it. */
function measureOf(said: Said): { things: string; measure: Measure } | null {
  if (said.word('number of')) {
    if (said.word('different')) return different(said);
    const things = said.table('plural');
    return things === null ? null : { things, measure: { kind: 'count' } };
  }
  const since = said.word('days since the last') ? true : said.word('days until the first') ? false : null;
  if (since !== null) return days(said, since);
  const length = lengthOf(said);
  const fn = length !== undefined ? undefined : (['sum', 'avg', 'min', 'max'] as const).find((one) => said.word(AGGREGATES[one]));
  if (length === undefined && fn === undefined) return null;
  const start = said.mark();
  for (const { table: things } of said.tables) {
    said.back(start);
    if (length !== undefined) {
      const stretch = stretchIn(said, things);
      if (stretch === null || !said.word('of') || said.table('plural') !== things) continue;
      return { things, measure: { kind: 'between', ...stretch, ...length } };
    }
    const column = fieldIn(said, things);
    const more = column !== null && said.word('times');
    const other = more ? fieldIn(said, things) : null;
    if (column === null || (more && other === null) || !said.word('of') || said.table('plural') !== things) continue;
    if (fn !== undefined) return { things, measure: { kind: fn, column, times: other } };
  }
  return null;
}

/** "average days from". */
const lengthOf = (said: Said) =>
  (['sum', 'avg', 'min', 'max'] as const)
    .flatMap((fn) => UNITS.map((unit) => ({ fn, unit })))
    .find(({ fn, unit }) => said.word(`${STRETCHES[fn]} ${unit}s from`));

function days(said: Said, since: boolean): { things: string; measure: Measure } | null {
  const read = fieldOfThings(said);
  return read === null || typeof read.field !== 'string'
    ? null
    : { things: read.things, measure: { kind: 'days', column: read.field, since } };
}

function different(said: Said): { things: string; measure: Measure } | null {
  const start = said.mark();
  for (const { table: things } of said.tables) {
    const of = group(said, things);
    if (of !== null && said.word('of') && said.table('plural') === things) return { things, measure: { kind: 'different', of } };
    said.back(start);
  }
  return null;
}

function group(said: Said, things: string): Group | null {
  const start = said.mark();
  const span = SPANS.find((one) => said.word(`${one} of`));
  const dated = span === undefined ? null : columnOfOne(said, things);
  if (span !== undefined && dated !== null) return { ...dated, span };
  // A column may be called "month".
  said.back(start);
  const read = columnOfOne(said, things);
  if (read !== null) return read;
  const table = said.table('singular');
  return table === null ? null : { table, column: null };
}

/** A column of the things, or of what each of them has one of. */
function columnOfOne(said: Said, things: string): Group | null {
  const start = said.mark();
  for (const { table } of said.tables) {
    const column = table === things ? null : said.column(table);
    if (column !== null && said.word('of the') && said.table('singular') === table) return { table, column };
    said.back(start);
  }
  const column = said.column(things);
  return column === null ? null : { table: things, column };
}

function groups(said: Said): Group | null {
  const table = said.table('plural');
  return table === null ? null : { table, column: null };
}

function fieldIn(said: Said, things: string): Field | null {
  const read = group(said, things);
  return read !== null && read.table === things && read.span === undefined ? read.column : read;
}

function columns(said: Said): Sentence | null {
  const distinct = said.word('each different');
  const start = said.mark();
  for (const { table: things } of said.tables) {
    said.back(start);
    const shown = [fieldIn(said, things)];
    while (said.word('and')) shown.push(fieldIn(said, things));
    const known = shown.filter((one) => one !== null);
    if (known.length < shown.length || !said.word('of')) continue;
    const before = said.mark();
    const first = distinct ? null : extreme(said, known);
    if (first?.things === things && said.isDone()) return first;
    said.back(before);
    if (said.table('plural') !== things) continue;
    const tests = testsOf(said, things);
    if (tests !== null) return { things, what: { kind: 'columns', columns: known, distinct, ...ordered(said, things) }, tests };
  }
  return null;
}

function ordered(said: Said, things: string): { order?: Order } {
  const start = said.mark();
  const highest = said.word(', highest') ? true : said.word(', lowest') ? false : null;
  const column = highest === null ? null : said.column(things);
  if (highest !== null && column !== null && said.word('first')) return { order: { column, highest } };
  said.back(start);
  return {};
}

function tested(said: Said, things: string, what: What): Sentence | null {
  const tests = testsOf(said, things);
  return tests === null ? null : { things, what, tests };
}
