import { isPlural, pluralName, singularName } from '../inflect.ts';
import type { Draft, NewTable } from './draft.ts';
import { EXAMPLE, shorten, Unclear } from './unclear.ts';

/** Makes the tables point at each other: columns named after a table, "has many", "belongs to", and verbs between two. */
export function relate(draft: Draft): void {
  for (const table of draft.tables.values()) linkColumns(draft, table);
  for (const { one, many } of draft.owns) {
    const mutual = draft.owns.some((other) => other.one === many && other.many === one && one !== many);
    if (mutual) joinTable(draft, one, many, `${one} and ${many}`, true);
    else point(draft, many, one);
  }
  for (const { left, right, text } of draft.verbs) {
    const [from, to] = [draft.known(left), draft.known(right)];
    if (!from || !to) throw new Unclear(`I could not place "${shorten(text)}". ${EXAMPLE}`);
    const join = joinTable(draft, from.name, to.name, text);
    draft.assumptions.push(`"${text}" is kept in ${join}, so that each may be linked many times`);
  }
}

/** A column named after another table points at it: `supplier` beside `suppliers`, `white_player` beside `players`. */
function linkColumns(draft: Draft, table: NewTable): void {
  for (const [name] of [...table.columns]) {
    const bare = name.replace(/_id$/, '');
    const last = bare.slice(bare.lastIndexOf('_') + 1);
    const whole = draft.known(pluralName(bare));
    const target = whole ?? draft.tables.get(pluralName(last));
    if (!target || (target === table && !(last !== bare && isRole(bare, last)))) continue;
    if (isPlural(last)) {
      if (!whole) continue;
      table.columns.delete(name);
      draft.owns.push({ one: table.name, many: target.name });
    } else {
      table.columns.delete(name);
      point(draft, table.name, target.name, whole ? undefined : bare);
    }
  }
}

/** "parent category" of categories is another row; "full name" of names is not. */
const isRole = (name: string, last: string): boolean => name === `parent_${last}`;

function point(draft: Draft, from: string, to: string, role = from === to ? 'parent' : singularName(to)): void {
  const [source, target] = [draft.tables.get(from), draft.tables.get(to)];
  if (!source || !target) return;
  const column = `${role}_id`;
  if (source.references.has(column)) return;
  source.columns.set(column, { name: column, type: 'integer', nullable: true });
  source.references.set(column, to);
  draft.assumptions.push(`${from}.${column} points at ${to}`);
}

function joinTable(draft: Draft, left: string, right: string, links: string, once = false): string {
  const [first = left, second = right] = [left, right].sort();
  const says = links.startsWith(left) && !links.includes(' and ');
  const name = says ? `${singularName(left)}_${right}` : `${singularName(first)}_${second}`;
  if (draft.tables.has(name)) return name;
  draft.add({ name, columns: new Map(), references: new Map(), links, once });
  point(draft, name, left);
  // "users follow users"
  point(draft, name, right, left === right ? `other_${singularName(right)}` : undefined);
  return name;
}
