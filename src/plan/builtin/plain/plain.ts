import type { Query } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { withImpliedKeys } from '../linking/implied-keys.ts';
import { lexiconOf } from '../linking/lexicon.ts';
import { plainJoinsOf } from '../linking/plain-joins.ts';
import { planOf } from './make.ts';
import { plainNamesOf } from './names.ts';
import { readPlain } from './read.ts';

/** The plan of a text that is a plain sentence; null for any other. */
export function planPlainly({ text, schema: live }: Pick<Question, 'text' | 'schema'>): Query | null {
  if (!PLAIN.test(text)) return null;
  const schema = withImpliedKeys(live);
  const lexicon = lexiconOf(schema);
  const sentence = readPlain(text, plainNamesOf(lexicon));
  return sentence === null ? null : planOf(sentence, { lexicon, graph: plainJoinsOf(schema, lexicon) });
}

/** How each of them begins, or goes on: what is not said so is not looked at any further. */
const PLAIN = /\bwhose .+ is |^(?:list|number of|total|average|lowest|highest|percentage of|each different|days|the) | of /i;
