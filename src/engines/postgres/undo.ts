import { LIMITS } from '../../contract/limits.ts';
import { Fault, withParams } from '../../fault.ts';
import type { Schema, Table } from '../../plan/schema.ts';
import type { Reverted, UndoneWrite, WriteTransaction } from '../engine.ts';
import { storedImages } from './apply.ts';
import { claimOf, imageOf, keptAfter, TTL } from './images.ts';
import { identifier, relation, textLiteral } from './quote.ts';
import { undoChange } from './undo-change.ts';

/**
 * Puts back what one write replaced, in the caller's transaction. Every row that it touched has to be as the write left
 * it. Rows that it added go first; then all others come back in one statement, at whose end the engine checks foreign
 * keys, so that no order of tables matters.
 * @throws Fault undo_unavailable with the reason; nothing is changed then
 */
export async function undo(transaction: WriteTransaction, schema: Schema, writeId: string): Promise<UndoneWrite> {
  const of: WriteTransaction = {
    run: (statement, maxRows) => transaction.run(statement, maxRows, null),
    lose: transaction.lose,
    copy: transaction.copy,
    once: { ...transaction.once, traceId: writeId },
  };
  // A part is not undone without the others.
  if (PART.test(writeId)) throw unknown();
  const sql = `SELECT svc.parts(${claimOf(of)}, ${LIMITS.transactionStatementsMax}) ORDER BY 1 DESC`;
  const { rows } = await of.run({ sql, params: [] }, LIMITS.transactionStatementsMax);
  if (rows.length === 0) return await undoOne(of, schema);
  const undone: UndoneWrite[] = [];
  for (const [part] of rows) undone.push(await undoPart(of, schema, Number(part)));
  const statements = undone.flatMap(({ statement }) => (statement ? [statement.sql] : []));
  return {
    verb: 'transaction',
    tables: undone.flatMap(({ tables }) => tables.filter(({ deleted, updated, inserted }) => deleted + updated + inserted > 0)),
    statement: statements.length > 0 ? { sql: statements.join(';\n\n'), params: [] } : null,
    already: undone.every(({ already }) => already),
  };
}

/** One of several statements that are one write. Those after it are undone already, so that its rows are as it left them. */
async function undoPart(of: WriteTransaction, schema: Schema, part: number): Promise<UndoneWrite> {
  try {
    return await undoOne({ ...of, once: { ...of.once, part } }, schema);
  } catch (error) {
    throw error instanceof Fault ? withParams(error, { statement: part }) : error;
  }
}

async function undoOne(of: WriteTransaction, schema: Schema): Promise<UndoneWrite> {
  const [verb, refused, undone, expired] = (await of.run({ sql: UNDOABLE(of), params: [] }, 1)).rows[0] ?? [];
  if (verb === undefined) throw unknown();
  if (typeof undone === 'string')
    return { ...(JSON.parse(undone) as Pick<UndoneWrite, 'verb' | 'tables'>), statement: null, already: true };
  if (expired === true) throw unavailable('It is more than 24 hours ago.', 'expired');
  if (typeof refused === 'string') throw unavailable(refused, 'not_kept');
  if (verb === 'alter') return await undoneChange(of);
  const images = await imagesOf(of, schema);
  for (const image of images) await checkUnchanged(of, image, verb === 'upsert' || verb === 'insert');
  for (const image of images) await checkUnreferred(of, image, schema);
  try {
    const tables = await putBack(of, images);
    const result = { verb: String(verb), tables };
    await of.run({ sql: `SELECT svc.undone(${claimOf(of)}, $1)`, params: [JSON.stringify(result)] }, 0);
    return { ...result, statement: { sql: shown(images, tables), params: [] }, already: false };
  } catch (error) {
    throw refusedByEngine(error);
  }
}

async function undoneChange(of: WriteTransaction): Promise<UndoneWrite> {
  const statements = await undoChange(of);
  const result = { verb: 'alter', tables: [] };
  await of.run({ sql: `SELECT svc.undone(${claimOf(of)}, $1)`, params: [JSON.stringify(result)] }, 0);
  return { ...result, statement: { sql: statements.join(';\n'), params: [] }, already: false };
}

interface Image {
  readonly table: Table;
  /** As SQL, by which it was kept. */
  readonly name: string;
  readonly key: readonly string[];
  readonly before: number;
  readonly after: number;
}

const UNDOABLE = (of: WriteTransaction): string => `SELECT verb, refused, undone::text, expired FROM svc.undoable(${claimOf(of)}, ${TTL})`;

async function imagesOf(of: WriteTransaction, schema: Schema): Promise<Image[]> {
  const sql = `SELECT table_name, fits, key, cardinality(before), cardinality(after) FROM svc.kept(${claimOf(of)})`;
  const { rows } = await of.run({ sql, params: [] }, TABLES_MAX);
  return rows.map(([name, fits, key, before, after]) => {
    const table = schema.tables.find((each) => relation(each.name, schema) === name);
    const shown = table?.name ?? String(name).replace(/^public\./, '');
    if (!table || fits !== true) throw unavailable(`The columns of ${shown} have changed since.`, 'changed', { table: shown });
    return { table, name: String(name), key: key as string[], before: Number(before), after: Number(after) };
  });
}

