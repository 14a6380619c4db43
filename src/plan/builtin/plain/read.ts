import type { PlainNames } from './names.ts';
import { AGGREGATES, COMPARED } from './say.ts';
import { type Group, type Measure, type Sentence, type Test, UNITS, type What } from './sentence.ts';

/** What a text says when it is a plain sentence, word for word; null for any other. */
export function readPlain(text: string, names: PlainNames): Sentence | null {
  const said = new Said(text.trim().replace(/[.?!]+$/, ''), names);
  const read = sentence(said);
  return read !== null && said.isDone() ? read : null;
}

/** The words that are still to be read. */
class Said {
  private at = 0;
  private readonly text: string;
  readonly names: PlainNames;
  /** The tables that the text names anywhere: none of the others is read. */
  readonly tables: PlainNames['tables'];

  constructor(text: string, names: PlainNames) {
    this.text = text;
    this.names = names;
    const lower = text.toLowerCase();
    this.tables = names.tables.filter(
      ({ plural, singular }) => lower.includes(plural.toLowerCase()) || lower.includes(singular.toLowerCase()),
    );
  }

  isDone = (): boolean => this.at >= this.text.length;

  mark = (): number => this.at;

  back(to: number): null {
    this.at = to;
    return null;
  }

  /** Reads some words if they come next. */
  word(words: string): boolean {
    const next = this.text.slice(this.at, this.at + words.length);
    const after = this.text[this.at + words.length];
    if (next.toLowerCase() !== words.toLowerCase() || (after !== undefined && !/[\s,]/.test(after))) return false;
    this.at += words.length;
    while (this.text[this.at] === ' ') this.at += 1;
    return true;
  }

  match(pattern: RegExp): string | null {
    const [whole, part = ''] = new RegExp(`^(?:${pattern.source})`, 'i').exec(this.text.slice(this.at)) ?? [];
    if (whole === undefined) return null;
    this.at += whole.length;
    while (this.text[this.at] === ' ') this.at += 1;
    return part;
  }

  /** The longest of some names that comes next. */
  one<T>(all: readonly T[], nameOf: (one: T) => string): T | null {
    const longest = [...all].sort((a, b) => nameOf(b).length - nameOf(a).length);
    return longest.find((each) => this.word(nameOf(each))) ?? null;
  }

  table = (number: 'plural' | 'singular'): string | null => this.one(this.tables, (one) => one[number])?.table ?? null;

  column = (table: string): string | null => this.one(this.names.columns(table), ({ name }) => name)?.column ?? null;
}

function sentence(said: Said): Sentence | null {
  const start = said.mark();
  for (const form of [listed, percentage, extreme, top, measures, columns]) {
    const read = form(said);
    if (read !== null && said.isDone()) return read;
    said.back(start);
  }
  return null;
}

function listed(said: Said): Sentence | null {
  const things = said.word('list') ? said.table('plural') : null;
  return things === null ? null : tested(said, things, { kind: 'list' });
}

function percentage(said: Said): Sentence | null {
  const things = said.word('percentage of') ? said.table('plural') : null;
  const tests = things === null ? null : testsOf(said, things);
  if (things === null || tests === null || tests.length === 0) return null;
  const of = said.word(', out of those') ? testsOf(said, things) : [];
  return of === null ? null : { things, what: { kind: 'percentage', of }, tests };
}

