import type { Plan } from '../../plan.ts';
import type { Outcome, ValueIndex } from '../../planner.ts';
import type { Column, Schema, Table } from '../../schema.ts';
import { snakeCase } from '../english/inflect.ts';
import { isEnglish } from '../english/related-words.ts';
import { lexiconOf } from '../linking/lexicon.ts';
import { nameWords } from './write-tokens.ts';
import { words } from './write-words.ts';

/** A database under names that are words, and the way back to its own. */
interface SpeltOut {
  readonly schema: Schema;
  readonly values: (values: ValueIndex) => ValueIndex;
  readonly back: (outcome: Outcome) => Outcome;
}

/**
 * A schema of short names with those that it stands for, by its comments and by what is often cut short: `pd_dt` is paid_on,
 * `cust` customer. Null where all names are words already.
 */
export function speltOut(schema: Schema): SpeltOut | null {
  const known = built.get(schema);
  if (known !== undefined) return known;
  const made = build(schema);
  built.set(schema, made);
  return made;
}

const built = new WeakMap<Schema, SpeltOut | null>();

function build(schema: Schema): SpeltOut | null {
  const lexicon = lexiconOf(schema);
  const tables = distinct(lexicon.tables.map(({ table, words }) => [table.name, plainName(table.name, words.join('_'))]));
  const columns = new Map(
    lexicon.tables.map(({ table, columns: own }) => [
      table.name,
      distinct(own.map(({ column, words }) => [column.name, columnName(column, words, table)])),
    ]),
  );
  const table = (name: string): string => tables.get(name) ?? name;
  const column = (of: string, name: string): string => columns.get(of)?.get(name) ?? name;
  if (schema.tables.every((each) => table(each.name) === each.name && each.columns.every(({ name }) => column(each.name, name) === name)))
    return null;
  const renamed = schema.tables.map((each): Table => {
    const own = (names: readonly string[]): string[] => names.map((name) => column(each.name, name));
    return {
      ...each,
      name: table(each.name),
      columns: each.columns.map((one) => ({ ...one, name: column(each.name, one.name) })),
      primaryKey: own(each.primaryKey),
      uniques: each.uniques.map(own),
      foreignKeys: each.foreignKeys.map((key) => ({
        ...key,
        columns: own(key.columns),
        table: table(key.table),
        references: key.references.map((name) => column(key.table, name)),
      })),
    };
  });
  const ownTable = new Map(schema.tables.map(({ name }) => [table(name), name]));
  const ownColumns = new Map([...columns].map(([of, names]) => [table(of), new Map([...names].map(([name, said]) => [said, name]))]));
  const backTable = (name: string): string => ownTable.get(name) ?? name;
  const backColumn = (of: string, name: string): string => ownColumns.get(of)?.get(name) ?? name;
  return {
    schema: { ...schema, tables: renamed },
    values: (values) => {
      const renamedHits = (text: string) =>
        values.find(text).map((hit) => ({ ...hit, table: table(hit.table), column: column(hit.table, hit.column) }));
      const entries = values.entries.map((each) => ({ ...each, table: table(each.table), column: column(each.table, each.column) }));
      return { entries, find: renamedHits, of: (of, name) => values.of(backTable(of), backColumn(of, name)) };
    },
    back: (outcome) => {
      if (outcome.kind !== 'plan') return outcome;
      const said = new Set<string>();
      const plan = restored(outcome.plan, outcome.plan, backTable, (of, name) => {
        said.add(`${name} ${backColumn(of, name)}`);
        return backColumn(of, name);
      }) as Plan;
      const names = new Map([...said].map((pair) => pair.split(' ') as [string, string]));
      const assumptions = outcome.assumptions.map((text) => text.replace(/\b(?<=read as )([a-z_]+)$/, (name) => names.get(name) ?? name));
      return { ...outcome, plan, assumptions };
    },
  };
}

