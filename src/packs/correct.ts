import { randomUUID } from 'node:crypto';
import type { Handler } from '../call.ts';
import type { CorrectImportRequest } from '../contract/packs.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import type { Imports } from '../store/imports.ts';
import { ownImport } from './own-import.ts';
import { importRecord } from './record.ts';
import type { Check, ColumnState, ImportState, TableState } from './state.ts';
import { typesThatFit, waysToRead } from './tabular/forms.ts';
import { KEYS } from './tabular/relations.ts';

interface Dependencies {
  readonly imports: Imports;
  readonly once: Once;
}

/** Types, keys and relations as a person knows them, in place of those that were found: before anything is written by them. */
export function createCorrectImport({ imports, once }: Dependencies): Handler<'correctImport'> {
  return async ({ id, tables }, call) =>
    await once.control(call, 200, async () => {
      await ownImport(imports, call, id);
      const lease = randomUUID();
      const row = await imports.lease(id, lease);
      if (!row) throw new Fault('import_busy');
      try {
        const state = structuredClone(row.state as ImportState);
        if (row.phase !== 'saving' || state.at > 0)
          throw invalid('id', 'It is corrected between its rows are read and the first is written, in the phase `saving`.');
        for (const [at, table] of tables.entries()) correct(state, table, `tables.${at}`);
        dropUnfit(state);
        noteConversions(state);
        const { phase, db_id: dbId, progress } = row;
        if (!(await imports.checkpoint(id, lease, { phase, dbId, progress, state }))) throw new Fault('import_busy');
        return { body: importRecord({ ...row, state }), finish: null, audit: null };
      } finally {
        await imports.release(id, lease, row.error);
      }
    });
}

type Correction = CorrectImportRequest['tables'][number];
type Relation = Extract<Check, { kind: 'relation' }>;

/** @throws Fault invalid_body, which names what is there */
function correct(state: ImportState, { name, key, columns = [] }: Correction, path: string): void {
  const index = state.tables.findIndex((one) => one.name === name);
  const table = state.tables[index];
  if (!table) throw invalid(`${path}.name`, `There is no table ${name}: ${state.tables.map((one) => one.name).join(', ')}.`);
  for (const [at, column] of columns.entries())
    setType(columnOf(table, column.name, `${path}.columns.${at}.name`), column, `${path}.columns.${at}`);
  if (key !== undefined) setKey(state, index, key, `${path}.key`);
  for (const [at, { name: column, pointsAt }] of columns.entries())
    if (pointsAt !== undefined) point(state, index, column, pointsAt, `${path}.columns.${at}.pointsAt`);
}

/** Of several forms, who corrects it says which; where the values are as the type has them, or were read in one of the ways, that one stays. */
function setType(
  found: ColumnState,
  { name, type, written }: Omit<NonNullable<Correction['columns']>[number], 'pointsAt'>,
  path: string,
): void {
  if (type === undefined) {
    if (written !== undefined) throw invalid(`${path}.written`, 'Say the type as well.');
    return;
  }
  const ways = waysToRead(found.kinds).filter((way) => way.type === type);
  if (ways.length === 0) throw invalid(`${path}.type`, `The values of ${name} fit ${typesThatFit(found.kinds).join(', ')}.`);
  const named = ways.filter(({ form }) => written === undefined || form === written);
  const [only, ...others] = named;
  const way =
    named.find(({ form }) => form === null) ?? named.find(({ form }) => form === found.form) ?? (others.length === 0 ? only : undefined);
  if (way === undefined) {
    const forms = ways.flatMap(({ form }) => form ?? []);
    const said = forms.length === 0 ? `as ${type} has them: leave it out` : `${forms.join(' or ')}: say which`;
    throw invalid(`${path}.written`, `The values of ${name} are written ${said}.`);
  }
  Object.assign(found, way);
}

function columnOf(table: TableState, name: string, path: string): TableState['columns'][number] {
  const found = table.columns.find((one) => one.name === name);
  if (!found) throw invalid(path, `There is no column ${name} in ${table.name}: ${table.columns.map((one) => one.name).join(', ')}.`);
  return found;
}

function setKey(state: ImportState, index: number, key: string | null, path: string): void {
  const table = state.tables[index] as TableState;
  if (key !== null) {
    const { type, values } = columnOf(table, key, path);
    if (values < table.rows) throw invalid(path, `${table.rows - values} rows of ${table.name} have no value in ${key}.`);
    if (!KEYS.has(type)) throw invalid(path, `A key is ${[...KEYS].join(', ')}, and ${key} is ${type}.`);
  }
  table.key = key === null ? null : [key];
  replaceChecks(state, (check) => check.kind === 'key' && check.table === index, key === null ? [] : [{ kind: 'key', table: index }]);
}

function point(state: ImportState, index: number, column: string, target: string | null, path: string): void {
  const to = state.tables.findIndex((one) => one.name === target);
  const [key] = state.tables[to]?.key ?? [];
  if (target !== null && key === undefined)
    throw invalid(path, to < 0 ? `There is no table ${target}.` : `The rows of ${target} are counted: nothing can point at them.`);
  replaceChecks(
    state,
    (check) => check.kind === 'relation' && check.table === index && check.column === column,
    target === null || key === undefined ? [] : [{ kind: 'relation', table: index, column, to, key, isSaid: true }],
  );
  if (target !== null && !fits(state, { kind: 'relation', table: index, column, to, key: String(key) }))
    throw invalid(path, `${column} is of another type than ${target}.${key}.`);
}

/** Keys are looked at first: what repeats is nothing to point at. */
function replaceChecks(state: ImportState, isOld: (check: Check) => boolean, added: readonly Check[]): void {
  const order = ['convert', 'key', 'relation', 'count', 'memories'];
  const checks = [...state.checks.filter((check) => !isOld(check)), ...added];
  checks.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  state.checks.splice(0, state.checks.length, ...checks);
}

/** A key or a type may be another by now than the one that something pointed at. */
const dropUnfit = (state: ImportState): void => replaceChecks(state, (check) => check.kind === 'relation' && !fits(state, check), []);

const noteConversions = (state: ImportState): void =>
  replaceChecks(
    state,
    (check) => check.kind === 'convert',
    state.tables.flatMap(({ columns }, table) => (columns.some(({ form }) => form) ? [{ kind: 'convert', table } as const] : [])),
  );

function fits({ tables }: ImportState, { table, column, to, key }: Relation): boolean {
  const typeOf = (of: TableState | undefined, name: string) => of?.columns.find((one) => one.name === name)?.type;
  return tables[to]?.key?.[0] === key && typeOf(tables[table], column) === typeOf(tables[to], key);
}

const invalid = (path: string, message: string): Fault => new Fault('invalid_body', { params: { issues: [{ path, message }] } });
