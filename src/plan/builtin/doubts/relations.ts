import { conjuncts } from '../linking/expressions.ts';
import type { JoinGraph } from '../linking/joins.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import type { Value } from '../linking/mention.ts';
import { isUnsaidKey } from '../linking/roles.ts';
import type { Candidate } from '../search/candidates.ts';
import { columnsIn, type Doubt, entryOf, isEntity, isSaid, type Judged } from './judged.ts';

export const RELATIONS_DOUBTS: readonly Doubt[] = [universal, unnamedBridge, unsaidKey, oneSided, twoHomes, namedTwice, repeated];

/** "reviewed all their orders", "attended every course": no row of theirs is without, which takes a reading of its own. */
function universal({ said, select }: Judged): string | null {
  const all = /(?<! (?:list|show|give|find|display|return|report|and|of|me|than|,)) all (?:of )?(?:their|its|his|her) /.test(said);
  const every =
    /(?<! (?:list|show|give|find|display|return|report|and|of|me|than|in|for|from|by|at|on|with|per|to|,|what|what 's|is|are|does|did|has|within|across|count|under|about|get|tell)) every /.test(
      said,
    ) && !said.startsWith(' every ');
  return (all || every) && !/"(?:exists|quantified|scalarQuery)"/.test(JSON.stringify(select))
    ? 'What is asked of all of them is not read.'
    : null;
}

/** Two tables in between lead to the same place, and no word names the one that was taken. */
function unnamedBridge({ words, select, lexicon, graph }: Judged): string | null {
  const joined = (select.joins ?? []).flatMap(({ source }) => (source.kind === 'table' ? [source.table] : []));
  const tables = [...(select.from?.kind === 'table' ? [select.from.table] : []), ...joined];
  const shownOrTested = [...columnsIn([select.columns, select.where, select.orderBy])].map((name) => name.slice(0, name.lastIndexOf('.')));
  for (const bridge of tables) {
    const entry = lexicon.byName.get(bridge);
    const named = entry === undefined || entry.words.some((word) => isSaid(word, words));
    if (named || shownOrTested.includes(bridge)) continue;
    const ends = tables.filter((table) => graph.edges.get(bridge)?.some(({ to, toOne }) => to === table && toOne));
    for (const [at, one] of ends.entries())
      for (const two of ends.slice(0, at))
        if (otherWay(graph, one, two, bridge)) return 'More than one table relates the two, and none of them is named.';
  }
  return null;
}

/** Two keys lead from the one table to the other, and nothing says which. */
function unsaidKey({ select, lexicon, graph }: Judged): string | null {
  const joins = (select.joins ?? []).flatMap(({ source, on }) =>
    source.kind === 'table' && on ? [{ to: source.table, on: columnsIn([on]) }] : [],
  );
  const asked = conjuncts(select.where).flatMap((test) => {
    const inner = test.kind === 'not' ? test.arg : test;
    if (inner.kind !== 'exists' || inner.query.kind !== 'select' || inner.query.from?.kind !== 'table') return [];
    return [{ to: inner.query.from.table, on: columnsIn([inner.query.where]) }];
  });
  const unsaid = [...joins, ...asked].some(({ to, on }) =>
    [...graph.edges.values()]
      .flat()
      .some(
        (edge) =>
          edge.to === to &&
          edge.on.every((pair) => on.has(`${edge.from}.${pair.from}`) && on.has(`${to}.${pair.to}`)) &&
          isUnsaidKey(graph, lexicon, edge),
      ),
  );
  return unsaid ? 'More than one key relates the two, and nothing says which is meant.' : null;
}

/** "members without friends", of pairs of members: which of the two they would be there is a guess. */
function oneSided({ select, lexicon }: Judged): string | null {
  const guessed = conjuncts(select.where).some((test) => {
    const inner = test.kind === 'not' ? test.arg : test;
    if (inner.kind !== 'exists' || inner.query.kind !== 'select' || inner.query.from?.kind !== 'table') return false;
    const entry = lexicon.byName.get(inner.query.from.table);
    const [one, two, ...more] = entry?.table.foreignKeys ?? [];
    if (one === undefined || two === undefined || more.length > 0 || one.table !== two.table || one.table === entry?.table.name)
      return false;
    const used = columnsIn([inner.query]);
    return [one, two].filter(({ columns }) => columns.every((column) => used.has(`${entry?.table.name}.${column}`))).length === 1;
  });
  return guessed ? 'More than one key relates the two, and nothing says which is meant.' : null;
}

/** "the heads of departments", over those who led which: each would be listed once for every pair, of which nothing is shown or tested. */
function repeated({ select }: Judged): string | null {
  const { from, joins = [], columns, where, orderBy } = select;
  const lists = select.distinct !== true && select.groupBy === undefined && columns.every(({ expr }) => expr.kind === 'column');
  if (from?.kind !== 'table' || joins.length < 2 || !lists) return null;
  const used = new Set([...columnsIn([columns, where, orderBy])].map((name) => name.slice(0, name.lastIndexOf('.'))));
  return used.size === 1 ? 'It is unclear whether each is listed once or once for each of what belongs to it.' : null;
}

/** Whether rows of a third kind, other than the bridge's, relate two tables as well: down from the one, up to the other. */
function otherWay(graph: JoinGraph, one: string, two: string, bridge: string): boolean {
  const below = (table: string) =>
    (graph.edges.get(table) ?? []).filter(({ to, toOne }) => !toOne && to !== bridge && to !== two).map(({ to }) => to);
  const above = (table: string) => (graph.edges.get(table) ?? []).filter(({ to, toOne }) => toOne && to !== bridge).map(({ to }) => to);
  const near = below(one);
  return [...near, ...near.flatMap(below)].some((table) => [table, ...above(table)].some((at) => above(at).includes(two)));
}

/** "agents in billing" may be of a team or of a category: a value with two homes, neither of them what is asked about. */
function twoHomes({ said, candidate: { sketch, plan }, select, lexicon, graph }: Judged): string | null {
  const own = sketch.subject?.candidates.map(({ table }) => table) ?? (select.from?.kind === 'table' ? [select.from.table] : []);
  const tested = columnsIn([plan]);
  const near = (table: string) => own.includes(table) || (graph.edges.get(table) ?? []).some(({ to }) => own.includes(to));
  for (const of of valuesIn(sketch)) {
    const homes = [...new Map(of.hits.map((hit) => [`${hit.table}.${hit.column}`, hit])).values()];
    const chosen = homes.find(({ table, column }) => tested.has(`${table}.${column}`));
    if (chosen === undefined || own.includes(chosen.table)) continue;
    // "the artist Metallica"
    const spoken = lexicon.byName.get(chosen.table)?.words.at(-1) ?? chosen.table;
    if (new RegExp(` ${spoken}s? ${escaped(of.text.toLowerCase())} `).test(said)) continue;
    const other = homes.find((home) => home !== chosen && near(home.table));
    if (other === undefined) continue;
    const names = [chosen, other].map(({ table, column }) => wordsOf(lexicon, table, column));
    return `It is unclear which "${of.text}" is meant: ${names.join(' or ')}.`;
  }
  return null;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Values that stand alone in a condition, without a noun that says what they are of. */
function valuesIn(sketch: Candidate['sketch']): Value[] {
  const found: Value[] = [];
  JSON.stringify(sketch, (_key, part: unknown) => {
    if (typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'value' && 'value' in part && !('near' in part))
      found.push(part.value as Value);
    return part;
  });
  return found.filter(({ number, hits }) => number === null && hits.length > 1);
}

const wordsOf = (lexicon: Lexicon, table: string, column: string): string => {
  const entry = lexicon.byName.get(table);
  return `the ${entryOf(lexicon, { table, column })?.bare.join(' ') || column} of ${entry?.words.join(' ') ?? table}`;
};

/** "an activator" as another word for the enzymes that are named beside it: it says which of them. */
function namedTwice({ candidate: { sketch } }: Judged): string | null {
  const near = new Set<string>();
  const far: { words: string; tables: string[] }[] = [];
  JSON.stringify(sketch, (_key, part: unknown) => {
    if (isEntity(part)) {
      const tables = part.candidates.map(({ table }) => table);
      if (part.far === undefined) for (const table of tables.slice(0, 1)) near.add(table);
      else far.push({ words: part.words, tables: tables.slice(0, 1) });
    }
    return part;
  });
  const twice = far.find(({ tables }) => tables.some((table) => near.has(table)));
  return twice === undefined ? null : `It is unclear what "${twice.words}" says.`;
}
