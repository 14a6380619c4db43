import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Importing, importingAs } from '../support/imports.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { workbook } from '../support/workbook.ts';

let owned: OwnedService;
let it: Importing;

beforeAll(async () => {
  owned = await newOwnedService();
  it = importingAs(owned.service, owned.owner.token);
});
afterAll(async () => {
  await owned?.home.close();
});

const file = (name: string, content: string | Buffer) => ({
  files: [{ name, ...(typeof content === 'string' ? { text: content } : { base64: content.toString('base64') }) }],
});

describe('formats that are read as a whole', () => {
  test('JSON: a list of objects; texts stay texts, numbers keep every digit, objects are JSON', async () => {
    const text = '[{"id":1,"zip":"01234","n":12345678901234567890.5,"tags":["a"]},{"id":2,"zip":"5","late":true,"tags":null}]';
    const record = await it.whole(file('places.json', text));
    expect(record.error).toBeNull();
    expect(await it.rows(record.dbId ?? '', 'SELECT id, zip, n::text AS n, tags, late FROM places ORDER BY id')).toEqual([
      { id: 1, zip: '01234', n: '12345678901234567890.5', tags: ['a'], late: null },
      { id: 2, zip: '5', n: null, tags: null, late: true },
    ]);
  });

  test('JSON: an object of lists is a table for each, and what is left out is said', async () => {
    const text = '{"version":3,"customers":[{"id":1,"name":"Ana"}],"orders":[{"id":7,"customerId":1}]}';
    const record = await it.whole(file('export.json', text));
    expect(record).toMatchObject({ error: null, progress: { records: 2, verified: 2 } });
    expect(record.assumptions.join('\n')).toContain('left out (version)');
    expect(record.assumptions).toContain('orders.customer_id points at customers.id: all of its values are there');
  });

  test('NDJSON', async () => {
    const record = await it.whole(file('events.ndjson', '{"at":"2026-01-31T10:00:00Z","n":1}\n\n{"at":"2026-02-01T10:00:00Z","n":2.5}\n'));
    expect(record.error).toBeNull();
    expect(await it.rows(record.dbId ?? '', 'SELECT n FROM events ORDER BY at')).toEqual([{ n: 1 }, { n: 2.5 }]);
  });

  test('XLSX', async () => {
    const bytes = workbook('Prices', [
      ['Roaster', 'Price', 'Since', 'Note'],
      ['Onyx', 18.5, new Date('2026-01-31T00:00:00Z'), 'a <b> & c'],
      ['Sey', 22, new Date('2025-12-01T00:00:00Z'), null],
    ]);
    const record = await it.whole(file('prices.xlsx', bytes));
    expect(record.error).toBeNull();
    expect(await it.rows(record.dbId ?? '', 'SELECT roaster, price, since, note FROM prices ORDER BY price')).toEqual([
      { roaster: 'Onyx', price: 18.5, since: '2026-01-31', note: 'a <b> & c' },
      { roaster: 'Sey', price: 22, since: '2025-12-01', note: null },
    ]);
  });

  test('XLSX with titles above its table, which name no columns', async () => {
    const rows = [
      ['Budget of the club', null, null],
      [null, 'All sums in euros', null],
      [null, null, null],
      ['Item', 'Amount', 'Paid by'],
      ['Oars', 1200, 'Ana'],
      ['Boat', 8000.5, null],
    ];
    const record = await it.whole(file('budget.xlsx', workbook('2026', rows)));
    expect(record).toMatchObject({ error: null, progress: { records: 2, verified: 2 } });
    expect(record.assumptions).toContain('budget.xlsx: 2 titles above its table were left out');
    expect(await it.rows(record.dbId ?? '', 'SELECT item, amount, paid_by FROM budget ORDER BY amount')).toEqual([
      { item: 'Oars', amount: 1200, paid_by: 'Ana' },
      { item: 'Boat', amount: 8000.5, paid_by: null },
    ]);
  });

  test('Parquet', async () => {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: 'id', data: [1n, 2n], type: 'INT64' },
        { name: 'name', data: ['Ana', 'Ben'], type: 'STRING' },
        { name: 'at', data: [new Date('2026-01-31T10:00:00.500Z'), new Date('2026-02-01T00:00:00Z')], type: 'TIMESTAMP' },
      ],
    });
    const record = await it.whole(file('people.parquet', Buffer.from(bytes)));
    expect(record.error).toBeNull();
    expect(await it.rows(record.dbId ?? '', 'SELECT id, name, at FROM people ORDER BY id')).toEqual([
      { id: 1, name: 'Ana', at: '2026-01-31T10:00:00.5Z' },
      { id: 2, name: 'Ben', at: '2026-02-01T00:00:00Z' },
    ]);
  });

  const BROKEN: [string, string, string | Buffer, object][] = [
    ['JSON that ends too early', 'a.json', '[{"a":1}', { reason: 'It is no JSON.' }],
    ['a line that is no JSON', 'a.ndjson', '{"a":1}\n{"a":\n', { row: 2 }],
    ['a workbook that is none', 'a.xlsx', 'roaster,price\n', { reason: 'It is called .xlsx and is none.' }],
    ['an archive that is cut off', 'a.xlsx', workbook('a', [['a'], [1]]).subarray(0, 300), {}],
    ['an archive that names the same bytes twice', 'a.xlsx', namedTwice(workbook('a', [['a'], [1]])), { reason: 'The archive is broken.' }],
    [
      'an archive that unpacks to gigabytes',
      'a.xlsx',
      workbook('a', [['a'], [1]], { 'xl/bomb.xml': Buffer.alloc(70 * 1024 * 1024) }),
      { reason: expect.stringContaining('unpacks to more than') },
    ],
    [
      'a workbook with a text of megabytes, which its reader takes minutes for',
      'a.xlsx',
      workbook('a', [
        ['a', 'b'],
        ['x'.repeat(2_000_000), 1],
      ]),
      { reason: expect.stringContaining('A text in it is longer') },
    ],
    [
      'a workbook with a cell far outside of its table',
      'a.xlsx',
      workbook('a', [['a', 'b']], {
        'xl/worksheets/sheet1.xml': Buffer.from(
          '<worksheet><sheetData><row r="20000"><c r="XFD20000"><v>1</v></c></row></sheetData></worksheet>',
        ),
      }),
      { reason: expect.stringContaining('reach to row 20000 and column 16384') },
    ],
    [
      'a file of Parquet that is cut off',
      'a.parquet',
      Buffer.from('PAR1aaaaaaaaPAR1'),
      { reason: 'It is no file of Parquet that can be read.' },
    ],
    [
      'a file of Parquet with millions of rows in some kilobytes',
      'a.parquet',
      Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'n', data: new Array(5_100_000).fill(7), type: 'INT32' }] })),
      { reason: expect.stringContaining('rows') },
    ],
    ['JSON in other characters', 'a.json', Buffer.from('[{"a":"\xe9"}]', 'latin1'), { reason: 'Its characters are not UTF-8.' }],
  ];
  test.each(BROKEN)('%s is refused', async (_, name, content, params) => {
    const record = await it.whole(file(name, content));
    expect(record.error).toMatchObject({ code: 'source_unreadable', params: { file: name, ...params } });
  });
});

/** The second file of the archive's list begins where the first does. */
function namedTwice(archive: Buffer): Buffer {
  const bytes = Buffer.from(archive);
  const first = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
  const second = bytes.indexOf('PK\u0001\u0002', first + 4, 'latin1');
  bytes.writeUInt32LE(bytes.readUInt32LE(first + 42), second + 42);
  return bytes;
}
