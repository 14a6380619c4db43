import type { NewColumn } from '../../../../contract/create-schema.ts';
import type { Schema, Table } from '../../../schema.ts';
import type { ChangeStep } from '../../../schema-change.ts';
import { readColumn } from '../../brief/column.ts';
import { splitItems } from '../../brief/list.ts';
import { Unclear } from '../../brief/unclear.ts';
import { isPlural, singularName } from '../../english/inflect.ts';
import { nameWords } from '../write-tokens.ts';
import { changeableTables } from './find.ts';
import { declines, type Read } from './form.ts';
import { newName } from './new-name.ts';
import { COL } from './text.ts';
import { saidType, TYPES } from './types.ts';

interface Options {
  /** A type that the sentence gives for all of them. */
  readonly type?: NewColumn['type'] | null;
  readonly unique?: boolean;
  readonly required?: boolean;
  readonly preset?: string | null;
}

/** The columns of a list, "a due date and a priority (low, high)", as they are added to the table. Every word of an item is in its column. */
export function addColumns(list: string, table: Table, schema: Schema, options: Options = {}): Read {
  const steps: ChangeStep[] = [];
  const assumptions: string[] = [];
  for (const { text } of splitItems(list)) {
    const item = readItem(text, options);
    if (item === null)
      return declines(`I could not read "${text.slice(0, 80)}" as the name of a column of ${table.name}.`, [text.slice(0, 80)]);
    const { typed } = item;
    const referred = typed ? null : referredTable(item.column.name, schema);
    if (referred && isPlural(item.column.name)) {
      const goal = `link ${referred.name} to ${table.name}`;
      return { options: [{ label: `Each of ${referred.name} gets one of ${table.name}`, goal }] };
    }
    const column: NewColumn = referred
      ? { ...item.column, name: keyName(item.column.name), type: 'integer' }
      : { ...item.column, ...(options.unique ? { unique: true } : {}), ...(options.required ? { nullable: false } : {}) };
    const there = table.columns.some(({ name }) => name === column.name);
    if (there || steps.some((step) => step.do === 'addColumn' && step.column.name === column.name))
      return declines(`${table.name} has a column ${column.name} already.`);
    steps.push({ do: 'addColumn', table: table.name, column, ...(referred ? { references: referred.name } : {}) });
    if (referred) assumptions.push(`${table.name}.${column.name} refers to ${referred.name}`);
    else if (!typed) assumptions.push(`${table.name}.${column.name} is ${TYPES[column.type]}`);
  }
  return steps.length === 0 ? declines(`Say what the column of ${table.name} is called.`) : { steps, assumptions };
}

/** The table whose rows a column of this name holds: `customer` or `customer_id`. */
export function referredTable(name: string, schema: Schema): Table | null {
  const words = nameWords(name);
  const stem = words.length > 1 && words.at(-1) === 'id' ? words.slice(0, -1) : words;
  const found = changeableTables(schema).filter(
    (each) => nameWords(each.name).join(' ') === stem.join(' ') && each.primaryKey.length === 1,
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

const keyName = (name: string): string => (/_id$/.test(name) ? name : `${singularName(name)}_id`);

interface Item {
  readonly column: NewColumn;
  /** Its type was said. */
  readonly typed: boolean;
}

function readItem(text: string, { type = null, preset = null }: Options): Item | null {
  const bare = text
    .replace(new RegExp(` ${COL}(?=$| ?\\()`, 'i'), '')
    .replace(new RegExp(`^(?:an? |the )?(?:new )?${COL} (?:called |named |for )?`, 'i'), '');
  const flag = /^(?:an? |the )?(.+?) (?:flag|checkbox|yes\/no)$/i.exec(bare)?.[1];
  const lead =
    /^(?:an? |the )?(text|string|boolean|bool|integer|int|numeric|decimal|timestamp|datetime|uuid|json|yes\/no|true\/false|whole number|unique|required|optional|mandatory) (.+)$/i.exec(
      bare,
    );
  const leadType = lead?.[1] === undefined ? null : saidType(lead[1]);
  const trail = /^(?:an? |the )?(.+?) (timestamp|datetime|boolean|bool|integer|uuid|json)$/i.exec(bare);
  const trailType = leadType !== null || trail?.[2] === undefined ? null : saidType(trail[2]);
  const words = flag ?? (leadType !== null ? (lead?.[2] ?? bare) : trailType !== null ? (trail?.[1] ?? bare) : bare);
  if (isLost(words)) return null;
  try {
    const column = readColumn(preset === null ? words : `${words} default ${preset}`);
    if (newName(column.name.replaceAll('_', ' ')) === null && !/^[a-z][a-z0-9_]*$/.test(column.name)) return null;
    const said = flag === undefined ? (type ?? leadType ?? trailType) : 'boolean';
    const isTyped = said !== null || column.check !== undefined || /\b(?:as|:) ?(?:an? )?\w+$/i.test(words);
    const { comment, ...plain } = column;
    const kept = column.check === undefined && comment !== undefined ? { ...plain, comment } : plain;
    if (said === null || said === column.type) return { column: kept, typed: isTyped };
    if (column.check || column.default) return null;
    return { column: { ...kept, type: said }, typed: true };
  } catch (problem) {
    if (problem instanceof Unclear) return null;
    throw problem;
  }
}

/** Words that readers of briefs pass over, and that would be lost here. */
function isLost(item: string): boolean {
  const named = item
    .replace(/\([^)]*\)/g, '')
    .replace(/ (?:as|default(?:s|ing)?(?: to)?|from \d|between \d|out of \d|up to|at (?:least|most)) .*$/i, '')
    .trim();
  if (/^whether /i.test(named)) return false;
  return LOST.test(named.replace(/ (?:at|on|by|in|from|to)$/i, '')) || named.split(' ').length > 6;
}

const LOST =
  /\b(?:for|to|from|with|without|who|whom|whose|that|which|where|when|how|if|so|because|into|onto|by|at|or|not|no|but|than|as|is|are|was|were|be|it|me|us|you|them|they|we|i|please|again|also|all|every|each|called|named|set|equal|equals|value)\b|["=<>@!?]/i;