function extreme(said: Said): Sentence | null {
  if (!said.word('the')) return null;
  const count = said.match(/(\d{1,3})(?= )/);
  const things = said.table(count === null ? 'singular' : 'plural');
  const highest = things === null ? null : direction(said);
  const column = things === null || highest === null ? null : said.column(things);
  if (things === null || highest === null || column === null) return null;
  return tested(said, things, { kind: 'extreme', column, highest, many: count === null ? 1 : Number(count) });
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

function measures(said: Said): Sentence | null {
  const read = measureOf(said);
  if (read === null) return null;
  const by = said.word('for each') ? group(said, read.things) : null;
  return tested(said, read.things, { kind: 'measure', measure: read.measure, by });
}

/** What is measured, of things that are named after it. */
function measureOf(said: Said): { things: string; measure: Measure } | null {
  if (said.word('number of')) {
    const things = said.table('plural');
    return things === null ? null : { things, measure: { kind: 'count' } };
  }
  const unit = UNITS.find((one) => said.word(`average ${one}s from`));
  const fn = unit !== undefined ? undefined : (['sum', 'avg', 'min', 'max'] as const).find((one) => said.word(AGGREGATES[one]));
  if (unit === undefined && fn === undefined) return null;
  const start = said.mark();
  for (const { table: things } of said.tables) {
    said.back(start);
    const column = said.column(things);
    const other = column === null ? null : said.word(unit === undefined ? 'times' : 'to') ? said.column(things) : null;
    if (column === null || !said.word('of') || said.table('plural') !== things) continue;
    if (unit !== undefined && other !== null) return { things, measure: { kind: 'between', from: column, to: other, unit } };
    if (fn !== undefined) return { things, measure: { kind: fn, column, times: other } };
  }
  return null;
}

function group(said: Said, things: string): Group | null {
  const start = said.mark();
  for (const { table } of said.tables) {
    const column = table === things ? null : said.column(table);
    if (column !== null && said.word('of the') && said.table('singular') === table) return { table, column };
    said.back(start);
  }
  const own = said.column(things);
  if (own !== null) return { table: things, column: own };
  const table = said.table('singular');
  return table === null ? null : { table, column: null };
}

function groups(said: Said): Group | null {
  const table = said.table('plural');
  return table === null ? null : { table, column: null };
}

function columns(said: Said): Sentence | null {
  const distinct = said.word('each different');
  const start = said.mark();
  for (const { table: things } of said.tables) {
    said.back(start);
    const shown = [said.column(things)];
    while (said.word('and')) shown.push(said.column(things));
    const known = shown.filter((one) => one !== null);
    if (known.length < shown.length || !said.word('of') || said.table('plural') !== things) continue;
    return tested(said, things, { kind: 'columns', columns: known, distinct });
  }
  return null;
}

function tested(said: Said, things: string, what: What): Sentence | null {
  const tests = testsOf(said, things);
  return tests === null ? null : { things, what, tests };
}

function testsOf(said: Said, table: string): Test[] | null {
  const tests: Test[] = [];
  while (tests.length === 0 || said.word(',')) {
    const start = said.mark();
    const test = testOf(said, table) ?? relatedOf(said);
    if (test === null) {
      said.back(start);
      // "…, out of those …" goes on.
      return tests.length === 0 ? tests : null;
    }
    tests.push(test);
    if (said.isDone() || outOf(said)) break;
  }
  return tests;
}

function outOf(said: Said): boolean {
  const start = said.mark();
  const is = said.word(', out of those');
  said.back(start);
  return is;
}

function relatedOf(said: Said): Test | null {
  const not = said.word('without');
  if (!not && !said.word('with')) return null;
  const over = said.match(/more than (\d{1,6})(?= )/);
  const table = said.table('plural');
  if (table === null) return null;
  const tests: Test[] = [];
  for (let test = testOf(said, table); test !== null; test = said.word('and') ? testOf(said, table) : null) tests.push(test);
  return { kind: 'related', table, tests, not, over: over === null ? null : Number(over) };
}

function testOf(said: Said, table: string): Test | null {
  const column = said.word('whose') ? said.column(table) : null;
  if (column === null || !said.word('is')) return null;
  if (said.word('empty')) return { kind: 'empty', column, not: false };
  if (said.word('not empty')) return { kind: 'empty', column, not: true };
  if (said.word('true')) return { kind: 'flag', column, is: true };
  if (said.word('false')) return { kind: 'flag', column, is: false };
  for (const [op, words] of Object.entries(COMPARED) as [keyof typeof COMPARED, string][]) {
    if (!said.word(words)) continue;
    const other = said.word('its') ? said.column(table) : null;
    const number = other === null ? said.match(NUMBER) : null;
    if (other === null && number === null) return null;
    return { kind: 'compare', column, op, than: other === null ? Number(number) : { column: other } };
  }
  if (said.word('before')) {
    const until = said.match(DAY);
    return until === null ? null : { kind: 'when', column, since: null, until };
  }
  const open = said.word('since');
  if (open || said.word('from')) {
    const since = said.match(DAY);
    const until = open || !said.word('until before') ? null : said.match(DAY);
    return since === null || (!open && until === null) ? null : { kind: 'when', column, since, until };
  }
  const not = said.word('not');
  const values: (string | number)[] = [];
  do {
    const quoted = said.match(/"([^"]*)"/);
    const number = quoted === null ? said.match(NUMBER) : null;
    if (quoted === null && number === null) return null;
    values.push(quoted ?? Number(number));
  } while (said.word('or'));
  return { kind: 'is', column, values, not };
}

const NUMBER = /(-?\d+(?:\.\d+)?)(?=$|[\s,])/;
const DAY = /(\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?)(?=$|[\s,])/;
