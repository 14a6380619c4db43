import type { Question } from '../../../planner.ts';
import { singularName, snakeCase } from '../../english/inflect.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';

/** "3107 was packed", said with what goes by numbers: "crate 3107 was packed". Null unless the rows of one table alone do. */
export function withNoun(question: Question): Question | null {
  const { text, schema, values } = question;
  const number = ALONE.exec(text)?.[1];
  if (number === undefined || values.find(number).length > 0) return null;
  const tables = schema.tables.filter(({ kind, name, columns }) => {
    const own = nameWords(name).at(-1) ?? '';
    return (
      kind === 'table' &&
      columns.some((column) => {
        const names = nameWords(snakeCase(column.name));
        return column.type === 'integer' && NUMBERS.has(names.at(-1) ?? '') && names.slice(0, -1).every((word) => word === own);
      })
    );
  });
  const [one, ...more] = tables;
  return one === undefined || more.length > 0 ? null : { ...question, text: `${singularName(nameWords(one.name).join(' '))} ${text}` };
}

const ALONE = /^#?(\d+) (?:was|is|has|got) [a-z]/i;
const NUMBERS = words('number no nr num');
