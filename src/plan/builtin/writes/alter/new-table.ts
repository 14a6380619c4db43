import type { NewTable } from '../../../../contract/create-schema.ts';
import type { Schema } from '../../../schema.ts';
import type { ChangeStep } from '../../../schema-change.ts';
import { designSchema } from '../../brief/brief.ts';
import { singularName } from '../../english/inflect.ts';
import { declines, type Form, type Read } from './form.ts';
import { referredTable } from './new-columns.ts';
import { TYPES } from './types.ts';

const ADD = '(?:add|create|make|set up|introduce)';
const WITH =
  '(?:,? (?:with|that has|which has|having|containing|including|to store|storing|that stores)(?: (?:the )?(?:columns?|fields?))?:? |: ?| ?\\((?=.*\\)$))';
const HERE = '(?: (?:to|in) (?:the|this|my|our) (?:database|db|schema))?';

/** "add a table suppliers with name and city", "create a suppliers table (name, city)" */
const newTable: Form = {
  name: 'add a table NAME with NAMES',
  examples: [
    'add a table suppliers with name and city',
    'create a suppliers table with name, city and phone',
    'add a table for invoices',
    'new table suppliers with name and city',
  ],
  pattern: new RegExp(
    `^(?:${ADD} |(?:(?:i|we) (?:also |now )?(?:need|want) )|(?=(?:an? )?new table ))(?:(?:an?|another|the|one more|new) )*(?:tables? (?:called |named |for (?:the |our |my |all )?)?(?<after>[\\w -]+?)|(?<before>[\\w-]+(?: [\\w-]+){0,2}) table)${HERE}(?:${WITH}(?<list>.+?)\\)?)?${HERE}$`,
    'i',
  ),
  read({ after, before, list }, { question }) {
    const name = (after ?? before ?? '').replace(/^(?:of|with) /i, '');
    // "a table of sales by month" is one to look at.
    if (/^with\b/i.test(after ?? '') || (/^of\b/i.test(after ?? '') && list === undefined) || name === '') return null;
    const brief = designSchema(list === undefined ? name : `${name} (${list.replace(/^(?:the )?(?:columns?|fields?):? /i, '')})`);
    if (brief.kind === 'declined') return declines(brief.reason);
    const steps: ChangeStep[] = [];
    const assumptions = [...brief.assumptions];
    for (const table of inOrder(brief.schema.tables)) {
      // What the brief supposed of others is there already.
      if (table.name !== brief.schema.tables[0]?.name && question.schema.tables.some((each) => each.name === table.name)) continue;
      const definition = pointed(table, question.schema, assumptions);
      steps.push({ do: 'addTable', table: table.name, definition });
      if (list !== undefined)
        for (const { name: column, type } of definition.columns)
          if (!definition.references?.some((each) => each.column === column)) assumptions.push(`${table.name}.${column} is ${TYPES[type]}`);
    }
    const [first] = steps;
    if (first && question.schema.tables.some((each) => each.name === first.table))
      return declines(`There is a table ${first.table} already.`);
    return { steps, assumptions } satisfies Read;
  },
};

/** Columns that are called like a table that is there hold its keys. */
function pointed(table: NewTable, schema: Schema, assumptions: string[]): NewTable {
  const references = [...(table.references ?? [])];
  const columns = table.columns.map((column) => {
    if (references.some((each) => each.column === column.name) || column.check || (column.type !== 'text' && column.type !== 'integer'))
      return column;
    const to = referredTable(column.name, schema);
    if (!to || to.name === table.name) return column;
    const name = /_id$/.test(column.name) ? column.name : `${singularName(column.name)}_id`;
    references.push({ column: name, table: to.name });
    assumptions.push(`${table.name}.${name} refers to ${to.name}`);
    return { ...column, name, type: 'integer' as const };
  });
  return { ...table, columns, ...(references.length > 0 ? { references } : {}) };
}

/** A table after those that it refers to, as far as that goes. */
function inOrder(tables: readonly NewTable[]): NewTable[] {
  const done: NewTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const ready = left.filter(({ references = [] }) =>
      references.every(({ table }) => !left.some((each) => each.name === table && each.name !== table)),
    );
    const next = ready.filter(({ name, references = [] }) =>
      references.every(({ table }) => table === name || !left.some((each) => each.name === table)),
    );
    const now = next.length > 0 ? next : left;
    done.push(...now);
    left = left.filter((each) => !now.includes(each));
  }
  return done;
}

export const TABLE_FORMS: readonly Form[] = [newTable];
