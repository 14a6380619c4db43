import { ColumnDefault, type NewColumn, type NewTable } from '../../contract/create-schema.ts';
import { isRecord, type Json } from '../../guard/postgres-json.ts';
import { type CheckedColumn, readCheck, withCheck } from './ddl-check.ts';
import { only, relationName } from './ddl-tree.ts';
import { unsupported } from './refuse.ts';
import { bodyOf, constInteger, listOf, namesIn, nodeOf, recordOf, systemName, textOf } from './tree.ts';
import { typeCalled } from './type-name.ts';

interface ReadColumn {
  readonly column: NewColumn;
  /** The table that it refers to, as written. */
  readonly references: Omit<Reference, 'column'> | null;
  readonly key: boolean;
}

type Assume = (text: string) => void;

/** A CREATE TABLE. `known` gives a table that is there by the name as written; another key than `id` becomes a unique column beside it. */
export function readNewTable(body: Json, known: (name: string) => string, assume: Assume): NewTable {
  only(body, ['relation', 'tableElts', 'oncommit', 'if_not_exists']);
  const name = relationName(body.relation);
  const columns: NewColumn[] = [];
  const references: Reference[] = [];
  const checks: CheckedColumn[] = [];
  const uniques: string[][] = [];
  const keys: string[][] = [];
  for (const item of listOf(body.tableElts)) {
    const { type, body: part } = nodeOf(item);
    if (type === 'ColumnDef') {
      const read = readNewColumn(part, name, assume);
      if (read.key) keys.push([read.column.name]);
      columns.push(read.column);
      if (read.references !== null) references.push({ column: read.column.name, ...read.references });
    } else if (type === 'Constraint') {
      const { contype } = part;
      if (contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE') {
        only(part, ['contype', 'conname', 'keys']);
        (contype === 'CONSTR_PRIMARY' ? keys : uniques).push([...namesIn(part.keys)]);
      } else if (contype === 'CONSTR_FOREIGN') {
        const [column, ...more] = namesIn(part.fk_attrs);
        if (column === undefined || more.length > 0) throw unsupported('a foreign key of several columns');
        references.push({ column, ...referredBy(part) });
      } else if (contype === 'CONSTR_CHECK') checks.push(readCheck(part));
      else throw unsupported(`the constraint ${textOf(contype).replace(/^CONSTR_/, '')}`);
    } else throw unsupported('this part of CREATE TABLE');
  }
  const checked = checks.reduce(
    (all, check) => all.map((column) => (column.name === check.column ? withCheck(column, check) : column)),
    columns,
  );
  const strange = checks.find(({ column }) => !columns.some((each) => each.name === column));
  if (strange) throw unsupported(`a CHECK of ${strange.column}, which is no column of ${name}`);
  return finished(name, checked, { references, uniques, keys }, known, assume);
}

type Reference = NonNullable<NewTable['references']>[number];

interface Rules {
  readonly references: readonly Reference[];
  readonly uniques: readonly string[][];
  readonly keys: readonly string[][];
}

function finished(name: string, columns: readonly NewColumn[], rules: Rules, known: (name: string) => string, assume: Assume): NewTable {
  const [key = [], ...more] = rules.keys;
  if (more.length > 0) throw unsupported('two PRIMARY KEYs');
  const id = columns.find((column) => column.name === 'id');
  if (id && id.type !== 'integer')
    throw unsupported(`an id that is ${id.type}`, `Every table here has a key id, which is a number, and not ${id.type}`);
  if (key.length > 0 && key.join() !== 'id') assume(`${name} gets a key id, and ${key.join(', ')} is unique and required`);
  const alone = new Set([...rules.uniques, key].filter((set) => set.length === 1).map(([column]) => column ?? ''));
  const together = [...rules.uniques, key].filter((set) => set.length > 1);
  const kept = columns.filter((column) => column.name !== 'id');
  const referring = new Set(rules.references.map(({ column }) => column));
  return {
    name,
    columns: kept.map((column) => ({
      ...column,
      ...(referring.has(column.name) ? { type: 'integer' as const } : {}),
      nullable: column.nullable && !key.includes(column.name),
      ...(column.unique || alone.has(column.name) ? { unique: true } : {}),
    })),
    ...(together.length > 0 ? { uniques: together } : {}),
    ...(rules.references.length > 0
      ? { references: rules.references.map((each) => ({ ...each, table: each.table === name ? name : known(each.table) })) }
      : {}),
  };
}

