import type { Table } from '../../../schema.ts';
import type { ChangeStep } from '../../../schema-change.ts';
import { columnsAnywhere, columnsOf, splitAtTable, tableOf } from './find.ts';
import { type Context, declines, type Form, type Read } from './form.ts';
import { COL, partsOf, TABLE_WORDS } from './text.ts';

const DROP =
  "(?:drop|remove|delete|erase|discard|eliminate|get rid of|take out|take away|lose|(?:i|we) (?:no longer|do not|don't|dont|never) (?:need|use|want))";
const MORE = '(?: (?:any ?more|any longer))?';
const OUT_OF = 'of|from|in|on|out of';

/** "drop the column notes from customers", "remove the fields phone and notes" */
const columnNamed: Form = {
  name: 'drop the column NAME of TABLE',
  examples: ['drop the column notes of customers', 'delete columns phone and email from customers'],
  pattern: new RegExp(`^${DROP} (?:the |our |my )?${COL} (?:called |named )?(?<rest>.+?)${MORE}$`, 'i'),
  read: ({ rest = '' }, context) => dropped(rest, context),
};

/** "drop the notes column", "remove the phone and email columns from customers" */
const namedColumn: Form = {
  name: 'drop the NAME column of TABLE',
  examples: ['drop the notes column', 'remove the phone field from customers', 'we dont use the notes column any more'],
  pattern: new RegExp(`^${DROP} (?:the |our |my |that |an? )?(?<names>.+?) ${COL}(?<rest> (?:${OUT_OF}) .+?)?${MORE}$`, 'i'),
  read: ({ names = '', rest = '' }, context) => dropped(`${names}${rest}`, context),
};

/** "drop the table suppliers", "remove the suppliers table" */
const table: Form = {
  name: 'drop the table TABLE',
  examples: ['drop the table suppliers', 'delete the suppliers table', 'drop tables a and b'],
  pattern: new RegExp(
    `^${DROP} (?:the |our |my |this )?(?:tables? (?:called |named )?(?<after>.+?)|(?<before>.+?) tables?)(?: (?:completely|entirely))?${MORE}$`,
    'i',
  ),
  read({ after, before }, { question }) {
    const names = partsOf(after ?? before ?? '');
    const tables = names.map((name) => tableOf(name, question.schema));
    // "all tables" is somebody else's to ask back.
    if (/^(?:all|every|each)\b|^the$/i.test(names[0] ?? '')) return null;
    const unknown = names.find((_, at) => !tables[at]);
    if (unknown !== undefined)
      return after === undefined && !/^\w+$/.test(before ?? '') ? null : declines(`There is no table "${unknown}".`, [unknown]);
    return { steps: tables.flatMap((each): ChangeStep[] => (each ? [{ do: 'dropTable', table: each.name }] : [])), assumptions: [] };
  },
};

/** "remove phone from customers": columns, all of them by their whole names. */
const bareFrom: Form = {
  name: 'remove NAME from TABLE',
  examples: ['remove phone from customers', 'drop notes and phone from customers'],
  pattern: /^(?<verb>drop|remove|delete|erase) (?<rest>.+)$/i,
  read({ verb = '', rest = '' }, { question, quoted }) {
    const found = splitAtTable(rest, verb.toLowerCase() === 'drop' ? 'from|of' : 'from', question.schema);
    if (!found || quoted) return null;
    const names = partsOf(found.left.replace(/^the /i, ''));
    const columns = names.map((name) => wholeColumn(name, found.table));
    if (columns.includes(null)) return null;
    const steps = columns.flatMap((column): ChangeStep[] =>
      column === null ? [] : [{ do: 'dropColumn', table: found.table.name, column }],
    );
    const stored = names.filter((name) => question.values.find(name).some((hit) => hit.table === found.table.name));
    const [value] = stored;
    if (value === undefined) return { steps, assumptions: [] };
    const hit = question.values.find(value).find((each) => each.table === found.table.name);
    return {
      options: [
        {
          label: `The column ${names.join(', ')} of ${found.table.name}`,
          goal: `drop the column ${names.join(' and ')} of ${found.table.name}`,
        },
        {
          label: `The rows whose ${hit?.column} is ${hit?.stored}`,
          goal: `delete the rows of ${found.table.name} where ${hit?.column} is "${hit?.stored}"`,
        },
      ],
    };
  },
};

