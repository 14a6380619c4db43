import { singularName } from '../../english/inflect.ts';
import type { Draft } from '../draft.ts';
import type { NewTable } from '../new-table.ts';

/** Keys by the tables that have them. */
export type Keys = ReadonlyMap<string, ReadonlySet<string>>;

/** The keys that the brief itself says, before any is supposed. */
export const keysIn = (draft: Draft): Keys =>
  new Map([...draft.tables.values()].map(({ name, references }) => [name, new Set(references.keys())] as const));

/** Puts a key in the place of a column. `role` names the key where the table's own name does not. */
export function replaceByKey(draft: Draft, table: NewTable, column: string, to: string, role?: string): void {
  table.columns.delete(column);
  table.references.delete(column);
  draft.point(table.name, to, { ...(role === undefined ? {} : { role }), silent: true });
}

export function unpoint(table: NewTable, column: string): void {
  table.columns.delete(column);
  table.references.delete(column);
}

/** Takes a table away with all keys to it, and with what was said of it. */
export function drop(draft: Draft, name: string): void {
  draft.tables.delete(name);
  for (const table of draft.tables.values()) for (const [column, to] of [...table.references]) if (to === name) unpoint(table, column);
  forget(draft, name);
}

/** Takes back what the reply would say of a table or key that is no longer there. */
export function forget(draft: Draft, words: string): void {
  const said = new RegExp(`\\b(?:${words}|${words.replaceAll('_', ' ')})\\b`);
  draft.assumptions.splice(0, draft.assumptions.length, ...draft.assumptions.filter((assumption) => !said.test(assumption)));
}

/** A table between two, each pair of which is kept once. Null where one stands there already. */
export function linkBoth(draft: Draft, one: NewTable, other: NewTable): NewTable | null {
  const isBetween = ({ name, references }: NewTable): boolean => {
    const targets = [...references.values()];
    return name !== one.name && name !== other.name && targets.includes(one.name) && targets.includes(other.name);
  };
  if ([...draft.tables.values()].some(isBetween)) return null;
  const links = `${one.name} and ${other.name}`.replaceAll('_', ' ');
  const name = `${singularName(one.name)}_${other.name}`;
  if (draft.tables.has(name)) return null;
  const link = draft.add({ name, columns: new Map(), references: new Map(), each: [[one.name, other.name]], links });
  for (const side of [one, other]) draft.point(name, side.name, { silent: true });
  draft.assumptions.push(`${name.replaceAll('_', ' ')} link ${links}`);
  return link;
}
