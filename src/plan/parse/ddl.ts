import type { Json } from '../../guard/postgres-json.ts';
import { createPostgresParser, type PostgresParser } from '../../guard/postgres-parser.ts';
import { readStatements } from '../../guard/postgres-statement.ts';
import { schemaAfter } from '../check-change.ts';
import type { Schema, Table } from '../schema.ts';
import type { ChangeStep, SchemaChange } from '../schema-change.ts';
import { plainForeignKey, readNewColumn, readNewTable } from './ddl-table.ts';
import { only, relationName } from './ddl-tree.ts';
import { columnNamed, tableNamed } from './names.ts';
import { unsupported } from './refuse.ts';
import { bodyOf, listOf, namesIn, nodeOf, recordOf, textOf } from './tree.ts';
import { readTypeName } from './type-name.ts';

export interface WrittenChange {
  readonly change: SchemaChange;
  /** What of the text the change says otherwise. */
  readonly assumptions: readonly string[];
}

/**
 * ALTER TABLE, CREATE TABLE and DROP TABLE of PostgreSQL's SQL, untrusted, as a change that still has to be validated.
 * Every part of the text is in the change or refused.
 * @throws Fault schema_mismatch with `known` and `nearest`; llm_failed with `reason` and `construct`; schema_change_refused
 *   where a statement does not fit what those before it leave
 */
export type ParseChange = (sql: string, schema: Schema) => WrittenChange;

export const createChangeParser = async (shared?: PostgresParser): Promise<ParseChange> => {
  const parser = shared ?? (await createPostgresParser());
  return (sql, schema) => {
    const reading = readStatements(parser, sql, FIRST_WORDS);
    if (reading.kind !== 'statements') throw unsupported(NO_SQL, reading.reason);
    refuseLongNames(parser, sql);
    const assumptions: string[] = [];
    const steps: ChangeStep[] = [];
    for (const { stmt } of reading.raws) {
      const { type, body } = nodeOf(stmt);
      const read = STATEMENTS[type];
      if (!read)
        throw unsupported('the statement', 'Of statements that change a schema, ALTER TABLE, CREATE TABLE and DROP TABLE are read');
      const now = schemaAfter({ kind: 'alter', steps }, schema);
      steps.push(...read(body, now, (text) => assumptions.push(text)));
    }
    return { change: { kind: 'alter', steps }, assumptions };
  };
};

/** The parser cuts them short without a word, as the engine would. */
function refuseLongNames(parser: PostgresParser, sql: string): void {
  const long = parser
    .scan(sql)
    ?.find(({ tokenName, text }) => tokenName === 'IDENT' && new TextEncoder().encode(text.replaceAll('"', '')).length > NAME_MAX_BYTES);
  if (long) throw unsupported(`the name ${long.text.slice(0, 80)}, which is longer than ${NAME_MAX_BYTES} bytes`);
}

const NAME_MAX_BYTES = 63;

/** What a text that does not parse is refused as. */
export const NO_SQL = 'a text that is no SQL';