/** "drop suppliers", "drop notes": "drop" is said of tables and columns, while rows are deleted. */
const bare: Form = {
  name: 'drop NAME',
  examples: ['drop suppliers', 'drop notes'],
  pattern: /^drop (?:the |our |my )?(?<name>[\w ]+)$/i,
  read({ name = '' }, { question, quoted }) {
    const named = tableOf(name, question.schema);
    const columns = columnsAnywhere(name, question.schema);
    if (quoted || /^(?:all|every|everything|database|data)\b/i.test(name)) return null;
    const options: Read[] = [
      ...(named ? [{ steps: [{ do: 'dropTable' as const, table: named.name }], assumptions: [] }] : []),
      ...columns.map((each) => ({
        steps: [{ do: 'dropColumn' as const, ...each }],
        assumptions: [`"${name}" read as the column ${each.column} of ${each.table}`],
      })),
    ];
    if (options.length < 2) return options[0] ?? null;
    return {
      options: [
        ...(named ? [{ label: `The table ${named.name}`, goal: `drop the table ${named.name}` }] : []),
        ...columns.map(({ table: of, column }) => ({ label: `The column ${column} of ${of}`, goal: `drop the column ${column} of ${of}` })),
      ],
    };
  },
};

/** "customers no longer need a fax" */
const noLonger: Form = {
  name: 'TABLE no longer needs NAME',
  examples: ['customers no longer need a fax', "tasks don't need notes any more"],
  pattern: new RegExp(
    `^(?<table>${TABLE_WORDS}) (?:should(?: not|n't)|do(?:es)?(?: not|n't)|no longer)(?: (?:any ?more|have to))?(?: (?:have|needs?|keep|store))+ (?<names>.+?)(?: ${COL})?${MORE}$`,
    'i',
  ),
  read({ table: words = '', names = '' }, { question }) {
    const found = tableOf(words, question.schema);
    if (!found) return null;
    return dropOf(partsOf(names.replace(/^(?:an?|the|their|its) /i, '')), found);
  },
};

function dropped(text: string, { question }: Context): Read | null {
  const found = splitAtTable(text, OUT_OF, question.schema) ?? ofOwner(text, question.schema);
  if (found) return dropOf(partsOf(found.left), found.table);
  const names = partsOf(text);
  const steps: ChangeStep[] = [];
  for (const name of names) {
    const places = columnsAnywhere(name, question.schema);
    const [only, ...more] = places;
    if (!only) return declines(`No table has a column "${name}".`, [name]);
    if (more.length > 0 && names.length > 1) return declines(`Several tables have a column ${only.column}: say of which it goes.`, [name]);
    if (more.length > 0)
      return {
        options: places.map(({ table: of, column }) => ({
          label: `The column ${column} of ${of}`,
          goal: `drop the column ${column} of ${of}`,
        })),
      };
    steps.push({ do: 'dropColumn', ...only });
  }
  return { steps, assumptions: [] };
}

/** "customers' phone", "customer's phone" */
function ofOwner(text: string, schema: Context['question']['schema']): { readonly left: string; readonly table: Table } | null {
  const [, owner = '', left = ''] = /^(?:the )?(.+?)(?:'s|s') (.+)$/i.exec(text) ?? [];
  const owned = owner === '' ? null : tableOf(owner, schema);
  return owned ? { left, table: owned } : null;
}

function dropOf(names: readonly string[], of: Table): Read {
  const steps: ChangeStep[] = [];
  for (const name of names) {
    const columns = columnsOf(name, of);
    const [column, ...more] = columns;
    if (column === undefined)
      return declines(`${of.name} has no column "${name}"; it has ${of.columns.map((each) => each.name).join(', ')}.`, [name]);
    if (more.length > 0)
      return { options: columns.map((each) => ({ label: `The column ${each}`, goal: `drop the column ${each} of ${of.name}` })) };
    steps.push({ do: 'dropColumn', table: of.name, column });
  }
  return { steps, assumptions: [] };
}

function wholeColumn(name: string, of: Table): string | null {
  const [column, ...more] = columnsOf(name, of);
  return column !== undefined &&
    more.length === 0 &&
    column.replaceAll('_', ' ').toLowerCase().startsWith(name.toLowerCase().replace(/^the /, '').slice(0, 3))
    ? column
    : null;
}

export const DROP_FORMS: readonly Form[] = [columnNamed, namedColumn, table, bareFrom, bare, noLonger];
