import type { Lexicon } from '../linking/lexicon.ts';

/** A column that was chosen where a question leaves several open. */
export interface Choice {
  /** What is open: "the date", "the amount", or words that several columns hold. */
  readonly of: string;
  readonly table: string;
  readonly column: string;
}

/** What is open in a question, and what was said of it. */
export interface Choices {
  readonly made: readonly Choice[];
  /** Filled while a question is read. */
  readonly open: Map<string, readonly Choice[]>;
}

export const noChoices = (made: readonly Choice[] = []): Choices => ({ made, open: new Map() });

/** Of several that would do the one that was chosen; null, and remembered as open, where none was. */
export function chosen<T>(choices: Choices, of: string, several: readonly T[], placeOf: (one: T) => Omit<Choice, 'of'>): T | null {
  const isMeant = (one: T) =>
    choices.made.some((own) => own.of === of && own.table === placeOf(one).table && own.column === placeOf(one).column);
  const meant = several.find(isMeant);
  if (meant !== undefined) return meant;
  const key = `${of} ${several.map((one) => placeOf(one).table).join()}`;
  if (several.length > 1)
    choices.open.set(
      key,
      several.map((one) => ({ of, ...placeOf(one) })),
    );
  return null;
}

/** A choice as a clause that can be said with the question: ", taking the date as the due date of invoices". */
export const sayChoice = ({ of, table, column }: Choice): string =>
  `, taking ${of.startsWith('the ') ? of : `"${of}"`} as the ${plain(column)} of ${plain(table)}`;

const plain = (name: string): string => name.replaceAll('_', ' ');

const CLAUSE = /,\s*taking\s+(the date|the amount|"[^"]+")\s+as\s+the\s+([^",]+?)\s+of\s+([^",]+?)\s*[.?!]*$/i;

/** The question without such clauses, and what they chose; null where one of them names what is not there. */
export function withChoices(text: string, lexicon: Lexicon): { readonly text: string; readonly made: readonly Choice[] } | null {
  const clause = CLAUSE.exec(text);
  if (clause === null) return { text, made: [] };
  const [, of = '', column = '', table = ''] = clause;
  const own = lexicon.tables.find((one) => plain(one.table.name).toLowerCase() === table.toLowerCase());
  const known = own?.columns.find((one) => plain(one.column.name).toLowerCase() === column.toLowerCase());
  const rest = withChoices(text.slice(0, clause.index), lexicon);
  if (own === undefined || known === undefined || rest === null) return null;
  const choice = { of: of.replaceAll('"', '').toLowerCase(), table: own.table.name, column: known.column.name };
  return { text: rest.text, made: [choice, ...rest.made] };
}
