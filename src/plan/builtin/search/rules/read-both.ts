import { anyPhraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import { LINK_VERBS } from '../../english/words.ts';
import type { Found } from '../found.ts';
import { step } from '../match.ts';
import type { Condition } from '../sketch.ts';
import type { Reader, State } from '../state.ts';
import { equals } from './predicates.ts';

type Rule = (reader: Reader, state: State) => State[];

/** One of the two things that are asked for at once. */
interface Side {
  readonly conditions: readonly Condition[];
  readonly end: number;
  readonly cost: number;
}

/**
 * "both A and B", "not only A but also B": rows that meet the one, and rows that meet the other. `readOne` reads one
 * condition.
 */
export function readBoth(reader: Reader, state: State, readOne: Rule): State[] {
  if (state.sketch.both !== null || state.not || state.or) return [];
  const only = anyPhraseAt(reader, state.at, ['not only', 'not just']);
  const start = wordAt(reader, state.at) === 'both' ? state.at + 1 : only;
  if (start === null) return [];
  const next: State[] = [];
  for (const first of readSides(reader, state, start, readOne)) {
    const and = anyPhraseAt(reader, first.end, only === null ? ANDS : BUT_ALSOS);
    if (and === null) continue;
    const [condition] = first.conditions;
    const left = condition !== undefined && 'left' in condition ? condition.left : undefined;
    const same = left === undefined ? [] : equals(reader, skip(reader, and, BOTH_GLUE), left, false).map(alone);
    for (const second of [...same, ...readSides(reader, state, and, readOne)])
      next.push(step(state, second.end, first.cost + second.cost, { both: [first.conditions, second.conditions] }));
  }
  return next;
}

const ANDS = ['and also', ', and', 'and'];
const BUT_ALSOS = [', but also', 'but also', ', but', 'but'];

const alone = ({ condition, end, cost }: Found): Side => ({ conditions: [condition], end, cost });

/** A condition or two ("Fall of 2009"), perhaps after the noun that they are said of: "customers older than 60". */
function readSides(reader: Reader, state: State, from: number, readOne: Rule): Side[] {
  const start = skip(reader, from, BOTH_GLUE);
  const nouns = [
    ...reader.links.entities(start),
    ...reader.links.holders(start),
    ...reader.links.attributes(start).map((span) => ({ ...span, cost: span.cost + 0.2 })),
  ];
  const starts = [
    { at: start, cost: 0 },
    ...nouns.map((span) => ({ at: span.end, cost: span.cost * 0.5 + 0.05 })),
    ...(['those', 'ones'].includes(wordAt(reader, start)) ? [{ at: start + 1, cost: 0.05 }] : []),
  ];
  const read = (at: number, before: readonly Condition[]) =>
    readOne(reader, { ...state, at, cost: 0, inside: false, sketch: { ...state.sketch, conditions: before } }).flatMap((after): Side[] =>
      after.sketch.conditions.length === before.length || after.sketch.having !== state.sketch.having
        ? []
        : [{ conditions: after.sketch.conditions, end: after.at, cost: after.cost }],
    );
  const sides = starts.flatMap(({ at, cost }) =>
    read(skip(reader, at, ALONE_GLUE), []).map((side) => ({ ...side, cost: side.cost + cost })),
  );
  const pairs = sides.flatMap((side) =>
    read(skip(reader, side.end, PAIR_GLUE), side.conditions).map((second) => ({ ...second, cost: side.cost + second.cost })),
  );
  return [...sides, ...pairs];
}

const BOTH_GLUE = new Set(['the', 'a', 'an', 'in', 'from', 'on', 'for', 'with', 'of', 'to', 'by']);
const PAIR_GLUE = new Set(['of', 'in', 'semester', 'the']);
const ALONE_GLUE = new Set([
  ...LINK_VERBS,
  'a',
  'an',
  'the',
  'with',
  'who',
  'that',
  'are',
  'is',
  'having',
  'have',
  'whose',
  'in',
  'from',
  'of',
]);
