import type { ChangeStep } from '../../../schema-change.ts';
import { columnsAnywhere, columnsOf, splitAtTable, tableAtStart, tableOf } from './find.ts';
import { type Context, declines, type Form, type Read } from './form.ts';
import { newName } from './new-name.ts';
import { COL } from './text.ts';

const TO = '(?:to|as|into|->|=>)';

/** "rename the column stage of deals to status", "rename stage to status", "rename the clients table to customers" */
const rename: Form = {
  name: 'rename OLD to NEW',
  examples: ['rename stage to status', 'rename the column stage of deals to status', 'rename the table clients to customers'],
  pattern: new RegExp(`^(?:rename|relabel|change the name of) (?<old>.+?) ${TO} (?<to>.+)$`, 'i'),
  read: ({ old = '', to = '' }, context) => renamed(old, to, context),
};

/** "change the column name from stage to status in deals" */
const changeName: Form = {
  name: 'change the column name OLD to NEW',
  examples: ['change the column name stage to status', 'change the name of the table clients to customers'],
  pattern: new RegExp(`^change the (?<what>${COL}|table)(?:'s)? name (?:of |from )?(?<old>.+?) ${TO} (?<to>.+)$`, 'i'),
  read: ({ what = '', old = '', to = '' }, context) => renamed(`${what} ${old}`, to, context),
};

/** "call clients customers", "call the stage column status" */
const call: Form = {
  name: 'call OLD NEW',
  examples: ['call clients customers', 'call the stage column status'],
  pattern: /^call (?<rest>.+)$/i,
  read({ rest = '' }, context) {
    const words = rest.split(' ');
    const reads = words
      .slice(1)
      .flatMap((next, at) =>
        OLDS.test(next) ? [] : (renamed(words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' '), context) ?? []),
      );
    const done = reads.filter((read) => 'steps' in read);
    const asked = reads.filter((read) => 'options' in read);
    const found = done.length > 0 ? done : asked;
    return found.length === 1 ? (found[0] ?? null) : null;
  },
};

/** "stage should be called status" */
const shouldBeCalled: Form = {
  name: 'OLD should be called NEW',
  examples: ['stage should be called status', 'the table clients should be named customers'],
  pattern: /^(?<old>.+?) (?:should|must|has to|needs to) (?:now )?be (?:called|named|renamed(?: to)?) (?<to>.+)$/i,
  read: ({ old = '', to = '' }, context) => renamed(old, to, context),
};

function renamed(old: string, to: string, context: Context): Read | null {
  const { schema } = context.question;
  // "rename stage to status in deals": which of the words are the new name is told by the table after them.
  const late = splitAtTable(to, 'in|on|of|for', schema);
  const name = newName(late ? late.left : to);
  const bare = old.replace(/^(?:the|our|my) /i, '');
  const [, asTable] = /^tables? (?:called |named )?(.+)$/i.exec(bare) ?? /^(.+) table$/i.exec(bare) ?? [];
  if (asTable !== undefined && !new RegExp(`\\b${COL}\\b`, 'i').test(bare)) {
    const table = tableOf(asTable, schema);
    if (!table) return declines(`There is no table "${asTable}".`, [asTable]);
    return name === null ? declines(`"${to}" is no name for a table.`, [to]) : toTable(table.name, name);
  }
  const isColumn = new RegExp(`^${COL} | ${COL}(?: |$)`, 'i').test(bare);
  const words = bare.replace(new RegExp(`^${COL} (?:called |named )?`, 'i'), '').replace(new RegExp(` ${COL}(?= |$)`, 'i'), '');
  const places = placesOf(words, late?.table.name ?? null, context);
  const table = isColumn || late ? null : tableOf(words, schema);
  if (places.length + (table ? 1 : 0) === 0) return isColumn ? declines(`No table has a column "${words}".`, [words]) : null;
  if (name === null) return isColumn || places.length > 0 ? declines(`"${to}" is no name for a column.`, [to]) : null;
  const values = isColumn ? [] : context.question.values.find(words);
  const options = [
    ...(table ? [{ label: `The table ${table.name}`, goal: `rename the table ${table.name} to ${name}` }] : []),
    ...places.map((each) => ({
      label: `The column ${each.column} of ${each.table}`,
      goal: `rename the column ${each.column} of ${each.table} to ${name}`,
    })),
    ...values.slice(0, 3).map((hit) => ({
      label: `The ${hit.column} "${hit.stored}" of ${hit.table}`,
      goal: `set ${hit.column} of ${hit.table} to "${to}" where ${hit.column} is "${hit.stored}"`,
    })),
  ];
  if (options.length > 1) return { options };
  const [place] = places;
  return place ? { steps: [{ do: 'renameColumn', ...place, to: name }], assumptions: [] } : toTable(table?.name ?? '', name);
}

const toTable = (table: string, to: string): Read => ({ steps: [{ do: 'renameTable', table, to } satisfies ChangeStep], assumptions: [] });

/** "stage of deals", "deals.stage", "the deal's stage", "customer phone", or a name that any table may have. */
function placesOf(words: string, within: string | null, { question: { schema } }: Context): { table: string; column: string }[] {
  if (within !== null) return columnsAnywhere(words, schema).filter(({ table }) => table === within);
  const [, dotted = '', last = ''] = /^(\w+)\.(\w+)$/.exec(words) ?? /^(.+?)(?:'s|s') (.+)$/.exec(words) ?? [];
  const owner = dotted === '' ? null : tableOf(dotted, schema);
  const found = owner ? { table: owner, left: last } : splitAtTable(words, 'of|in|on|from|for', schema);
  if (found) return columnsOf(found.left, found.table).map((column) => ({ table: found.table.name, column }));
  const everywhere = columnsAnywhere(words, schema);
  if (everywhere.length > 0) return everywhere;
  const first = tableAtStart(words, schema);
  return first ? columnsOf(first.right, first.table).map((column) => ({ table: first.table.name, column })) : [];
}

/** These say what was named before them, and begin no new name. */
const OLDS = new RegExp(`^(?:${COL}|table)$`, 'i');

export const RENAME_FORMS: readonly Form[] = [changeName, rename, shouldBeCalled, call];
