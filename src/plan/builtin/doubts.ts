import { contradictionIn } from '../contradiction.ts';
import type { Expr, Select } from '../plan.ts';
import type { Candidate } from './candidates.ts';
import { doubtOfAsked } from './doubts-asked.ts';
import { doubtOfMeasure } from './doubts-measures.ts';
import { DATED } from './expressions.ts';
import type { JoinGraph } from './joins.ts';
import { type ColumnEntry, type Lexicon, rootOf } from './lexicon.ts';
import { momentsOf, tells } from './moment-columns.ts';
import { isUnsaidKey } from './roles.ts';
import type { Attribute, Entity, Mention, Value } from './sketch.ts';
import { stem } from './stem.ts';
import { SYNONYMS } from './synonyms.ts';
import { type Token, tokenize } from './tokens.ts';

/** What a doubt looks at: the words of the question and what they were taken for. */
interface Heard {
  readonly said: string;
  /** Stems and roots of all words. */
  readonly words: ReadonlySet<string>;
  readonly candidate: Candidate;
  readonly select: Select;
  readonly lexicon: Lexicon;
  readonly graph: JoinGraph;
}

/**
 * Why a plan that reads well is still no answer to be sure of: a word of the question that changes which rows are meant has
 * left no trace in it. Null when nothing speaks against it.
 */
export function doubtIn(candidate: Candidate, tokens: readonly Token[], lexicon: Lexicon, graph: JoinGraph): string | null {
  const lower = tokens.map((token) => token.lower);
  const heard: Heard = {
    said: withoutValues(` ${lower.join(' ')} `, candidate.plan),
    words: new Set(lower.flatMap((word) => [word, stem(word), rootOf(stem(word))])),
    candidate,
    select: firstSelect(candidate),
    lexicon,
    graph,
  };
  for (const doubt of DOUBTS) {
    const reason = doubt(heard);
    if (reason !== null) return reason;
  }
  return contradictionIn(candidate.plan);
}

/** Words of a stored value say nothing of the question. */
function withoutValues(said: string, plan: Candidate['plan']): string {
  let left = said;
  JSON.stringify(plan, (_key, part: unknown) => {
    if (typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'literal' && 'value' in part) {
      const words = tokenize(String(part.value)).map(({ lower }) => lower);
      if (words.length > 1) left = left.replace(` ${words.join(' ')} `, ' … ');
    }
    return part;
  });
  return left;
}

const firstSelect = ({ plan }: Candidate): Select => {
  let query = plan;
  while (query.kind === 'set') query = query.left;
  return query;
};

/** "the most expensive product in each category" is one of every category, not one of all. */
function bestOfEach({ said, select }: Heard): string | null {
  const cut = select.limit !== undefined && select.groupBy === undefined && select.distinctOn === undefined;
  return cut && EACH.test(said) ? 'It asks for the first of each group, which is not read.' : null;
}

const EACH = / (?:(?:in|for|of|within|from|by|at|on) (?:each|every)|per) /;

/** "retired products" are products; the flag alone answers nothing. */
function flagShown({ said, candidate: { sketch }, select, lexicon }: Heard): string | null {
  if (/ (?:whether|flags?|status|if) /.test(said)) return null;
  const flags = select.columns.some(({ expr }) => {
    const shown = expr.kind === 'aggregate' ? expr.arg : expr;
    return shown.kind === 'column' && entryOf(lexicon, shown)?.column.type === 'boolean';
  });
  const [only, ...more] = sketch.items;
  return flags && only !== undefined && more.length === 0 ? 'It is unclear whether a flag is asked for or what it is set for.' : null;
}

