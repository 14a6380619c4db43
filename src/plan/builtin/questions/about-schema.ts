import type { Expr, Query } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import type { Schema, Table } from '../../schema.ts';
import { stem } from '../english/stem.ts';
import { tokenize } from '../english/tokens.ts';
import { text } from '../linking/expressions.ts';
import { type Lexicon, lexiconOf } from '../linking/lexicon.ts';
import { number } from '../phrases/query.ts';

/**
 * A question about the tables themselves: "what tables are there", "what columns does orders have". Its plan reads no table: its
 * rows are names of the schema, written into it. Null for every other question, and where tables of a restaurant may be meant.
 */
export function readAboutSchema({ text: asked, schema }: Pick<Question, 'text' | 'schema'>): Query | null {
  if (schema.tables.length === 0) return null;
  const lexicon = lexiconOf(schema);
  const said = tokenize(asked).flatMap(({ kind, lower }) => (kind === 'stop' || kind === 'comma' ? [] : [lower]));
  const line = said.join(' ');
  if (!isOfRows('table', lexicon)) {
    if (TABLES.test(line)) return tablesOf(schema);
    if (HOW_MANY_TABLES.test(line)) return numberOf(schema.tables.length, 'tables');
  }
  const many = HOW_MANY_COLUMNS.exec(line);
  const list = COLUMNS.map((form) => form.exec(line)).find((found) => found !== null) ?? null;
  const name = many?.[1] ?? list?.[1];
  const table = name === undefined ? null : tableOf(name, lexicon);
  if (table === null || isOfRows('column', lexicon) || isOfRows('field', lexicon)) return null;
  return many === null ? columnsOf(table) : numberOf(table.columns.length, 'columns');
}

const HAVE = '(?:are there|there are|exist|do (?:we|you|i) have|have (?:we|you) got|are (?:in )?(?:here|available)|are stored)';
const HERE = '(?: (?:in|of) (?:here|(?:the|this|my|our) (?:database|db|data|schema)))?';
const TABLES = new RegExp(
  `^(?:${[
    `(?:what|which) tables(?: ${HAVE})?${HERE}`,
    `(?:list|show|show me|give me|name|see)? ?(?:all )?(?:the |my |our )?tables${HERE}`,
    `(?:what is|what's|whats) (?:in|inside) (?:here|(?:the|this|my|our) (?:database|db|schema))`,
    `(?:what|which) (?:data|information|info) (?:do (?:we|you|i) have|is there|is (?:in )?here|is stored)${HERE}`,
    'what do you know',
    'what can (?:i|you|we) (?:ask|answer)(?: you)?(?: about)?',
    `(?:describe|show|show me|explain) (?:the|this|my|our) (?:database|db|schema)`,
  ].join('|')})$`,
);
const HOW_MANY_TABLES = new RegExp(`^(?:how many tables|(?:the )?number of tables)(?: ${HAVE})?${HERE}$`);

const OF = '(?:the )?([a-z0-9_ ]+?)(?: table)?';
const HOW_MANY_COLUMNS = new RegExp(`^how many (?:columns|fields) does ${OF} have$`);
const COLUMNS = [
  `(?:what|which) (?:columns|fields) (?:does|do) ${OF} have`,
  `(?:what|which) (?:columns|fields) are (?:there )?(?:in|of|on) ${OF}`,
  `(?:list|show|show me|give me)? ?(?:all )?(?:the )?(?:columns|fields|structure|schema) (?:of|in|for) ${OF}`,
  `what (?:do (?:you|we) (?:know|have|store|keep|record|hold|save|track)|is (?:known|stored|recorded|kept|held)) (?:about|on|for) (?:an? |each |every |our )?${OF}`,
  `what (?:data|information|info|details) (?:do (?:you|we) (?:have|store|keep|record)|is (?:there|stored|recorded)) (?:about|on|for) ${OF}`,
  `(?:describe|explain) (?:the )?([a-z0-9_ ]+?) table`,
].map((form) => new RegExp(`^${form}$`));

/** Whether rows of some table are called so. */
const isOfRows = (word: string, { tables }: Lexicon): boolean => tables.some(({ words }) => words.at(-1) === word);

function tableOf(name: string, { tables }: Lexicon): Table | null {
  const words = name.replaceAll('_', ' ').split(' ').map(stem).join(' ');
  const [only, ...more] = tables.filter((entry) => entry.words.join(' ') === words);
  return only === undefined || more.length > 0 ? null : only.table;
}

const tablesOf = ({ tables }: Schema): Query =>
  listed(
    ['table', 'columns'],
    tables.map(({ name, columns }) => [text(name), text(columns.map((column) => column.name).join(', '))]),
  );

const columnsOf = (table: Table): Query =>
  listed(
    ['column', 'type'],
    table.columns.map(({ name, nativeType }) => {
      const refers = table.foreignKeys.filter(({ columns }) => columns.includes(name)).map((key) => `refers to ${key.table}`);
      return [text(name), text([nativeType, ...(table.primaryKey.includes(name) ? ['primary key'] : []), ...refers].join(', '))];
    }),
  );

const numberOf = (count: number, of: string): Query => ({ kind: 'select', columns: [{ expr: number(count), as: of }] });

function listed(columns: string[], rows: Expr[][]): Query {
  const as = 'listed';
  return {
    kind: 'select',
    columns: columns.map((column) => ({ expr: { kind: 'column', table: as, column }, as: column })),
    from: { kind: 'values', rows, columns, as },
  };
}
