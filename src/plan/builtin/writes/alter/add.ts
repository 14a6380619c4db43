import { splitItems } from '../../brief/list.ts';
import { typeOfName } from '../../brief/type-of-name.ts';
import { singularName, snakeCase } from '../../english/inflect.ts';
import { changeableTables, meansAll, type SplitAtTable, splitAtTable, tableAtStart, tableOf } from './find.ts';
import { type Context, declines, type Form, type Read } from './form.ts';
import { addColumns, referredTable } from './new-columns.ts';
import { COL, TABLE_WORDS } from './text.ts';
import { saidType, TYPE } from './types.ts';

const ADD = '(?:add|create|introduce|include|insert|append|make|put|give me|need|want)';
const SOME = '(?:(?:an?|another|the|some|two|three|a couple of|more|extra|additional|new) )*';
const MODS = `(?<mods>(?:(?:${TYPE}|unique|required|mandatory|optional) )*)`;
const INTO = 'to|in|into|on|onto|for|of';

/** "add a column phone to customers", "add a required text field nickname on customers" */
const columnNamed: Form = {
  name: 'add a column NAME to TABLE',
  examples: ['add a column phone to customers', 'add two columns due date and priority to tasks as text'],
  pattern: new RegExp(`^${ADD} ${SOME}${MODS}${COL}(?: (?:called|named)|:| for)? (?<rest>.+)$`, 'i'),
  read({ mods = '', rest = '' }, context) {
    const told = tellsOf(rest);
    const called = /^(?:to|in|on|for) (?<table>.+?)(?: (?:called|named|for)|:) (?<items>.+)$/i.exec(told.text)?.groups;
    const table = called?.table === undefined ? null : tableOf(called.table, context.question.schema);
    if (table) return addColumns(called?.items ?? '', table, context.question.schema, optionsOf(mods, told));
    if (tableOf(told.text.replace(/^(?:to|in|on|for) /i, ''), context.question.schema) && /^(?:to|in|on|for) /i.test(told.text))
      return declines('Say what the column is called and what it holds.');
    return added(told.text, INTO, context, optionsOf(mods, told));
  },
};

/** "add a phone column to customers", "add phone and email columns to customers" */
const namedColumn: Form = {
  name: 'add a NAME column to TABLE',
  examples: ['add a phone column to customers', 'add phone and email fields to customers'],
  pattern: new RegExp(`^${ADD} (?:(?:an?|another|the|new) )*(?<items>.+?) ${COL}(?<rest> (?:${INTO}) .+)$`, 'i'),
  read({ items = '', rest = '' }, context) {
    const told = tellsOf(`${items}${rest}`);
    return added(told.text, INTO, context, optionsOf('', told));
  },
};

/** "customers should have an email" */
const shouldHave: Form = {
  name: 'TABLE should have NAME',
  examples: ['customers should have an email', 'every task needs a due date', 'orders must have a note field'],
  pattern: new RegExp(
    `^(?<table>${TABLE_WORDS})(?: (?:also|now))* (?:(?<how>should|must|needs? to|ha(?:s|ve) to|ought to)(?: (?:also|now|always|each|all))* (?:have|get|store|include|contain|hold|keep|record)|needs?) (?<items>.+)$`,
    'i',
  ),
  read({ table: words = '', how = '', items = '' }, context) {
    const table = tableOf(words, context.question.schema);
    if (!table || !meansAll(words, table) || /^(?:be|not|never|become|refer|point)\b/i.test(items)) return null;
    const there = table.columns.find(({ name }) => name === snakeCase(items.replace(/^(?:an?|the|their|its) /i, '')));
    if (there && /^must|^ha/i.test(how) && there.nullable)
      return { steps: [{ do: 'setNullable', table: table.name, column: there.name, nullable: false }], assumptions: [] };
    const told = tellsOf(items);
    const read = addColumns(told.text, table, context.question.schema, optionsOf('', told));
    if (!('steps' in read) || !/^must|^ha/i.test(how)) return read;
    const free = read.steps.flatMap((step) => (step.do === 'addColumn' && step.column.nullable ? [step.column.name] : []));
    return {
      ...read,
      assumptions: [...read.assumptions, ...free.map((name) => `${table.name}.${name} may be empty, as it is in the rows that are there`)],
    };
  },
};

/** "give every customer a phone number" */
const give: Form = {
  name: 'give TABLE NAME',
  examples: ['give every customer a phone number', 'give customers an email and a birthday'],
  pattern:
    /^give (?!(?:me|us|him|her|them|it)\b)(?<rest>(?:(?:the|every|each|all|our|my) )*[\w-]+(?: (?!of\b|for\b|in\b)[\w-]+)?? (?:an?|another|their|its) (?:(?! of ).)+)$/i,
  read({ rest = '' }, context) {
    const found = tableAtStart(rest, context.question.schema);
    // "give all customers a discount of 5" writes a value.
    if (!found || !meansAll(found.words, found.table) || context.quoted || HOLDS_VALUE.test(found.right)) return null;
    if (!/^(?:an?|another|the|their|its) /i.test(found.right)) return null;
    return addColumns(found.right, found.table, context.question.schema);
  },
};

