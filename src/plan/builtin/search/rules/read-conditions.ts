import { anyPhraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import type { Attribute, Mention, Value } from '../../linking/mention.ts';
import { comparisonsAt, numberValue, skipUnit } from '../comparisons.ts';
import { take } from '../found.ts';
import { step } from '../match.ts';
import type { Condition } from '../sketch.ts';
import type { Reader, Rule, State } from '../state.ts';
import { predicates } from './predicates.ts';
import { AGGREGATED, readAggregated } from './read-aggregated.ts';
import { readBoth } from './read-both.ts';
import { readDone } from './read-done.ts';
import { readPeriod } from './read-period.ts';
import { readAdjective, readPeak, readQuantified } from './read-quantities.ts';

/** Everything that narrows the rows: comparisons, values, ranges, text matches, dates, absence. */
export const readConditions = (reader: Reader, state: State): State[] => CONDITION_RULES.flatMap((rule) => rule(reader, state));

/** A column, then what is said of it: "age is at least 30", "name contains 'a'", "price between 1 and 5", "city Paris". */
function readNamed(reader: Reader, state: State): State[] {
  const aggregate = AGGREGATED[wordAt(reader, state.at)];
  if (aggregate !== undefined) {
    const start = skip(reader, state.at + 1, new Set(['of', 'the', 'amount', 'value']));
    return [...readAggregated(reader, state, aggregate), ...readPeak(reader, state, start, aggregate), ...readPredicates(reader, state)];
  }
  return [...readPeak(reader, state, state.at, 'column'), ...readPredicates(reader, state)];
}

function readPredicates(reader: Reader, state: State): State[] {
  return reader.links.attributes(state.at).flatMap((span) =>
    predicates(reader, span.end, span.value, state.not)
      .map((found) => take(state, { ...found, cost: found.cost + span.cost * 0.5 }))
      .flatMap((next) => [next, ...readAnother(reader, next, span.value)]),
  );
}

/** "over 1500 and under 500": said of the same column again. */
function readAnother(reader: Reader, state: State, left: Attribute): State[] {
  const and = anyPhraseAt(reader, state.at, ['and', ', and', 'but', ', but']);
  if (and === null || state.inside) return [];
  return comparisonsAt(reader, and).flatMap(({ op, end }) => {
    const value = numberValue(reader, end);
    const condition: Condition | null = value === null ? null : { kind: 'compare', left, op, value };
    return condition === null ? [] : [take(state, { condition, end: skipUnit(reader, end + 1), cost: 0.05 })];
  });
}

/** What may be one of two things that are asked for at once. */
const readOne = (reader: Reader, state: State): State[] => [
  ...readNamed(reader, state),
  ...readQuantified(reader, state),
  ...readAdjective(reader, state),
  ...readValue(reader, state),
  ...readPeriod(reader, state),
];

/** A stored value with no column named, perhaps with the noun it belongs to: "Computer Science department". */
function readValue(reader: Reader, state: State): State[] {
  const next: State[] = [];
  for (const span of reader.links.values(state.at)) {
    if (span.value.hits.length === 0 || (span.value.number !== null && !span.value.quoted)) continue;
    const condition: Condition = { kind: 'value', value: span.value, not: state.not };
    next.push(take(state, { condition, end: span.end, cost: span.cost + 0.1 }));
    const noted = anyPhraseAt(reader, span.end, ['as their', 'as its', 'as the', 'as']) ?? span.end;
    for (const noun of [...reader.links.attributes(noted), ...reader.links.entities(noted)]) {
      const mention: Mention = noun.value;
      const hits = span.value.hits.filter((hit) => mentionHolds(mention, hit));
      if (hits.length === 0) continue;
      next.push(
        take(state, {
          condition: { ...condition, value: { ...span.value, hits }, near: mention },
          end: noun.end,
          cost: span.cost * 0.7 + noun.cost * 0.5 + 0.05,
        }),
      );
    }
  }
  return next;
}

const mentionHolds = (mention: Mention, hit: Value['hits'][number]) =>
  mention.kind === 'entity'
    ? mention.candidates.some(({ table }) => table === hit.table)
    : mention.candidates.some(({ table, columns }) => table === hit.table && columns.includes(hit.column));

/** "no orders", "without orders", "do not have any orders". */
function readAbsence(reader: Reader, state: State): State[] {
  if (!state.not || state.inside) return [];
  const start = skip(reader, state.at, ABSENCE_GLUE);
  const verb = skip(reader, state.at, new Set(['been', 'be', 'have', 'has', 'ever', 'yet']));
  const done = reader.links.doing(wordAt(reader, verb));
  const verbs = done === null || !endsClause(reader, verb + 1) ? [] : [{ value: done, end: verb + 1, cost: 0.5 }];
  const valued = reader.links
    .values(start)
    .flatMap((value) =>
      value.value.number !== null ? [] : reader.links.entities(value.end).map((span) => ({ span, value: value.value, cost: value.cost })),
    );
  const narrowed = valued.map(({ span, value, cost }) => {
    const inner: Condition = { kind: 'value', value, not: false, near: span.value };
    const conditions: Condition[] = [...state.sketch.conditions, { kind: 'has', entity: span.value, not: true, conditions: [inner] }];
    return step(state, span.end, span.cost * 0.5 + cost + 0.1 + (state.or ? 5 : 0), { conditions }, { not: false, inside: true });
  });
  const whole = [...reader.links.entities(start), ...verbs].map((span) =>
    step(
      state,
      span.end,
      span.cost * 0.5 + 0.1 + (state.or ? 5 : 0),
      { conditions: [...state.sketch.conditions, { kind: 'has', entity: span.value, not: true, conditions: [] }] },
      { not: false, inside: true },
    ),
  );
  return [...narrowed, ...whole];
}

/** "the substring 'Book' in its name", "the letter 'a' in their title". */
function readInside(reader: Reader, state: State): State[] {
  const noun = anyPhraseAt(reader, state.at, ['substring', 'word', 'letter', 'letters', 'string', 'phrase', 'text', 'term', 'character']);
  const at = noun ?? state.at;
  const token = reader.tokens[at];
  if (token === undefined || (noun === null && token.kind !== 'quoted') || wordAt(reader, at + 1) !== 'in') return [];
  return reader.links.attributes(skip(reader, at + 2, IN_THEIR)).map((span) =>
    take(state, {
      condition: { kind: 'match', left: span.value, text: token.text, place: 'anywhere', not: state.not },
      end: span.end,
      cost: span.cost * 0.5 + 0.05,
    }),
  );
}

const IN_THEIR = new Set(['its', 'their', 'the', 'his', 'her']);

/** "department 80", "course number 3": a row by its key. */
function readKey(reader: Reader, state: State): State[] {
  return reader.links.entities(state.at).flatMap((span) => {
    const number = reader.tokens[span.end];
    const left = reader.links.keyOf(span.value);
    if (number?.kind !== 'number' || number.number === null || left === null) return [];
    const values = [number.number];
    let end = span.end + 1;
    for (;;) {
      const or = anyPhraseAt(reader, end, [', or', 'or', ',']);
      const more = or === null ? null : (reader.tokens[or]?.number ?? null);
      if (or === null || more === null) break;
      values.push(more);
      end = or + 1;
    }
    const tests = values.map(
      (value): Condition => ({
        kind: 'compare',
        left,
        op: state.not ? '<>' : '=',
        value: { text: String(value), quoted: false, number: value, hits: [] },
      }),
    );
    const [first] = tests;
    if (first === undefined || (state.not && tests.length > 1)) return [];
    return [take(state, { condition: tests.length === 1 ? first : { kind: 'or', args: tests }, end, cost: span.cost * 0.5 + 0.1 })];
  });
}

function endsClause(reader: Reader, at: number): boolean {
  const token = reader.tokens[at];
  return token === undefined || token.kind === 'stop' || token.kind === 'comma' || ['and', 'or', 'yet', 'before'].includes(token.lower);
}

const ABSENCE_GLUE = new Set([
  'any',
  'a',
  'an',
  'the',
  'have',
  'has',
  'had',
  'in',
  'of',
  'by',
  'to',
  'with',
  'at',
  'on',
  'for',
  'some',
  'one',
  'single',
  'associated',
  'corresponding',
]);

const readEither: Rule = (reader, state) => readBoth(reader, state, readOne);

export const CONDITION_RULES: readonly Rule[] = [
  readNamed,
  readQuantified,
  readAdjective,
  readEither,
  readValue,
  readPeriod,
  readAbsence,
  readDone,
  readKey,
  readInside,
];
