import type { PlainNames } from './names.ts';
import type { Bound, Related, Test } from './sentence.ts';

export const saidTests = (tests: readonly Test[], table: string, names: PlainNames): string =>
  tests.map((test, at) => `${at === 0 ? '' : ','} ${saidTest(test, table, names)}`).join('');

function saidTest(test: Test, table: string, names: PlainNames): string {
  if (test.kind === 'related') return saidRelated(test, names);
  if (test.kind === 'either') return `either ${test.tests.map((one) => saidTest(one, table, names)).join(' or ')}`;
  const column = names.column(table, test.column);
  if (test.kind === 'self') {
    const one = `${test.over === undefined ? 'one' : `more than ${test.over}`}${inner(test.tests, table, names)}`;
    return test.to ? `whose ${column} is ${one}` : `that are the ${column} of ${one}`;
  }
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
    case 'has':
      return `whose ${column} has "${test.words}" in it`;
    case 'after':
      return `whose ${column} is after its ${names.column(table, test.than)}`;
    case 'when':
      if (test.since === null) return `whose ${column} is before ${test.until}`;
      return `whose ${column} is ${test.until === null ? `since ${test.since}` : `from ${test.since} until before ${test.until}`}`;
  }
}

const saidRelated = (test: Related, names: PlainNames): string =>
  `${test.not ? 'without' : 'with'} ${saidBound(test, test.table, names)}${inner(test.tests, test.table, names)}`;

/** "more than 3 loans". */
export function saidBound({ over, under, total }: Bound, table: string, names: PlainNames): string {
  const many = over !== null ? `more than ${over} ` : under !== undefined ? `fewer than ${under} ` : '';
  const sum = total === undefined ? '' : `a total ${names.column(table, total.column)} ${COMPARED[total.op]} ${total.than} of `;
  return `${many}${sum}${names.plural(table)}`;
}

const inner = (tests: readonly Test[], table: string, names: PlainNames): string =>
  tests.map((one, at) => `${at === 0 ? '' : ' and'} ${saidTest(one, table, names)}`).join('');

const saidValue = (value: string | number): string => (typeof value === 'number' ? String(value) : `"${value}"`);

export const COMPARED = {
  '>': 'more than',
  '<': 'less than',
  '>=': 'at least',
  '<=': 'at most',
  '=': 'exactly',
  '<>': 'other than',
} as const;
