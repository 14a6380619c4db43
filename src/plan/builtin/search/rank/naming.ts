import type { Query } from '../../../plan.ts';
import { stem } from '../../english/stem.ts';
import { SYNONYMS } from '../../english/synonyms.ts';
import { type Token, tokenize } from '../../english/tokens.ts';
import { FUNCTION_WORDS } from '../../english/words.ts';
import type { ColumnEntry, TableEntry } from '../../linking/entries.ts';
import { type Lexicon, rootOf } from '../../linking/lexicon.ts';
import type { Links } from '../../linking/links.ts';
import type { Attribute, Entity, Value } from '../../linking/mention.ts';
import type { Sketch } from '../sketch.ts';
import { firstSelect, partsOf } from './shape.ts';
import { isOneName } from './shape-words.ts';

/** The words of a question, before it is known what they are taken for. */
export interface Spoken {
  readonly lower: readonly string[];
  isSaid(word: string): boolean;
  /** Content words and names, each as far as the longest name goes. */
  readonly mentions: readonly {
    readonly word: string;
    readonly entities: readonly Entity[];
    readonly attributes: readonly Attribute[];
  }[];
}

const NAMED = 0.6;

export function spokenIn(tokens: readonly Token[], links: Links): Spoken {
  const lower = tokens.flatMap((token) => (token.kind === 'word' ? [token.lower] : []));
  const forms = new Set(lower.flatMap((word) => [word, stem(word), rootOf(stem(word))]));
  const known = new Map<string, boolean>();
  const isSaid = (word: string) => {
    const said = known.get(word) ?? (forms.has(word) || forms.has(rootOf(word)) || synonymsOf(word).some((other) => forms.has(other)));
    known.set(word, said);
    return said;
  };
  const mentions: { word: string; entities: Entity[]; attributes: Attribute[] }[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind !== 'word' || FUNCTION_WORDS.has(token.lower)) {
      at += 1;
      continue;
    }
    const entities = links.entities(at).filter(({ end, cost }) => cost < NAMED && isOneName(tokens, at, end));
    const attributes = links.attributes(at).filter(({ end, cost }) => cost < NAMED && isOneName(tokens, at, end));
    const end = Math.max(at + 1, ...[...entities, ...attributes].map((span) => span.end));
    const whole = <T>(spans: readonly { value: T; end: number }[]) => spans.flatMap((span) => (span.end === end ? [span.value] : []));
    mentions.push({ word: token.lower, entities: whole(entities), attributes: whole(attributes) });
    at = end;
  }
  return { lower, isSaid, mentions };
}

const synonymsOf = (word: string): string[] => [...(SYNONYMS.get(word) ?? [])];

