import { isDeed } from '../english/irregular.ts';
import { isMoneyWord } from './amounts.ts';
import type { Part } from './meaning.ts';
import { isWho } from './state.ts';

const LEFT_OUT = 0.45;
/** Beside the name that it is like. */
const NAMED = 0.1;
const MOST = 0.8;

/** A word is left out only where no name that it is like is of use. */
export const leftOut = ({ nearest }: Part): number => Math.min(Math.max(LEFT_OUT, (nearest ?? 0) + NAMED), MOST);

/** What may not be left out. */
export const isNeeded = ({ cue, period, number, mark, words }: Part): boolean =>
  (cue !== null && !FREE.has(cue.kind)) || period !== null || number !== null || mark !== null || BOUND.test(words);
/** Words that say where something begins or ends, what is not so, or which number is made of two. */
const BOUND = /^(?:before|after|until|till|since|between|except|rates?|ratio|minus|difference|un\w{2,}(?:ed|id|ld|en|wn))$/;
const FREE: ReadonlySet<string> = new Set(['open', 'more', 'less', 'when', 'where', 'by', 'order']);

export const tells = (part: Part): boolean =>
  part.period !== null || part.number !== null || (part.mark !== null && !isWho(part)) || RANKING.has(part.cue?.kind ?? '');
const RANKING: ReadonlySet<string> = new Set(['latest', 'earliest', 'late', 'behind', 'not', 'nobody', 'short', 'gone']);

/** "how many cards", "how much rent", "the most yellow cards": what is counted or added up. */
export function isObject(parts: readonly Part[], part: Part): boolean {
  const at = parts.indexOf(part);
  const first = parts.slice(0, at).findLastIndex((one, place) => one.end !== parts[place + 1]?.from || one.mark?.kind !== 'value');
  const cue = parts[first];
  // "without a customer card": all of what there is none of.
  const [bare, name] = [parts[at - 2], parts[at - 1]];
  if (bare?.cue?.kind === 'not' && /^(?:without|no)$/.test(bare.words) && name?.mark?.kind === 'table' && name.end === part.from)
    return true;
  return (
    cue?.end === parts[first + 1]?.from &&
    (cue?.cue?.kind === 'count' || cue?.cue?.kind === 'average' || /^(?:how much|most|fewest|least)$/.test(cue?.words ?? '')) &&
    !isMoneyWord(part) &&
    !(cue?.words === 'how much' && isDeed(part.words))
  );
}
