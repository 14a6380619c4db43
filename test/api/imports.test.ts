import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportRecord } from '../../src/contract/packs.ts';
import { asAdmin } from '../support/hosted.ts';
import { type Importing, importingAs } from '../support/imports.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { send } from '../support/service.ts';
import { startSession, until } from '../support/session.ts';

const ROASTERS = 'id,name,founded,score\n1,Onyx,2012-05-01,9.5\n2,"Sey, Brooklyn",2011-01-31,\n3,"The ""Barn""",2010-02-02,8\n';

let owned: OwnedService;
let it: Importing;

beforeAll(async () => {
  owned = await newOwnedService();
  it = importingAs(owned.service, owned.owner.token);
});
afterAll(async () => {
  await owned?.home.close();
});

describe('a file of CSV', () => {
  test('goes on by itself to a typed table', async () => {
    const record = await it.whole({ name: 'roasters.csv', text: ROASTERS });
    expect(record).toMatchObject({
      packId: 'tabular',
      phase: 'complete',
      error: null,
      progress: { phase: 'complete', items: 1, records: 3, plannedWrites: 3, written: 3, verified: 3, skipped: 0 },
    });
    expect(await it.rows(record.dbId ?? '', 'SELECT id, name, founded, score FROM roasters ORDER BY id')).toEqual([
      { id: 1, name: 'Onyx', founded: '2012-05-01', score: 9.5 },
      { id: 2, name: 'Sey, Brooklyn', founded: '2011-01-31', score: null },
      { id: 3, name: 'The "Barn"', founded: '2010-02-02', score: 8 },
    ]);
    expect(record.assumptions).toContain('roasters.id is the key: none of its values repeats');
    const columns = await it.rows(
      record.dbId ?? '',
      "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'roasters' ORDER BY ordinal_position",
    );
    expect(columns.map(({ data_type }) => data_type)).toEqual(['bigint', 'text', 'date', 'numeric']);
  });

  test('has numbers and dates as people write them, and says how they were read and why a column stays text', async () => {
    const text = [
      'id,amount,price_eu,sold_on,shipped,paid,note,code',
      '1,"1,250.00","1.250,50",31/12/2025,03/04/2026,$5,3,007',
      '2,7.5,"12,5",2026-01-05,05/06/2026,$1.50,4,008',
      '3,,"3",1/2/2026,07/08/2026,$12,unknown,009',
      '4,"-2,000,000.5","",28.02.2026,09/10/2026,$7,5,010',
    ].join('\n');
    const record = await it.whole({ name: 'sales.csv', text });
    expect(record).toMatchObject({ phase: 'complete', error: null, progress: { records: 4, written: 4, verified: 4 } });
    const db = record.dbId ?? '';
    expect(await it.rows(db, 'SELECT id, amount, price_eu, sold_on, shipped FROM sales ORDER BY id')).toEqual([
      { id: 1, amount: 1250, price_eu: 1250.5, sold_on: '2025-12-31', shipped: '03/04/2026' },
      { id: 2, amount: 7.5, price_eu: 12.5, sold_on: '2026-01-05', shipped: '05/06/2026' },
      { id: 3, amount: null, price_eu: 3, sold_on: '2026-02-01', shipped: '07/08/2026' },
      { id: 4, amount: -2000000.5, price_eu: null, sold_on: '2026-02-28', shipped: '09/10/2026' },
    ]);
    const said = record.assumptions.join('\n');
    expect(said).toContain('sales.amount is read with commas between thousands');
    expect(said).toContain('sales.price_eu is read with a decimal comma');
    expect(said).toContain('sales.sold_on is read as day/month/year');
    expect(said).toContain('sales.shipped stays text: its dates, such as 03/04/2026, can be read with the day first or the month');
    expect(said).toContain('sales.paid stays text: its values look like numbers');
    expect(said).toContain('sales.note stays text: 3 of its first 4 values look like numbers');
    expect(said).not.toContain('sales.code');
    // The column may be widened later, as any that an import made.
    const more = await it.post('/v1/insert', { db, table: 'sales', rows: [{ id: 5, amount: 'a lot' }] });
    expect(more.status, more.text).toBe(200);
  });

  test('goes a phase with each advance, and counts nothing before its phase', async () => {
    const created = await it.create({ packId: 'tabular', source: { name: 'roasters.csv', text: ROASTERS }, auto: false });
    const { id } = created.json() as unknown as ImportRecord;
    expect(created.headers.get('location')).toBe(`/v1/packs/imports/${id}`);
    const seen: ImportRecord[] = [];
    for (let step = 0; step < 6; step++) seen.push((await it.post(`/v1/packs/imports/${id}/advance`)).json() as unknown as ImportRecord);
    expect(seen.map(({ phase }) => phase)).toEqual(['classifying', 'extracting', 'saving', 'verifying', 'complete', 'complete']);
    expect(
      seen.map(({ progress }) => [progress.items, progress.records, progress.plannedWrites, progress.written, progress.verified]),
    ).toEqual([
      [1, null, null, null, null],
      [1, null, null, null, null],
      [1, 3, 3, null, null],
      [1, 3, 3, 3, null],
      [1, 3, 3, 3, 3],
      [1, 3, 3, 3, 3],
    ]);
    expect(seen.map(({ dbId }) => dbId !== null)).toEqual([false, false, false, true, true, true]);
  });

  test('is seen by everybody who has its id, and never its source', async () => {
    const created = await it.create({ packId: 'tabular', source: { name: 'a.csv', text: 'word\nxyzzy-plugh\n' }, auto: false });
    const { id } = created.json() as unknown as ImportRecord;
    const seen = await send(owned.service, 'GET', `/v1/packs/imports/${id}`);
    expect(seen.status).toBe(200);
    expect(seen.text + created.text).not.toContain('xyzzy');
    expect(id).toMatch(/^imp_[\w-]{32}$/);
  });
});