/** How the words of a question and the names that a plan uses go together: what was said and left out, what was not said. */
export function namingOf({ plan, sketch }: { readonly plan: Query; readonly sketch: Sketch }, spoken: Spoken, lexicon: Lexicon) {
  const used = namesIn(plan, lexicon);
  const select = firstSelect(plan);
  const shown = columnsOf([select.columns], lexicon);
  const tested = columnsOf([select.where, select.having], lexicon);
  const shownTables = new Set(shown.map(({ table }) => table));
  const isBare = (table: string) => !(lexicon.byName.get(table)?.words ?? []).some((word) => spoken.isSaid(word));
  const holds = ({ candidates }: Attribute) => candidates.some(({ table, columns }) => columns.every((name) => used.has(table, name)));
  const among = ({ candidates }: Entity, tables: ReadonlySet<string>) =>
    candidates.some(({ table, cost }) => cost < GOOD && tables.has(table));

  const named = spoken.mentions.filter(({ word }) => !used.values.has(word));
  const nouns = named.filter(({ entities }) => entities.length > 0);
  const qualities = named.filter(({ entities, attributes }) => entities.length === 0 && attributes.length > 0);
  const others = named.filter(({ entities, attributes }) => entities.length === 0 && attributes.length === 0);
  const rooted = others.filter(({ word }) => !used.roots.has(rootOf(stem(word))));
  const [head] = nouns;
  const { attributes, entities, values } = mentionedIn(sketch);
  const pinned = new Set(select.where === undefined ? [] : pinsIn(select.where));
  return {
    unsaidShown: most(shown.map((column) => unsaidShare(column, spoken))),
    unsaidTested: most(tested.map((column) => unsaidShare(column, spoken))),
    dropped: few(
      new Set(spoken.lower.filter((word) => !FUNCTION_WORDS.has(word) && !used.values.has(word) && isDropped(stem(word), used, lexicon)))
        .size,
    ),
    rootDropped: few(rooted.filter(({ word }) => lexicon.roots.has(rootOf(stem(word)))).length),
    skipped: Math.min(2, rooted.length),
    bare: few([...used.tables].filter(isBare).length),
    bareShown: few([...shownTables].filter(isBare).length),
    headUnshown: head !== undefined && !head.entities.some((noun) => among(noun, shownTables)) ? 1 : 0,
    nouns: few(nouns.length),
    nounsMissing: few(nouns.filter((one) => !one.entities.some((noun) => among(noun, used.tables)) && !one.attributes.some(holds)).length),
    qualitiesMissing: few(qualities.filter((one) => !one.attributes.some(holds)).length),
    tables: few(used.tables.size),
    shownTables: few(shownTables.size),
    columnCost: most(
      attributes.map((one) => leastCost(one.candidates.filter(({ table, columns }) => columns.every((name) => used.has(table, name))))),
    ),
    columnRivals: Math.log(1 + most(attributes.map(({ candidates }) => nearestOf(candidates)))),
    tableCost: most(entities.map(({ candidates }) => leastCost(candidates.filter(({ table }) => used.tables.has(table))))),
    homes: Math.log(1 + most(values.map(({ hits }) => new Set(hits.map(({ table, column }) => `${table}.${column}`)).size))),
    lowerCase: values.some(({ text, quoted }) => !quoted && text === text.toLowerCase()) ? 1 : 0,
    echoed: shown.some(({ key }) => pinned.has(key)) ? 1 : 0,
  };
}

export type NamingName = keyof ReturnType<typeof namingOf>;

const GOOD = 0.8;
const MANY = 4;
const few = (count: number) => Math.min(MANY, count);
const most = (values: readonly number[]) => Math.max(0, ...values);
/** 1 where nothing is left to choose from. */
const leastCost = (candidates: readonly { cost: number }[]) => Math.min(1, ...candidates.map(({ cost }) => cost));

/** How many cost next to nothing more than the cheapest. */
function nearestOf(candidates: readonly { cost: number }[]): number {
  const most = leastCost(candidates) + 0.1;
  return candidates.filter(({ cost }) => cost <= most).length;
}

/** Whether a name of the schema was said and is nowhere in the plan. */
function isDropped(word: string, used: Names, lexicon: Lexicon): boolean {
  return (
    wordsOf(lexicon).has(word) &&
    !used.roots.has(word) &&
    !used.roots.has(rootOf(word)) &&
    !synonymsOf(word).some((other) => used.roots.has(other))
  );
}

const wordsByLexicon = new WeakMap<Lexicon, ReadonlySet<string>>();

function wordsOf(lexicon: Lexicon): ReadonlySet<string> {
  const known = wordsByLexicon.get(lexicon);
  if (known !== undefined) return known;
  const words = new Set(lexicon.tables.flatMap((entry) => [...entry.words, ...entry.columns.flatMap((column) => column.words)]));
  wordsByLexicon.set(lexicon, words);
  return words;
}

interface UsedColumn {
  readonly table: string;
  readonly key: string;
  readonly entry: ColumnEntry;
  readonly owner: TableEntry;
}