/** Someone's oldest is by age, and a date of anything else says nothing about that. */
function ageless({ said, words: spoken, candidate: { sketch }, select, lexicon }: Heard): string | null {
  if (!sketch.orders.some(({ of }) => of !== null && /^(?:youngest|oldest)$/.test(of.words)) && !/ (?:youngest|oldest) /.test(said))
    return null;
  const dated = (select.orderBy ?? []).flatMap(({ expr }) => (expr.kind === 'column' ? [entryOf(lexicon, expr)] : []));
  const other = dated.some(
    (entry) =>
      entry !== undefined && DATED.has(entry.column.type) && entry.words.some((word) => TAKEN_ON.test(word) && !isSaid(word, spoken)),
  );
  return other ? 'No column says how old they are.' : null;
}

/** What a date is of, that is not the beginning of a life. */
const TAKEN_ON = /^(hir|join|start|employ|regist|enrol|sign|admi|admit|updat|log|end|le[af]|death|died|enter|creat|visit|appoint)/;

/** "customers who ordered last month" is said of their orders' date, not of the customers' own. */
function otherMoment({ said, words, candidate: { sketch }, select, lexicon }: Heard): string | null {
  const conditions = [...sketch.conditions, ...(sketch.both?.flat() ?? [])];
  if (!conditions.some((of) => of.kind === 'period' && of.left === undefined)) return null;
  const tested = columnsIn([select.where]);
  const dated = lexicon.tables.flatMap((entry) =>
    momentsOf(entry)
      .filter(({ column }) => DATED.has(column.type))
      .map((column) => ({ entry, column, telling: column.words.filter((word) => !WHENS.has(word)) })),
  );
  for (const { entry, column, telling } of dated.filter((one) => tested.has(`${one.entry.table.name}.${one.column.column.name}`))) {
    if (telling.some((word) => isSaid(word, words) || said.split(' ').some((spoken) => tells(spoken, word)))) continue;
    const others = dated.filter((one) => one.column !== column);
    const named = others.some((one) => one.telling.some((word) => !entry.words.includes(word) && isDone(word, said)));
    const done = others.some(
      (one) => one.entry !== entry && one.entry.words.some((word) => !entry.words.includes(word) && isDone(word, said)),
    );
    const bare = telling.every((word) => entry.words.includes(word));
    const lives = telling.some((word) => LIVES.test(word));
    const several = !bare && others.some((one) => one.entry === entry);
    const happened = !bare && entry.label.length > 0 && DONE.test(said);
    if (named || done || lives || several || happened) return 'It is unclear which date is meant.';
  }
  return null;
}

/** Words of a date's name that do not say what happened then. */
const WHENS = new Set('date time year day month on at in of timestamp datetime when the'.split(' '));
const LIVES = /^(birth|born|dob|death|died|expir)/;
/** Some form of a verb for what was done. */
const DONE =
  / (?!need|unit|name|call|relat|associat|locat|bas|includ)[a-z]{2,}ed | (?:bought|sold|taken|took|seen|saw|met|paid|sent|gave|given|won|held|made|came|left|went) /;

/** Whether a verb of the question is of this word's root: "ordered" of orders. */
const isDone = (word: string, said: string): boolean =>
  said.split(' ').some((spoken) => /(ed|ing)$/.test(spoken) && rootOf(spoken) === rootOf(word));

/** "have an email" is said of those that do. */
function possession({ said, select, lexicon }: Heard): string | null {
  const found = / (?:has|have|having|with) (?:(?:a|an|any) ([a-z]+)(?= |$)|([a-z]+) $)/.exec(said)?.slice(1).find(Boolean);
  if (found === undefined) return null;
  const word = stem(found);
  const columns = lexicon.tables.flatMap(({ table, columns: own }) =>
    own.flatMap((entry) => (entry.words.length === 1 && entry.words[0] === word ? [`${table.name}.${entry.column.name}`] : [])),
  );
  if (columns.length === 0 || lexicon.tables.some(({ words }) => words.includes(word))) return null;
  const tested = columnsIn([select.where, select.having, select.orderBy]);
  return columns.some((name) => tested.has(name)) ? null : `It is unclear what having "${found}" asks for.`;
}

