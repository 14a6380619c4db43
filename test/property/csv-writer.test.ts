import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvWriter } from '../../src/engines/postgres/csv-writer.ts';
import { MessageSplitter } from '../../src/engines/postgres/message-splitter.ts';
import { csvKind } from '../../src/engines/postgres/values.ts';

const TEXT = 25;

/** A DataRow as the server sends it (PostgreSQL manual, 54.7). */
function dataRow(cells: readonly (string | null)[]): Buffer {
  const fields = cells.map((cell) => {
    const text = cell === null ? null : Buffer.from(cell);
    const size = Buffer.alloc(4);
    size.writeInt32BE(text === null ? -1 : text.length);
    return Buffer.concat(text === null ? [size] : [size, text]);
  });
  const count = Buffer.alloc(2);
  count.writeInt16BE(cells.length);
  return message('D', Buffer.concat([count, ...fields]));
}

function message(type: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), size, body]);
}

/** What comes of rows whose bytes arrive cut at these places. */
function linesOf(rows: readonly (readonly (string | null)[])[], oids: readonly number[], cuts: readonly number[] = []): string {
  const writer = new CsvWriter(oids.map(csvKind));
  const splitter = new MessageSplitter(() => undefined);
  splitter.takeRow = (bytes, from, end) => writer.row(bytes, from, end);
  const bytes = Buffer.concat(rows.map(dataRow));
  let from = 0;
  for (const cut of [...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    splitter.write(bytes.subarray(from, cut));
    from = cut;
  }
  expect(writer.rows).toBe(rows.length);
  return Buffer.concat([...writer.take()]).toString();
}

test('a CSV reader gets back every cell, however the bytes arrive', () => {
  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[ ,"\r\n;a]*$/), fc.constant(null));
  const table = fc.integer({ min: 1, max: 5 }).chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));
  fc.assert(
    fc.property(table, fc.array(fc.nat({ max: 5_000 }), { maxLength: 8 }), (rows, cuts) => {
      const oids = rows[0]?.map(() => TEXT) ?? [];
      const read = parse(linesOf(rows, oids, cuts), { record_delimiter: '\r\n', skip_empty_lines: true });
      expect(read).toEqual(rows.map((row) => row.map((value) => value ?? '')));
    }),
    { numRuns: 1_000 },
  );
});

test('large cells leave room for all that comes after them', () => {
  const rows = [['"'.repeat(300_000), null, ',', 'x'.repeat(70_000)]];
  expect(parse(linesOf(rows, [TEXT, TEXT, TEXT, TEXT]), { record_delimiter: '\r\n' })).toEqual([
    ['"'.repeat(300_000), '', ',', 'x'.repeat(70_000)],
  ]);
});

test('a field of megabytes is made in parts, and stands where it belongs', () => {
  const large = `${'a"b,'.repeat(400_000)}\u00e4`;
  const plain = 'x'.repeat(1_100_000);
  const rows = [
    ['1', large, '"', plain, null],
    [plain, '', large, large, '2'],
    ['3', 'b', null, 'c', 'd'],
  ];
  const oids = [TEXT, TEXT, 114, TEXT, TEXT];
  expect(parse(linesOf(rows, oids, [5, 70_000, 2_000_000]), { record_delimiter: '\r\n' })).toEqual(
    rows.map((row) => row.map((cell) => cell ?? '')),
  );
  const writer = new CsvWriter([csvKind(TEXT)]);
  const row = dataRow([large]);
  writer.row(row, 7, row.length);
  expect(Math.max(...[...writer.take()].map(({ length }) => length))).toBeLessThanOrEqual(512 * 1024);
});

test('NULL is nothing, an empty text is quoted, and a lone NULL is no empty line', () => {
  expect(linesOf([['a', null, '']], [TEXT, TEXT, TEXT])).toBe('a,,""\r\n');
  expect(linesOf([[null], ['a'], ['']], [TEXT])).toBe('""\r\na\r\n""\r\n');
});

test.each([
  [16, 't', 'true'],
  [20, '9007199254740993', '9007199254740993'],
  [1700, '18.50', '18.50'],
  [701, 'NaN', 'NaN'],
  [1114, '2026-02-28 10:00:00.5', '2026-02-28T10:00:00.5'],
  [1184, '2026-02-28 10:00:00+00', '2026-02-28T10:00:00Z'],
  [1184, 'infinity', 'infinity'],
  [1007, '{1,NULL,3}', '"[1,null,3]"'],
  [114, '{"a": 1.0}', '"{""a"": 1.0}"'],
  [17, '\\x00ff', '\\x00ff'],
])('a value of type %i: %s is %s', (oid, sent, written) => {
  expect(linesOf([[sent, 'z']], [oid, TEXT])).toBe(`${written},z\r\n`);
});

test('what is no row is passed on whole and in order, however the bytes arrive', () => {
  const part = fc.tuple(fc.constantFrom('C', 'Z', 'T', 'D'), fc.uint8Array({ maxLength: 40 }));
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.nat({ max: 2_000 }), { maxLength: 10 }), fc.boolean(), (parts, cuts, takes) => {
      const passed: Buffer[] = [];
      let rows = 0;
      const splitter = new MessageSplitter((bytes) => void passed.push(Buffer.from(bytes)));
      if (takes)
        splitter.takeRow = () => {
          rows += 1;
        };
      const messages = parts.map(([type, body]) => ({ type, bytes: type === 'D' ? dataRow(['x']) : message(type, Buffer.from(body)) }));
      const bytes = Buffer.concat(messages.map((each) => each.bytes));
      let from = 0;
      for (const cut of [...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
        splitter.write(bytes.subarray(from, cut));
        from = cut;
      }
      const others = messages.filter(({ type }) => !takes || type !== 'D');
      expect(Buffer.concat(passed)).toEqual(Buffer.concat(others.map((each) => each.bytes)));
      expect(rows).toBe(messages.length - others.length);
    }),
    { numRuns: 1_000 },
  );
});

test('long values are as short ones are: quotes doubled wherever they stand, others copied', () => {
  const long = 'x'.repeat(2_000);
  for (const value of [
    long,
    `${long}"${long}`,
    `"${long}"`,
    `${long},${long}`,
    '"'.repeat(1_500),
    `${long}""\r\n${long}"a"`,
    `é${long}😀"`,
  ]) {
    const text = linesOf([[value, 'y']], [TEXT, TEXT]);
    expect(parse(text, { record_delimiter: '\r\n' })).toEqual([[value, 'y']]);
    expect(text.startsWith('"')).toBe(/[",\r\n]/.test(value));
  }
});
