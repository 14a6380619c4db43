import { isPersonNoun } from '../english/person-noun.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import { peopleIn } from '../linking/people.ts';
import type { Field } from '../plain/sentence.ts';
import { isMoney, moneyWords } from './amounts.ts';
import type { Ask } from './ask.ts';
import { datesOf } from './dates.ts';
import type { Part } from './meaning.ts';
import { fieldOf, hasOne, isDated, isWho, markedColumn, oneKeyAway, pathTo, type State } from './state.ts';

const OF_ANOTHER = 0.1;
const FIELDS_MAX = 3;

/** "when is the gala", "what do we charge for a trim", "who looks after Corkers": columns of the things that are told, or of what they have one of. */
export function lookups(state: State): Ask[] {
  const { parts, used, things, held } = state;
  const [first] = parts;
  // Of one that is told.
  if (first === undefined || !held.some((choice) => choice.some(({ test }) => test.kind === 'is'))) return [];
  const asks: Ask[] = [];
  const of = (fields: readonly Field[], uses: readonly Part[], cost: number) =>
    fields.slice(0, FIELDS_MAX).forEach((field, at) => {
      asks.push({ what: { kind: 'columns', columns: [field], distinct: false }, uses, cost: cost + 0.05 * at });
    });
  const own = (columns: readonly ColumnEntry[]) => columns.map(({ column }) => column.name);
  const where = parts.find((part) => part.cue?.kind === 'where' && !used.has(part));
  if (first.cue?.kind === 'when' && where !== undefined && !used.has(first)) {
    for (const { column } of datesOf(things).slice(0, 2))
      for (const place of placesOf(state).slice(0, 2))
        asks.push({ what: { kind: 'columns', columns: [column.name, place], distinct: false }, uses: [first, where], cost: 0 });
    return asks;
  }
  if (first.cue?.kind === 'when' && !used.has(first)) {
    const named = parts.find(
      (part) => part.mark?.kind === 'column' && part.mark.table === things.table.name && isDated(markedColumn(state, part.mark)),
    );
    if (named?.mark?.kind === 'column') of([named.mark.column], [first, named], 0);
    else of(own(datesOf(things)), [first], 0);
  }
  if (first.cue?.kind === 'where' && !used.has(first)) of(placesOf(state), [first], 0);
  if (isWho(first) && first.mark?.kind === 'table' && first.mark.table !== things.table.name && hasOne(state, first.mark.table))
    of([{ table: first.mark.table, column: null }], [first], OF_ANOTHER);
  // "who does the hill round", of rounds with the name of who does them.
  if (isWho(first) && isOneNamed(state))
    of(
      peopleOf(state).filter((field) => typeof field === 'string'),
      [first],
      OF_ANOTHER,
    );
  const money = moneyWords(state);
  if (money.length > 0) of(own(things.columns.filter(isMoney)), money, OF_ANOTHER);
  for (const part of parts) {
    const { mark } = part;
    if (used.has(part) || mark?.kind !== 'column' || mark.table === things.table.name || !hasOne(state, mark.table)) continue;
    of([fieldOf(state, mark)], [part], OF_ANOTHER);
  }
  return asks;
}

/** One of the things is told by its name. */
const isOneNamed = ({ held, things }: State): boolean =>
  held.some((choice) =>
    choice.some(({ table, test }) => table === things.table.name && test.kind === 'is' && things.label.includes(test.column)),
  );

/** Columns that say where, and tables of places that the things have one of. */
export function placesOf(state: State): Field[] {
  const own = state.things.columns.filter(({ column, words }) => column.type === 'text' && words.some((word) => PLACES.has(word)));
  const near = oneKeyAway(state, true).filter(({ words }) => words.some((word) => PLACES.has(word)));
  return [...own.map(({ column }) => column.name), ...near.map(({ table }): Field => ({ table: table.name, column: null }))];
}

const PLACES = new Set(
  'place plc venue address addr town city district area room hall site location loc country county street where building postcode village region depot branch station stop field'.split(
    ' ',
  ),
);

/** Columns and tables of people that the things have one of, the nearest first. */
export function peopleOf(state: State): Field[] {
  const steps = ({ table }: TableEntry) => pathTo(state, table.name)?.length ?? 0;
  const near = peopleIn(state.about.lexicon)
    .filter(({ table }) => table.name !== state.things.table.name && hasOne(state, table.name))
    .sort((a, b) => steps(a) - steps(b));
  const own = state.things.columns.filter(({ column, words }) => column.type === 'text' && words.some((word) => isPersonNoun(word)));
  return [...near.map(({ table }): Field => ({ table: table.name, column: null })), ...own.map(({ column }) => column.name)];
}