const TABLES_MAX = 1_000;

/** Locks what the write left, and compares it; tables without a key are compared as their rows are taken away. */
async function checkUnchanged(of: WriteTransaction, image: Image, mayAdd: boolean): Promise<void> {
  const { table, name, key, after } = image;
  if (key.length === 0 || after === 0) return;
  const sql = `SELECT count(*) FROM (
  SELECT 1 FROM ${name} AS stored, (${left(of, image)}) AS was
  WHERE ${sameKey(image, 'stored')} AND md5(${imageOf('stored')}) = was.hash FOR UPDATE OF stored) AS found`;
  const found = Number((await of.run({ sql, params: [] }, 1)).rows[0]?.[0]);
  if (found < after) throw changed(table.name, after - found);
  if (mayAdd || image.before === 0) return;
  // An update leaves the rows that it met: what it left and what it met has to be the same rows.
  const strange = `SELECT count(*) FROM (${left(of, image)}) AS was WHERE NOT EXISTS (SELECT FROM (${storedImages(of, name)}) AS stored WHERE ${sameKey(image, '(stored.image)')})`;
  if (Number((await of.run({ sql: strange, params: [] }, 1)).rows[0]?.[0]) > 0)
    throw unavailable(`Another write changed rows of ${table.name} at the same moment.`, 'changed', { table: table.name });
}

/** Rows that the write added may not go while others have come to point at them: these would go or change with them. */
async function checkUnreferred(of: WriteTransaction, image: Image, schema: Schema): Promise<void> {
  if (image.key.length === 0 || image.after === 0) return;
  for (const child of schema.tables) {
    for (const key of child.foreignKeys) {
      if (key.table !== image.table.name || child.name === image.table.name) continue;
      const points = key.columns.map((name, index) => `child.${identifier(name)} = stored.${identifier(key.references[index] ?? '')}`);
      const sql = `SELECT count(*) FROM ${relation(child.name, schema)} AS child, ${image.name} AS stored, (${added(of, image)}) AS was
WHERE ${[...points, sameKey(image, 'stored')].join(' AND ')}`;
      const rows = Number((await of.run({ sql, params: [] }, 1)).rows[0]?.[0]);
      if (rows > 0)
        throw unavailable(
          `${counted(rows)} of ${child.name} ${rows === 1 ? 'refers' : 'refer'} to what it added to ${image.table.name}.`,
          'referred',
          { table: child.name, rows },
        );
    }
  }
}

async function putBack(of: WriteTransaction, images: readonly Image[]): Promise<Reverted[]> {
  const deleted = new Map<Image, number>();
  for (const image of images) {
    if (image.after === 0) continue;
    const sql = image.key.length > 0 ? deleteAdded(of, image) : deleteAlike(of, image);
    const { affected } = await of.run({ sql, params: [] }, 0);
    if (image.key.length === 0 && (affected ?? 0) < image.after) throw changed(image.table.name, image.after - (affected ?? 0));
    deleted.set(image, affected ?? 0);
  }
  const coming = images.filter(({ before }) => before > 0);
  const counts = new Map<string, number>();
  if (coming.length > 0) {
    const ctes = coming.flatMap((image, index) => [
      ...(image.key.length > 0 && image.after > 0 ? [`updated_${index} AS (\n${update(of, image)}\nRETURNING 1)`] : []),
      `inserted_${index} AS (\n${insert(of, image)}\nRETURNING 1)`,
    ]);
    const names = ctes.map((cte) => cte.slice(0, cte.indexOf(' ')));
    const sql = `WITH ${ctes.join(',\n')}\nSELECT ${names.map((name) => `(SELECT count(*) FROM ${name}) AS ${name}`).join(', ')}`;
    const { rows } = await of.run({ sql, params: [] }, 1);
    names.forEach((name, index) => {
      counts.set(name, Number(rows[0]?.[index]));
    });
  }
  return images.map((image): Reverted => {
    const index = coming.indexOf(image);
    const [updated = 0, inserted = 0] = ['updated', 'inserted'].map((what) => counts.get(`${what}_${index}`) ?? 0);
    if (index >= 0 && updated + inserted < image.before) throw changed(image.table.name, image.before - updated - inserted);
    return { table: image.table.name, deleted: deleted.get(image) ?? 0, updated, inserted };
  });
}

/**
 * The statements for a person: the rows that were kept under the names that say what they are, in place of the service's
 * own functions that read them.
 */
