import { pluralName, singularName } from '../../english/inflect.ts';
import { isDeed } from '../deed.ts';
import type { NewTable } from '../new-table.ts';
import { isPerson } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import type { Doubt } from './doubt.ts';

/** "running club results", "match scores" of players: of what it was the result is not said. */
const resultOfNothing: Doubt = (draft) => {
  for (const { name, columns, references, links } of draft.tables.values()) {
    if (links !== undefined || !/^(?:[a-z]+_)?(?:results|scores|standings|rankings|times|stats)$/.test(name)) continue;
    if (/^(?:exam|test|quiz|lab)_/.test(name)) continue;
    const isOf = [...references.values()].some((to) => !isPerson(to) && !BODIES.has(kindOf(to)));
    if (!isOf && ![...columns.keys()].some((column) => OCCASION.test(column))) return name;
  }
  return null;
};

const BODIES: ReadonlySet<string> = new Set(['group', 'place']);

const OCCASION = /event|race|game|match|opponent|competition|tournament|meet|regatta|contest|round|exam|test|course|subject/;

/** "board game night results, who played what": what it was has a table. */
const what: Doubt = (draft, brief) => {
  const [, verb = ''] = /\bwho ([a-z]+) what\b/.exec(brief) ?? [];
  if (verb === '' || /^(?:did|does|do)$/.test(verb)) return null;
  const isThing = ({ name, links }: NewTable) => links === undefined && !isDeed(name) && !isPerson(name) && !BODIES.has(kindOf(name));
  return [...draft.tables.values()].some(isThing) ? null : `who ${verb} what`;
};

/** "staff per job": several of them are there each time, and each of them many times. */
const perDeed: Doubt = (draft, brief) => {
  for (const [all, one = '', other = ''] of brief.matchAll(/\b([a-z]+) (?:per|for each|on each|for every) ([a-z]+)\b/g)) {
    const [table, deed] = [draft.known(pluralName(singularName(one))) ?? draft.tables.get(one), draft.known(pluralName(other))];
    if (table === undefined || deed === undefined || !isPerson(table.name) || !isDeed(deed.name)) continue;
    if ([...table.references.values()].includes(deed.name)) return all;
  }
  return null;
};

/** A vote, a payment or a comment of nothing; a row of numbers alone; a fact that is only "per week". */
const ofNothing: Doubt = (draft) => {
  const tables = [...draft.tables.values()];
  for (const { name, columns, references, links } of tables) {
    if (links !== undefined) continue;
    const own = [...columns.values()].filter((column) => !references.has(column.name));
    if (own.some((column) => column.name.startsWith('per_'))) return name;
    if (
      references.size === 0 &&
      tables.length > 1 &&
      /(?:^|_)(?:votes|likes|comments|ratings|reviews|payments|refunds)$/.test(name) &&
      !own.some((column) => column.type === 'text' && !/method|comment|body|text/.test(column.name))
    )
      return name;
    if (tables.length === 1 && own.every((column) => ['integer', 'decimal', 'boolean', 'float'].includes(column.type))) return name;
  }
  return null;
};

/** "votes by members" beside photos: what was voted for, rated or spoken of is a row of its own, where such are kept. */
const voted: Doubt = (draft) => {
  const isThing = (name: string) => !isPerson(name) && !isDeed(name) && !BODIES.has(kindOf(name));
  const tables = [...draft.tables.values()];
  return (
    tables.find(
      ({ name, references }) =>
        /(?:^|_)(?:votes|likes|ratings|reviews|comments)$/.test(name) &&
        [...references.values()].every(isPerson) &&
        tables.some((other) => other.name !== name && other.links === undefined && isThing(other.name)),
    )?.name ?? null
  );
};

/** "a league table", "best times": what is reckoned from results is no row, and no fact of one of them. */
const reckoned: Doubt = (draft) => {
  for (const { name, columns, references } of draft.tables.values()) {
    if (RECKONED.test(name)) return name;
    for (const column of columns.keys())
      if (!references.has(column) && (isDeed(name) || !/_?best$/.test(column)) && RECKONED.test(column)) return column;
  }
  return null;
};

const RECKONED =
  /(?:^|_)(?:(?:league|results?|score|points|ranking)_tables?|leaderboards?|scoreboards?|standings|high_scores?|bests?(?!_before|_by)|(?:best|fastest|highest|lowest|longest)_[a-z]+s)(?:_|$)/;

export const outcomeDoubts: readonly Doubt[] = [reckoned, resultOfNothing, what, voted, ofNothing, perDeed];
