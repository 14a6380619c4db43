import { afterAll, describe, expect, it } from 'vitest';
import { Fault } from '../../src/fault.ts';
import { createPostgresParser } from '../../src/guard/postgres-parser.ts';
import { createReadersApart } from '../../src/plan/apart/readers.ts';
import { createSqlAside } from '../../src/plan/apart/sql-aside.ts';
import { type BoundSql, boundSql } from '../../src/plan/parse/bound-sql.ts';
import { createChangeParser } from '../../src/plan/parse/ddl.ts';
import { createOwnReader } from '../../src/plan/parse/own.ts';
import { createPlanParser } from '../../src/plan/parse/parse.ts';
import { createWrittenReader } from '../../src/plan/parse/written.ts';
import { shopSchema as schema } from '../support/shop-schema.ts';

const parser = await createPostgresParser();
const parse = await createPlanParser(parser);
const here = {
  own: createOwnReader({ parser, parse, parseChange: await createChangeParser(parser) }),
  written: createWrittenReader(parser, parse),
};
const readers = createReadersApart({ log: { warn: () => undefined } });
afterAll(() => readers.close());

const asking = () => ({ schema, party: 'somebody', signal: new AbortController().signal });
const plain = (sql: string, params: readonly (string | number)[] = []): BoundSql => boundSql(sql, params, String);

const MANY_ROWS = `INSERT INTO categories AS c (id, name) VALUES ${Array.from({ length: 1_500 }, (_, at) => `(${at}, 'name ${at}')`).join(', ')} RETURNING id AS "new"`;
const MANY_CONDITIONS = `SELECT name FROM products WHERE ${Array.from({ length: 500 }, (_, at) => `stock = ${at}`).join(' OR ')}`;

describe('SQL that is read in a thread', () => {
  it.each([
    ['a write of many rows', MANY_ROWS, []],
    ['a change of bound values', 'UPDATE orders SET total = $1, status = $2 WHERE id = $3', ['1.10', 'it’s \\ done', 4]],
    ['what no plan says', 'TRUNCATE orders', []],
  ] as const)('gives of %s what it gives in this one', async (_, sql, params) => {
    expect(await readers.sql('written', plain(sql, params), asking())).toEqual(here.written(plain(sql, params), schema));
  });

  it.each([
    ['a long question', MANY_CONDITIONS],
    ['a change of tables', 'ALTER TABLE orders ADD COLUMN note text'],
  ])('gives of %s what it gives in this one', async (_, sql) => {
    expect(await readers.sql('own', plain(sql), asking())).toEqual(here.own(plain(sql), schema));
  });

  it('reads 2.0 as 2 beside a whole number', async () => {
    const statement: BoundSql = { sql: 'SELECT name FROM products WHERE stock = $1', values: ['2.0'], wholeValues: ['2'] };
    expect(await readers.sql('own', statement, asking())).toMatchObject({ kind: 'plan' });
  });

  it('refuses with the same facts', async () => {
    const refusal = (work: () => unknown): Promise<Fault> =>
      Promise.resolve()
        .then(work)
        .then(
          () => expect.fail('nothing was refused'),
          (error: Fault) => error,
        );
    for (const sql of [
      'SELECT nam FROM customers',
      'SELECT name FROM custommers',
      'SELECT',
      'VACUUM',
      'SELECT name FROM products WHERE id = $1',
    ]) {
      const [there, expected] = [
        await refusal(() => readers.sql('own', plain(sql), asking())),
        await refusal(() => here.own(plain(sql), schema)),
      ];
      expect(there).toBeInstanceOf(Fault);
      expect([there.code, there.params, there.fields]).toEqual([expected.code, expected.params, expected.fields]);
    }
  });

  it('is long SQL, or short SQL with long values; the rest is read at once', async () => {
    const aside = createSqlAside(here, readers);
    const value = 'x'.repeat(5_000);
    const isAside = (result: unknown): boolean => result instanceof Promise;
    expect(isAside(aside.own(plain('SELECT name FROM products'), asking()))).toBe(false);
    expect(isAside(aside.written(plain('DELETE FROM products WHERE id = 1'), asking()))).toBe(false);
    const apart = [
      aside.own(plain(MANY_CONDITIONS), asking()),
      aside.written(plain(MANY_ROWS), asking()),
      aside.written(plain('UPDATE products SET name = $1', [value]), asking()),
    ];
    expect(apart.map(isAside)).toEqual([true, true, true]);
    expect(await Promise.all(apart)).not.toContain(null);
  });

  it('leaves this thread to others', async () => {
    await readers.sql('written', plain(MANY_ROWS), asking());
    let turns = 0;
    let isDone = false;
    const read = readers.sql('written', plain(MANY_ROWS), asking()).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      turns += 1;
      await new Promise(setImmediate);
    }
    expect(await read).not.toBeNull();
    expect(turns).toBeGreaterThan(50);
  });

  it('ends with who has left, and reads the next', async () => {
    const leaving = new AbortController();
    const read = readers.sql('written', plain(MANY_ROWS), { ...asking(), signal: leaving.signal });
    leaving.abort();
    await expect(read).rejects.toMatchObject({ code: 'query_cancelled' });
    expect(await readers.sql('written', plain('DELETE FROM products WHERE id = 1'), asking())).not.toBeNull();
  });
});