describe('several files', () => {
  test('become tables that point at each other', async () => {
    const record = await it.whole({
      files: [
        { name: 'shop/customers.csv', text: 'id,name\n1,Ana\n2,Ben\n' },
        { name: 'shop/orders.csv', text: 'id,customer_id,total\n10,1,18.5\n11,2,7\n12,1,3.25\n' },
        { name: 'shop/refunds.csv', text: 'order_id,amount\n10,1\n99,2\n' },
      ],
    });
    expect(record).toMatchObject({ phase: 'complete', progress: { items: 3, records: 7, written: 7, verified: 7 } });
    expect(record.assumptions).toContain('orders.customer_id points at customers.id: all of its values are there');
    expect(record.assumptions).toContain('refunds.order_id does not point at orders.id: 1 of its values is not there');
    const schema = await send(owned.service, 'GET', `/v1/databases/${record.dbId}/schema`, { token: owned.owner.token });
    const tables = (schema.json() as { tables: { name: string; foreignKeys: unknown[] }[] }).tables;
    expect(tables.find(({ name }) => name === 'orders')?.foreignKeys).toMatchObject([{ columns: ['customer_id'], table: 'customers' }]);
  });

  test('of several with a column of the same name, the table in which no value of it repeats is pointed at', async () => {
    const record = await it.whole({
      files: [
        { name: 'customers.csv', text: 'customer,city\nAna,Graz\nBen,Brno\n' },
        { name: 'items.csv', text: 'sku,customer,count\nA1,Ana,2\nA1,Ben,1\nB2,Ana,5\n' },
        { name: 'stock.csv', text: 'sku,shelf\nA1,1\nA1,2\nB2,3\nB2,4\n' },
        { name: 'products.csv', text: 'sku,title\nA1,Cup\nB2,Pot\n' },
      ],
    });
    expect(record.error).toBeNull();
    const schema = await send(owned.service, 'GET', `/v1/databases/${record.dbId}/schema`, { token: owned.owner.token });
    const { tables } = schema.json() as { tables: { name: string; foreignKeys: { columns: string[]; table: string }[] }[] };
    const pointing = tables.flatMap(({ name, foreignKeys }) => foreignKeys.map(({ columns, table }) => `${name}.${columns} ${table}`));
    expect(pointing.sort()).toEqual(['items.customer customers', 'items.sku products', 'stock.sku products']);
  });

  test('go into a database that is there, beside its tables', async () => {
    const record = await it.whole({ name: 'coffee_beans.csv', text: 'roaster\nOnyx\n' }, { db: owned.owner.db });
    expect(record).toMatchObject({ phase: 'complete', dbId: owned.owner.db });
    expect(record.assumptions.join()).toContain('coffee_beans_2');
    expect(await it.rows(owned.owner.db, 'SELECT roaster FROM coffee_beans_2')).toEqual([{ roaster: 'Onyx' }]);
  });
});