/** "store a phone number for each customer" */
const storeFor: Form = {
  name: 'store NAME for each TABLE',
  examples: ['store a nickname for each customer', 'keep the birthday of every customer'],
  pattern: /^(?:store|keep|record|save|remember|add|include|track) (?<items>.+?) (?:for|of|on|with|to) (?<table>(?:every|each|all) .+)$/i,
  read({ items = '', table: words = '' }, context) {
    const table = tableOf(words, context.question.schema);
    if (!table || context.quoted || HOLDS_VALUE.test(items)) return null;
    return addColumns(items, table, context.question.schema);
  },
};

/** "we also need a nickname for each customer" */
const needFor: Form = {
  name: 'need NAME for each TABLE',
  examples: ['we also need a nickname for each customer', 'I need an email for every customer'],
  pattern:
    /^(?:i|we) (?:also |now |really )*(?:need|want|would like) (?<items>(?:an?|the|their) .+?) (?:for|of|on) (?<table>(?:every|each) [\w-]+(?: [\w-]+)?)$/i,
  read: keptOf,
};

/** "I also want to keep the birthday of customers" */
const keepOf: Form = {
  name: 'keep NAME of TABLE',
  examples: ['I also want to keep the birthday of customers', 'record the birthday of our customers'],
  pattern:
    /^(?:(?:i|we) (?:also |now |really )*(?:need|want|would like) to (?:also )?)?(?:store|keep|record|save|remember|track) (?<items>(?:an?|the|their) .+?) (?:for|of|on) (?<table>(?:(?:every|each|all|our|my|the) )*[\w-]+(?: [\w-]+)?)$/i,
  read: keptOf,
};

function keptOf({ items = '', table: words = '' }: Readonly<Record<string, string | undefined>>, context: Context): Read | null {
  const table = tableOf(words, context.question.schema);
  // "I need a total for each customer" asks, and the orders of customers are rows of a table.
  if (LOOKED_AT.test(items) || !table || !meansAll(words, table) || context.quoted || HOLDS_VALUE.test(items)) return null;
  return tableOf(items, context.question.schema) ? null : addColumns(items, table, context.question.schema);
}

const LOOKED_AT = /^(?:an?|the) (?:[a-z]+ )?(?:list|overview|summary|report|table|count|number of|total|sum|average)\b/i;

/** "store each supplier's email" */
const storeOwned: Form = {
  name: "store each TABLE's NAME",
  examples: ["store each supplier's email", "keep every customer's birthday"],
  pattern: /^(?:store|keep|record|save|remember|track) (?<table>(?:every|each|all) .+?)(?:'s|s') (?<items>.+)$/i,
  read({ table: words = '', items = '' }, context) {
    const table = tableOf(words, context.question.schema);
    if (!table || context.quoted || HOLDS_VALUE.test(items)) return null;
    return addColumns(items, table, context.question.schema);
  },
};

/** "in customers, add a phone number" */
const tableFirst: Form = {
  name: 'to TABLE add NAME',
  examples: ['to customers add a column phone', 'in the tasks table, add a due date'],
  pattern: new RegExp(`^(?:in|to|on|for) (?<table>.+?),? ${ADD} (?<items>.+)$`, 'i'),
  read({ table: words = '', items = '' }, context) {
    const table = tableOf(words, context.question.schema);
    const isColumn = new RegExp(`\\b${COL}\\b`, 'i').test(items);
    if (!table || (!isColumn && (context.quoted || HOLDS_VALUE.test(items) || referredTable(snakeCase(items), context.question.schema))))
      return null;
    const told = tellsOf(items);
    return addColumns(told.text, table, context.question.schema, optionsOf('', told));
  },
};

/**
 * "add a phone number to customers". Nothing says that a column is meant, so a value, a name in capitals and a thing that has
 * a table of its own are left to those who read rows; what is no usual name of a column is asked back.
 */
const bare: Form = {
  name: 'add NAME to TABLE',
  examples: ['add a phone number to customers', 'add a due date and a priority to tasks', 'add email to customers'],
  pattern: /^(?:add|include|introduce|put) (?<rest>.+)$/i,
  read({ rest = '' }, context) {
    const { question, quoted, asWrite } = context;
    const told = tellsOf(rest);
    const found = splitAtTable(told.text, 'to|in|on|onto|into', question.schema);
    if (!found || quoted || HOLDS_VALUE.test(found.left.replace(RANGE, '')) || !meansAll(found.words, found.table)) return null;
    const items = splitItems(found.left).map(({ text }) => text.replace(/^(?:an?|another|the|their|its|some) /i, ''));
    const isThing = (item: string) =>
      !/[ _]id$/i.test(item) && referredTable(snakeCase(item.replace(/^new /i, '')), question.schema) !== null;
    if (items.some((item) => isThing(item) || isRow(item))) return null;
    const articled = /^(?:an?|another) /i.test(found.left) && !/, (?!an? |another )| and (?!an? |another )/i.test(found.left);
    const usual = items.every(isUsual);
    if (!usual && !articled) return null;
    // Stored values are what people add again, mistyped or not: "add a desk lamp to products".
    const stored = items.some((item) => question.values.find(item).some((hit) => hit.table === found.table.name));
    const read = addColumns(found.left, found.table, question.schema, optionsOf('', told));
    if (usual && !stored) return read;
    if (!('steps' in read)) return stored ? null : read;
    const row = `add a ${singularName(found.table.name).replaceAll('_', ' ')} named "${items.join(' ')}"`;
    return items.length === 1 && asWrite(row).kind === 'plan' ? either(found, row, items.join(' ')) : read;
  },
};

