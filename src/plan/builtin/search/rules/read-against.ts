import { anyPhraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import { stem } from '../../english/stem.ts';
import { wordTable } from '../../english/word-table.ts';
import type { CompareOp } from '../../english/words.ts';
import type { Attribute, Value } from '../../linking/mention.ts';
import { turn } from '../comparisons.ts';
import type { Found } from '../found.ts';
import type { Condition } from '../sketch.ts';
import type { Reader } from '../state.ts';

/**
 * What a comparison may be made with other than a number: "the average", "the average age of customers in Paris",
 * "every product in Lighting", "that of some employee". What follows may narrow the rows compared with.
 */
export function against(reader: Reader, from: number, left: Attribute, op: CompareOp, not: boolean): Found[] {
  const found: Found[] = [];
  const at = skip(reader, from, GLUE);
  const that = anyPhraseAt(reader, at, ['that of', 'those of', 'that in', 'that for', 'that', 'those']);
  const start = skip(reader, that ?? at, GLUE);
  const push = (
    aggregate: Aggregate,
    of: Attribute | null,
    end: number,
    cost: number,
    conditions: readonly Condition[] = [],
    told = false,
  ) =>
    found.push({
      condition: { kind: 'against', left, op: turn(op, not), aggregate, of, conditions, ...(told ? { told } : {}) },
      end,
      cost,
      open: true,
    });

  const aggregate = AVERAGES[wordAt(reader, start)];
  if (aggregate !== undefined) {
    const measured = skip(reader, start + 1, MEASURE_GLUE);
    push(aggregate, null, start + 1, 0.02);
    for (const span of reader.links.attributes(measured)) {
      const same = sharesColumn(span.value, left);
      if (!same && span.cost > 0.4) continue;
      const end = skip(reader, span.end, EACH_GLUE);
      push(aggregate, same ? null : span.value, span.end, same ? 0 : 0.15 + span.cost * 0.5);
      for (const row of rowsAt(reader, end))
        push(aggregate, same ? null : span.value, row.end, row.cost + (same ? 0 : 0.15), row.conditions);
    }
    for (const row of rowsAt(reader, measured)) push(aggregate, null, row.end, row.cost + 0.1, row.conditions);
  }
  // "greater than the salary of all instructors", "older than every customer"
  const own = reader.links.attributes(start).find(({ value }) => sharesColumn(value, left));
  for (const place of own === undefined ? [start] : [start, own.end]) {
    const whose = place === start ? start : skip(reader, place, OF_GLUE);
    for (const { words, every } of QUANTIFIERS) {
      const quantified = anyPhraseAt(reader, whose, words);
      if (quantified === null || every === undefined) continue;
      const again = reader.links.attributes(skip(reader, quantified, GLUE)).find(({ value }) => sharesColumn(value, left));
      const from = again === undefined ? quantified : skip(reader, again.end, OF_GLUE);
      for (const row of rowsAt(reader, skip(reader, from, EACH_GLUE)))
        push(extreme(turn(op, not), every), null, row.end, row.cost, row.conditions);
      break;
    }
    // "more than the employee with id 163", "than Alice"
    const one = extreme(turn(op, not), true);
    if (not || anyPhraseAt(reader, whose, ANY) !== null) continue;
    for (const row of rowsAt(reader, whose).filter(({ end }) => isOne(wordAt(reader, end - 1))))
      push(one, null, row.end, row.cost + 0.25, row.conditions, true);
    for (const { value, end, cost } of reader.links.values(skip(reader, whose, GLUE)))
      if (value.number === null && value.hits.length > 0 && reader.links.entities(end).length === 0)
        push(one, null, end, cost + 0.25, [{ kind: 'value', value, not: false }], true);
  }
  return found;
}

/** "than English songs" says neither all nor some of them. */
const isOne = (word: string): boolean => stem(word) === word;

const ANY = ['any', 'all', 'every', 'some', 'each', 'the average', 'average'];

/** "lower than the cost", "than their savings balance": another column of the same row. */
export function columnsAt(reader: Reader, from: number, left: Attribute, op: CompareOp): Found[] {
  return reader.links.attributes(skip(reader, from, THEIR)).flatMap((span) => {
    if (span.cost > 0.5 || span.value.words === left.words) return [];
    return [{ condition: { kind: 'columns' as const, left, op, right: span.value }, end: span.end, cost: span.cost * 0.5 + 0.15 }];
  });
}

const THEIR = new Set(['the', 'its', 'their', 'his', 'her', 'corresponding', 'than', 'that', 'of', 'own']);

/** Being over all of them is being over the largest; being over some of them, over the smallest. */
const extreme = (op: CompareOp, every: boolean): Aggregate => (op.startsWith('>') === every ? 'max' : 'min');

/** The rows that are compared with: an entity, perhaps with a stored value in front. */
function rowsAt(reader: Reader, from: number): { end: number; cost: number; conditions: readonly Condition[] }[] {
  const at = skip(reader, from, ROW_GLUE);
  const plain = reader.links.entities(at).map((span) => ({ end: span.end, cost: span.cost * 0.3, conditions: [] }));
  const valued = reader.links.values(at).flatMap((value) =>
    value.value.number !== null
      ? []
      : reader.links.entities(value.end).map((span) => {
          const condition: Condition = { kind: 'value', value: value.value satisfies Value, not: false, near: span.value };
          return { end: span.end, cost: span.cost * 0.3 + value.cost + 0.05, conditions: [condition] };
        }),
  );
  return [...plain, ...valued];
}

type Aggregate = (Condition & { kind: 'against' })['aggregate'];

const GLUE = new Set(['the', 'a', 'an', 'than', 'overall', 'to']);
const MEASURE_GLUE = new Set(['number', 'of', 'the', 'value', 'amount', 'all']);
const OF_GLUE = new Set(['of', 'for', 'in', 'among', 'across', 'from', 'by']);
const ROW_GLUE = new Set([
  'of',
  'for',
  'in',
  'among',
  'across',
  'from',
  'by',
  'the',
  'all',
  'any',
  'some',
  'a',
  'an',
  'those',
  'other',
  'every',
  'each',
]);
const EACH_GLUE = new Set(['of', 'the', 'other', 'those']);

const QUANTIFIERS: readonly { words: readonly string[]; every?: boolean }[] = [
  { words: ['at least one', 'at least one of', 'some other', 'some of', 'some', 'one of', 'any one of'], every: false },
  { words: ['all other', 'all of', 'all', 'every other', 'every', 'each of', 'each', 'any other'], every: true },
];

export const AVERAGES = wordTable<Aggregate>({
  average: 'avg',
  avg: 'avg',
  mean: 'avg',
  minimum: 'min',
  maximum: 'max',
  lowest: 'min',
  highest: 'max',
  min: 'min',
  max: 'max',
  greatest: 'max',
  biggest: 'max',
  smallest: 'min',
  largest: 'max',
});

export const sharesColumn = (a: Attribute, b: Attribute) =>
  a.candidates.some((one) => b.candidates.some((two) => one.table === two.table && one.columns[0] === two.columns[0]));