describe('files as they come', () => {
  const CASES: [string, string | Buffer, unknown][] = [
    ['a byte order mark', '\uFEFFname\nÅsa\n', ['Åsa']],
    ['UTF-16 with one', Buffer.from('\uFEFFname\nÅsa\n', 'utf16le'), ['Åsa']],
    ['Windows-1252', Buffer.from('name\nJos\xe9\n', 'latin1'), ['José']],
    ['line ends of three kinds', 'name\r\nAna\nBen\rCleo\r\n', ['Ana', 'Ben', 'Cleo']],
    ['no line end at the end, and empty lines', 'name\n\nAna\n\n\nBen', ['Ana', 'Ben']],
    ['cells in quotes, with line ends in them', 'name,x\n"Ana\nMaria",1\n', ['Ana\nMaria']],
    ['empty cells beyond its columns', 'name,x\nAna,1,,\n', ['Ana']],
    ['what ends all for COPY', 'name\n\\.\nAna\n', ['Ana', '\\.']],
    ['a line that names their delimiter', 'sep=;\nname;x\nAna;1\n', ['Ana']],
    ['semicolons', 'name;x\nAna;1\n', ['Ana']],
    ['tabs', 'name\tx\nAna\t1\n', ['Ana']],
  ];
  test.each(CASES)('%s', async (_, content, names) => {
    const file = typeof content === 'string' ? { text: content } : { base64: content.toString('base64') };
    const record = await it.whole({ files: [{ name: 'people.csv', ...file }] });
    expect(record.error).toBeNull();
    const rows = await it.rows(record.dbId ?? '', 'SELECT name FROM people ORDER BY name');
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  const BROKEN: [string, string | Buffer, object][] = [
    ['a row with a cell too many', 'a,b\n1,2\n1,2,3\n', { row: 3 }],
    ['a row with a cell too few', 'a,b\n1,2\n3,4\n1\n', { row: 4 }],
    ['a quote that is not closed', 'a,b\n1,"2\n3,4\n', { row: 2 }],
    ['a quote inside of a cell', 'a,b\n1,2\n3,5" pipe\n', { row: 3 }],
    ['two encodings', Buffer.concat([Buffer.from('name\nÅsa\n'), Buffer.from('Jos\xe9\n', 'latin1')]), { row: 3 }],
    ['NUL bytes', 'name\na\u0000b\n', { row: 2 }],
    ['a page of HTML', '<!DOCTYPE html>\n<html><body>Sign in, please</body></html>\n', { reason: expect.stringContaining('page of HTML') }],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), { reason: 'It is a picture.' }],
    ['an archive', Buffer.from('PK\u0003\u0004aaaaaaaaaaaa', 'latin1'), { file: 'people.csv' }],
  ];
  test.each(BROKEN)('%s is refused, and the row is named', async (_, content, where) => {
    const file = typeof content === 'string' ? { text: content } : { base64: content.toString('base64') };
    const record = await it.whole({ files: [{ name: 'people.csv', ...file }] });
    expect(record.error).toMatchObject({ code: 'source_unreadable', params: { file: 'people.csv', ...where } });
    expect(record.dbId).toBeNull();
  });

  test('a row that is wider than the engine stores is refused, and it is said why', async () => {
    const columns = Array.from({ length: 1_500 }, (_, index) => index);
    const text = `${columns.map((index) => `c${index}`).join(',')}\n${columns.map((index) => `some words ${index}`).join(',')}\n`;
    const record = await it.whole({ files: [{ name: 'wide.csv', text }] });
    expect(record.error).toMatchObject({
      code: 'source_unreadable',
      params: { file: 'wide.csv', reason: expect.stringContaining('its 1500 columns') },
    });
  });

  test.each([
    ['space and line ends', { text: ' \n\t\n' }],
    ['empty cells', { text: ',,\n"",,\n' }],
  ])('of nothing but %s there is no table', async (_, source) => {
    const record = await it.whole(source);
    expect(record.error).toMatchObject({ code: 'source_required', params: { reason: 'There is no table in it.' } });
    expect(record.dbId).toBeNull();
  });

  test('a file that is announced as empty is waited for by nobody', async () => {
    const alone = await it.create({ packId: 'tabular', source: { files: [{ name: 'a.csv', bytes: 0 }] } });
    expect([alone.status, codeOf(alone)]).toEqual([400, 'source_required']);
    const record = await it.whole({
      files: [
        { name: 'none.csv', bytes: 0 },
        { name: 'people.csv', text: 'name\nAna\n' },
      ],
    });
    expect(record).toMatchObject({
      phase: 'complete',
      error: null,
      assumptions: expect.arrayContaining(['none.csv is empty and was left out']),
    });
  });

  test('a header alone is a table without rows, and that is said', async () => {
    const record = await it.whole({ name: 'people.csv', text: 'name,age\n' });
    expect(record).toMatchObject({ phase: 'complete', assumptions: ['people.csv has no rows below its header'] });
  });

  test('a row that is left out for a secret tells nothing of its columns', async () => {
    const files = [
      { name: 'buyers.csv', text: 'id,name,age\n1,Ana,30\npassword=hunter22,Ben,old\n2,Cy,40\n' },
      { name: 'sales.csv', text: 'id,buyer_id\n7,1\n8,2\n' },
    ];
    const record = await it.whole({ files });
    expect(record.progress).toMatchObject({ records: 5, skipped: 1, written: 4, verified: 4 });
    expect(record.tables[0]).toMatchObject({ key: 'id', columns: [{ type: 'bigint', isFull: true }, {}, { type: 'bigint' }] });
    expect(record.assumptions).toContain('sales.buyer_id points at buyers.id: all of its values are there');
  });

  test('rows that look like secrets are left out and counted', async () => {
    const text = [
      'name,note',
      'Ana,fine',
      `Ben,ghp_${'a1B2'.repeat(9)}`,
      'Cleo,password=hunter22',
      'Dan,"-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"',
      'Eve,postgres://svc:s3cret@db.example.com/x',
      'Fay,the password is with Ana',
    ].join('\n');
    const record = await it.whole({ name: 'people.csv', text });
    expect(record.progress).toMatchObject({ records: 6, skipped: 4, plannedWrites: 2, written: 2, verified: 2 });
    expect((await it.rows(record.dbId ?? '', 'SELECT name FROM people ORDER BY name')).map(({ name }) => name)).toEqual(['Ana', 'Fay']);
  });

  test('a cell of 10 MB is a cell', async () => {
    const record = await it.whole({ name: 'long.csv', text: `id,body\n1,${'x'.repeat(10_000_000)}\n2,"${'y\n'.repeat(2_000_000)}"\n` });
    expect(record.error).toBeNull();
    expect(await it.rows(record.dbId ?? '', 'SELECT id, length(body) AS n FROM long ORDER BY id')).toEqual([
      { id: 1, n: 10_000_000 },
      { id: 2, n: 4_000_000 },
    ]);
  });
});