/** How much of a column's name, its table's words aside, was not said. What a thing is called by is said with it. */
function unsaidShare({ entry, owner }: UsedColumn, spoken: Spoken): number {
  if (owner.label.includes(entry.column.name) && owner.words.some((word) => spoken.isSaid(word))) return 0;
  const own = entry.words.filter((word) => !owner.words.includes(word));
  const words = own.length > 0 ? own : entry.words;
  return words.filter((word) => !spoken.isSaid(word)).length / Math.max(1, words.length);
}

interface Names {
  readonly tables: ReadonlySet<string>;
  /** Words of the names of tables and columns, and their roots. */
  readonly roots: ReadonlySet<string>;
  /** Words of the values compared with. */
  readonly values: ReadonlySet<string>;
  has(table: string, column: string): boolean;
}

/** All that a plan names, but for what its joins are on. */
function namesIn(plan: Query, lexicon: Lexicon): Names {
  const tables = new Set<string>();
  const values = new Set<string>();
  eachPart(plan, (part) => {
    if (part.kind === 'table' && typeof part.table === 'string') tables.add(part.table);
    if (part.kind === 'literal') for (const { lower } of tokenize(String(part.value).replaceAll('%', ' '))) values.add(lower);
  });
  const columns = columnsOf(plan, lexicon);
  const keys = new Set(columns.map(({ key }) => key));
  const words = [...columns.flatMap(({ entry }) => entry.words), ...[...tables].flatMap((table) => lexicon.byName.get(table)?.words ?? [])];
  return {
    tables,
    values,
    roots: new Set(words.flatMap((word) => [word, rootOf(word)])),
    has: (table, column) => keys.has(`${table}.${column}`),
  };
}

function columnsOf(part: unknown, lexicon: Lexicon): UsedColumn[] {
  const found = new Map<string, UsedColumn>();
  eachPart(part, ({ kind, table, column }) => {
    if (kind !== 'column' || typeof table !== 'string' || typeof column !== 'string') return;
    const owner = lexicon.byName.get(table);
    const entry = owner?.columns.find((one) => one.column.name === column);
    const key = `${table}.${column}`;
    if (owner !== undefined && entry !== undefined) found.set(key, { table, key, entry, owner });
  });
  return [...found.values()];
}

type Part = { readonly kind?: unknown; readonly table?: unknown; readonly column?: unknown; readonly value?: unknown };

function eachPart(whole: unknown, look: (part: Part) => void): void {
  if (typeof whole !== 'object' || whole === null) return;
  if (Array.isArray(whole)) {
    for (const part of whole) eachPart(part, look);
    return;
  }
  look(whole);
  for (const name in whole) if (!LISTS.has(name)) eachPart((whole as Record<string, unknown>)[name], look);
}

/** Candidates of mentions and hits of values hold no parts, and a wide schema has hundreds of them. */
const LISTS = new Set(['on', 'candidates', 'hits']);

function mentionedIn(sketch: Sketch): { attributes: Attribute[]; entities: Entity[]; values: Value[] } {
  const attributes: Attribute[] = [];
  const entities: Entity[] = [];
  const values: Value[] = [];
  eachPart(sketch, (part) => {
    if (isOf<Attribute>(part, 'attribute')) attributes.push(part);
    else if (isOf<Entity>(part, 'entity')) entities.push(part);
    else if (isValue(part) && part.number === null && part.hits.length > 0) values.push(part);
  });
  return { attributes, entities, values };
}

const isOf = <T extends { kind: string }>(part: unknown, kind: T['kind']): part is T => (part as Part).kind === kind;
const isValue = (part: object): part is Value => 'hits' in part && 'quoted' in part;

const pinsIn = (where: NonNullable<ReturnType<typeof firstSelect>['where']>): string[] =>
  [...partsOf(where)].flatMap((part) =>
    part.kind === 'compare' && part.op === '=' && part.left.kind === 'column' && part.right.kind === 'literal'
      ? [`${part.left.table}.${part.left.column}`]
      : [],
  );