/** A column as CREATE TABLE and ADD COLUMN write it. */
export function readNewColumn(body: Json, table: string, assume: Assume): ReadColumn {
  only(body, ['colname', 'typeName', 'is_local', 'constraints', 'raw_default']);
  const name = textOf(body.colname);
  const typed = readType(recordOf(body.typeName), `${table}.${name}`, assume);
  let column: NewColumn = { name, nullable: true, ...typed };
  let references: ReadColumn['references'] = null;
  let key = false;
  for (const item of listOf(body.constraints)) {
    const constraint = bodyOf(item, 'Constraint');
    switch (constraint.contype) {
      case 'CONSTR_NOTNULL':
        column = { ...column, nullable: false };
        break;
      case 'CONSTR_NULL':
        break;
      case 'CONSTR_UNIQUE':
        only(constraint, ['contype', 'conname']);
        column = { ...column, unique: true };
        break;
      case 'CONSTR_PRIMARY':
        only(constraint, ['contype', 'conname']);
        key = true;
        break;
      case 'CONSTR_IDENTITY':
        if (name !== 'id') throw unsupported('an identity other than id');
        break;
      case 'CONSTR_DEFAULT':
        column = { ...column, default: readDefault(constraint.raw_expr) };
        break;
      case 'CONSTR_FOREIGN':
        references = referredBy(constraint);
        column = { ...column, type: 'integer' };
        break;
      case 'CONSTR_CHECK': {
        const check = readCheck(constraint);
        if (check.column !== name) throw unsupported(`a CHECK of ${check.column} at the column ${name}`);
        column = withCheck(column, check);
        break;
      }
      default:
        throw unsupported(`the constraint ${textOf(constraint.contype).replace(/^CONSTR_/, '')}`);
    }
  }
  return { column, references, key };
}

/** A foreign key that says no more than what it refers to, and what becomes of it when that is deleted. */
export function plainForeignKey(constraint: Json): Reference['onDelete'] {
  only(constraint, [
    'contype',
    'conname',
    'is_enforced',
    'initially_valid',
    'pktable',
    'pk_attrs',
    'fk_attrs',
    'fk_matchtype',
    'fk_upd_action',
    'fk_del_action',
  ]);
  if (constraint.fk_upd_action !== 'a') throw unsupported('ON UPDATE of a foreign key');
  if (constraint.fk_del_action === 'a') return undefined;
  return ON_DELETE[textOf(constraint.fk_del_action)] ?? refuseOnDelete();
}

const ON_DELETE: Readonly<Record<string, Reference['onDelete']>> = { c: 'cascade', n: 'set null', r: 'restrict' };
const refuseOnDelete = (): never => {
  throw unsupported('ON DELETE SET DEFAULT');
};

function referredBy(constraint: Json): Omit<Reference, 'column'> {
  const onDelete = plainForeignKey(constraint);
  const keys = namesIn(constraint.pk_attrs);
  if (keys.length > 0 && keys.join() !== 'id') throw unsupported('a reference to anything but the key of a table');
  return { table: relationName(constraint.pktable), ...(onDelete === undefined ? {} : { onDelete }) };
}

/** Sizes of numbers are told as an assumption, since numbers here keep every digit; a length of text is a rule of the column. */
function readType(body: Json, where: string, assume: Assume): Pick<NewColumn, 'type' | 'check'> {
  only(body, ['names', 'typmods', 'typemod']);
  const name = systemName(body.names, 'the type');
  const sizes = listOf(body.typmods).map(constInteger);
  if (SERIAL.has(name)) return { type: 'integer' };
  const type = typeCalled(name);
  if (type === null || type === 'interval') throw unsupported(`the type ${name}`);
  const [size] = sizes;
  if (type === 'text' && (name === 'varchar' || name === 'bpchar') && typeof size === 'number' && sizes.length === 1)
    return { type, check: { kind: 'length', max: size } };
  if (name === 'timestamp') assume(`${where} is kept with its time zone, in UTC`);
  if (type === 'decimal' && sizes.length > 0) assume(`${where} keeps every digit, more than numeric(${sizes.join(', ')}) would`);
  else if (sizes.length > 0) throw unsupported(`the type ${name} with a size`);
  return { type: type === 'bigint' ? 'integer' : type };
}

const SERIAL: ReadonlySet<string> = new Set(['serial', 'bigserial', 'smallserial', 'serial4', 'serial8']);

function readDefault(value: unknown): ColumnDefault {
  const { type, body } = nodeOf(value);
  if (type === 'SQLValueFunction' || (type === 'FuncCall' && namesIn(body.funcname).at(-1) === 'now')) return { kind: 'now' };
  const negative = type === 'A_Expr' && textOf(namesIn(body.name)[0]) === '-' && body.lexpr === undefined;
  const constant = negative ? nodeOf(body.rexpr) : { type, body };
  const found = constant.type === 'A_Const' ? constantOf(constant.body) : undefined;
  if (found === undefined || (negative && typeof found !== 'number')) throw unsupported('a DEFAULT that is no constant');
  return ColumnDefault.parse({ kind: 'value', value: negative ? -Number(found) : found });
}

function constantOf(body: Json): string | number | boolean | undefined {
  if (isRecord(body.sval)) return textOf(body.sval.sval);
  if (isRecord(body.ival)) return Number(body.ival.ival ?? 0);
  if (isRecord(body.fval)) return Number(textOf(body.fval.fval));
  if (isRecord(body.boolval)) return body.boolval.boolval === true;
  return undefined;
}