/** Words and signs that no sentence has: a text with them that does not parse is SQL with a mistake. */
export const hasSqlMarks = (text: string): boolean =>
  /\b(?:primary\s+key|foreign\s+key|not\s+null|constraint|references\s+\w+\s*\(|varchar|bigint|(?:big|small)?serial|auto_?increment|(?:numeric|decimal|char)\s*\(|timestamptz|datetime|bool|int)\b|;\s*$/i.test(
    text,
  );

/** Whether a text begins as such a statement, perhaps after comments. English begins so too: it does not parse. */
export const looksLikeDdl = (text: string): boolean =>
  /^(?:\s|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?\S+\s+(?:add|drop|alter|rename)\b|create\s+table\s+(?:if\s+not\s+exists\s+)?\S+\s*\(|drop\s+table\s+(?:if\s+exists\s+)?[\w".]+(?:\s*,\s*[\w".]+)*\s*(?:cascade|restrict)?\s*;?\s*$)/i.test(
    text,
  );

const FIRST_WORDS: ReadonlySet<string> = new Set(['alter', 'create', 'drop']);

type Assume = (text: string) => void;
type Read = (body: Json, schema: Schema, assume: Assume) => ChangeStep[];

const readAlter: Read = (body, schema, assume) => {
  only(body, ['relation', 'cmds', 'objtype', 'missing_ok']);
  if (body.objtype !== 'OBJECT_TABLE') throw unsupported('ALTER of anything but a table');
  const table = tableNamed(schema, relationName(body.relation));
  return listOf(body.cmds).map((item) => {
    const command = bodyOf(item, 'AlterTableCmd');
    const read = COMMANDS[textOf(command.subtype)];
    if (!read) throw unsupported(`${textOf(command.subtype).replace(/^AT_/, '')} in ALTER TABLE`);
    return read(command, table, schema, assume);
  });
};

const COMMANDS: Readonly<Record<string, (command: Json, table: Table, schema: Schema, assume: Assume) => ChangeStep>> = {
  AT_AddColumn: (command, table, schema, assume) => {
    only(command, ['subtype', 'def', 'behavior', 'missing_ok']);
    const { column, references, key } = readNewColumn(bodyOf(command.def, 'ColumnDef'), table.name, assume);
    if (key) throw unsupported('another PRIMARY KEY');
    if (references?.onDelete !== undefined) throw unsupported('ON DELETE of a key that is added to a table');
    return {
      do: 'addColumn',
      table: table.name,
      column,
      ...(references === null ? {} : { references: tableNamed(schema, references.table).name }),
    };
  },
  AT_DropColumn: (command, table) => {
    only(command, ['subtype', 'name', 'behavior', 'missing_ok']);
    return { do: 'dropColumn', table: table.name, column: columnNamed(table, textOf(command.name)) };
  },
  AT_AlterColumnType: (command, table, _schema, assume) => {
    only(command, ['subtype', 'name', 'def', 'behavior']);
    const def = bodyOf(command.def, 'ColumnDef');
    const column = columnNamed(table, textOf(command.name));
    const made = readNewColumn({ ...def, colname: column, raw_default: undefined }, table.name, assume).column;
    if (made.check) throw unsupported('a length in a change of type');
    refuseUsing(def, column);
    return { do: 'changeType', table: table.name, column, type: made.type };
  },
  AT_SetNotNull: (command, table) => nullable(command, table, false),
  AT_DropNotNull: (command, table) => nullable(command, table, true),
  AT_AddConstraint: (command, table, schema) => {
    only(command, ['subtype', 'def', 'behavior']);
    const constraint = bodyOf(command.def, 'Constraint');
    if (constraint.contype === 'CONSTR_UNIQUE') {
      only(constraint, ['contype', 'conname', 'keys']);
      return {
        do: 'setUnique',
        table: table.name,
        column: columnNamed(table, one(namesIn(constraint.keys), 'UNIQUE over several columns')),
      };
    }
    if (constraint.contype !== 'CONSTR_FOREIGN') throw unsupported(`the constraint ${textOf(constraint.contype).replace(/^CONSTR_/, '')}`);
    if (plainForeignKey(constraint) !== undefined) throw unsupported('ON DELETE of a key that is added to a table');
    const column = columnNamed(table, one(namesIn(constraint.fk_attrs), 'a foreign key of several columns'));
    const to = tableNamed(schema, relationName(constraint.pktable));
    const [key, ...more] = namesIn(constraint.pk_attrs);
    if (more.length > 0 || (key !== undefined && key !== to.primaryKey[0]))
      throw unsupported('a reference to anything but the key of a table');
    return { do: 'addReference', table: table.name, column, to: to.name };
  },
};

function nullable(command: Json, table: Table, isNullable: boolean): ChangeStep {
  only(command, ['subtype', 'name', 'behavior']);
  return { do: 'setNullable', table: table.name, column: columnNamed(table, textOf(command.name)), nullable: isNullable };
}

/** USING may only say what is done anyway: the column itself, cast to the type. */
function refuseUsing(def: Json, column: string): void {
  if (def.raw_default === undefined) return;
  const { type, body } = nodeOf(def.raw_default);
  const cast = type === 'TypeCast' ? body : null;
  const arg = cast ? nodeOf(cast.arg) : { type, body };
  const same = arg.type === 'ColumnRef' && namesIn(arg.body.fields).join('.') === column;
  const to = cast ? readTypeName(recordOf(cast.typeName)).type : null;
  if (!same || (to !== null && to !== readTypeName(recordOf(def.typeName)).type)) throw unsupported('USING with an expression');
}

const one = (names: readonly string[], what: string): string => {
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) throw unsupported(what);
  return name;
};

const readRename: Read = (body, schema) => {
  only(body, ['renameType', 'relationType', 'relation', 'subname', 'newname', 'behavior', 'missing_ok']);
  const table = tableNamed(schema, relationName(body.relation));
  if (body.renameType === 'OBJECT_TABLE') return [{ do: 'renameTable', table: table.name, to: textOf(body.newname) }];
  if (body.renameType !== 'OBJECT_COLUMN') throw unsupported('RENAME of anything but a table or a column');
  return [{ do: 'renameColumn', table: table.name, column: columnNamed(table, textOf(body.subname)), to: textOf(body.newname) }];
};

const readDrop: Read = (body, schema) => {
  only(body, ['objects', 'removeType', 'behavior', 'missing_ok']);
  if (body.removeType !== 'OBJECT_TABLE') throw unsupported('DROP of anything but a table');
  return listOf(body.objects).map((item): ChangeStep => {
    const names = namesIn(bodyOf(item, 'List').items);
    const [name, place, ...more] = names.toReversed();
    if (name === undefined || more.length > 0 || (place !== undefined && place !== 'public'))
      throw unsupported('a table outside of public');
    return { do: 'dropTable', table: tableNamed(schema, name).name };
  });
};

const STATEMENTS: Readonly<Record<string, Read>> = {
  AlterTableStmt: readAlter,
  RenameStmt: readRename,
  DropStmt: readDrop,
  CreateStmt: (body, schema, assume) => {
    const definition = readNewTable(body, (name) => tableNamed(schema, name).name, assume);
    return [{ do: 'addTable', table: definition.name, definition }];
  },
};
