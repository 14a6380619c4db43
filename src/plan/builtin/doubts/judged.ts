import type { Select } from '../../plan.ts';
import { SYNONYMS } from '../english/synonyms.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import type { JoinGraph } from '../linking/joins.ts';
import { type Lexicon, rootOf } from '../linking/lexicon.ts';
import type { Attribute, Entity, Mention } from '../linking/mention.ts';
import type { Candidate } from '../search/candidates.ts';

/** What a doubt looks at: the words of the question and what they were taken for. */
export interface Judged {
  readonly said: string;
  /** Stems and roots of all words. */
  readonly words: ReadonlySet<string>;
  readonly candidate: Candidate;
  readonly select: Select;
  readonly lexicon: Lexicon;
  readonly graph: JoinGraph;
}

/** Why a plan is no answer to be sure of; null when it does not doubt it. */
export type Doubt = (judged: Judged) => string | null;

export const isSaid = (word: string, words: ReadonlySet<string>) =>
  words.has(word) || words.has(rootOf(word)) || [...(SYNONYMS.get(word) ?? [])].some((other) => words.has(other));

export const isAttribute = (of: Mention | null | 'all'): of is Attribute => of !== null && of !== 'all' && of.kind === 'attribute';

export const isEntity = (part: unknown): part is Entity =>
  typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'entity';

export const entryOf = (lexicon: Lexicon, { table, column }: { table: string; column: string }): ColumnEntry | undefined =>
  lexicon.byName.get(table)?.columns.find((entry) => entry.column.name === column);

/** Every column in a part of a plan, as table.column. */
export function columnsIn(part: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(part, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'column' in value && 'table' in value) found.add(`${value.table}.${value.column}`);
    return value;
  });
  return found;
}
