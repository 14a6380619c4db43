import { tokenize } from '../builtin/english/tokens.ts';
import { FUNCTION_WORDS } from '../builtin/english/words.ts';
import type { TableEntry } from '../builtin/linking/entries.ts';
import { joinGraphOf } from '../builtin/linking/joins.ts';
import { lexiconOf, phraseWords, rootOf } from '../builtin/linking/lexicon.ts';
import { columnCost, tableCost } from '../builtin/linking/name-costs.ts';
import type { Schema } from '../schema.ts';
import type { ValueHit } from './value-hits.ts';

export interface Relevance {
  readonly table: string;
  readonly score: number;
  /** Columns that the request's words speak of. */
  readonly columns: ReadonlySet<string>;
}

const PHRASE_MAX = 4;
/** Names beyond this cost are no match. */
const COST_MAX = 1.2;
const WEIGHTS = { table: 3, column: 1.5, value: 2.5, comment: 0.6, root: 0.5 } as const;
/** What a table is worth for standing next to one that the request names. */
const NEIGHBOUR = 0.3;
/** And for leading from one that it names to another. */
const BRIDGE = 0.6;

/** Tables by how much a request speaks of them, most first; those that it does not touch at all come last, with 0. */
export function relevanceOf(text: string, schema: Schema, hits: readonly ValueHit[]): Relevance[] {
  const lexicon = lexiconOf(schema);
  const scores = new Map(schema.tables.map(({ name }) => [name, { score: 0, columns: new Set<string>() }]));
  const add = (table: string, score: number, column?: string) => {
    const entry = scores.get(table);
    if (!entry) return;
    entry.score += score;
    if (column !== undefined) entry.columns.add(column);
  };

  for (const phrase of phrases(text)) {
    const found = lexicon.tables.flatMap((entry) => matchesOf(phrase, entry).map((match) => ({ ...match, table: entry.table.name })));
    for (const kind of ['table', 'column', 'root', 'comment'] as const) {
      const own = found.filter((match) => match.kind === kind);
      const rarity = rarityOf(new Set(own.map(({ table }) => table)).size, schema);
      const best = new Map<string, number>();
      for (const { table, strength, column } of own) {
        best.set(table, Math.max(best.get(table) ?? 0, strength));
        add(table, 0, column);
      }
      for (const [table, strength] of best) add(table, WEIGHTS[kind] * strength * rarity);
    }
  }
  for (const { table, column } of hits) {
    const alike = hits.filter((hit) => hit.table === table || hit.column === column).length;
    add(table, (WEIGHTS.value * rarityOf(alike, schema)) / 2, column);
  }
  spread(scores, joinGraphOf(schema, lexicon).edges);
  return [...scores]
    .map(([table, { score, columns }]) => ({ table, score, columns }))
    .sort((a, b) => b.score - a.score || (a.table < b.table ? -1 : 1));
}

/** What many tables share tells them apart badly. */
const rarityOf = (tables: number, schema: Schema): number => Math.log(1 + schema.tables.length / Math.max(1, tables));

/** Runs of the request's words that may be names. */
function phrases(text: string): string[][] {
  const words = tokenize(text).map(({ kind, lower }) => (kind === 'word' ? lower : ''));
  const found = new Map<string, string[]>();
  for (let at = 0; at < words.length; at++) {
    for (let end = at + 1; end <= Math.min(words.length, at + PHRASE_MAX); end++) {
      const last = words[end - 1] ?? '';
      if (last === '') break;
      if (FUNCTION_WORDS.has(words[at] ?? '') || FUNCTION_WORDS.has(last)) continue;
      const phrase = phraseWords(words.slice(at, end));
      if (phrase.length > 0) found.set(phrase.join(' '), phrase);
    }
  }
  return [...found.values()];
}

interface Match {
  readonly kind: keyof typeof WEIGHTS;
  /** 0..1 */
  readonly strength: number;
  readonly column?: string;
}

function matchesOf(phrase: readonly string[], entry: TableEntry): Match[] {
  const found: Match[] = [];
  const cost = tableCost(phrase, entry);
  if (cost !== null && cost <= COST_MAX) found.push({ kind: 'table', strength: strengthOf(cost, phrase) });
  for (const column of entry.columns) {
    const own = columnCost(phrase, entry, column);
    if (own !== null && own <= COST_MAX) found.push({ kind: 'column', strength: strengthOf(own, phrase), column: column.column.name });
  }
  if (found.length === 0 && phrase.length === 1) found.push(...looseMatches(phrase[0] ?? '', entry));
  return found;
}

/** A longer phrase that fits says more. */
const strengthOf = (cost: number, phrase: readonly string[]): number => (1 - cost / (COST_MAX + 0.3)) * (1 + 0.3 * (phrase.length - 1));

/** A word that shares its root with one of a name, or stands in a comment. */
function looseMatches(word: string, entry: TableEntry): Match[] {
  const root = rootOf(word);
  if (root.length < 4) return [];
  if (entry.words.some((other) => rootOf(other) === root)) return [{ kind: 'root', strength: 1 }];
  const column = entry.columns.find(({ words }) => words.some((other) => rootOf(other) === root));
  if (column) return [{ kind: 'root', strength: 0.7, column: column.column.name }];
  const said = (comment: string | null) => comment?.toLowerCase().includes(root) === true;
  if (said(entry.table.comment)) return [{ kind: 'comment', strength: 1 }];
  const told = entry.columns.find((each) => said(each.column.comment));
  return told ? [{ kind: 'comment', strength: 0.7, column: told.column.name }] : [];
}

/** Tables next to named ones, and most of all those between two of them, are likely on the way of a join. */
function spread(scores: Map<string, { score: number }>, edges: ReadonlyMap<string, readonly { readonly to: string }[]>): void {
  const own = new Map([...scores].map(([table, { score }]) => [table, score]));
  for (const [table, entry] of scores) {
    const near = [...new Set((edges.get(table) ?? []).map(({ to }) => to))].map((to) => own.get(to) ?? 0).sort((a, b) => b - a);
    const [first = 0, second = 0] = near;
    entry.score += NEIGHBOUR * first + BRIDGE * second;
  }
}
