import { contradictionIn } from '../../contradiction.ts';
import type { Select } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { type Token, tokenize } from '../english/tokens.ts';
import type { JoinGraph } from '../linking/joins.ts';
import { type Lexicon, rootOf } from '../linking/lexicon.ts';
import type { Candidate } from '../search/candidates.ts';
import { DATES_DOUBTS } from './dates.ts';
import type { Doubt, Judged } from './judged.ts';
import { MEASURES_DOUBTS } from './measures.ts';
import { RELATIONS_DOUBTS } from './relations.ts';
import { SHOWN_DOUBTS } from './shown.ts';

/**
 * Why a plan that reads well is still no answer to be sure of: a word of the question that changes which rows are meant has
 * left no trace in it. Null when nothing speaks against it.
 */
export function doubtIn(candidate: Candidate, tokens: readonly Token[], lexicon: Lexicon, graph: JoinGraph): string | null {
  const lower = tokens.map((token) => token.lower);
  const judged: Judged = {
    said: withoutValues(` ${lower.join(' ')} `, candidate.plan),
    words: new Set(lower.flatMap((word) => [word, stem(word), rootOf(stem(word))])),
    candidate,
    select: firstSelect(candidate),
    lexicon,
    graph,
  };
  for (const doubt of DOUBTS) {
    const reason = doubt(judged);
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

/** All of them, for `npm run eval:rules`. */
export const DOUBTS: readonly Doubt[] = [...SHOWN_DOUBTS, ...MEASURES_DOUBTS, ...DATES_DOUBTS, ...RELATIONS_DOUBTS];
