import { pluralName, singularName } from '../../english/inflect.ts';
import { isContest } from '../deed.ts';
import type { Draft } from '../draft.ts';
import type { NewTable } from '../new-table.ts';
import { isPerson } from '../nouns.ts';
import { drop, replaceByKey, unpoint } from './keys.ts';

/** "games with white, black and result": the two sides of a game are two of those who play, and its winner is one of them. */
export function giveMatches(draft: Draft): void {
  const teams = draft.tables.get('teams');
  for (const table of draft.tables.values()) {
    if (teams === undefined || !/(?:^|_)(?:games|matches|fixtures)$/.test(table.name) || table.references.has('home_team_id')) continue;
    for (const [column, to] of [...table.references]) if (to === 'teams' || to === 'clubs') unpoint(table, column);
    for (const side of ['home_team', 'away_team']) draft.point(table.name, teams.name, { role: side, silent: true });
  }
  const players = [...draft.tables.values()].find(({ name }) => /(?:^|_)(?:players|members|people|teams|clubs)$/.test(name));
  if (players === undefined) return;
  for (const table of draft.tables.values()) {
    if (table === players || table.links !== undefined || !isGame(table)) continue;
    const named = [...table.columns.keys()].filter((name) => SIDES.test(name));
    if (!named.some((name) => PAIRED.test(name))) continue;
    for (const name of named) {
      const role = name.replace(/_id$/, '');
      const target = table.references.get(name);
      if (target === players.name) continue;
      const made = target !== undefined && singularName(target) === role ? target : undefined;
      replaceByKey(draft, table, name, players.name, role);
      if (made !== undefined) drop(draft, made);
    }
    // Who plays is told by the sides.
    for (const [column, to] of [...table.references]) if (to === players.name && column === keyOf(players)) unpoint(table, column);
    for (const other of draft.tables.values())
      if (other !== table) for (const column of [...other.references.keys()]) if (isSideOf(draft, column)) unpoint(other, column);
  }
}

const isGame = ({ name }: NewTable): boolean => isContest(name) || /(?:^|_)(?:games|matches|bouts|rounds|fights|duels)$/.test(name);
const keyOf = ({ name }: NewTable): string => `${singularName(name)}_id`;
/** A key that a reader made of a side that no longer has a table of its own. */
const isSideOf = (draft: Draft, column: string): boolean => {
  const role = column.replace(/_id$/, '');
  return /^(?:white|black)$/.test(role) && !draft.tables.has(pluralName(role)) && !isPerson(pluralName(role));
};
const PAIRED = /^(?:white|black|red|blue|home|away|challenger|winner|loser)(?:_id)?$/;
const SIDES = /^(?:white|black|red|blue|home|away|challenger|defender|opponent|winner|loser)(?:_id)?$/;
