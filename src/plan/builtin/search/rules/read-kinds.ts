import { SUPERLATIVES } from '../../english/measure-words.ts';
import { anyPhraseAt, DETERMINERS, skip, wordAt } from '../../english/phrase-at.ts';
import { stem } from '../../english/stem.ts';
import { LINK_VERBS } from '../../english/words.ts';
import type { Entity, Mention } from '../../linking/mention.ts';
import { take } from '../found.ts';
import { mentionsAt } from '../match.ts';
import type { Condition } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import { countedAt, frequencyAt } from './read-ranking.ts';

/**
 * Of the kind of which there are most, or fewest: "the projects of the organisation with the most projects", "customers of the
 * type that is most common". What is counted is what is asked about: of anything else the kind itself would be ranked.
 */
export function readKinds(reader: Reader, state: State): State[] {
  if (state.not || state.or || state.inside || state.sketch.limit !== null) return [];
  const before = wordAt(
    reader,
    DETERMINERS.has(wordAt(reader, state.at - 1)) && wordAt(reader, state.at - 1) !== 'of' ? state.at - 2 : state.at - 1,
  );
  if (!OF.has(before)) return [];
  const asked = [...(state.sketch.subject === null ? [] : [state.sketch.subject]), ...state.sketch.touches];
  return mentionsAt(reader, state.at).flatMap((span) => {
    if (state.sketch.items.some(({ of }) => of !== null && of !== 'all' && overlap(of, span.value))) return [];
    const said = skip(reader, span.end, RELATIVES);
    if (said === span.end || asked.some((one) => overlap(one, span.value))) return [];
    const found = (condition: Condition, end: number, cost: number) => take(state, { condition, end, cost: span.cost + cost });
    const frequent = frequencyAt(reader, said);
    const common = frequent !== null && isEnd(reader, frequent.end) ? frequent : null;
    const most = skip(reader, LINK_VERBS.has(wordAt(reader, said)) ? said + 1 : said, new Set(['the']));
    const direction = COUNTS_MOST.has(wordAt(reader, most)) ? SUPERLATIVES[wordAt(reader, most)] : undefined;
    const number = anyPhraseAt(reader, most + 1, ['number of', 'total number of', 'amount of']);
    const counts =
      direction === undefined || (number === null && !MOST.has(wordAt(reader, most))) ? [] : countedAt(reader, number ?? most + 1);
    return [
      ...(common === null ? [] : [found({ kind: 'commonest', of: span.value, direction: common.direction }, common.end, 0.2)]),
      ...counts.flatMap(({ of, end, cost, condition }) =>
        direction === undefined || condition !== null || !(asked.some((one) => overlap(one, of)) || isShown(state, of))
          ? []
          : [found({ kind: 'commonest', of: span.value, direction, counted: of }, end, cost + 0.03)],
      ),
    ];
  });
}

/** "the details of projects", taken for one name. */
const isShown = ({ sketch }: State, { words }: Entity): boolean =>
  sketch.items.some(
    ({ of }) => of !== null && of !== 'all' && of.kind === 'attribute' && of.words.split(' ').some((word) => stem(word) === stem(words)),
  );

const OF = new Set('of in for from by with at on to have has having'.split(' '));
const RELATIVES = new Set('that which who is are was were has have had having with'.split(' '));
const MOST = new Set(['most', 'least', 'fewest']);
const COUNTS_MOST = new Set([...MOST, 'highest', 'largest', 'greatest', 'biggest', 'maximum', 'lowest', 'smallest', 'minimum']);

function isEnd(reader: Reader, at: number): boolean {
  const token = reader.tokens[at];
  return token === undefined || token.kind !== 'word' || token.lower === 'and';
}

const overlap = (one: Mention | Entity, two: Mention | Entity): boolean =>
  one.kind === two.kind && one.candidates[0]?.table === two.candidates[0]?.table && one.words === two.words
    ? true
    : one.kind === 'entity' && two.kind === 'entity' && one.candidates[0]?.table === two.candidates[0]?.table;
