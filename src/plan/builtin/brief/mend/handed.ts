import { isDeed } from '../deed.ts';
import type { Draft } from '../draft.ts';
import { isPerson } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';

/** "objects, and loans to museums": what is lent or sold is the one thing that is kept beside whom it goes to. */
export function giveHanded(draft: Draft): void {
  const tables = [...draft.tables.values()].filter(({ links }) => links === undefined);
  const goods = tables.filter(
    ({ name }) =>
      !isPerson(name) &&
      !isDeed(name) &&
      !/(?:^|_)festivals$/.test(name) &&
      !['place', 'group', 'money', 'show', 'event'].includes(kindOf(name)) &&
      !HELD.test(name),
  );
  const [thing, ...others] = goods;
  if (thing === undefined || others.length > 0) return;
  for (const { name, references } of tables) {
    if (!/(?:^|_)(?:loans|lendings|sales|purchases|rentals|hires)$/.test(name)) continue;
    const targets = [...references.values()];
    if (targets.some((to) => !isWhither(to)) || [...thing.references.values()].includes(name)) continue;
    const isTold = tables.some(
      (table) => table.references.size > 1 && [name, thing.name].every((side) => [...table.references.values()].includes(side)),
    );
    if (isTold) continue;
    draft.point(name, thing.name, { silent: true });
    draft.assumptions.push(`${name.replaceAll('_', ' ')} are of ${thing.name.replaceAll('_', ' ')}`);
  }
}

/** Whom or where it goes to. */
const isWhither = (name: string): boolean =>
  isPerson(name) || ['place', 'group'].includes(kindOf(name)) || (HELD.test(name) && !/types$/.test(name));

const HELD = /(?:^|_)(?:museums|schools|families|exhibitions|shows|shops|companies|categories|types|suppliers)$/;
