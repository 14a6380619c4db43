import type { Schema } from '../../schema.ts';
import { type JoinGraph, joinGraphOf } from './joins.ts';
import type { Lexicon } from './lexicon.ts';
import { joinsOverPairs } from './pairs.ts';
import { withPlainKeys } from './roles.ts';

const known = new WeakMap<JoinGraph, JoinGraph>();

/**
 * The joins that a plain sentence means, which names no key: of several keys between two tables the one that is called after its table, and
 * people of groups by who is in them, not by the key of who leads them.
 */
export function plainJoinsOf(schema: Schema, lexicon: Lexicon): JoinGraph {
  const graph = joinGraphOf(schema, lexicon);
  const before = known.get(graph);
  if (before !== undefined) return before;
  const plain = withPlainKeys(joinsOverPairs(graph, lexicon, []), lexicon);
  known.set(graph, plain);
  return plain;
}
