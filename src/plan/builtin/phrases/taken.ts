import { basesOf, formsOf as irregular } from '../english/irregular.ts';
import { stem } from '../english/stem.ts';
import { peopleIn } from '../linking/people.ts';
import { dateOf } from './columns.ts';
import { formsOf, isDeedOf } from './deeds.ts';
import { after, entry, found, type Ground, type Read, word } from './ground.ts';
import { headsAt } from './noun-phrase.ts';
import { distance } from './query.ts';
import { lentOf, type Stretch, stretchOf, waitOf } from './stretch.ts';
import { narrowed, type Things } from './things.ts';

/** Rows that took their time, and from when to when each did. */
export interface Taken {
  readonly head: Read<Things>;
  readonly stretch: Stretch;
}

export const takenBy = (ground: Ground, heads: readonly Read<Things>[], verb: string): Taken[] =>
  heads.flatMap((head) => {
    const stretch = stretchOf(ground, head.value.table, verb);
    return stretch === null ? [] : [{ head, stretch }];
  });

/** "hires last", "cars stay with us": of the things themselves, else of the one kind of rows that they have and that begins and ends. */
export function lasting(ground: Ground, at: number, subjects: readonly Read<Things>[]): Taken[] {
  if (!LASTING.has(word(ground, at))) return [];
  const end = after(ground, at + 1, ['open', 'with us', 'here', 'for', 'with us for']) ?? at + 1;
  const bare = word(ground, at) === 'stay' && end === at + 1;
  return subjects.flatMap((subject) => {
    const own = takenBy(ground, [{ ...subject, end }], 'last');
    const stays = word(ground, at) === 'stay' && (own.length === 0 || bare) ? staysOf(ground, subject, end) : [];
    // Members stay with us until they leave; when they just stay, it is a visit of theirs.
    return stays.length > 0 ? stays : own;
  });
}

/** The one kind of rows that somebody has, that begin when they come and end when they leave. */
function staysOf(ground: Ground, subject: Read<Things>, end: number): Taken[] {
  const stays = ground.lexicon.tables.flatMap(({ table: { name } }) => {
    const way = distance(ground, name, subject.value.table);
    const stretch = way?.toOne === true && way.steps === 1 ? stretchOf(ground, name, 'stay') : null;
    return stretch === null || !isLeaving(ground, stretch) ? [] : [stretch];
  });
  const [only, ...more] = stays;
  return only === undefined || more.length > 0 ? [] : ofSubject(ground, only, subject, end);
}

/** Whoever stays somewhere leaves it; what is opened about them and closed is no stay of theirs. */
const isLeaving = (ground: Ground, { table, end }: Stretch): boolean =>
  entry(ground, table).columns.some(({ column, words }) => column.name === end.name && words.some((own) => LEAVING.has(own)));
const LEAVING = new Set('depart departure departed departs left leave leaves leaving checkout out exit exited discharged gone'.split(' '));

const LASTING = new Set(['last', 'stay', 'take', 'run', 'go']);

/** "readers wait for a document", "kids keep a book": rows between the two, from when it was asked for or given to when it came or came back. */
export function heldFor(ground: Ground, at: number, subjects: readonly Read<Things>[]): Taken[] {
  const waited = after(ground, at, ['wait for', 'have to wait for', 'need to wait for']);
  const kept = waited === null ? after(ground, at, ['keep', 'have', 'borrow', 'hold', 'hire', 'rent', 'use']) : null;
  const start = waited ?? kept;
  if (start === null) return [];
  return subjects.flatMap((subject) =>
    headsAt(ground, start).flatMap((object) => {
      const isOf = (table: string, to: string, steps: number): boolean => {
        const way = distance(ground, table, to);
        return way?.toOne === true && way.steps <= steps;
      };
      const between = ground.lexicon.tables.flatMap(({ table: { name } }) => {
        const related = name !== subject.value.table && isOf(name, subject.value.table, 1) && isOf(name, object.value.table, 2);
        return (
          (related ? (waited === null ? (lentOf(ground, name) ?? stretchOf(ground, name, 'take')) : waitOf(ground, name)) : null) ?? []
        );
      });
      const [only, ...more] = between;
      if (only === undefined || more.length > 0) return [];
      const end = after(ground, object.end, ['for']) ?? object.end;
      const cost = subject.cost + object.cost;
      const theirs = [subject.value, object.value].filter(({ table, filters }) => table !== only.table && filters.length > 0);
      const rows: Things = { table: only.table, filters: object.value.table === only.table ? object.value.filters : [] };
      const narrow = narrowed(rows, ...theirs.map((things) => ({ kind: 'related' as const, things, not: false })));
      return [{ stretch: only, head: found(narrow, end, cost + 0.05, [...subject.notes, ...object.notes]) }];
    }),
  );
}

/** "visitors stay", of a table of visitor stays. */
export function doneBy(ground: Ground, at: number): Taken[] {
  const said = `${stem(word(ground, at))} ${stem(word(ground, at + 1))}`;
  const rows = ground.lexicon.tables.filter(({ words }) => words.join(' ') === said);
  return rows.flatMap(({ table: { name } }) => takenBy(ground, [found<Things>({ table: name, filters: [] }, at + 2, 0.05)], 'last'));
}

/** "sell a property", of sales of them: from when it was there to when it was sold. */
export function acrossDeed(ground: Ground, verb: string, object: string | null): Stretch[] {
  const forms = [...basesOf(verb), ...formsOf(verb)].flatMap((form) => irregular(form)).concat(formsOf(verb));
  const deeds = ground.lexicon.tables.filter(({ words }) => forms.some((form) => isDeedOf(form, words.at(-1) ?? '')));
  const people = peopleIn(ground.lexicon);
  return deeds.flatMap(({ table: { name: table, foreignKeys } }) => {
    const end = dateOf(ground, table)?.column;
    const wholes = [...new Set(foreignKeys.map((key) => key.table))].filter(
      (whole) => whole !== table && (object === null ? !people.some((own) => own.table.name === whole) : whole === object),
    );
    return wholes.flatMap((begun) => {
      const start = dateOf(ground, begun)?.column;
      const way = distance(ground, table, begun);
      return start === undefined || end === undefined || start.nullable || start.type !== end.type || way?.toOne !== true || way.steps !== 1
        ? []
        : [{ table, begun, start, end }];
    });
  });
}

/** Rows with such a time, of those that are named before the verb. */
export function ofSubject(ground: Ground, stretch: Stretch, subject: Read<Things> | undefined, end: number): Taken[] {
  const rows: Things = { table: stretch.table, filters: [] };
  if (subject === undefined || subject.value.table === stretch.table)
    return [{ stretch, head: found(subject?.value ?? rows, end, 0.05 + (subject?.cost ?? 0), subject?.notes) }];
  const way = distance(ground, stretch.table, subject.value.table);
  if (way?.toOne !== true) return [];
  const narrow = subject.value.filters.length === 0 ? rows : narrowed(rows, { kind: 'related', things: subject.value, not: false });
  return [{ stretch, head: found(narrow, end, 0.05 + subject.cost, subject.notes) }];
}
