import { expect, test } from 'vitest';
import type { ResultSet } from '../../src/contract/ask.ts';
import { ticksBetween } from '../../web/src/pages/ask/chart/ticks.ts';
import { chartsOf } from '../../web/src/pages/ask/chart-of.ts';
import { sorted } from '../../web/src/pages/ask/sorted.ts';
import { valueText } from '../../web/src/parts/value-text.ts';

const result = (columns: Readonly<Record<string, string>>, rows: readonly (readonly unknown[])[], truncated = false): ResultSet => {
  const names = Object.keys(columns);
  return {
    columns: names.map((name) => ({ name, type: columns[name] ?? '' })),
    data: rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]]))),
    rowCount: rows.length,
    truncated,
  };
};

test.each<[string, ResultSet, string | undefined]>([
  ['one number', result({ total: 'numeric' }, [['12345678901234567890.5']]), 'number'],
  [
    'a number for each name',
    result({ kind: 'text', n: 'bigint' }, [
      ['tea', 3],
      ['coffee', 2],
    ]),
    'bars',
  ],
  [
    'the number first',
    result({ n: 'Nullable(UInt64)', kind: 'LowCardinality(String)' }, [
      [3, 'tea'],
      [2, 'coffee'],
    ]),
    'bars',
  ],
  [
    'a number for each year',
    result({ year: 'integer', n: 'bigint' }, [
      [2024, 3],
      [2025, 2],
    ]),
    'bars',
  ],
  [
    'a number for each day',
    result({ day: 'date', n: 'bigint' }, [
      ['2024-01-02', 3],
      ['2024-01-01', 2],
    ]),
    'line',
  ],
  [
    'ClickHouse’s times',
    result({ at: 'DateTime64(3)', n: 'UInt64' }, [
      ['2024-01-02T00:00:00Z', 3],
      ['2024-01-01T00:00:00Z', 2],
    ]),
    'line',
  ],
  ['one text', result({ name: 'text' }, [['tea']]), undefined],
  ['a number that is missing', result({ n: 'numeric' }, [[null]]), undefined],
  [
    'an id',
    result({ name: 'text', maker_id: 'bigint' }, [
      ['tea', 3],
      ['coffee', 2],
    ]),
    undefined,
  ],
  [
    'two numbers',
    result({ price: 'numeric', rating: 'integer' }, [
      [3, 4],
      [2, 5],
    ]),
    'scatter',
  ],
  [
    'two numbers of each name',
    result({ kind: 'text', n: 'bigint', m: 'bigint' }, [
      ['tea', 3, 1],
      ['coffee', 2, 1],
    ]),
    'scatter',
  ],
  ['a number and what it is held against', result({ now: 'bigint', before: 'bigint' }, [[3, 2]]), 'number'],
  [
    'a number for each name and year',
    result({ year: 'integer', kind: 'text', n: 'bigint' }, [
      [2024, 'tea', 3],
      [2025, 'coffee', 2],
    ]),
    'stacked',
  ],
  [
    'shares',
    result({ kind: 'text', share: 'numeric' }, [
      ['tea', 0.6],
      ['coffee', 0.4],
    ]),
    'stacked',
  ],
  [
    'a number for each name and name, one of them twice',
    result({ city: 'text', kind: 'text', n: 'bigint' }, [
      ['Porto', 'tea', 3],
      ['Porto', 'tea', 2],
    ]),
    undefined,
  ],
  [
    'three numbers',
    result({ a: 'bigint', b: 'bigint', c: 'bigint' }, [
      [1, 2, 3],
      [4, 5, 6],
    ]),
    undefined,
  ],
  [
    'a value that is missing',
    result({ kind: 'text', n: 'bigint' }, [
      ['tea', 3],
      ['coffee', null],
    ]),
    undefined,
  ],
  [
    'a name that repeats',
    result({ kind: 'text', n: 'bigint' }, [
      ['tea', 3],
      ['tea', 2],
    ]),
    undefined,
  ],
  [
    'a part of the rows',
    result(
      { kind: 'text', n: 'bigint' },
      [
        ['tea', 3],
        ['coffee', 2],
      ],
      true,
    ),
    undefined,
  ],
  [
    'intervals and ranges',
    result({ kind: 'text', n: 'interval' }, [
      ['tea', '1 day'],
      ['coffee', '2 days'],
    ]),
    undefined,
  ],
  [
    'too many names',
    result(
      { kind: 'text', n: 'bigint' },
      Array.from({ length: 41 }, (_, index) => [`k${index}`, index]),
    ),
    undefined,
  ],
])('the picture of %s', (_name, rows, kind) => {
  expect(chartsOf(rows)[0]?.kind).toBe(kind);
});

