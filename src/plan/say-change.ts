import type { NewColumn } from '../contract/create-schema.ts';
import { sayCheck } from './say-check.ts';
import type { ChangeStep, SchemaChange, StepOf } from './schema-change.ts';

/** A change in words, as a command: "Add the column phone (text) to customers; rename the column stage of deals to status." */
export const sayChange = ({ steps }: SchemaChange): string => sentence(steps.map((step) => said(step, COMMAND)).join('; '));

/** The same as something done: "Added the column phone (text) to customers." */
export const sayChanged = ({ steps }: SchemaChange): string => sentence(steps.map((step) => said(step, DONE)).join('; '));

type Verbs = typeof COMMAND | typeof DONE;

const COMMAND = { add: 'add', drop: 'drop', rename: 'rename', change: 'change', let: 'let', require: 'require', make: 'make' } as const;
const DONE = {
  add: 'added',
  drop: 'dropped',
  rename: 'renamed',
  change: 'changed',
  let: 'let',
  require: 'required',
  make: 'made',
} as const;

const said = (step: ChangeStep, verbs: Verbs): string => (SAID[step.do] as (step: ChangeStep, verbs: Verbs) => string)(step, verbs);

const SAID: { readonly [Do in ChangeStep['do']]: (step: StepOf<Do>, verbs: Verbs) => string } = {
  addColumn: ({ table, column, references }, { add }) => `${add} the column ${column.name} (${kindOf(column, references)}) to ${table}`,
  dropColumn: ({ table, column }, { drop }) => `${drop} the column ${column} of ${table}`,
  renameColumn: ({ table, column, to }, { rename }) => `${rename} the column ${column} of ${table} to ${to}`,
  changeType: ({ table, column, type }, { change }) => `${change} ${column} of ${table} to ${TYPES[type]}`,
  setNullable: ({ table, column, nullable }, verbs) =>
    nullable ? `${verbs.let} ${column} of ${table} be empty` : `${verbs.require} ${column} in ${table}`,
  setUnique: ({ table, column }, { make }) => `${make} ${column} unique in ${table}`,
  addReference: ({ table, column, to }, { make }) => `${make} ${column} of ${table} refer to ${to}`,
  addTable: ({ definition }, { add }) =>
    `${add} the table ${definition.name} with ${listed(['id', ...definition.columns.map((column) => `${column.name} (${kindOf(column, referredBy(definition, column))})`)])}`,
  dropTable: ({ table }, { drop }) => `${drop} the table ${table}`,
  renameTable: ({ table, to }, { rename }) => `${rename} the table ${table} to ${to}`,
};

function referredBy({ references = [] }: StepOf<'addTable'>['definition'], { name }: NewColumn): string | undefined {
  const found = references.find(({ column }) => column === name);
  return found && `${found.table}${found.onDelete === undefined ? '' : WITH_IT[found.onDelete]}`;
}

const WITH_IT = {
  cascade: ' and is deleted with its row',
  'set null': ' and is emptied when its row is deleted',
  restrict: ', whose rows it keeps from being deleted',
} as const;

const kindOf = ({ type, nullable, unique, check, default: preset }: NewColumn, references: string | undefined): string =>
  [
    references === undefined ? TYPES[type] : `refers to ${references}`,
    ...(check ? [sayCheck(check)] : []),
    ...(nullable ? [] : ['required']),
    ...(unique ? ['unique'] : []),
    ...(preset ? [`${preset.kind === 'now' ? 'now' : JSON.stringify(preset.value)} when nothing is given`] : []),
  ].join(', ');

const TYPES: Readonly<Record<NewColumn['type'], string>> = {
  integer: 'whole number',
  decimal: 'number',
  float: 'floating-point number',
  text: 'text',
  boolean: 'yes or no',
  date: 'date',
  timestamp: 'date and time',
  time: 'time of day',
  uuid: 'UUID',
  json: 'JSON',
};

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
