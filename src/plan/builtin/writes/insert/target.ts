import type { Column, Table } from '../../../schema.ts';
import { verbsOf } from '../../english/irregular.ts';
import { anotherWord } from '../change/own-links.ts';
import { labelColumn, type Mention } from '../write-names.ts';
import { Declined, type WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { ARTICLES, words } from '../write-words.ts';

/** The table that rows go into, and where it was named. */
export interface Target extends Mention<Table> {
  /** First token of the mention; equal to `next` when the table was not named. */
  readonly at: number;
  /** "log a call", "add an expense": the kind of row, which a column of the table stores. */
  readonly kind?: { readonly column: Column; readonly stored: string };
  /** "on the waiting list": the column that is empty of such rows, as its comment says. */
  readonly empty?: Column;
}

/** The table after the verb ("add a bean …") or after "into"; else the only one named; else the only one there is. */
export function insertTable(reader: WriteReader, verbAt: number): Target {
  const { tokens, question } = reader;
  const start = reader.skip(verbAt + 1, OPENERS);
  const found: (Target & { score: number })[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const mention = reader.tableAt(i) ?? (i === start ? (anotherWord(reader, i) ?? bySince(reader, i)) : null);
    if (!mention) continue;
    const said = lookBack(reader, i);
    const before = said === 'on' && isList(mention.what) ? 'onto' : said;
    const cue = INTO.has(before) || i === start;
    if (mention.whole || cue)
      found.push({ ...mention, at: i, score: (INTO.has(before) ? 2 : 0) + (i === start ? 1 : 0) + (mention.whole ? 1 : 0) });
    i = mention.next - 1;
  }
  const best = found.sort((a, b) => b.score - a.score)[0];
  const rivals = found.filter((each) => each.score === best?.score && each.what !== best?.what);
  // "add an expense at Chipotle, category food": a kind that stands first says more than a column that is called as a table.
  const kind = best && (best.at === start || INTO.has(lookBack(reader, best.at))) ? null : (kindAt(reader, start) ?? kindAfterAs(reader));
  if (kind !== null) return kind;
  if (best && rivals.length === 0) return best;
  const listed = best ? null : onList(reader, start);
  if (listed !== null) return listed;
  const only = question.schema.tables.filter((table) => table.kind === 'table');
  if (!best && only.length === 1 && only[0] && reader.is(start - 1, ROW_WORDS))
    return { what: only[0], at: start, next: start, whole: false };
  throw new Declined(`Say which table to add to: ${reader.tableNames()}.`);
}

/** "on the waiting list" is where one is put. */
export const isList = ({ name }: Table): boolean => /(?:^|_)(?:list|register|rota)s?$/i.test(name);

/** "new client" of the table that keeps a `client_since`. */
function bySince({ tokens, question }: WriteReader, at: number): Mention<Table> | null {
  const [word, ...more] = tokens[at]?.words ?? [];
  const [table, ...others] = question.schema.tables.filter(
    ({ kind, columns }) => kind === 'table' && columns.some(({ name }) => nameWords(name).join(' ') === `${word} since`),
  );
  return word === undefined || more.length > 0 || table === undefined || others.length > 0
    ? null
    : { what: table, next: at + 1, whole: false };
}

/** "put Leo Tran on the waiting list": of the table whose rows are so where a column is empty, as its comment says. */
function onList(reader: WriteReader, from: number): Target | null {
  const { tokens, question } = reader;
  const at = tokens.findIndex(
    (_, i) => i >= from && ON_LIST.test(`${reader.lower(i)} ${reader.lower(i + 1)} `) && reader.lower(i + 3) === 'list',
  );
  const said = tokens.slice(at, at + 4).map(({ lower }) => lower);
  const found = question.schema.tables.flatMap((what) =>
    what.columns
      .filter(({ nullable, comment }) => nullable && EMPTY.test(comment ?? '') && comment?.toLowerCase().includes(said.join(' ')))
      .map((empty) => ({ what, empty })),
  );
  const [one, ...more] = found;
  const kind = reader.lower(at + 2);
  if (one !== undefined && more.length === 0) return { ...one, ...stateIn(reader, one.what, kind), at, next: at + 4, whole: false };
  if (one !== undefined || at < 0) return null;
  // "on the waiting list" of a waitlist
  const lists = question.schema.tables.filter(({ name }) => verbsOf(kind).some((base) => nameWords(name).join('') === `${base}list`));
  const [list, ...others] = lists;
  return list === undefined || others.length > 0 ? null : { what: list, at: at + 2, next: at + 4, whole: true };
}

/** "waiting" of a status: what is so on the list. */
function stateIn(reader: WriteReader, table: Table, word: string): Pick<Target, 'kind'> {
  const [column, ...more] = reader.columnsHolding(table, word).filter(({ name }) => /(?:^|_)(?:status|state|stage)$/.test(name));
  return column === undefined || more.length > 0 ? {} : { kind: { column, stored: reader.stored(table, column, word) } };
}

/** A kind that one table alone stores, as that of its rows. */
function kindAt(reader: WriteReader, at: number, of: (table: Table) => boolean = () => true): Target | null {
  const text = reader.tokens[at]?.text ?? '';
  const tables = reader.question.schema.tables.filter((table) => table.kind === 'table' && of(table));
  const hits = reader.question.values
    .find(text)
    .filter((hit) => tables.some(({ name }) => name === hit.table) && (KIND.test(hit.column) || isKind(reader, hit.table, hit.column)));
  const [hit, ...more] = hits;
  const table = tables.find(({ name }) => name === hit?.table);
  const column = table?.columns.find(({ name }) => name === hit?.column);
  if (hit === undefined || more.length > 0 || table === undefined || column === undefined) return null;
  // "junior member": the table's own name right after it.
  const own = reader.tableAt(at + 1);
  return { what: table, at, next: own?.what === table ? own.next : at + 1, whole: false, kind: { column, stored: hit.stored } };
}

/** Whether a column has few values that many rows share. */
function isKind({ question }: WriteReader, of: string, column: string): boolean {
  const table = question.schema.tables.find(({ name }) => name === of);
  const held = question.values.of(of, column)?.length ?? 0;
  return held > 1 && held <= KINDS_MAX && held * 2 <= (table?.rowEstimate ?? 0);
}

/** "add Daria Kempa as a cleaner" */
function kindAfterAs(reader: WriteReader): Target | null {
  const as = reader.tokens.findIndex((_, at) => reader.lower(at) === 'as' && /^an?$/.test(reader.lower(at + 1)));
  const kind = as < 0 ? null : kindAt(reader, reader.skip(as + 1, ARTICLES), hasNames);
  return kind === null ? null : { what: kind.what, at: as, next: as, whole: false };
}

/** Whether its rows go by names. */
const hasNames = (table: Table): boolean =>
  labelColumn(table) !== null || table.columns.some(({ name }) => /^(?:first|fore|given)_?name$/.test(name));

const ON_LIST = /^(?:on|onto|in) the /;
const EMPTY = /^(?:empty|null|blank|not set|missing) (?:while|when|until|as long as|if)\b/i;
const KINDS_MAX = 12;
const KIND = /(?:^|_)(?:type|kind|category|role|position|job_title|job|trade|class)$/;

/** The word before a mention, articles and "table" passed over. */
export function lookBack(reader: WriteReader, at: number): string {
  let i = at - 1;
  while (i > 0 && (ARTICLES.has(reader.lower(i)) || /^(?:table|named|called)$/.test(reader.lower(i)))) i--;
  return reader.lower(i);
}

export const INTO = words('into to in under onto');
export const OPENERS = words(
  'a an the new another one following data record records row rows entry entries table this my our information details some to in into for of',
);
const ROW_WORDS = words('row record entry item rows records entries');