describe('a file of several portions', () => {
  test('has every row once, wherever a slice or a portion of it ends', async () => {
    const lines = ['id,body,amount'];
    let [bytes, skipped, length] = [0, 0, 0];
    for (let id = 1; bytes < 9_000_000; id++) {
      // From some bytes to more than a slice, with line ends and quotes in them.
      const size = id % 97 === 0 ? 300_000 : (id * 7_919) % 2_000;
      const body = id % 3 === 0 ? `a "b"\n${'x'.repeat(size)}` : 'y'.repeat(size);
      const isSecret = id % 211 === 0;
      if (isSecret) skipped += 1;
      else length += body.length;
      const line = `${id},"${body.replaceAll('"', '""')}${isSecret ? ' password=hunter22' : ''}",${id / 4}`;
      lines.push(line, ...(id % 500 === 0 ? [''] : []));
      bytes += line.length;
    }
    const text = lines.join('\n');
    const rows = lines.filter((line) => line !== '').length - 1 - skipped;
    const record = await it.whole({ name: 'long.csv', text });
    expect(record).toMatchObject({ error: null, progress: { records: rows + skipped, skipped, written: rows, verified: rows } });
    expect(
      await it.rows(
        record.dbId ?? '',
        'SELECT count(*) AS n, count(DISTINCT id) AS ids, sum(length(body)) AS length, count(*) FILTER (WHERE amount * 4 = id) AS same FROM long',
      ),
    ).toEqual([{ n: rows, ids: rows, length, same: rows }]);
  });
});

