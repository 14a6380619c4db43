import { type ColumnCheck, CreateSchema, type NewColumn, type NewTable } from '../../contract/create-schema.ts';
import { Fault } from '../../fault.ts';
import { orderKeyOf } from './order-key.ts';
import { identifier, textLiteral } from './quote.ts';

/** The types of columns as introspection names them; those that few values stand in are LowCardinality. */
export const TYPE_NAMES = {
  integer: 'Int64',
  decimal: 'Decimal(38, 10)',
  float: 'Float64',
  text: 'String',
  boolean: 'Bool',
  date: 'Date32',
  timestamp: "DateTime64(6, 'UTC')",
  time: 'String',
  uuid: 'UUID',
  json: 'String',
} as const satisfies Record<NewColumn['type'], string>;

/**
 * What every table has: inserts that bring a token again add nothing (`non_replicated_deduplication_window`), and rows can be
 * changed without rewriting their parts (lightweight UPDATE needs the numbers of block and row).
 */
export const TABLE_SETTINGS =
  'SETTINGS non_replicated_deduplication_window = 10000, enable_block_number_column = 1, enable_block_offset_column = 1';

/**
 * The statements that create a schema, one table each. Rows are sorted by what narrows a question down the most: what kind of
 * row it is, then when, then its id; and kept by month where they have a time. Fault `ddl_invalid`, with `params.reason`.
 */
export function createSchemaStatements(schema: CreateSchema): string[] {
  const parsed = CreateSchema.safeParse(schema);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw broken(`${issue?.path.join('.') || 'schema'}: ${issue?.message ?? 'is not a schema'}`);
  }
  return parsed.data.tables.map(createTable);
}

/** What a schema asks for and ClickHouse does not keep, one sentence each. */
export function notKept({ tables }: CreateSchema): string[] {
  const uniques = tables.flatMap(({ name, columns }) => columns.filter(({ unique }) => unique).map((column) => `${name}.${column.name}`));
  const links = tables.flatMap(({ name, references }) => (references ?? []).map(({ column }) => `${name}.${column}`));
  return [
    ...(uniques.length > 0 ? [`ClickHouse keeps no column unique: ${uniques.join(', ')} may hold a value twice`] : []),
    ...(links.length > 0 ? [`ClickHouse keeps no keys to other tables: ${links.join(', ')} may point at rows that are not there`] : []),
  ];
}

/** Ids that rise with time and meet nowhere, without a sequence to wait for. */
const ID = 'id Int64 DEFAULT toInt64(generateSnowflakeID())';

function createTable(table: NewTable): string {
  const names = ['id', ...table.columns.map(({ name }) => name)];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw broken(`the column ${twice} of ${table.name} is there twice`);
  const lines = [ID, ...table.columns.map((column) => columnLine(column)), ...table.columns.flatMap((column) => constraint(table, column))];
  const { kind, moment } = orderKeyOf(table.columns);
  const order = [kind, moment, 'id'].filter((name) => name !== null);
  return [
    `CREATE TABLE ${identifier(table.name)} (\n  ${lines.join(',\n  ')}\n)`,
    'ENGINE = MergeTree',
    ...(moment === null ? [] : [`PARTITION BY toYYYYMM(${identifier(moment)})`]),
    `ORDER BY (${order.map(identifier).join(', ')})`,
    TABLE_SETTINGS,
    ...(table.comment ? [`COMMENT ${textLiteral(table.comment)}`] : []),
  ].join('\n');
}

function columnLine(column: NewColumn): string {
  const value = defaultOf(column);
  return [
    identifier(column.name),
    typeOf(column),
    ...(value === null ? [] : [`DEFAULT ${value}`]),
    ...(column.comment ? [`COMMENT ${textLiteral(column.comment)}`] : []),
  ].join(' ');
}

export function typeOf(column: NewColumn): string {
  const type = column.nullable ? `Nullable(${TYPE_NAMES[column.type]})` : TYPE_NAMES[column.type];
  return hasFewValues(column) ? `LowCardinality(${type})` : type;
}

const hasFewValues = ({ name, type, check, unique }: NewColumn): boolean =>
  type === 'text' && !unique && (check?.kind === 'oneOf' || FEW.test(name));

/** Names of text columns whose values repeat: a dictionary of them is a tenth of the size, and several times as fast to group by. */
const FEW =
  /(?:^|_)(?:type|kind|status|state|level|severity|category|country|region|currency|language|locale|browser|os|platform|device|method|protocol|unit|environment|env|channel|source|medium|campaign|gender|plan|tier|event|event_name|service|host|hostname|method|role|stage|priority|sensor|metric|brand)$/;

function defaultOf({ default: given, type, name }: NewColumn): string | null {
  if (given === undefined) return null;
  if (given.kind === 'now') {
    if (type === 'timestamp') return "now64(6, 'UTC')";
    if (type === 'date') return 'toDate32(today())';
    throw broken(`${name} is ${type} and cannot be filled in with the current time`);
  }
  const { value } = given;
  if (typeof value === 'string') return textLiteral(value);
  return String(value);
}

/** A value that is missing breaks none. */
function constraint({ name: table }: NewTable, { name, check, type }: NewColumn): string[] {
  if (check === undefined) return [];
  if (check.kind === 'range' ? !NUMERIC.has(type) : type !== 'text')
    throw broken(`${table}.${name} has a ${check.kind} and cannot be ${type}`);
  return [`CONSTRAINT ${identifier(`${table}_${name}_check`)} CHECK ifNull(${condition(check, identifier(name))}, 1)`];
}

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);

function condition(check: ColumnCheck, column: string): string {
  if (check.kind === 'oneOf') return `${column} IN (${check.values.map(textLiteral).join(', ')})`;
  const measured = check.kind === 'range' ? column : `lengthUTF8(${column})`;
  const { above, below } = check.kind === 'range' ? check : {};
  const parts = [
    ...(check.min === undefined ? [] : [`${measured} >= ${check.min}`]),
    ...(above === undefined ? [] : [`${measured} > ${above}`]),
    ...(check.max === undefined ? [] : [`${measured} <= ${check.max}`]),
    ...(below === undefined ? [] : [`${measured} < ${below}`]),
  ];
  if (parts.length === 0) throw broken('a column has limits without any');
  return parts.join(' AND ');
}

const broken = (reason: string): Fault => new Fault('ddl_invalid', { params: { reason } });
