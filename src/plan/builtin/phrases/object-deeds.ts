import type { Expr } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { DATED } from '../linking/expressions.ts';
import { tells } from '../linking/moment-columns.ts';
import { expand } from '../linking/name-words.ts';
import { anyDatedAt, datedBy } from './dates.ts';
import { entry, found, type Ground, past, type Read, word } from './ground.ts';
import { columnIn, compare } from './query.ts';
import type { Filter } from './things.ts';

/** "passed their theory", "not signed the waiver", "connected to the grid", of the one column that is called after a verb and its object: `theory_passed_on`. */
export function objectDeedAt(ground: Ground, at: number, table: string, not: boolean): Read<Filter>[] {
  const start = past(ground, at + 1, OWNED);
  return doneTo(ground, table, word(ground, at), word(ground, start), past(ground, start + 1, TESTS), not);
}

/** "licence we have not checked", "waiver was signed last week": the object first, and what was done to it. */
export function objectDoneAt(ground: Ground, from: number, table: string): Read<Filter>[] {
  const at = past(ground, from, OWNED);
  const start = past(ground, at + 1, AUXILIARIES);
  const not = ['not', 'never'].includes(word(ground, start));
  const verb = not ? past(ground, start + 1, AUXILIARIES) : start;
  return verb === at + 1 ? [] : doneTo(ground, table, word(ground, verb), word(ground, at), verb + 1, not);
}

function doneTo(ground: Ground, table: string, verb: string, object: string, end: number, not: boolean): Read<Filter>[] {
  const noun = expand(stem(object));
  if (verb.length < 3 || noun.length < 3) return [];
  const [only, ...more] = entry(ground, table).columns.filter(
    ({ column, words }) =>
      (column.type === 'boolean' || (DATED.has(column.type) && column.nullable)) &&
      words.includes(noun) &&
      words.some((own) => own !== noun && (own === verb || tells(verb, own))),
  );
  if (only === undefined || more.length > 0) return [];
  const { column } = only;
  if (column.type === 'boolean') {
    const value: Expr = { kind: 'literal', value: !not, type: 'boolean' };
    return [
      found<Filter>({ kind: 'test', table, not: false, test: (alias) => compare('=', columnIn(alias, column.name), value) }, end, 0.05),
    ];
  }
  const done: Filter = { kind: 'test', table, not: !not, test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, column.name) }) };
  const when = anyDatedAt(ground, end);
  // What was not done in some time may have been done in another.
  if (when.length > 0) return not ? [] : when.map((read) => ({ ...read, value: datedBy(table, column, read.value) }));
  return [found<Filter>(done, end, 0.05)];
}

const OWNED = new Set('their his her its the a an any our to for with from on'.split(' '));
const AUXILIARIES = new Set('we i they have has had is was are were been'.split(' '));
const TESTS = new Set(['test', 'exam', 'form']);
