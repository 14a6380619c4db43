import { singularName } from '../../english/inflect.ts';
import type { Draft } from '../draft.ts';
import { isPerson } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import { type Keys, unpoint } from './keys.ts';

/** "stalls and fees": what is paid is of what it is paid for, and never the other way round. */
export function turnMoney(draft: Draft, said: Keys): void {
  for (const table of [...draft.tables.values()]) {
    if (table.links !== undefined || MONEY.test(table.name)) continue;
    for (const [column, to] of [...table.references]) {
      if (
        !MONEY.test(to) ||
        said.get(table.name)?.has(column) ||
        /_(?:items|lines)$/.test(table.name) ||
        column !== `${singularName(to)}_id`
      )
        continue;
      unpoint(table, column);
      draft.point(to, table.name, { silent: true });
    }
  }
}

/** "tools with day rate, customers": whoever is served is of no thing and of nobody who serves. */
export function freeServed(draft: Draft): void {
  for (const table of draft.tables.values()) {
    if (!/(?:^|_)(?:customers|clients|guests|visitors|buyers|patrons)$/.test(table.name)) continue;
    for (const [column, to] of [...table.references]) {
      const isOf =
        /^(?:other|parent|referred|invited|recommended)_/.test(column) ||
        (GROUPS.has(kindOf(to)) && !isPerson(to)) ||
        /^(?:members|parents|guardians|owners|agents)$/.test(to) ||
        ['event', 'show'].includes(kindOf(to));
      if (!isOf && to !== table.name) unpoint(table, column);
    }
  }
}

const MONEY = /(?:^|_)(?:fees|payments|deposits|invoices|bills|fines|refunds|tips|receipts)$/;
const GROUPS: ReadonlySet<string> = new Set(['group', 'place']);
