import { singularName } from '../../english/inflect.ts';
import { columnsOf, tableOf } from './find.ts';
import { declines, does, type Form } from './form.ts';

/** "link orders to customers" */
const link: Form = {
  name: 'link TABLE to TABLE',
  examples: ['link orders to customers', 'connect every task to a customer'],
  pattern: /^(?:link|connect|relate|tie|attach) (?<from>.+?) (?:to|with) (?<to>.+)$/i,
  read({ from: fromWords = '', to: toWords = '' }, { question: { schema }, quoted }) {
    const from = tableOf(fromWords, schema);
    const to = tableOf(toWords.replace(/^(?:an?|one|their|its) /i, ''), schema);
    if (!from || !to || quoted) return null;
    if (from.foreignKeys.some(({ table }) => table === to.name)) return declines(`${from.name} refers to ${to.name} already.`);
    const column = `${singularName(to.name)}_id`;
    if (columnsOf(column.replaceAll('_', ' '), from).includes(column))
      return does({ do: 'addReference', table: from.name, column, to: to.name });
    return does({ do: 'addColumn', table: from.name, column: { name: column, type: 'integer', nullable: true }, references: to.name }, [
      `${from.name}.${column} refers to ${to.name}`,
    ]);
  },
};

/** "make customer_id of orders refer to customers" */
const refer: Form = {
  name: 'make NAME of TABLE refer to TABLE',
  examples: ['make customer_id of orders refer to customers'],
  pattern: /^(?:make|let) (?<column>.+?) (?:of|in|on) (?<from>.+?) (?:refer|point) to (?<to>.+)$/i,
  read({ column: words = '', from: fromWords = '', to: toWords = '' }, { question: { schema } }) {
    const from = tableOf(fromWords, schema);
    const to = tableOf(toWords, schema);
    if (!from || !to) return null;
    const [column, ...more] = columnsOf(words, from);
    if (column === undefined || more.length > 0) return declines(`${from.name} has no column "${words}".`, [words]);
    return does({ do: 'addReference', table: from.name, column, to: to.name });
  },
};

export const LINK_FORMS: readonly Form[] = [refer, link];