function shown(images: readonly Image[], tables: readonly Reverted[]): string {
  return images
    .flatMap((image, index) => {
      const { deleted = 0, updated = 0, inserted = 0 } = tables[index] ?? {};
      const { name } = image;
      const by = image.key.map((column) => `stored.${identifier(column)} = was.${identifier(column)}`).join(' AND ');
      const columns = image.table.columns
        .filter((column) => !column.generated || column.identity === 'always')
        .map((each) => identifier(each.name));
      const set = image.table.columns
        .filter((column) => !column.generated && !image.key.includes(column.name))
        .map((column) => `${identifier(column.name)} = was.${identifier(column.name)}`);
      return [
        deleted > 0
          ? `-- ${counted(deleted)} that the write added\nDELETE FROM ${name} AS stored USING rows_added AS was WHERE ${by || 'stored = was'}`
          : '',
        updated > 0
          ? `-- ${counted(updated)} as before the write\nUPDATE ${name} AS stored SET ${set.join(', ')} FROM rows_before AS was WHERE ${by}`
          : '',
        inserted > 0
          ? `-- ${counted(inserted)} that the write took away\nINSERT INTO ${name} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM rows_before`
          : '',
      ];
    })
    .filter((sql) => sql !== '')
    .join(';\n\n');
}

/** Rows that the write left and that it had not met. */
const deleteAdded = (of: WriteTransaction, image: Image): string =>
  `DELETE FROM ${image.name} AS stored USING (${added(of, image)}) AS was\nWHERE ${sameKey(image, 'stored')}`;

/** Of rows that are alike, as many as the write left. */
const deleteAlike = (of: WriteTransaction, { name }: Image): string => `DELETE FROM ${name} WHERE ctid IN (
  SELECT alike.place FROM (SELECT ctid AS place, md5(${imageOf('stored')}) AS hash, row_number() OVER (PARTITION BY md5(${imageOf('stored')})) AS number FROM ${name} AS stored) AS alike
  JOIN (SELECT one AS hash, count(*) AS many FROM svc.kept(${claimOf(of)}) AS kept, unnest(kept.after) AS one WHERE kept.table_name = ${textLiteral(name)} GROUP BY one) AS was
    ON was.hash = alike.hash AND alike.number <= was.many)`;

function update(of: WriteTransaction, image: Image): string {
  const { table, name, key } = image;
  const set = table.columns
    .filter((column) => !column.generated && !key.includes(column.name))
    .map(({ name }) => `${identifier(name)} = (was.image).${identifier(name)}`);
  return `UPDATE ${name} AS stored SET ${set.join(', ')} FROM (${storedImages(of, name)}) AS was
WHERE ${onKey(key, 'stored', '(was.image)')} AND EXISTS (SELECT FROM (${left(of, image)}) AS was WHERE ${sameKey(image, 'stored')})`;
}

function insert(of: WriteTransaction, image: Image): string {
  const { table, name, key, after } = image;
  const columns = table.columns.filter((column) => !column.generated || column.identity === 'always').map((each) => identifier(each.name));
  const missing =
    key.length > 0 && after > 0
      ? `\nWHERE NOT EXISTS (SELECT FROM (${left(of, image)}) AS was WHERE ${sameKey(image, '(gone.image)')})`
      : '';
  return `INSERT INTO ${name} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
SELECT ${columns.map((each) => `(gone.image).${each}`).join(', ')} FROM (${storedImages(of, name)}) AS gone${missing}`;
}

const left = (of: WriteTransaction, { table, name, key }: Image): string => keptAfter(of, table, name, key);

const added = (of: WriteTransaction, image: Image): string =>
  `SELECT was.* FROM (${left(of, image)}) AS was WHERE NOT EXISTS (SELECT FROM (${storedImages(of, image.name)}) AS met WHERE ${sameKey(image, '(met.image)')})`;

const sameKey = ({ key }: Image, stored: string): string =>
  key.map((name, index) => `${stored}.${identifier(name)} = was.k${index}`).join(' AND ');
const onKey = (key: readonly string[], left: string, right: string): string =>
  key.map((name) => `${left}.${identifier(name)} = ${right}.${identifier(name)}`).join(' AND ');

const PART = /\.\d+$/;
const unknown = (): Fault =>
  unavailable('No write of yours with this trace id is kept in this database; a write is kept for 24 hours.', 'unknown');
const counted = (rows: number): string => (rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`);
const changed = (table: string, rows: number): Fault =>
  unavailable(`${counted(rows)} of ${table} ${rows === 1 ? 'has' : 'have'} changed since.`, 'changed', { table, rows });

function unavailable(reason: string, why: string, more: Record<string, unknown> = {}, cause?: unknown): Fault {
  return new Fault('undo_unavailable', { params: { reason, why, ...more }, ...(cause === undefined ? {} : { cause }) });
}

/** What the engine does not let back: a key that is taken again, or one that points at what is gone. */
function refusedByEngine(error: unknown): unknown {
  const { code, table, constraint } = (error ?? {}) as { code?: unknown; table?: unknown; constraint?: unknown };
  if (typeof code !== 'string' || !code.startsWith('23')) return error;
  const more = { ...(typeof table === 'string' ? { table } : {}), ...(typeof constraint === 'string' ? { constraint } : {}) };
  const reason =
    code === '23505'
      ? `A row of ${String(table)} has taken the key of one that would come back (${String(constraint)}).`
      : `What would come back breaks ${String(constraint)} of ${String(table)} by now.`;
  return unavailable(reason, 'changed', more, error);
}