describe('whose it is', () => {
  test('begun by nobody, it waits until an account goes on with it, whose it then is', async () => {
    const created = await it.create({ packId: 'tabular', source: 'a,b\n1,2\n' }, { token: null });
    expect(created.status, created.text).toBe(201);
    const token = created.headers.get('x-svc-anonymous-token');
    const { id } = created.json() as unknown as ImportRecord;
    const anonymous = await send(owned.service, 'POST', `/v1/packs/imports/${id}/advance`, { token, key: randomUUID() });
    expect(codeOf(anonymous)).toBe('unauthorized');
    expect((await it.get(id)).phase).toBe('inspecting');
    const key = (await owned.mint({ type: 'sk_mcp', host: 'claude', device: 'laptop' })).key;
    const advanced = await send(owned.service, 'POST', `/v1/packs/imports/${id}/advance`, { token: key, key: randomUUID() });
    expect(advanced.status, advanced.text).toBe(200);
  });

  test('another one’s is not there', async () => {
    const created = await it.create({ packId: 'tabular', source: 'a,b\n1,2\n', auto: false });
    const { id } = created.json() as unknown as ImportRecord;
    const deleted = await send(owned.service, 'DELETE', `/v1/packs/imports/${id}`, { token: owned.owner.token, key: randomUUID() });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(codeOf(await send(owned.service, 'GET', `/v1/packs/imports/${id}`))).toBe('import_not_found');
    expect(codeOf(await it.post(`/v1/packs/imports/${id}/retry`))).toBe('import_not_found');
  });
});

test('deleted while somebody works on it, it ends there: who worked on it is told, and what was written stays', async () => {
  const source = { name: 'halls.csv', text: 'id,name\n1,North\n2,South\n' };
  const created = await it.create({ packId: 'tabular', source, db: owned.owner.db, auto: false });
  const { id } = created.json() as unknown as ImportRecord;
  const advance = () => it.post(`/v1/packs/imports/${id}/advance`);
  let record = created.json() as unknown as ImportRecord;
  while (record.phase !== 'saving') record = (await advance()).json() as unknown as ImportRecord;
  await asAdmin(async (client) => {
    // What an import writes claims its step there: it waits.
    await client.query('BEGIN');
    await client.query('LOCK TABLE svc.reply');
    const working = advance();
    await until(async () => (await client.query(WAITING)).rows.length > 0);
    expect(codeOf(await advance())).toBe('import_busy');
    const deleted = await send(owned.service, 'DELETE', `/v1/packs/imports/${id}`, { token: owned.owner.token, key: randomUUID() });
    expect(deleted.status, deleted.text).toBe(204);
    expect(codeOf(await send(owned.service, 'GET', `/v1/packs/imports/${id}`))).toBe('import_not_found');
    await client.query('ROLLBACK');
    expect(codeOf(await working)).toBe('import_not_found');
  }, owned.owner.db);
  expect(await it.rows(owned.owner.db, 'SELECT count(*) AS n FROM halls')).toEqual([{ n: 0 }]);
  const again = await it.whole(source, { db: owned.owner.db });
  expect(again).toMatchObject({ phase: 'complete', progress: { verified: 2 } });
  expect(await it.rows(owned.owner.db, 'SELECT count(*) AS n FROM halls_2')).toEqual([{ n: 2 }]);
});

