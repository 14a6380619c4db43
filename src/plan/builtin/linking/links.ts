import type { Attribute, Entity, Value, Worth } from './mention.ts';

/** A mention that starts at some token and ends before `end`. */
export interface Span<T> {
  readonly value: T;
  readonly end: number;
  readonly cost: number;
}

/** What the tokens from a position on may mean in this schema. Answers are remembered. */
export interface Links {
  attributes(at: number): readonly Span<Attribute>[];
  entities(at: number): readonly Span<Entity>[];
  /** Tables that keep the things a noun names only by a column: "delegates" where elections have a delegate. */
  holders(at: number): readonly Span<Entity>[];
  values(at: number): readonly Span<Value>[];
  /** An attribute by words that the question implies: "oldest" implies age. */
  named(words: readonly string[]): Attribute | null;
  /** A text column whose values are too many to be in the index. */
  isUnindexed(table: string, column: string): boolean;
  /** The single-column key of an entity's tables, as an attribute. */
  keyOf(entity: Entity): Attribute | null;
  /** What sales come to; see `worthOf`. */
  worth(words: string, worth: Worth): Attribute | null;
  /** The dates that a verb speaks of; see `happened`. */
  happened(verb: string): Attribute | null;
  /** Whether some column that it may be holds days or instants. */
  isDated(attribute: Attribute): boolean;
  /** The columns that say when, of any table. */
  moments(): Attribute | null;
  /** The words of a column's name. */
  wordsOf(table: string, column: string): readonly string[];
  /** Tables that a verb speaks of: "ordered" where there are orders. */
  doing(verb: string): Entity | null;
  /** Numbers of the tokens that name nothing here. */
  unlinked(): ReadonlySet<number>;
  /** Whether a verb shares its root with a name of the schema: "supplies" where there are suppliers. */
  related(word: string): boolean;
}