test('a bar of parts has a part for every name, and time along the bars', () => {
  const [chart] = chartsOf(
    result({ kind: 'text', day: 'date', n: 'bigint' }, [
      ['tea', '2024-01-01', 3],
      ['coffee', '2024-01-02', 2],
      ['tea', '2024-01-02', 1],
    ]),
  );
  expect(chart).toMatchObject({
    kind: 'stacked',
    by: 'day',
    series: ['tea', 'coffee'],
    bars: [
      { label: '2024-01-01', parts: [3, 0] },
      { label: '2024-01-02', parts: [1, 2] },
    ],
  });
});

test('a number is held against another in percent, where that can be told', () => {
  const beside = (now: unknown, before: unknown) => {
    const [chart] = chartsOf(result({ now: 'bigint', before: 'bigint' }, [[now, before]]));
    return chart?.kind === 'number' ? chart.beside?.percent : undefined;
  };
  expect([beside(3, 2), beside(1, 2), beside(1, 0), beside(1, null)]).toEqual([50, -50, null, undefined]);
});

test('a line runs with the time, and keeps what its points are called', () => {
  const [chart] = chartsOf(
    result({ day: 'date', n: 'bigint' }, [
      ['2024-01-02', 3],
      ['2024-01-01', 2],
    ]),
  );
  expect(chart).toMatchObject({
    kind: 'line',
    by: 'day',
    measure: 'n',
    points: [
      { label: '2024-01-01', value: 2 },
      { label: '2024-01-02', value: 3 },
    ],
  });
});

test('rows are sorted as numbers or as text, wide numbers by their last digit, what is missing last', () => {
  const order = (type: string, values: readonly unknown[], isDescending = false) =>
    sorted(
      result(
        { v: type },
        values.map((value) => [value]),
      ),
      { column: 'v', isDescending },
    ).map(({ v }) => v);
  expect(order('numeric', [10, '9.00000000000000000001', null, 9])).toEqual(['9.00000000000000000001', 9, 10, null]);
  expect(order('bigint', [9007199254740993n, null, 9007199254740992n, 5], true)).toEqual([9007199254740993n, 9007199254740992n, 5, null]);
  expect(order('text', ['b', null, 'a'])).toEqual(['a', 'b', null]);
  expect(order('text', ['b', null, 'a'], true)).toEqual(['b', 'a', null]);
  expect(sorted(result({ v: 'text' }, [['b'], ['a']]), null).map(({ v }) => v)).toEqual(['b', 'a']);
});

test('a value shows what it hides: escape sequences, and marks that turn the direction', () => {
  expect(valueText('\u001b[31mred\u202egnp.exe\nnext')).toBe('\\u001b[31mred\\u202egnp.exe\nnext');
  expect(valueText({ a: [9007199254740993n, '\u009b'] })).toBe('{"a":["9007199254740993","\\u009b"]}');
  expect([valueText(null), valueText(0), valueText('')]).toEqual(['–', '0', '']);
});

test.each<[number, number, boolean, number[]]>([
  [0, 1, true, [0, 1]],
  [0, 11, true, [0, 5, 10]],
  [0, 3, true, [0, 1, 2, 3]],
  [0, 1, false, [0, 0.5, 1]],
  [-7, 12.5, false, [-5, 0, 5, 10]],
  [0, 0.3, false, [0, 0.1, 0.2, 0.3]],
  [0, 1_234_567, true, [0, 500_000, 1_000_000]],
])('rules between %d and %d are at round numbers, at whole ones of what is counted: %j', (low, high, isWhole, ticks) => {
  expect(ticksBetween(low, high, isWhole)).toEqual(ticks);
});
