import { pluralName } from '../english/inflect.ts';
import { draftOf, wholeListed } from './catalogued.ts';
import type { Draft } from './draft.ts';
import { hasUsual } from './usual.ts';

/** What most people keep in the trade that a brief names before it lists its things, or null: "choir: members and pieces". */
export function tradeIn(brief: string): Draft | null {
  const whole = wholeListed(brief);
  return whole === undefined ? null : draftOf(whole);
}

/** A game of a club is between two of its members: the keys that the trade has twice to the same things, where a brief says nothing of them. */
export function linkAsTrade(draft: Draft, trade: Draft, bare: ReadonlySet<string>): void {
  for (const name of bare) {
    const keys = [...(trade.tables.get(name)?.references ?? [])];
    for (const [key, target] of keys) {
      const isTwice = keys.some(([other, same]) => other !== key && same === target);
      if (isTwice && bare.has(target)) draft.point(name, target, { role: key.replace(/_id$/, '') });
    }
  }
}

/**
 * What is kept in the trade of each thing of which a brief says nothing and everybody keeps something else. What another table or a key
 * holds is kept there. Gives back the tables of which still nothing is said.
 */
export function fillAsTrade(draft: Draft, trade: Draft, bare: ReadonlySet<string>): ReadonlySet<string> {
  const open = new Set(bare);
  for (const table of draft.tables.values()) {
    const usual = trade.tables.get(table.name);
    if (usual === undefined || !bare.has(table.name) || hasUsual(table.name) || table.columns.size > table.references.size) continue;
    const own = [...usual.columns.values()].filter(
      ({ name }) => !usual.references.has(name) && !table.references.has(`${name}_id`) && !draft.tables.has(pluralName(name)),
    );
    if (own.length === 0) continue;
    const keys = [...table.columns];
    table.columns.clear();
    for (const column of own) table.columns.set(column.name, column);
    for (const [key, column] of keys) table.columns.set(key, column);
    const said = own.map(({ name }) => name.replaceAll('_', ' ')).join(', ');
    draft.assumptions.push(`not said, so supposed: ${table.name.replaceAll('_', ' ')} have ${said}; say what else to know of each`);
    open.delete(table.name);
  }
  return open;
}
