import type { Query } from '../../plan.ts';
import { peopleIn } from '../linking/people.ts';
import { dateOf } from './columns.ts';
import { deedOf } from './deeds.ts';
import type { Form } from './form.ts';
import { after, entry, found, type Ground, past, type Read, tablesAt, word } from './ground.ts';
import { columnIn, createScope, distance, select } from './query.ts';
import { SERVED } from './staying.ts';
import type { Filter } from './things.ts';
import { ordered } from './tops.ts';
import { tellsOf } from './when.ts';

const LAST: Readonly<Record<string, 'asc' | 'desc'>> = {
  last: 'desc',
  'most recently': 'desc',
  'the most recently': 'desc',
  first: 'asc',
  'the earliest': 'asc',
};

/** "who joined last", "who was hired first", "which book was borrowed most recently", "who was the last to check in". */
export const doneLast: Form = (ground, at) => {
  const lead = after(ground, at, ['who', 'which', 'what']);
  if (lead === null) return [];
  const who = word(ground, at) === 'who';
  // Customers are not hired.
  const hires = ground.tokens.some(({ lower }) => lower === 'hire' || lower === 'hired');
  const subjects: Read<string>[] = who
    ? peopleIn(ground.lexicon)
        .filter(({ words }) => !hires || !SERVED.has(words.at(-1) ?? ''))
        .map(({ table }) => found(table.name, lead, 0.1))
    : tablesAt(ground, lead).filter(({ end }) => !/[^s]s$/.test(word(ground, end - 1)));
  return subjects.flatMap((subject) => {
    const start = past(ground, subject.end, new Set(['was', 'has', 'got', 'is', 'did', 'we', 'have']));
    const before = after(ground, start, ['the last to', 'the last one to', 'last to', 'the first to', 'the first one to', 'first to']);
    const verb = before ?? start;
    const direction = ground.tokens.slice(start, verb).some(({ lower }) => lower === 'first') ? 'asc' : 'desc';
    return [verb + 1, verb + 2].flatMap((next) => {
      if (next === verb + 2 && !['up', 'in', 'out', 'on'].includes(word(ground, verb + 1))) return [];
      const said = Object.keys(LAST).find((one) => after(ground, next, [one]) !== null);
      const end = before !== null ? next : said === undefined ? null : after(ground, next, [said]);
      if (end === null) return [];
      const way = before !== null || said === undefined ? direction : (LAST[said] ?? 'desc');
      return doneBy(ground, subject.value, verb, next, way).map((make) => found(make, end, subject.cost + 0.05));
    });
  });
};

/** By the subject's own date of that verb, or by that of the rows in which such deeds are kept. */
function doneBy(ground: Ground, table: string, verb: number, next: number, direction: 'asc' | 'desc'): (() => Query)[] {
  for (const form of formsOf(word(ground, verb))) {
    const own = dateOf(ground, table, [form]);
    if (own !== null && !own.assumed && tellsOf(ground, table, form, own.column.name))
      return [() => ordered(ground, { table, filters: [] }, own.column.name, direction, 1)];
  }
  const deed = deedOf(ground, verb, table);
  if (deed === null || (deed.end !== next && next > verb + 1) || distance(ground, deed.value, table)?.toOne !== true) return [];
  const dated = dateOf(ground, deed.value, formsOf(word(ground, verb)));
  if (dated === null) return [];
  const { name, nullable } = dated.column;
  const present: Filter = {
    kind: 'test',
    table: deed.value,
    not: true,
    test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, name) }),
  };
  return [
    () => {
      const scope = createScope(ground, deed.value);
      const day = columnIn(scope.as, name);
      return select(
        scope,
        { table: deed.value, filters: nullable ? [present] : [] },
        {
          columns: [...labelled(ground, scope.reach(table), table), { expr: day, as: name }],
          orderBy: [{ expr: day, direction, nulls: 'last' }],
          limit: 1,
        },
      );
    },
  ];
}

const labelled = (ground: Ground, alias: string, table: string) => {
  const { label, table: own } = entry(ground, table);
  return (label.length > 0 ? label : own.primaryKey).map((column) => ({ expr: columnIn(alias, column), as: column }));
};

const formsOf = (verb: string): string[] => [verb, `${verb}ed`, `${verb}d`, verb.replace(/([bdgklmnprt])$/, '$1$1ed')];
