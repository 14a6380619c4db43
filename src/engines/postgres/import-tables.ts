import type { ImportedForm } from '../../contract/packs.ts';
import { Fault } from '../../fault.ts';
import type { ConvertedColumn, Importing, Statement, WriteTransaction } from '../engine.ts';
import { madeComment } from './made-by-insert.ts';
import { hostedName, quoteName, quoteText } from './server.ts';

/** Tables of an import, and rows by COPY. Each is part of a transaction that keeps how far the import is. */
export const importing: Importing = {
  async make(transaction, { name, columns, key }) {
    const taken = await transaction.run({ sql: 'SELECT to_regclass($1) IS NOT NULL', params: [hostedName(name)] }, 1);
    if (taken.rows[0]?.[0] === true)
      throw new Fault('write_constraint', { params: { table: name, reason: `There is a table ${name} already.` } });
    const definitions = [
      ...(key === null ? [`${quoteName(keyName(columns))} ${KEY}`] : []),
      // Of what is likely to be the key it is said before there are rows: later all of them would be looked at.
      ...columns.map((column) => `${quoteName(column.name)} ${column.type}${column.isFull && column.name === key?.[0] ? ' NOT NULL' : ''}`),
    ];
    await transaction.run(statement(`CREATE TABLE ${hostedName(name)} (${definitions.join(', ')})`), 0);
    for (const { name: column, type, hasValue } of columns) {
      const comment = madeComment(type, hasValue);
      if (comment !== 'NULL')
        await transaction.run(statement(`COMMENT ON COLUMN ${hostedName(name)}.${quoteName(column)} IS ${comment}`), 0);
    }
  },

  async copy(transaction, { name, columns }, { pieces, delimiter }) {
    const names = columns.map((column) => quoteName(column.name)).join(', ');
    // An empty cell in quotes is an empty text, and no number.
    const empty = columns.filter(({ type }) => type !== 'text').map((column) => quoteName(column.name));
    const options = [
      'FORMAT csv',
      `DELIMITER ${quoteText(delimiter)}`,
      "ENCODING 'UTF8'",
      ...(empty.length > 0 ? [`FORCE_NULL (${empty.join(', ')})`] : []),
    ];
    try {
      return await transaction.copy(`COPY ${hostedName(name)} (${names}) FROM STDIN WITH (${options.join(', ')})`, pieces);
    } catch (error) {
      throw withoutValues(error);
    }
  },

  async convert(transaction, table, columns) {
    const each = columns.map((column) => `ALTER COLUMN ${quoteName(column.name)} TYPE ${column.type} USING ${readAs(column)}`);
    await transaction.run(statement(`ALTER TABLE ${hostedName(table)} ${each.join(', ')}`), 0);
    for (const { name, type } of columns)
      await transaction.run(statement(`COMMENT ON COLUMN ${hostedName(table)}.${quoteName(name)} IS ${madeComment(type, true)}`), 0);
  },

  async count(transaction, name) {
    const { rows } = await transaction.run(statement(`SELECT count(*) FROM ${hostedName(name)}`), 1);
    return Number(String(rows[0]?.[0]));
  },

  async key(transaction, { name, columns }, candidates) {
    await transaction.run(statement(`SET LOCAL maintenance_work_mem = '${SORT_MEMORY}'`), 0);
    for (const column of candidates) {
      if (await isKey(transaction, name, column)) return { column, rows: await indexedRows(transaction, name) };
    }
    await transaction.run(statement(`ALTER TABLE ${hostedName(name)} ADD COLUMN ${quoteName(keyName(columns))} ${KEY}`), 0);
    return null;
  },

  async relate(transaction, { table, column, to, key }) {
    const [child, parent] = [hostedName(table), hostedName(to)];
    const [from, at] = [quoteName(column), quoteName(key)];
    const { rows } = await transaction.run(
      statement(
        `SELECT count(*) FROM (SELECT DISTINCT ${from} AS v FROM ${child} WHERE ${from} IS NOT NULL) c WHERE NOT EXISTS (SELECT FROM ${parent} p WHERE p.${at} = c.v)`,
      ),
      1,
    );
    const missing = Number(String(rows[0]?.[0]));
    if (missing > 0) return missing;
    await transaction.run(statement(`ALTER TABLE ${child} ADD FOREIGN KEY (${from}) REFERENCES ${parent} (${at})`), 0);
    await transaction.run(statement(`CREATE INDEX ON ${child} (${from})`), 0);
    return 0;
  },
};