describe('what was found', () => {
  const SHELVES = 'id,label\n1,top\n2,low\n';
  const BOOKS = 'id,isbn,shelf,printed,price\n1,0041,1,2020-01-31,9\n2,0042,2,2021-02-28,12.5\n3,0043,2,2022-03-31,7\n';
  const read = async () => {
    const files = [
      { name: 'shelves.csv', text: SHELVES },
      { name: 'books.csv', text: BOOKS },
    ];
    let record = (await it.create({ packId: 'tabular', source: { files }, auto: false })).json() as unknown as ImportRecord;
    while (record.phase !== 'saving') record = (await it.post(`/v1/packs/imports/${record.id}/advance`)).json() as unknown as ImportRecord;
    return record;
  };
  const correct = (id: string, tables: unknown, token = owned.owner.token) =>
    send(owned.service, 'PATCH', `/v1/packs/imports/${id}`, { body: { tables }, token, key: randomUUID() });

  const fitting = (fits: string[]) => ({ fits, ways: fits.map((type) => ({ type, written: null })) });

  test('is shown before it is written, and corrected: types, keys, and what points where', async () => {
    const found = await read();
    expect(found.dbId).toBeNull();
    const book = found.tables.find(({ name }) => name === 'books');
    expect(book).toMatchObject({ from: 'books.csv', rows: 3, key: 'id' });
    expect(book?.columns).toEqual([
      { name: 'id', type: 'bigint', ...fitting(['bigint', 'numeric', 'text']), written: null, isFull: true, pointsAt: null },
      { name: 'isbn', type: 'text', ...fitting(['text']), written: null, isFull: true, pointsAt: null },
      { name: 'shelf', type: 'bigint', ...fitting(['bigint', 'numeric', 'text']), written: null, isFull: true, pointsAt: 'shelves' },
      { name: 'printed', type: 'date', ...fitting(['date', 'timestamptz', 'text']), written: null, isFull: true, pointsAt: null },
      { name: 'price', type: 'numeric', ...fitting(['numeric', 'text']), written: null, isFull: true, pointsAt: null },
    ]);
    const columns = [
      { name: 'printed', type: 'timestamptz' },
      { name: 'shelf', pointsAt: null },
    ];
    const corrected = await correct(found.id, [{ name: 'books', key: 'isbn', columns }]);
    expect(corrected.status, corrected.text).toBe(200);
    const again = (corrected.json() as unknown as ImportRecord).tables.find(({ name }) => name === 'books');
    expect([again?.key, again?.columns[2]?.pointsAt, again?.columns[3]?.type]).toEqual(['isbn', null, 'timestamptz']);
    let record = await it.get(found.id);
    while (record.phase !== 'complete')
      record = (await it.post(`/v1/packs/imports/${record.id}/advance`)).json() as unknown as ImportRecord;
    const schema = await owned.owner.get(`/v1/databases/${record.dbId}/schema`);
    type Made = { name: string; primaryKey: string[]; columns: { name: string; type: string }[]; foreignKeys: unknown[] };
    const made = (schema.json().tables as Made[]).find(({ name }) => name === 'books');
    expect(made).toMatchObject({ primaryKey: ['isbn'], foreignKeys: [] });
    expect(made?.columns.find(({ name }) => name === 'printed')?.type).toMatch(/^timestamp/);
    // Written is written.
    expect(codeOf(await correct(found.id, [{ name: 'books', key: 'id' }]))).toBe('invalid_body');
  });

  test('how numbers and dates are written is said where they can be read in two ways', async () => {
    const text = 'id,weight,shipped,price\n1,"1,250",03/04/2026,"2,50"\n2,7,05/06/2026,3\n';
    let record = (
      await it.create({ packId: 'tabular', source: { name: 'parcels.csv', text }, auto: false })
    ).json() as unknown as ImportRecord;
    const until = async (phase: ImportRecord['phase']) => {
      while (record.phase !== phase) record = (await it.post(`/v1/packs/imports/${record.id}/advance`)).json() as unknown as ImportRecord;
    };
    await until('saving');
    expect(record.tables[0]?.columns).toMatchObject([
      { name: 'id', written: null },
      { name: 'weight', type: 'bigint', written: 'grouped', fits: ['bigint', 'numeric', 'text'] },
      {
        ...{ name: 'shipped', type: 'text', written: null, fits: ['text'] },
        ways: [
          { type: 'text', written: null },
          { type: 'date', written: 'day_first' },
          { type: 'date', written: 'month_first' },
        ],
      },
      { name: 'price', type: 'numeric', written: 'decimal_comma', fits: ['numeric', 'text'] },
    ]);
    const column = (fields: object) => correct(record.id, [{ name: 'parcels', columns: [fields] }]);
    expect((await column({ name: 'shipped', type: 'date' })).text).toContain('day_first or month_first');
    expect((await column({ name: 'id', type: 'bigint', written: 'grouped' })).text).toContain('leave it out');
    expect((await column({ name: 'shipped', written: 'day_first' })).text).toContain('Say the type');
    expect((await column({ name: 'shipped', type: 'date', written: 'month_first' })).status).toBe(200);
    expect((await column({ name: 'weight', type: 'numeric', written: 'decimal_comma' })).status).toBe(200);
    expect((await column({ name: 'price', type: 'text' })).status).toBe(200);
    await until('complete');
    expect(await it.rows(record.dbId ?? '', 'SELECT weight, shipped, price FROM parcels ORDER BY id')).toEqual([
      { weight: 1.25, shipped: '2026-03-04', price: '2,50' },
      { weight: 7, shipped: '2026-05-06', price: '3' },
    ]);
  });

  test('a relation that was not found is said, and what it points at has to fit', async () => {
    const { id } = await read();
    const point = (name: string, pointsAt: string) => correct(id, [{ name: 'books', columns: [{ name, pointsAt }] }]);
    expect((await point('id', 'shelves')).status).toBe(200);
    expect((await point('isbn', 'shelves')).text).toContain('another type');
    // A key that is gone takes along what pointed at it.
    const gone = await correct(id, [{ name: 'shelves', key: null }]);
    const books = (gone.json() as unknown as ImportRecord).tables.find(({ name }) => name === 'books');
    expect(books?.columns.map(({ pointsAt }) => pointsAt)).toEqual([null, null, null, null, null]);
  });

  test.each([
    ['a table that is not there', [{ name: 'films', key: null }], 'shelves, books'],
    ['a column that is not there', [{ name: 'books', key: 'writer' }], 'id, isbn, shelf'],
    ['a type that values do not fit', [{ name: 'books', columns: [{ name: 'isbn', type: 'bigint' }] }], 'fit text'],
    ['a key of another type', [{ name: 'books', key: 'price' }], 'price is numeric'],
    ['a table that nothing can point at', [{ name: 'books', columns: [{ name: 'id', pointsAt: 'films' }] }], 'no table films'],
    ['nothing', [], 'Say what'],
    ['a field that is none', [{ name: 'books', primary: 'id' }], 'primary'],
  ])('is not corrected by %s, and stays as it is', async (_, tables, said) => {
    const found = await read();
    const refused = await correct(found.id, tables);
    expect([codeOf(refused), refused.text]).toEqual(['invalid_body', expect.stringContaining(said)]);
    expect((await it.get(found.id)).tables).toEqual(found.tables);
  });

  test('is its account’s to correct', async () => {
    const { id } = await read();
    const { token } = await startSession(owned.service);
    expect(codeOf(await correct(id, [{ name: 'books', key: 'isbn' }], token))).toBe('unauthorized');
  });
});

