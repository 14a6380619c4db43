import type { Column } from '../../schema.ts';
import { stem } from '../english/stem.ts';
import { DATED } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { tells } from '../linking/moment-columns.ts';
import { dateOf } from './columns.ts';
import { entry, found, type Ground, type Read, word } from './ground.ts';
import { distance } from './query.ts';
import type { Stretch } from './stretch.ts';

/** "between A and B", "from A to B": from the one date of a table to the other, or of what its rows belong to. */
export function stretchesAt(ground: Ground, at: number, table: string | null = null): Read<Stretch>[] {
  const opens = word(ground, at);
  const links = opens === 'between' ? LINKS_OF_BETWEEN : opens === 'from' ? LINKS_OF_FROM : null;
  if (links === null) return [];
  const reads: Read<Stretch>[] = [];
  for (let link = at + 2; link <= Math.min(at + EVENT_MAX + 1, ground.tokens.length - 2); link += 1) {
    if (!links.has(word(ground, link))) continue;
    for (let end = Math.min(link + 1 + EVENT_MAX, ground.tokens.length); end > link + 1; end -= 1) {
      const events = ground.lexicon.tables
        .map(({ table: { name } }) => name)
        .filter((name) => table === null || name === table)
        .map((name) => ({ name, from: eventIn(ground, name, at + 1, link), to: eventIn(ground, name, link + 1, end) }));
      const own = events.flatMap(({ name, from, to }): Stretch[] =>
        from === null || to === null || from.name === to.name || from.type !== to.type ? [] : [{ table: name, start: from, end: to }],
      );
      const told = own.length > 0 ? own : acrossOf(ground, events);
      const [only, ...more] = told;
      if (only !== undefined && more.length === 0) reads.push(found(only, end, own.length > 0 ? 0 : 0.1));
    }
  }
  return reads;
}

/** "from arrival to adoption": of what a row belongs to, and of the row itself. */
const acrossOf = (
  ground: Ground,
  events: readonly { readonly name: string; readonly from: Column | null; readonly to: Column | null }[],
): Stretch[] =>
  events.flatMap(({ name: table, to: end }) =>
    events.flatMap(({ name: begun, from: start }): Stretch[] => {
      const way = end === null || start === null || begun === table ? null : distance(ground, table, begun);
      return end === null || start === null || way?.toOne !== true || way.steps !== 1 ? [] : [{ table, begun, start, end }];
    }),
  );

const LINKS_OF_BETWEEN = new Set(['and']);
const LINKS_OF_FROM = new Set(['to', 'until', 'till']);
const EVENT_MAX = 4;

/** The date of a table that some words tell: "payment" of `paid_on`, "handing it over" of `handed_out_at`, and of the table's own noun when its rows came about. */
function eventIn(ground: Ground, table: string, from: number, to: number): Column | null {
  const { columns, words } = entry(ground, table);
  const tokens = ground.tokens.slice(from, to);
  if (tokens.some(({ kind }) => kind !== 'word')) return null;
  const said = tokens.map(({ lower }) => lower).filter((one) => !SILENT.has(one));
  const content = said.filter((one) => !words.includes(stem(one)));
  const dated = columns.filter(({ column }) => DATED.has(column.type));
  const told = (alike: (one: string, own: string) => boolean) =>
    dated.filter((column) => content.length > 0 && content.every((one) => column.words.some((own) => alike(one, own))));
  const near = told((one, own) => one === own || stem(one) === own || tells(one, own) || tells(own, one) || rootOf(one) === rootOf(own));
  const [only, ...more] = near.length > 0 ? near : told((one, own) => isSameEvent(one, own));
  if (only !== undefined) return more.length === 0 ? only.column : null;
  if (content.length > 0 || said.length === 0) return null;
  // "the wedding day", of weddings that are of several days
  const [named, ...others] = dated.filter(({ words: own }) => own.some((one) => one === words.at(-1)));
  return named !== undefined && others.length === 0 ? named.column : (dateOf(ground, table)?.column ?? null);
}

const SILENT = new Set('the a an it them being be is its of off in out over up on back when we was were getting day date'.split(' '));

/** Whether both are said of the same: "ready" and "finished". */
export const isSameEvent = (one: string, own: string): boolean => ALIKE.some((words) => words.has(rootOf(one)) && words.has(rootOf(own)));

/** Roots of words by which the same is said to happen. */
const ALIKE: readonly ReadonlySet<string>[] = [
  'finished done completed complete ready resolved closed ended fixed finish completion repaired',
  'dropped drop brought bring received arrived arrival intake',
  'opened reported',
  'started begun',
  'collected collection picked pickup pick',
  'paid payment paying pay settled',
  'shipped shipping shipment sent dispatched dispatch',
  'ordered order placed requested',
  'handed handing delivered delivery handover given',
].map((words) => new Set(words.split(' ').map(rootOf)));