/** "Who teaches Ann?" is not answered by Ann. */
function echo({ said, select }: Heard): string | null {
  if (!/^ (?:by )?who /.test(said) || / who (?:is|are|was|were) /.test(said)) return null;
  const pinned = new Set(
    conjuncts(select.where).flatMap((test) => (test.kind === 'compare' && test.op === '=' ? [JSON.stringify(test.left)] : [])),
  );
  return select.columns.every(({ expr }) => pinned.has(JSON.stringify(expr))) ? 'It is unclear who is asked for.' : null;
}

/** "reviewed all their orders", "attended every course": no row of theirs is without, which takes a reading of its own. */
function universal({ said, select }: Heard): string | null {
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
function unnamedBridge({ words, select, lexicon, graph }: Heard): string | null {
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
function unsaidKey({ select, lexicon, graph }: Heard): string | null {
  const joins = (select.joins ?? []).flatMap(({ source, on }) =>
    source.kind === 'table' && on ? [{ to: source.table, on: columnsIn([on]) }] : [],
  );
  const unsaid = joins.some(({ to, on }) =>
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

/** Whether rows of a third kind, other than the bridge's, relate two tables as well: down from the one, up to the other. */
function otherWay(graph: JoinGraph, one: string, two: string, bridge: string): boolean {
  const below = (table: string) => (graph.edges.get(table) ?? []).filter(({ to, toOne }) => !toOne && to !== bridge).map(({ to }) => to);
  const above = (table: string) => (graph.edges.get(table) ?? []).filter(({ to, toOne }) => toOne && to !== bridge).map(({ to }) => to);
  const near = below(one);
  return [...near, ...near.flatMap(below)].some((table) => [table, ...above(table)].some((at) => above(at).includes(two)));
}

/** "units" is no price, though the price is one of a unit; a stock's value is no stock. */
function headless({ said, words, candidate: { sketch, plan }, lexicon }: Heard): string | null {
  const used = columnsIn([plan]);
  const measured = [...sketch.items.map(({ of }) => of), ...sketch.orders.map(({ of }) => of)].filter(isAttribute);
  for (const { words: spoken, candidates } of measured) {
    for (const { table, columns } of candidates) {
      const [name] = columns;
      if (name === undefined || !used.has(`${table}.${name}`)) continue;
      const own = lexicon.byName.get(table)?.columns ?? [];
      const entry = own.find(({ column }) => column.name === name);
      if (entry === undefined || !NUMBERS.has(entry.column.type)) continue;
      const priced = own.some((other) => other.words.some((word) => PRICES.has(word)));
      if (/ (?:value|worth)s?$/.test(` ${spoken}`) && priced && !entry.words.some((word) => PRICES.has(word) || WORTHS.has(word)))
        return `It is unclear what "${spoken}" is worked out from.`;
      if (/ units? /.test(` ${spoken} `) && entry.words.some((word) => PRICES.has(word)) && ![...PRICES].some((word) => words.has(word)))
        return `It is unclear what "${spoken}" counts.`;
    }
  }
  return / (?:stock|inventory) (?:value|worth) /.test(said) && ![...used].some((name) => /price|cost|value|worth/i.test(name))
    ? 'It is unclear what the value is worked out from.'
    : null;
}

const NUMBERS = new Set(['integer', 'decimal', 'float']);
const PRICES = new Set(['price', 'cost', 'fee']);
const WORTHS = new Set(['value', 'worth', 'amount', 'total']);

/** "students with their mentors" shows both. */
function companion({ said, select, lexicon }: Heard): string | null {
  const found = / (?:with|and) (?:their|its|his|her) ((?:[a-z]+ )?[a-z]+) $/.exec(said)?.[1];
  if (found === undefined) return null;
  const last = stem(found.split(' ').at(-1) ?? '');
  const shown = select.columns.map(({ expr }) => expr);
  const tables = new Set([...columnsIn(shown)].map((name) => name.slice(0, name.lastIndexOf('.'))));
  const counts = shown.some(({ kind }) => kind === 'aggregate');
  const nouns = lexicon.tables.filter(({ words }) => words.includes(last));
  if (nouns.length === 0 || counts || shown.length > 1) return null;
  return nouns.some(({ table }) => tables.has(table.name)) && tables.size > 1 ? null : `What is shown beside them is not read: "${found}".`;
}

/** "agents in billing" may be of a team or of a category: a value with two homes, neither of them what is asked about. */
function twoHomes({ said, candidate: { sketch, plan }, select, lexicon, graph }: Heard): string | null {
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

/** "students who attended": a list of who was to be there says by its status who was. */
function attended({ said, select, lexicon }: Heard): string | null {
  if (!/ (?:attend|attends|attended|attending) /.test(said)) return null;
  const tested = columnsIn([select.where, select.having]);
  const kept = [select.from, ...(select.joins ?? []).map(({ source }) => source)].flatMap((source) =>
    source?.kind === 'table' ? [lexicon.byName.get(source.table)] : [],
  );
  const untold = kept.some((entry) =>
    entry?.columns.some(
      ({ column, words }) =>
        words.includes('status') && entry.words.some((word) => /^attend/.test(word)) && !tested.has(`${entry.table.name}.${column.name}`),
    ),
  );
  return untold ? 'It is unclear which status counts as attended.' : null;
}

/** "both the bug and the mobile tag" are two of a kind: of two columns, one of them was taken for something else. */
function mixedPair({ candidate: { plan } }: Heard): string | null {
  if (plan.kind !== 'set' || plan.op !== 'intersect') return null;
  const [one, two] = [plan.left, plan.right].map((side) =>
    side.kind === 'set'
      ? null
      : conjuncts(side.where).flatMap((test) =>
          test.kind === 'compare' && test.left.kind === 'column' ? [`${test.left.table}.${test.left.column}`] : [],
        ),
  );
  if (one == null || two == null) return null;
  const [first, second] = [one.filter((name) => !two.includes(name)), two.filter((name) => !one.includes(name))];
  return first.length > 0 && second.length > 0 ? 'It is unclear what the two have in common.' : null;
}

/** "an activator" as another word for the enzymes that are named beside it: it says which of them. */
function namedTwice({ candidate: { sketch } }: Heard): string | null {
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

const isEntity = (part: unknown): part is Entity => typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'entity';

const DOUBTS: readonly ((heard: Heard) => string | null)[] = [
  bestOfEach,
  ({ said, select, candidate, lexicon }) => doubtOfMeasure({ said, select, plan: candidate.plan, lexicon }),
  doubtOfAsked,
  flagShown,
  ageless,
  otherMoment,
  possession,
  echo,
  universal,
  unnamedBridge,
  unsaidKey,
  headless,
  companion,
  twoHomes,
  mixedPair,
  attended,
  namedTwice,
];

const isSaid = (word: string, words: ReadonlySet<string>) =>
  words.has(word) || words.has(rootOf(word)) || [...(SYNONYMS.get(word) ?? [])].some((other) => words.has(other));

const isAttribute = (of: Mention | null | 'all'): of is Attribute => of !== null && of !== 'all' && of.kind === 'attribute';

const entryOf = (lexicon: Lexicon, { table, column }: { table: string; column: string }): ColumnEntry | undefined =>
  lexicon.byName.get(table)?.columns.find((entry) => entry.column.name === column);

const conjuncts = (where: Expr | undefined): readonly Expr[] =>
  where === undefined ? [] : where.kind === 'and' ? where.args.flatMap(conjuncts) : [where];

/** Every column in a part of a plan, as table.column. */
function columnsIn(part: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(part, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'column' in value && 'table' in value) found.add(`${value.table}.${value.column}`);
    return value;
  });
  return found;
}
