import type { Said } from './said.ts';
import { COMPARED } from './say-test.ts';
import type { Bound, Related, Test } from './sentence.ts';

export function testsOf(said: Said, table: string): Test[] | null {
  const tests: Test[] = [];
  while (tests.length === 0 || said.word(',')) {
    const start = said.mark();
    const test = anyOf(said, table);
    if (test === null) {
      said.back(start);
      // "…, out of those …", "…, highest first" go on.
      return tests.length === 0 ? tests : null;
    }
    tests.push(test);
    if (said.isDone() || goesOn(said)) break;
  }
  return tests;
}

function goesOn(said: Said): boolean {
  const start = said.mark();
  const is = said.word(',') && (said.word('out of those') || said.word('highest') || said.word('lowest'));
  said.back(start);
  return is;
}

const anyOf = (said: Said, table: string): Test | null => testOf(said, table) ?? relatedOf(said) ?? eitherOf(said, table);

/** Reads in the way that is given, or nothing at all. */
function tried<T>(said: Said, read: () => T | null): T | null {
  const start = said.mark();
  return read() ?? said.back(start);
}

function eitherOf(said: Said, table: string): Test | null {
  if (!said.word('either')) return null;
  const tests: Test[] = [];
  do {
    const test = testOf(said, table) ?? relatedOf(said);
    if (test === null) return null;
    tests.push(test);
  } while (said.word('or'));
  return tests.length < 2 ? null : { kind: 'either', tests };
}

const relatedOf = (said: Said): Related | null =>
  tried(said, () => {
    const not = said.word('without');
    if (!not && !said.word('with')) return null;
    const bound = boundOf(said);
    return bound === null ? null : { kind: 'related', table: bound.table, not, ...bound.bound, tests: innerOf(said, bound.table) };
  });

/** "more than 3 loans", "loans". */
export function boundOf(said: Said): { table: string; bound: Bound } | null {
  const over = said.match(/more than (\d{1,6})(?= )/);
  const under = over === null ? said.match(/fewer than (\d{1,6})(?= )/) : null;
  const total = over === null && under === null && said.word('a total') ? totalOf(said) : null;
  const table = said.table('plural');
  if (table === null || (total !== null && total.table !== table)) return null;
  const bound = { over: over === null ? null : Number(over) };
  return { table, bound: total !== null ? { ...bound, total: total.total } : under === null ? bound : { ...bound, under: Number(under) } };
}

function totalOf(said: Said): { table: string; total: NonNullable<Related['total']> } | null {
  for (const { table } of said.tables) {
    const read = tried(said, () => {
      const column = said.column(table);
      const op = column === null ? undefined : comparedWith(said);
      const than = op === undefined ? null : said.match(NUMBER);
      if (column === null || op === undefined || than === null || !said.word('of')) return null;
      const before = said.mark();
      const own = said.table('plural') === table;
      said.back(before);
      return own ? { table, total: { column, op, than: Number(than) } } : null;
    });
    if (read !== null) return read;
  }
  return null;
}

function innerOf(said: Said, table: string): Test[] {
  const tests: Test[] = [];
  for (let test = testOf(said, table); test !== null; test = said.word('and') ? testOf(said, table) : null) tests.push(test);
  return tests;
}

const comparedWith = (said: Said) => (Object.keys(COMPARED) as (keyof typeof COMPARED)[]).find((op) => said.word(COMPARED[op]));

const testOf = (said: Said, table: string): Test | null => tried(said, () => ownTest(said, table));

function ownTest(said: Said, table: string): Test | null {
  if (said.word('that are the')) {
    const key = said.column(table);
    if (key === null) return null;
    const over = said.word('of one') ? null : said.match(/of more than (\d{1,4})(?=$|[\s,])/);
    const self = { kind: 'self', column: key, to: false, tests: innerOf(said, table) } as const;
    return over === null ? self : { ...self, over: Number(over) };
  }
  const column = said.word('whose') ? said.column(table) : null;
  if (column !== null && said.word('has')) {
    const words = said.match(/"([^"]+)"/);
    return words === null || !said.word('in it') ? null : { kind: 'has', column, words };
  }
  if (column === null || !said.word('is')) return null;
  if (said.word('one')) return { kind: 'self', column, to: true, tests: innerOf(said, table) };
  if (said.word('empty')) return { kind: 'empty', column, not: false };
  if (said.word('not empty')) return { kind: 'empty', column, not: true };
  if (said.word('true')) return { kind: 'flag', column, is: true };
  if (said.word('false')) return { kind: 'flag', column, is: false };
  const op = comparedWith(said);
  if (op !== undefined) {
    const other = said.word('its') ? said.column(table) : null;
    const number = other === null ? said.match(NUMBER) : null;
    if (other === null && number === null) return null;
    return { kind: 'compare', column, op, than: other === null ? Number(number) : { column: other } };
  }
  if (said.word('after its')) {
    const than = said.column(table);
    return than === null ? null : { kind: 'after', column, than };
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
  const values = valuesOf(said);
  return values.length === 0 ? null : { kind: 'is', column, values, not };
}

function valuesOf(said: Said): (string | number)[] {
  const values: (string | number)[] = [];
  for (let start = said.mark(); values.length === 0 || said.word('or'); start = said.mark()) {
    const quoted = said.match(/"([^"]*)"/);
    const number = quoted === null ? said.match(NUMBER) : null;
    if (quoted === null && number === null) {
      // "… or whose …" goes on.
      said.back(start);
      break;
    }
    values.push(quoted ?? Number(number));
  }
  return values;
}

const NUMBER = /(-?\d+(?:\.\d+)?)(?=$|[\s,])/;
const DAY = /(\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?)(?=$|[\s,])/;
