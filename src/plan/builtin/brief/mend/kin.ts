import { singularName } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import type { Draft } from '../draft.ts';
import type { NewTable } from '../new-table.ts';
import { kindOf } from '../outline/kind.ts';
import { drop, replaceByKey } from './keys.ts';

/** "goats with sire and dam", "people and their parents": the parents of an animal, and of the people of a family, are rows of the same table. */
export function giveKin(draft: Draft): void {
  for (const table of draft.tables.values()) {
    if (table.links !== undefined || !isKindred(table)) continue;
    for (const name of [...table.columns.keys()]) {
      const role = singularName(name.replace(/_(?:id|name)$/, ''));
      const target = table.references.get(name);
      if (!KIN.has(role) || target === table.name) continue;
      for (const one of role === 'parent' ? ['father', 'mother'] : [role]) replaceByKey(draft, table, name, table.name, one);
      if (target !== undefined) drop(draft, target);
    }
    // "people, their parents": the parents point at those that they are parents of.
    for (const other of [...draft.tables.values()]) {
      const role = singularName(other.name);
      if (other === table || !KIN.has(role) || ![...other.references.values()].includes(table.name)) continue;
      for (const one of role === 'parent' ? ['father', 'mother'] : [role]) draft.point(table.name, table.name, { role: one });
      drop(draft, other.name);
    }
  }
}

/** Animals, and the people of a family. */
const isKindred = ({ name }: NewTable): boolean => kindOf(name) === 'animal' || isOfStock(name) || FAMILY.test(name);

/** "sheep" are also people who follow others. */
const isOfStock = (name: string): boolean =>
  ['bovid', 'ruminant', 'equine', 'fowl', 'mammal'].some((word) => broaderOf(singularName(name)).has(word));

const FAMILY = /^(?:people|persons|individuals|ancestors|relatives|family_members)$/;
const KIN: ReadonlySet<string> = new Set(['parent', 'mother', 'father', 'sire', 'dam']);
