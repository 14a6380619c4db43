import type { Draft } from '../draft.ts';
import { happens, isPerson } from '../nouns.ts';
import { hasUsual } from '../usual.ts';
import { kindOf } from './kind.ts';

/**
 * Whether the draft is a whole: every table leads to every other, and of none that stands for itself nothing is known but what is
 * supposed of anything. What a brief leaves so open is better said by who wrote it.
 */
export function isSettled(draft: Draft): boolean {
  const tables = [...draft.tables.values()];
  const guessed = tables.some(
    ({ name, columns, links }) =>
      links === undefined &&
      ['place', 'measure'].includes(kindOf(name)) &&
      !hasUsual(name) &&
      !happens(name) &&
      !isPerson(name) &&
      [...columns.keys()].filter((one) => !one.endsWith('_id')).join() === 'name,notes',
  );
  if (guessed) return false;
  const met = new Set<string>();
  const visit = (name: string): void => {
    if (met.has(name)) return;
    met.add(name);
    for (const { name: other, references } of tables) {
      const targets = [...references.values()];
      if (other === name) for (const target of targets) visit(target);
      else if (targets.includes(name)) visit(other);
    }
  };
  visit(tables[0]?.name ?? '');
  return met.size === tables.length;
}