/** The same plan under a schema's own names; aliases of these plans are the names of their tables. */
function restored(node: unknown, within: unknown, table: (name: string) => string, column: (of: string, name: string) => string): unknown {
  if (Array.isArray(node)) return node.map((each) => restored(each, within, table, column));
  if (node === null || typeof node !== 'object') return node;
  const one = node as Record<string, unknown>;
  const rest = Object.fromEntries(Object.entries(one).map(([key, value]) => [key, restored(value, one, table, column)]));
  if (one.kind === 'column') return { ...rest, table: table(String(one.table)), column: column(String(one.table), String(one.column)) };
  if (one.kind === 'table') return { ...rest, table: table(String(one.table)), as: table(String(one.as)) };
  if (one.kind === 'insert' || one.kind === 'update' || one.kind === 'delete') {
    const of = String(one.table);
    return {
      ...rest,
      table: table(of),
      ...(Array.isArray(one.columns) ? { columns: one.columns.map((name) => column(of, String(name))) } : {}),
      ...(Array.isArray(one.set)
        ? {
            set: (rest.set as { column: string; value: unknown }[]).map((each) => ({ ...each, column: column(of, each.column) })),
          }
        : {}),
    };
  }
  return rest;
}

/** Names that are no longer one to one are left as they are. */
function distinct(pairs: readonly (readonly [own: string, said: string])[]): ReadonlyMap<string, string> {
  const taken = new Map<string, number>();
  for (const [own, said] of pairs) for (const name of new Set([own, said])) taken.set(name, (taken.get(name) ?? 0) + 1);
  return new Map(pairs.map(([own, said]) => [own, (taken.get(said) ?? 0) > 1 ? own : said]));
}

/** Its own name, unless that is short for other words. */
function plainName(name: string, said: string): string {
  if (nameWords(said).join() === nameWords(name).join() && nameWords(name).every(isEnglish)) return name;
  return snakeCase(name)
    .split('_')
    .every((word) => word.length > CUT_MAX || PARTICLES.has(word))
    ? name
    : fuller(said);
}

function columnName(column: Column, said: readonly string[], table: Table): string {
  const dated = column.type === 'date' || column.type === 'timestamp';
  const told = NAMED_IN_COMMENT.exec(column.comment ?? '')?.[0]
    .toLowerCase()
    .trim();
  const plain = plainName(column.name, said.join('_'));
  if (plain === column.name && !(dated && nameWords(column.name).some((word) => word.length <= 2 && !PARTICLES.has(word)))) return plain;
  const key = table.primaryKey.includes(column.name) || table.foreignKeys.some(({ columns }) => columns.includes(column.name));
  const name = told !== undefined && !key && column.name.length <= CUT_MAX + 3 ? told.replaceAll(' ', '_') : plain;
  return dated && !/_(?:on|at|date|since|from|to|until)$|^date|since$/.test(name) ? `${name}_on` : name;
}

/** Words of which only some letters stand: "twn", "nam". */
const fuller = (said: string): string =>
  said
    .split('_')
    .map((word) => (isEnglish(word) ? word : (PERSONS[word] ?? OFTEN_CUT.find((long) => isCut(word, long)) ?? word)))
    .join('_');

const isCut = (short: string, long: string): boolean =>
  short.length > 2 && (long.startsWith(short) || long.replaceAll(/(?<!^)[aeiou]/g, '') === short);
const PERSONS: Readonly<Record<string, string>> = { fnm: 'first_name', lnm: 'last_name', snm: 'last_name' };
const OFTEN_CUT = ['name', 'town', 'status', 'price', 'phone', 'country', 'amount', 'reason', 'place', 'gender', 'method', 'payment'];
const CUT_MAX = 5;
const PARTICLES = words('on at to by in of is has for from');
/** "paid on", "left on, empty = still with us": a comment that begins with another name, and lists no codes. */
const NAMED_IN_COMMENT = /^(?!date\b|number\b|[a-z0-9]{1,3} )[a-z]{4,}(?: [a-z]+){0,2}(?= *(?:$|[,;:(]))/i;