/** What a text says, where each is known to be written so. An empty one in quotes is no value. */
function readAs({ name, type, form }: ConvertedColumn): string {
  const text = `nullif(${quoteName(name)}, '')`;
  const part = (place: number): string => `split_part(translate(${text}, '.-', '//'), '/', ${place})::int`;
  const day = (dayAt: number, monthAt: number): string =>
    `CASE WHEN ${text} LIKE '____-%' THEN ${text}::date ELSE make_date(${part(3)}, ${part(monthAt)}, ${part(dayAt)}) END`;
  const values: Readonly<Record<ImportedForm, string>> = {
    grouped: `replace(${text}, ',', '')::${type}`,
    decimal_comma: `translate(${text}, ',.', '.')::${type}`,
    day_first: day(1, 2),
    month_first: day(2, 1),
  };
  return values[form];
}

const statement = (sql: string): Statement => ({ sql, params: [] });

/** A million keys are sorted in runs of so much in half the time that the default of 64 MB takes: memory that is used for the first time costs more than merging does. */
const SORT_MEMORY = '16MB';

/** Building the key's index tells, in less time than counting would. */
async function isKey(transaction: WriteTransaction, table: string, column: string): Promise<boolean> {
  await transaction.run(statement('SAVEPOINT candidate'), 0);
  try {
    await transaction.run(statement(`ALTER TABLE ${hostedName(table)} ADD PRIMARY KEY (${quoteName(column)})`), 0);
    return true;
  } catch (error) {
    if (!REPEATS.has(String((error as { code?: unknown } | null)?.code))) throw error;
    await transaction.run(statement('ROLLBACK TO SAVEPOINT candidate'), 0);
    await transaction.run(statement(`ALTER TABLE ${hostedName(table)} ALTER COLUMN ${quoteName(column)} DROP NOT NULL`), 0);
    return false;
  }
}

/** As building the index has just counted them, under a lock that keeps all others out; the number is kept as a `real`, which is exact up to here. */
async function indexedRows(transaction: WriteTransaction, table: string): Promise<number | null> {
  const { rows } = await transaction.run(
    { sql: 'SELECT reltuples::bigint FROM pg_catalog.pg_class WHERE oid = to_regclass($1)', params: [hostedName(table)] },
    1,
  );
  const counted = Number(String(rows[0]?.[0]));
  return counted >= 0 && counted <= REAL_EXACT_MAX ? counted : null;
}

const REAL_EXACT_MAX = 2 ** 24;

/** Of values: unique_violation, not_null_violation, and what is too long for an index. */
const REPEATS: ReadonlySet<string> = new Set(['23505', '23502', '54000']);

/** The engine's message quotes the value that it could not read, and its context the line. */
function withoutValues(error: unknown): unknown {
  const { code, where } = (error ?? {}) as { code?: unknown; where?: unknown };
  if (typeof code !== 'string' || !/^(22|23|54)/.test(code)) return error;
  const [, line, column] = /line (\d+)(?:, column ([^:]+))?/.exec(typeof where === 'string' ? where : '') ?? [];
  return new Fault('invalid_value', {
    params: { sqlstate: code, ...(line === undefined ? {} : { line: Number(line) }), ...(column === undefined ? {} : { column }) },
  });
}

/** A key that the engine counts. */
const KEY = 'bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY';

/** What it is called: `id`, or `row_id` where the rows bring an `id` that is no key. */
function keyName(columns: readonly { readonly name: string }[]): string {
  const taken = new Set(columns.map(({ name }) => name));
  let name = taken.has('id') ? 'row_id' : 'id';
  while (taken.has(name)) name = `_${name}`;
  return name;
}