const either = ({ table }: SplitAtTable, row: string, item: string): Read => ({
  options: [
    { label: `A new column ${snakeCase(item)} of ${table.name}`, goal: `add a column ${item} to ${table.name}` },
    { label: `A new row of ${table.name}`, goal: row },
  ],
});

function added(text: string, prepositions: string, context: Context, options: Parameters<typeof addColumns>[3]): Read | null {
  const { schema } = context.question;
  const found = splitAtTable(text, prepositions, schema);
  if (found) return addColumns(found.left, found.table, schema, options);
  const [only, ...more] = changeableTables(schema);
  if (only && more.length === 0 && !new RegExp(` (?:${prepositions}) `, 'i').test(text)) return addColumns(text, only, schema, options);
  return declines(
    `Say which table gets the column: ${changeableTables(schema)
      .slice(0, 8)
      .map(({ name }) => name)
      .join(', ')}.`,
  );
}

interface Told {
  readonly text: string;
  readonly type: ReturnType<typeof saidType>;
  readonly preset: string | null;
}

/** What a sentence says at its end of all the columns: "… as text", "… with default open". */
function tellsOf(text: string): Told {
  const [, before = text, preset = null] =
    /^(.*?),? (?:with (?:a |the )?default(?: value)?(?: of)?|default(?:s|ing)? to) ([\w.-]+)$/i.exec(text) ?? [];
  const [, left = before, type = ''] =
    new RegExp(`^(.*?)(?:,? (?:as|of type|with type)| \\() ?(?:an? )?(${TYPE})\\)?$`, 'i').exec(before) ?? [];
  return { text: left, type: saidType(type), preset };
}

function optionsOf(mods: string, { type, preset }: Told): NonNullable<Parameters<typeof addColumns>[3]> {
  const said = mods.trim().split(' ');
  const typed = saidType(said.filter((word) => !/^(?:unique|required|mandatory|optional)$/i.test(word)).join(' '));
  return { type: typed ?? type, preset, unique: /\bunique\b/i.test(mods), required: /\b(?:required|mandatory)\b/i.test(mods) };
}

/** A number or a word in capitals outside of brackets is a value, or the name of a row. */
const HOLDS_VALUE = /(?<![\w(])[-+$€£]?\d|(?<=[a-z,] )\p{Lu}|^(?:an? |another |the )?\p{Lu}(?!\p{Lu}*\b(?<=VIP|ID|URL|SKU|VAT))|[@=%"]/u;

/** "a rating from 1 to 5": what a column may hold. */
const RANGE = / (?:from|between) \d+ (?:to|and) \d+(?=$|,| and )/gi;

/** "row", "entry": what is added to a table whatever it keeps. */
const isRow = (item: string): boolean => /^(?:new )?(?:rows?|records?|entr(?:y|ies)|items?|data|lines?)\b/i.test(item);

/** What people keep of things rather than a thing that is kept. */
const isUsual = (item: string): boolean => {
  const name = snakeCase(item.replace(/\([^)]*\)/g, '').replace(/ (?:as|from|between|default|out of) .*$/i, ''));
  return (
    typeOfName(name) !== 'text' ||
    USUAL.test(name) ||
    / (?:flag|checkbox|yes\/no|date|time|number|id)$/i.test(item) ||
    /_id$/.test(name) ||
    /\([^)]*\)/.test(item)
  );
};

const USUAL =
  /(?:^|_)(?:e?mail|email_address|phone|phone_number|mobile|telephone|fax|address|street|city|country|state|region|zip|zip_code|postcode|notes?|comments?|remarks?|descriptions?|summary|bio|names?|nickname|surname|title|subtitle|status|priority|stage|phase|severity|category|type|kind|colou?r|size|gender|website|url|link|photo|picture|image|avatar|logo|sku|code|barcode|isbn|reference|number|label|tags?|language|currency|unit|location|place|source|reason|owner|assignee|manager|company|brand|department|role|position|job_title|licen[cs]e|serial|material|flavou?r|origin|location|instructions|details|allergies|id_number|birthplace|emergency_contact|contact|slug|nationality|version|format|genre|shelf|room|model|make)$/;

export const ADD_FORMS: readonly Form[] = [
  tableFirst,
  columnNamed,
  namedColumn,
  storeFor,
  needFor,
  keepOf,
  storeOwned,
  give,
  bare,
  shouldHave,
];
