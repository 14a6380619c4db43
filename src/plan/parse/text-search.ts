import type { Json } from '../../guard/postgres-json.ts';
import type { Expr } from '../plan.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { bodyIf, constText, listOf, systemName } from './tree.ts';

/** `to_tsvector('english', text) @@ websearch_to_tsquery('english', words)`. */
export const readTextMatch = (body: Json, place: Place): Expr => ({
  kind: 'call',
  fn: 'text_match',
  args: searchedIn([body.lexpr, body.rexpr], place),
});

/** The text that is searched, and the words that are looked for. */
export function searchedIn([vector, query]: readonly unknown[], place: Place): Expr[] {
  return [searchPart(vector, 'to_tsvector', place), searchPart(query, 'websearch_to_tsquery', place)];
}

function searchPart(node: unknown, name: string, place: Place): Expr {
  const call = bodyIf(node, 'FuncCall');
  const [config, text, ...others] = listOf(call?.args);
  const isIt = call !== null && systemName(call.funcname, 'the function') === name;
  if (!isIt || text === undefined || others.length > 0 || constText(config) !== 'english') throw unsupported('this text search', HOW);
  return place.lower.expr(text, place);
}

const HOW =
  "Words are searched by to_tsvector('english', text) @@ websearch_to_tsquery('english', words), and ranked by ts_rank() of the same two";
