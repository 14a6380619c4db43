import type { Expr, Plan } from '../../../plan.ts';
import { needsValue, type Table } from '../../../schema.ts';
import type { WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { linkedRows } from './linked-rows.ts';
import { allOf, type Place, pointing, type Setting } from './place.ts';

/** A row that stands between two others: put there, or taken away. */
export interface Linked {
  readonly plan: Plan;
  readonly assumptions: readonly string[];
  readonly oneRow?: string;
}

/** "sign Karim up for the knife workshop", "put Ada into Biology": a row that points at both. */
function join({ reader, table, at, end }: Place): Linked | null {
  if (!JOINS.has(reader.lower(at)) || table.foreignKeys.length < 2) return null;
  const today = reader.lower(end - 1) === 'today';
  for (const to of allOf(reader, at + 2, end, TO)) {
    const before = reader.lower(to - 1) === 'up' ? to - 1 : to;
    const sides = [pointing(reader, table, at + 1, before), pointing(reader, table, to + 1, today ? end - 1 : end)];
    const [one, other] = sides.map(([only, ...more]) => (more.length > 0 ? undefined : only));
    if (one === undefined || other === undefined || one.column === other.column) continue;
    const needed = table.columns.filter((column) => needsValue(column) && ![one.column.name, other.column.name].includes(column.name));
    const [begun, ...more] = needed;
    const dated = begun !== undefined && more.length === 0 && (begun.type === 'date' || begun.type === 'timestamp');
    if ((needed.length > 0 && !dated) || (today && !dated)) continue;
    const set: Setting[] = [one, other];
    if (dated) set.push({ column: begun, value: reader.fit({ text: 'today', quoted: false }, table, begun) });
    return {
      plan: { kind: 'insert', table: table.name, columns: set.map(({ column }) => column.name), rows: [set.map(({ value }) => value)] },
      assumptions: dated && !today ? [`${begun.name} read as today`] : [],
    };
  }
  return null;
}

/** "take Emma off the knife workshop", "remove Ada from Biology": the row that points at both. */
function part({ reader, table, at, end }: Place): Linked | null {
  if (!PARTS.has(reader.lower(at)) || table.foreignKeys.length < 2) return null;
  for (const from of allOf(reader, at + 2, end, FROM)) {
    const next = listOf(reader, table, reader.lower(from) === 'out' && reader.lower(from + 1) === 'of' ? from + 2 : from + 1);
    const [one, other] = [linkedRows(reader, table, at + 1, from), linkedRows(reader, table, next, end)];
    if (one?.owner == null || other?.owner == null || one.far || other.far || one.conditions.length > 1 || other.conditions.length > 1)
      continue;
    const where: Expr = { kind: 'and', args: [...one.conditions, ...other.conditions] };
    return { plan: { kind: 'delete', table: table.name, where }, assumptions: [], oneRow: `${one.owner} and ${other.owner}` };
  }
  return null;
}

/** The token after "the guest list" of event_guests. */
function listOf(reader: WriteReader, table: Table, from: number): number {
  const start = reader.skip(from, words('the our'));
  let at = start;
  while (reader.tokens[at]?.words.every((word) => nameWords(table.name).includes(word)) === true) at++;
  return at > start && reader.lower(at) === 'list' ? at + 1 : from;
}

export const LINKS: readonly ((place: Place) => Linked | null)[] = [join, part];

const JOINS = words('sign enroll enrol register book add put invite assign subscribe');
const PARTS = words('take remove drop unenroll unenrol withdraw kick delete unsubscribe');
const TO = words('for to into in on onto');
const FROM = words('off from out');
