import type { PlainNames } from './names.ts';
import { saidBound, saidTests } from './say-test.ts';
import type { Field, Group, Measure, Order, Sentence, Stretch } from './sentence.ts';

/** A sentence in words; what it says is what `readPlain` reads of it. */
export function sayPlain({ things, what, tests }: Sentence, names: PlainNames): string {
  const plural = names.plural(things);
  const tested = saidTests(tests, things, names);
  const fields = (all: readonly Field[]) => all.map((one) => fieldOf(one, things, names)).join(' and ');
  switch (what.kind) {
    case 'list':
      return `list ${plural}${tested}${ordered(what.order, things, names)}`;
    case 'columns':
      return `${what.distinct ? 'each different ' : ''}${fields(what.columns)} of ${plural}${tested}${ordered(what.order, things, names)}`;
    case 'extreme': {
      const which = what.many === 1 ? `the ${names.singular(things)}` : `the ${what.many} ${plural}`;
      const shown = what.shown === undefined ? '' : `${fields(what.shown)} of `;
      const { column } = what;
      const by = isStretch(column)
        ? `${what.highest ? 'longest' : 'shortest'} time from ${stretched(column, things, names)}`
        : `${direction(what.highest)} ${fields([column])}`;
      return `${shown}${which} with the ${by}${tested}`;
    }
    case 'measure': {
      const measures = [what.measure, ...(what.more ?? [])].map((one) => measured(one, things, names));
      const by = what.by === null ? '' : ` for each ${grouped(what.by, things, names)}`;
      return `${measures.join(' and ')}${by}${tested}${what.highest === undefined ? '' : `, ${direction(what.highest)} first`}`;
    }
    case 'groups':
      return `each different ${grouped(what.by, things, names)} with ${saidBound(what, things, names)}${tested}`;
    case 'top': {
      const { by, many } = what;
      const one = grouped(by, things, names);
      const which = many === 1 ? one : by.column === null ? `${many} ${names.plural(by.table)}` : `${many} values of ${one}`;
      return `the ${which} with the ${direction(what.highest)} ${measured(what.measure, things, names)}${tested}`;
    }
    case 'mean': {
      const each = what.sum === null ? 'number' : `total ${fields([what.sum])}`;
      return `average ${each} per ${grouped(what.per, things, names)}, of those with any, of ${plural}${tested}`;
    }
    case 'percentage': {
      const of = what.of.length === 0 ? '' : `, out of those${saidTests(what.of, things, names)}`;
      const sum = what.sum === undefined ? '' : `total ${fields([what.sum])} of `;
      return `percentage of ${sum}${plural}${tested}${of}`;
    }
  }
}

const direction = (highest: boolean): string => (highest ? 'highest' : 'lowest');

const ordered = (order: Order | undefined, things: string, names: PlainNames): string =>
  order === undefined ? '' : `, ${direction(order.highest)} ${names.column(things, order.column)} first`;

function measured(measure: Measure, things: string, names: PlainNames): string {
  const plural = names.plural(things);
  const field = (one: Field) => fieldOf(one, things, names);
  if (measure.kind === 'count') return `number of ${plural}`;
  if (measure.kind === 'different') return `number of different ${grouped(measure.of, things, names)} of ${plural}`;
  if (measure.kind === 'between') return `${STRETCHES[measure.fn]} ${measure.unit}s from ${stretched(measure, things, names)} of ${plural}`;
  if (measure.kind === 'days') return `days ${measure.since ? 'since the last' : 'until the first'} ${field(measure.column)} of ${plural}`;
  return `${AGGREGATES[measure.kind]} ${field(measure.column)}${measure.times === null ? '' : ` times ${field(measure.times)}`} of ${plural}`;
}

export const isStretch = (column: Field | Stretch): column is Stretch => typeof column !== 'string' && 'from' in column;

const stretched = ({ from, to }: Stretch, things: string, names: PlainNames): string =>
  `${names.column(things, from)} to ${names.column(things, to)}`;

export const STRETCHES = { sum: 'total', avg: 'average', min: 'fewest', max: 'most' } as const;

export const AGGREGATES = { sum: 'total', avg: 'average', min: 'lowest', max: 'highest' } as const;

const fieldOf = (field: Field, things: string, names: PlainNames): string =>
  typeof field === 'string' ? names.column(things, field) : grouped(field, things, names);

const grouped = ({ table, column, span }: Group, things: string, names: PlainNames): string => {
  if (column === null) return names.singular(table);
  const own = `${span === undefined ? '' : `${span} of `}${names.column(table, column)}`;
  return table === things ? own : `${own} of the ${names.singular(table)}`;
};
