import type { Outcome, Question } from '../../../planner.ts';
import { type Column, needsValue, type Table } from '../../../schema.ts';
import { verbsOf } from '../../english/irregular.ts';
import { relatedCost, relatedTo } from '../../english/related-words.ts';
import { DATED } from '../change/become.ts';
import { parentRow } from '../change/parent-row.ts';
import { textOf } from '../change/spans.ts';
import { verbAt } from '../change/verb.ts';
import { Declined, WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { planOf } from './insert.ts';
import { readRow, type Step } from './read-row.ts';
import { Row } from './row.ts';
import { kindBefore } from './typed.ts';

/**
 * Something that happened to a row, as a row of the table that keeps such: "ivy gave 14.2 litres this evening", "mrs khan paid 10 cash
 * today", "log 3 hours for Ada on the barn today". Only where one table alone takes every word, and has each value that it needs.
 */
export function readEvent(question: Question): Outcome | null {
  const plans = question.schema.tables.filter(({ kind }) => kind === 'table').flatMap((table) => eventOf(question, table));
  return plans.length === 1 ? (plans[0] ?? null) : null;
}

function eventOf(question: Question, table: Table): Outcome[] {
  for (let at = 0; at < new WriteReader(question).tokens.length; at++) {
    try {
      const row = told(new WriteReader(question), table, at);
      if (row === null) continue;
      row.reader.assume(`this told of a row, which is added to ${table.name}`);
      const plan = planOf(table, [row]);
      return [{ kind: 'plan', plan, confidence: row.reader.confidence(), assumptions: row.reader.assumptions }];
    } catch (problem) {
      if (!(problem instanceof Declined)) throw problem;
    }
  }
  return [];
}

function told(reader: WriteReader, table: Table, at: number): Row | null {
  const noted = at === 0;
  const verb = verbAt(reader, at);
  if (noted ? !NOTED.has(reader.lower(0)) : verb === null || verb.denied || verb.kind === 'be') return null;
  const row = new Row(reader, table);
  const subject = noted ? null : subjectOf(row, at);
  if (subject === null && !noted) return null;
  let named = verb !== null && isOf(verb.word, table);
  const noun: Step = (_, from) => {
    const mention = reader.tableAt(from);
    if (mention?.what !== table) return null;
    named = true;
    return mention.next;
  };
  const kind: Step = (own, from) => kindBefore(own, from, reader.tokens.length);
  // "put Ada down for …", "book her in with …"
  const down: Step = (_, from) =>
    noted && /^(?:down|in)$/.test(reader.lower(from)) && /^(?:for|with|on|at)$/.test(reader.lower(from + 1)) ? from + 1 : null;
  readRow(row, verb?.from ?? 1, reader.tokens.length, noun, bareNumber, kind, down);
  const given = table.columns.filter(({ name }) => row.values.has(name) && name !== subject?.name);
  // A unit, a kind or the name of a column says what it was as well.
  const said = given.some(
    ({ name, type }) => type === 'text' || type === 'time' || reader.tokens.some((token) => nameWords(name).includes(token.words[0] ?? '')),
  );
  const keys = given.filter(({ name }) => table.foreignKeys.some(({ columns }) => columns.includes(name)));
  const dated = keys.length > 1 || given.some(({ type }) => DATED.has(type));
  // "put Ada down for the Main Hall on 3 may": whom and for what.
  const between = noted && keys.length > 1;
  if (row.listed.some(({ name }) => !row.values.has(name))) return null;
  return reader.leftover.length === 0 && dated && given.length > (noted ? 2 : 1) && (named || said || between) ? row : null;
}

/** Who or what it is told of: a row that the table points at, or somebody whom it keeps by name in many rows. */
function subjectOf(row: Row, end: number): Column | null {
  const { reader, table } = row;
  const [one, ...more] = table.foreignKeys.flatMap((key) => {
    const column = table.columns.find(({ name }) => key.columns.length === 1 && name === key.columns[0]);
    const found = column === undefined ? null : parentRow(reader, key, 0, end);
    return column === undefined || found === null || found.next !== end || (found.what.kind === 'query' && !found.what.row)
      ? []
      : [{ column, what: found.what }];
  });
  if (one !== undefined) {
    row.values.set(one.column.name, one.what.kind === 'key' ? one.what.value : { kind: 'scalarQuery', query: one.what.query });
    return more.length > 0 ? null : one.column;
  }
  const text = textOf(reader, 0, end) ?? '';
  const [column, ...others] = reader.columnsHolding(table, text).filter(({ type }) => type === 'text');
  const held = column === undefined ? 0 : (reader.question.values.of(table.name, column.name)?.length ?? 0);
  if (column === undefined || others.length > 0 || held >= (table.rowEstimate ?? 0)) return null;
  row.put(column, { text, quoted: false });
  return column;
}

/** "paid" of payments, "gave" of donations: a word related to the verb. */
function isOf(verb: string, table: Table): boolean {
  const related = verbsOf(verb).map(relatedTo);
  return nameWords(table.name).some((word) => related.some((one) => relatedCost(one, word) !== null));
}

/** "10", "35" alone: the one number that a row needs, or may have. */
function bareNumber(row: Row, at: number): number | null {
  const text = /^\d+(?:\.\d+)?$/.exec(row.reader.tokens[at]?.text ?? '')?.[0];
  const keys = new Set([...row.table.primaryKey, ...row.table.foreignKeys.flatMap(({ columns }) => columns)]);
  const free = row.table.columns.filter(({ name, type }) => NUMBERS.has(type) && !keys.has(name) && !row.values.has(name));
  const needed = free.filter(needsValue);
  const [column, ...more] = needed.length > 0 ? needed : free;
  if (text === undefined || column === undefined || more.length > 0) return null;
  const after = row.reader.lower(at + 1);
  if (/^\p{L}/u.test(after) && !AFTER.has(after) && row.reader.columnsHolding(row.table, after).length === 0) return null;
  row.put(column, { text, quoted: false }, at);
  row.reader.assume(`"${text}" read as ${column.name}`);
  return at + 1;
}

/** What one says of writing down what happened: "log 3 hours for Ada on the barn today". */
const NOTED = words('log record enter note book put pencil schedule charge bill');
const NUMBERS = words('integer decimal float');
const AFTER = words('today yesterday in by on this for with');
