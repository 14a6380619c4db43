import type { Expr } from '../../../plan.ts';
import type { Table } from '../../../schema.ts';
import { isEnglish } from '../../english/related-words.ts';
import { rowsOf } from '../change/moment.ts';
import { equal, type Link, textOf } from '../change/spans.ts';
import { labelColumn } from '../write-names.ts';
import type { Found } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import type { Told } from './told.ts';

/** A table of which each row has one, and how a condition on it becomes one on the rows themselves. */
export interface Above {
  readonly table: Table;
  /** The column that points at it, of the table itself. */
  readonly key: string | null;
  readonly lift: (where: Expr) => Expr;
}

/** The tables that rows of a table point at, one key away or two, each by one way alone; the table itself first. */
function abovesOf({ reader, table }: Told): Above[] {
  const { tables } = reader.question.schema;
  const step = (from: Above): Above[] =>
    from.table.foreignKeys.flatMap(({ columns: [column, ...more], table: to, references: [target] }) => {
      const parent = tables.find(({ name }) => name === to);
      if (parent === undefined || column === undefined || target === undefined || more.length > 0 || parent === from.table) return [];
      return [
        {
          table: parent,
          key: from.table === table ? column : from.key,
          lift: (where: Expr) => from.lift(rowsOf(from.table, column, parent, target, where)),
        },
      ];
    });
  const self: Above = { table, key: null, lift: (where) => where };
  const near = step(self);
  const far = near.flatMap(step).filter((one) => one.table !== table && !near.some((other) => other.table === one.table));
  const all = [self, ...near, ...far];
  return all.filter((one) => all.filter((other) => other.table === one.table).length === 1);
}

/** "hansa" of Hansa Spedition, "deng" of Deng Akol, "ashby rovers u10s": a part of a name that one row alone has, or all of it but its marks. */
export function byLooseName(told: Told, at: number, end: number): Found<Link & { above: Above; where: Expr }> | null {
  const { reader } = told;
  const found = abovesOf(told).flatMap((above) => {
    const label = labelColumn(above.table);
    const held = label === null ? null : reader.question.values.of(above.table.name, label.name);
    if (label === null || held === null || held === undefined) return [];
    for (let next = Math.min(end, at + NAME_MAX); next > at; next--) {
      const text = textOf(reader, at, next);
      const said = text === null ? '' : plain(text);
      if (said.length < NAME_MIN) continue;
      const names = [...new Set(held)];
      const whole = names.filter((one) => plain(one) === said || `${plain(one)}s` === said);
      // A word of a language is in many names by chance.
      const isName = next - at > 1 || !isEnglish(said) || /^\p{Lu}/u.test(text ?? '');
      const parts = whole.length === 0 && isName ? names.filter((one) => ` ${plain(one)} `.includes(` ${said} `)) : whole;
      const [stored, ...more] = parts;
      if (stored === undefined) continue;
      if (more.length > 0) return [];
      const where = equal(above.table, label, { kind: 'literal', value: stored, type: 'text' });
      return [{ above, where, next, stored, whole: whole.length > 0 }];
    }
    return [];
  });
  const longest = found.filter(({ next }) => next === Math.max(...found.map((one) => one.next)));
  const [one, ...more] = longest;
  if (one === undefined || more.length > 0) return null;
  const own = one.above.table === told.table;
  return {
    what: {
      condition: one.above.lift(one.where),
      ...(own ? { row: true } : { owned: true }),
      above: one.above,
      where: one.where,
      note: `"${textOf(reader, at, one.next) ?? ''}" read as ${one.stored}`,
    },
    next: one.next,
  };
}

/** "heater" of a text "Heater not working", which one row of the table alone has. */
export function byWordOfText({ reader, table }: Told, at: number): Found<Link> | null {
  const word = reader.tokens[at];
  if (word?.kind !== 'word' || word.lower.length < NAME_MIN + 1) return null;
  const holding = table.columns.flatMap((column) => {
    if (column.type !== 'text' || table.foreignKeys.some(({ columns }) => columns.includes(column.name))) return [];
    const texts = [...new Set(reader.question.values.of(table.name, column.name) ?? [])];
    const some = texts.filter((text) => text.split(' ').length > 1 && ` ${plain(text)} `.includes(` ${plain(word.lower)} `));
    return some.length === 0 ? [] : [{ column, some }];
  });
  const [one, ...more] = holding;
  if (one === undefined || more.length > 0 || one.some.length > TEXTS_MAX) return null;
  const left: Expr = { kind: 'column', table: table.name, column: one.column.name };
  const list: Expr[] = one.some.map((value) => ({ kind: 'literal', value, type: 'text' }));
  return { what: { condition: { kind: 'in', arg: left, list }, note: `"${word.text}" read as ${one.some.join(' or ')}` }, next: at + 1 };
}

/** "her 2026 fee": the rows of a year, where a column keeps it. */
export function byYear({ reader, table }: Told, at: number): Found<Link> | null {
  const [column, ...more] = table.columns.filter(({ name, type }) => type === 'integer' && nameWords(name).join(' ') === 'year');
  if (column === undefined || more.length > 0 || !/^(?:19|20)\d\d$/.test(reader.tokens[at]?.text ?? '')) return null;
  const condition = equal(table, column, { kind: 'literal', value: Number(reader.tokens[at]?.text), type: 'integer' });
  return { what: { condition }, next: at + 1 };
}

/** A name without its marks and capitals. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const NAME_MAX = 6;
const NAME_MIN = 3;
const TEXTS_MAX = 6;