const WAITING = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'svc.reply'::regclass";

describe('sent in parts', () => {
  test('it begins once all is here, and a part that comes twice counts once', async () => {
    const text = ROASTERS;
    const created = await it.create({ packId: 'tabular', source: { files: [{ name: 'roasters.csv', bytes: text.length }] } });
    const { id } = created.json() as unknown as ImportRecord;
    const early = await it.post(`/v1/packs/imports/${id}/advance`);
    expect(early.json()).toMatchObject({
      error: { code: 'source_required', params: { missing: [{ name: 'roasters.csv', received: 0 }] } },
    });
    const part = (at: number, to: number) =>
      it.post(`/v1/packs/imports/${id}/source`, { file: 'roasters.csv', at, base64: Buffer.from(text.slice(at, to)).toString('base64') });
    expect((await part(0, 20)).json()).toMatchObject({ received: 20 });
    expect((await part(0, 20)).json()).toMatchObject({ received: 20 });
    expect(codeOf(await part(30, 40))).toBe('invalid_request');
    expect((await part(20, text.length)).json()).toMatchObject({ received: text.length });
    let record = await it.get(id);
    for (let wait = 0; wait < 400 && record.phase !== 'complete'; wait++) {
      await new Promise((done) => setTimeout(done, 50));
      record = await it.get(id);
    }
    expect(record).toMatchObject({ phase: 'complete', progress: { verified: 3 } });
  });
});
