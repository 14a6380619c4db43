import type { Expr, Query } from '../../plan.ts';
import type { Column } from '../../schema.ts';
import { basesOf } from '../english/irregular.ts';
import { ageOf, DATED } from '../linking/expressions.ts';
import { tells } from '../linking/moment-columns.ts';
import { birthOf, dateOf } from './columns.ts';
import { deedOf, formsOf } from './deeds.ts';
import { tailAt } from './durations.ts';
import type { Form } from './form.ts';
import { after, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { groupedQuery, groupKeysAt } from './groups.ts';
import type { Measure } from './measure.ts';
import { modified } from './modifiers.ts';
import { namedAt } from './named.ts';
import { headsAt } from './noun-phrase.ts';
import { columnIn, createScope, distance, type Scope, select } from './query.ts';
import { shownOf } from './shown.ts';
import type { Things } from './things.ts';

/** "how old is Rex", "how old was Rex when he died". */
export const howOld: Form = (ground, at) => {
  const start = after(ground, at, ['how old is', 'how old was', 'the age of', 'what age is', 'what age was']);
  if (start === null) return [];
  return namedAt(ground, start).flatMap(({ value, end, cost, notes }) => {
    const birth = birthOf(ground, value.table);
    if (birth === null) return [];
    const age = (event: Column | null) => (): Query => {
      const scope = createScope(ground, value.table);
      const born = columnIn(scope.as, birth.name);
      const years = event === null ? ageOf(born) : ageAt(columnIn(scope.as, event.name), born);
      return select(scope, value, { columns: [...shownOf(ground, value.table, scope), { expr: years, as: 'age' }] });
    };
    const events = eventsAt(ground, end, value.table).filter((event) => event.value.table === value.table);
    return [
      found(age(null), end, cost, notes),
      ...events.map((event) => found(age(event.value.column), event.end, cost, [...notes, event.value.note])),
    ];
  });
};

/** "how old are our patients on average", "average age of female patients", "how old are members on average when they join". */
export const ages: Form = (ground, from) => {
  const old = after(ground, from, ['how old are', 'how old is', 'how old were', 'how old was', 'on average how old are']);
  const average = after(
    ground,
    past(ground, from, new Set(['the'])),
    ['average', 'avg', 'mean'].flatMap((mean) => ['of', 'for', 'when', 'at which'].map((of) => `${mean} age ${of}`)),
  );
  const start = old ?? average;
  if (start === null) return [];
  // "average age when people join"
  const clause = ['when', 'which'].includes(word(ground, start - 1));
  return headsAt(ground, past(ground, start, new Set(['usually', 'typically']))).flatMap((head) =>
    (clause ? [head] : modified(ground, head)).flatMap((things) => {
      const birth = birthOf(ground, things.value.table);
      const tail = tailAt(ground, things.end);
      const events = clause ? verbsAt(ground, things.end, things.value.table) : eventsAt(ground, tail.end, things.value.table);
      if (birth === null) return [];
      const reads = [...(clause ? [] : [{ event: null, end: tail.end }]), ...events.map(({ value, end }) => ({ event: value, end }))];
      return reads.flatMap(({ event, end }) => {
        const last = tailAt(ground, end);
        const said = average !== null || tail.average || last.average || word(ground, from) === 'on';
        return said ? averageAge(ground, things, birth, event, last.end) : [];
      });
    }),
  );
};

function averageAge(ground: Ground, things: Read<Things>, birth: Column, event: Event | null, end: number): Read<() => Query>[] {
  const { table } = things.value;
  const rows: Things = event === null || event.table === table ? things.value : { table: event.table, filters: things.value.filters };
  const value = (scope: Scope): Expr => {
    const born = columnIn(scope.reach(table), birth.name);
    return { kind: 'aggregate', fn: 'avg', arg: event === null ? ageOf(born) : ageAt(columnIn(scope.as, event.column.name), born) };
  };
  const measure: Measure = { things: rows, value, as: 'average_age' };
  const notes = event === null ? things.notes : [...things.notes, event.note];
  const plain = found(
    (): Query => {
      const scope = createScope(ground, rows.table);
      const expr = value(scope);
      return select(scope, rows, { columns: [{ expr, as: 'average_age' }] });
    },
    end,
    things.cost,
    notes,
  );
  const by = after(ground, end, ['by', 'per', 'for each']);
  const groups =
    by === null
      ? []
      : groupKeysAt(ground, by, rows.table).map((key) =>
          found((): Query => groupedQuery(ground, measure, [key.value]), key.end, things.cost + key.cost, [...notes, ...key.notes]),
        );
  return [plain, ...groups];
}

/** A day on which something happened to those whose age is asked for, in a row of theirs. */
interface Event {
  readonly table: string;
  readonly column: Column;
  readonly note: string;
}

const WHEN = ['when', 'at the time'].flatMap((when) => ['he', 'she', 'it', 'they'].map((who) => `${when} ${who}`));

/** "when they joined", "when she died". */
function eventsAt(ground: Ground, at: number, table: string): Read<Event>[] {
  const who = after(ground, at, WHEN);
  return who === null ? [] : verbsAt(ground, who, table);
}

/** "joined", "were sold": a day of the row itself, also by what is said of its column, else of the one row that tells of the deed. */
function verbsAt(ground: Ground, from: number, table: string): Read<Event>[] {
  const at = past(ground, from, new Set(['is', 'are', 'was', 'were', 'got', 'get', 'first']));
  const verb = word(ground, at);
  if (!/^[a-z]{3,}$/.test(verb)) return [];
  const end = after(ground, at + 1, ['in', 'out', 'up', 'with us', 'us', 'here', 'a member']) ?? at + 1;
  const forms = [...new Set([verb, ...basesOf(verb), ...formsOf(verb)])];
  const birth = birthOf(ground, table);
  const dated = entry(ground, table).columns.filter(({ column }) => DATED.has(column.type) && column.name !== birth?.name);
  const own = [
    ...dated
      .filter(({ words }) => words.some((one) => forms.some((form) => tells(form, one) || isAkin(form, one))))
      .map((one) => one.column),
    ...forms.flatMap((form) => {
      const told = dateOf(ground, table, [form]);
      return told !== null && !told.assumed && dated.length > 1 ? [told.column] : [];
    }),
  ];
  const commented = dated.filter(({ column }) => forms.some((form) => (column.comment ?? '').toLowerCase().split(/\W+/).includes(form)));
  const note = (of: string, name: string) => `The day is ${of}.${name}.`;
  const eventIn = (of: string, column: Column, to: number): Read<Event> =>
    found({ table: of, column, note: note(of, column.name) }, to, 0.05);
  if (own[0] !== undefined) return [eventIn(table, own[0], end)];
  const deed = deedOf(ground, at, table);
  const day = deed === null || distance(ground, deed.value, table)?.toOne !== true ? null : dateOf(ground, deed.value);
  if (deed !== null && day !== null) return [eventIn(deed.value, day.column, Math.max(deed.end, end))];
  const [only, ...more] = commented;
  return only === undefined || more.length > 0 ? [] : [eventIn(table, only.column, end)];
}

/** "arrive" of an arrival. */
const isAkin = (verb: string, own: string): boolean => verb.length >= STEM && verb.slice(0, STEM) === own.slice(0, STEM);
const STEM = 5;

const ageAt = (event: Expr, birth: Expr): Expr => ({
  kind: 'call',
  fn: 'year',
  args: [{ kind: 'call', fn: 'age', args: [event, birth] }],
});
