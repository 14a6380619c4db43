import { singularName } from '../english/inflect.ts';
import type { Draft } from './draft.ts';
import { tableName } from './names.ts';
import type { NewTable } from './new-table.ts';
import { EXAMPLE, Unclear } from './unclear.ts';

/** How two things of a brief stand to each other, by their words, where a clause says it that is no list of things. */
export type Bond =
  /** Each has several of the other; `know` is known of the pair. */
  | { readonly kind: 'each'; readonly one: string; readonly other: string; readonly know: readonly string[] }
  | { readonly kind: 'of'; readonly many: string; readonly one: string }
  /** It is between two of the same. */
  | { readonly kind: 'two'; readonly deed: string; readonly side: string }
  | { readonly kind: 'know'; readonly thing: string; readonly column: string };

/** Makes the keys and the tables between two that a brief says. Throws where one of the two is nowhere. */
export function bind(draft: Draft, bonds: readonly Bond[]): void {
  for (const bond of bonds) {
    if (bond.kind === 'each') linkPair(draft, tableOf(draft, bond.one), tableOf(draft, bond.other), bond.know);
    else if (bond.kind === 'of') {
      const [many, one] = [tableOf(draft, bond.many), tableOf(draft, bond.one)];
      if (!isLinked(draft, many.name, one.name) && many !== one) {
        unpoint(one, many.name);
        draft.point(many.name, one.name);
      }
    } else if (bond.kind === 'two') {
      const [deed, side] = [tableOf(draft, bond.deed), tableOf(draft, bond.side)];
      unpoint(deed, side.name);
      unpoint(side, deed.name);
      for (const place of ['first', 'second']) draft.point(deed.name, side.name, { role: `${place}_${singularName(side.name)}` });
    } else {
      const table = tableOf(draft, bond.thing);
      const before = new Set(table.columns.keys());
      const [name = ''] = bond.column.split(/ from | \(/);
      if (!before.has(name.trim().replaceAll(' ', '_'))) draft.column(table, bond.column);
    }
  }
}

/** Whether one of the two points at the other, or a table between them at both. */
export const isLinked = (draft: Draft, left: string, right: string): boolean =>
  [...draft.tables.values()].some(({ name, references }) => {
    const targets = [...references.values()];
    return (
      (name === left && targets.includes(right)) || (name === right && targets.includes(left)) || isBetween(name, targets, left, right)
    );
  });

const isBetween = (name: string, targets: readonly string[], left: string, right: string): boolean =>
  name !== left && name !== right && targets.includes(left) && targets.includes(right);

/** What several have, by its tables. */
export const sharedIn = (draft: Draft, bonds: readonly Bond[]): ReadonlySet<string> =>
  new Set(bonds.flatMap((bond) => (bond.kind === 'each' ? [tableOf(draft, bond.other).name] : [])));

/** Tables of which a clause says something to know. */
export const knownIn = (draft: Draft, bonds: readonly Bond[]): ReadonlySet<string> =>
  new Set(bonds.flatMap((bond) => (bond.kind === 'know' ? [tableOf(draft, bond.thing).name] : [])));

function tableOf(draft: Draft, words: string): NewTable {
  const table = draft.known(tableName(words));
  if (table === undefined) throw new Unclear(`I could not place "${words}". ${EXAMPLE}`);
  return table;
}

function linkPair(draft: Draft, one: NewTable, other: NewTable, know: readonly string[]): void {
  unpoint(one, other.name);
  unpoint(other, one.name);
  const between = [...draft.tables.values()].find(({ name, references }) =>
    isBetween(name, [...references.values()], one.name, other.name),
  );
  const links = `${one.name} and ${other.name}`.replaceAll('_', ' ');
  const link =
    between ??
    draft.add({
      name: `${singularName(one.name)}_${other.name}`,
      columns: new Map(),
      references: new Map(),
      each: [[one.name, other.name]],
      links,
    });
  for (const { name } of [one, other]) draft.point(link.name, name, { silent: true });
  for (const column of know) draft.column(link, column);
  if (between === undefined) draft.assumptions.push(`${link.name.replaceAll('_', ' ')} link ${links}`);
}

/** Takes a key away that a reader supposed. */
function unpoint(from: NewTable, to: string): void {
  for (const [column, target] of [...from.references]) {
    if (target !== to) continue;
    from.references.delete(column);
    from.columns.delete(column);
  }
}
