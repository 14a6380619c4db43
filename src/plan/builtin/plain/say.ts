import type { PlainNames } from './names.ts';
import type { Group, Measure, Sentence, Test } from './sentence.ts';

/** A sentence in words; what it says is what `readPlain` reads of it. */
export function sayPlain({ things, what, tests }: Sentence, names: PlainNames): string {
  const plural = names.plural(things);
  const tested = saidTests(tests, things, names);
  const column = (name: string) => names.column(things, name);
  switch (what.kind) {
    case 'list':
      return `list ${plural}${tested}`;
    case 'columns':
      return `${what.distinct ? 'each different ' : ''}${what.columns.map(column).join(' and ')} of ${plural}${tested}`;
    case 'extreme': {
      const which = what.many === 1 ? `the ${names.singular(things)}` : `the ${what.many} ${plural}`;
      return `${which} with the ${what.highest ? 'highest' : 'lowest'} ${column(what.column)}${tested}`;
    }
    case 'measure':
      return `${measured(what.measure, things, names)}${what.by === null ? '' : ` for each ${grouped(what.by, things, names)}`}${tested}`;
    case 'top': {
      const { by, many } = what;
      const one = grouped(by, things, names);
      const which = many === 1 ? one : by.column === null ? `${many} ${names.plural(by.table)}` : `${many} values of ${one}`;
      return `the ${which} with the ${what.highest ? 'highest' : 'lowest'} ${measured(what.measure, things, names)}${tested}`;
    }
    case 'percentage': {
      const of = what.of.length === 0 ? '' : `, out of those${saidTests(what.of, things, names)}`;
      return `percentage of ${plural}${tested}${of}`;
    }
  }
}

function measured(measure: Measure, things: string, names: PlainNames): string {
  const plural = names.plural(things);
  const column = (name: string) => names.column(things, name);
  if (measure.kind === 'count') return `number of ${plural}`;
  if (measure.kind === 'between') return `average ${measure.unit}s from ${column(measure.from)} to ${column(measure.to)} of ${plural}`;
  return `${AGGREGATES[measure.kind]} ${column(measure.column)}${measure.times === null ? '' : ` times ${column(measure.times)}`} of ${plural}`;
}

export const AGGREGATES = { sum: 'total', avg: 'average', min: 'lowest', max: 'highest' } as const;

const grouped = ({ table, column }: Group, things: string, names: PlainNames): string => {
  if (column === null) return names.singular(table);
  return table === things ? names.column(table, column) : `${names.column(table, column)} of the ${names.singular(table)}`;
};

const saidTests = (tests: readonly Test[], table: string, names: PlainNames): string =>
  tests.map((test, at) => `${at === 0 ? '' : ','} ${saidTest(test, table, names)}`).join('');

function saidTest(test: Test, table: string, names: PlainNames): string {
  if (test.kind === 'related') {
    const inner = test.tests.map((one, at) => `${at === 0 ? '' : ' and'} ${saidTest(one, test.table, names)}`).join('');
    return `${test.not ? 'without' : 'with'} ${test.over === null ? '' : `more than ${test.over} `}${names.plural(test.table)}${inner}`;
  }
  const column = names.column(table, test.column);
  const not = 'not' in test && test.not ? 'not ' : '';
  switch (test.kind) {
    case 'is':
      return `whose ${column} is ${not}${test.values.map(saidValue).join(' or ')}`;
    case 'empty':
      return `whose ${column} is ${not}empty`;
    case 'flag':
      return `whose ${column} is ${test.is ? 'true' : 'false'}`;
    case 'compare': {
      const than = typeof test.than === 'number' ? String(test.than) : `its ${names.column(table, test.than.column)}`;
      return `whose ${column} is ${COMPARED[test.op]} ${than}`;
    }
    case 'when':
      if (test.since === null) return `whose ${column} is before ${test.until}`;
      return `whose ${column} is ${test.until === null ? `since ${test.since}` : `from ${test.since} until before ${test.until}`}`;
  }
}

const saidValue = (value: string | number): string => (typeof value === 'number' ? String(value) : `"${value}"`);

export const COMPARED = {
  '>': 'more than',
  '<': 'less than',
  '>=': 'at least',
  '<=': 'at most',
  '=': 'exactly',
  '<>': 'other than',
} as const;
