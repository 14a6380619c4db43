import { isPlural, pluralName, singularName } from '../english/inflect.ts';
import type { Draft } from './draft.ts';
import type { NewTable } from './new-table.ts';
import { gathers, happens, lastWord } from './nouns.ts';
import { linkRoles } from './roles.ts';

/** Makes the tables point at each other: columns named after a table or a role, "has many", "belongs to", and verbs between two. */
export function relate(draft: Draft): void {
  for (const table of draft.tables.values()) linkColumns(draft, table);
  for (const table of draft.tables.values()) linkRoles(draft, table);
  for (const { one, many, other } of draft.owns) {
    const mutual = draft.owns.some((back) => back.one === many && back.many === one && one !== many);
    if (draft.tables.has(pairName(one, many)) || draft.tables.has(pairName(many, one))) continue;
    if (mutual || /(?:^|_)(?:tags|labels|skills)$/.test(many)) linkEach(draft, one, many);
    else if (gathers(one) && !happens(many) && draft.tables.get(many)?.links === undefined && !ofWhole(one, many))
      linkGathered(draft, one, many);
    else draft.point(many, one, other ? { role: `other_${singularName(one)}` } : {});
  }
}

const pairName = (left: string, right: string): string => `${singularName(left)}_${right}`;

/** A column named after another table points at it: `supplier` beside `suppliers`, `white_player` beside `players`. */
function linkColumns(draft: Draft, table: NewTable): void {
  for (const [name] of [...table.columns]) {
    if (table.references.has(name)) continue;
    const bare = name.replace(/_(?:id|name)$/, (ending) => (ending === '_id' || hasTable(draft, table, name) ? '' : ending));
    const last = lastWord(bare);
    const whole = draft.known(pluralName(bare));
    const target = whole ?? draft.tables.get(pluralName(last));
    if (!target || (target === table && !(last !== bare && isRole(bare, last)))) continue;
    // What a film is rated is told by its ratings.
    if (target.name === 'ratings' && bare === 'rating') {
      table.columns.delete(name);
      continue;
    }
    if (isPlural(last)) {
      if (!whole) continue;
      table.columns.delete(name);
      draft.owns.push({ one: table.name, many: target.name });
    } else {
      table.columns.delete(name);
      draft.point(table.name, target.name, whole ? {} : { role: bare });
    }
  }
}

/** "customer name" of an order, where customers are kept, is the customer. */
function hasTable(draft: Draft, table: NewTable, name: string): boolean {
  const target = draft.tables.get(pluralName(name.replace(/_name$/, '')));
  return target !== undefined && target !== table;
}

/** "parent category" of categories is another row; "full name" of names is not. */
const isRole = (name: string, last: string): boolean => name === `parent_${last}`;

/** "order items" are of their order alone. */
const ofWhole = (one: string, many: string): boolean =>
  many.startsWith(`${singularName(one)}_`) || /(?:^|_)(?:items|lines|entries|rows)$/.test(many);

/** An order has many products, which other orders have too. */
function linkGathered(draft: Draft, one: string, many: string): void {
  const name = linkTable(draft, `${singularName(one)}_${many}`, `${one} and ${many}`);
  if (name === null) return;
  draft.point(name, one);
  draft.point(name, many);
}

/** Each has many of the other. */
function linkEach(draft: Draft, left: string, right: string): void {
  const [first = left, second = right] = [left, right].sort();
  const name = linkTable(draft, `${singularName(first)}_${second}`, `${left} and ${right}`);
  if (name === null) return;
  draft.point(name, left);
  draft.point(name, right);
  draft.tables.get(name)?.each.push([left, right]);
}

function linkTable(draft: Draft, name: string, links: string): string | null {
  if (draft.tables.has(name)) return null;
  draft.add({ name, columns: new Map(), references: new Map(), each: [], links });
  return name;
}
