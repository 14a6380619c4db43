import { anyPhraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import { step } from '../match.ts';
import type { Reader, State } from '../state.ts';
import { orderVerbAt } from './read-order.ts';

/** A second sentence or clause that asks for more: "Which customers …? Show their names.", "… and what is the total?" */
export function readAgain(reader: Reader, state: State): State[] {
  if (state.not || state.or) return [];
  const besides = anyPhraseAt(reader, state.at, BESIDES);
  if (besides !== null) return [step(state, besides, 0.05, {}, { mode: 'items' })];
  const stopped = reader.tokens[state.at]?.kind === 'stop';
  const joined = anyPhraseAt(reader, state.at, [', and', 'and', ',']);
  const at = stopped ? state.at + 1 : joined;
  if (at === null) return [];
  const tallied = readTally(reader, state, at);
  if (tallied !== null) return [tallied];
  // "… Sort them by name."
  if (stopped && orderVerbAt(reader, at) !== null) return [step(state, at, 0.05)];
  const opened = anyPhraseAt(reader, at, [
    'please',
    'just report',
    'just show',
    'just give',
    'just list',
    'only show',
    'list',
    'show',
    'give me',
    'give',
    'return',
    'find',
    'tell me',
    'what is',
    'what are',
    'what',
    'how many',
    'how old',
    'how long',
    'how tall',
    'when',
    'display',
    'also',
    'and',
    'the',
    'their',
    'its',
    'report',
    'output',
    'include',
    'showing',
    'displaying',
  ]);
  if (opened === null) {
    if (joined !== null && anyPhraseAt(reader, at, ['number of', 'count of', 'total number of']) !== null)
      return [step(state, at, 0.15, {}, { mode: 'items' })];
    return stopped ? [step(state, at, 0.05)] : [];
  }
  const start = ['how', 'when'].includes(wordAt(reader, at)) ? at : opened;
  // "How many of these …?" is a number of its own, of some of the rows.
  if (
    stopped &&
    start === at &&
    wordAt(reader, at + 1) === 'many' &&
    ['these', 'those', 'them'].includes(wordAt(reader, skip(reader, at + 2, OF_THEM)))
  )
    return [];
  const { items } = state.sketch;
  const more = ['also', 'and', 'how', 'when'].includes(wordAt(reader, at)) || ['also', 'additionally'].includes(wordAt(reader, start));
  if (!stopped && ['the', 'their', 'its'].includes(wordAt(reader, at))) return [step(state, start, 0.15, {}, { mode: 'items' })];
  const kept = step(state, start, 0.05, {}, { mode: stopped ? 'open' : 'items' });
  if (!stopped || more) return [kept];
  const before = items[0]?.aggregate === undefined ? items[0]?.of : undefined;
  const antecedent = before !== undefined && before !== null && before !== 'all' && before.kind === 'entity' ? { antecedent: before } : {};
  // What was asked for before is forgotten, unless it is a noun that the rows are of.
  const forgotten = before !== undefined && before !== null && before !== 'all' && before.kind === 'attribute' ? FORGOTTEN : 0;
  const instead = step(state, start, 0.05 + forgotten, { items: [] }, { mode: 'open', ...antecedent });
  if (items.length === 1 && items[0]?.aggregate === undefined) return [instead];
  // "How many …? Return the …, the … and …": the list says all that is shown.
  return LISTS.has(wordAt(reader, start - 1)) ? [instead, { ...kept, cost: kept.cost + KEPT }] : [kept];
}

const OF_THEM = new Set(['of']);
const LISTS = new Set(['return', 'show', 'list', 'give', 'display', 'report', 'output', 'me']);
const KEPT = 0.7;
const FORGOTTEN = 0.4;

/** "the most common type, and how many are there": the number that the groups were ranked by. */
function readTally(reader: Reader, state: State, at: number): State | null {
  const { items, orders, limit } = state.sketch;
  const ranked = orders[0];
  if (ranked?.by !== 'count' || limit === null || items.some(({ aggregate }) => aggregate !== undefined)) return null;
  const end = anyPhraseAt(reader, wordAt(reader, at) === 'and' ? at + 1 : at, TALLIES);
  return end === null ? null : step(state, end, 0.05, { items: [...items, { aggregate: 'count', of: ranked.of }] });
}

const TALLIES = [
  'how many are there',
  'how many there are',
  'how many of them are there',
  'how many of each are there',
  'how many do they have',
  'how many they have',
  'how many does it have',
  'how many it has',
  'how many does each have',
  'how many each has',
  'how many times does it occur',
  'how many times it occurs',
  'how often does it occur',
  'how often it occurs',
];

const BESIDES = [', as well as', 'as well as', ', along with', 'along with', ', together with', 'together with', ', and also', 'and also'];
