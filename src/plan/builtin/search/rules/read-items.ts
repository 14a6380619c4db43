import type { AggregateName } from '../../../plan.ts';
import { AGGREGATE_WORDS } from '../../english/measure-words.ts';
import { anyPhraseAt, DETERMINERS, skip, wordAt } from '../../english/phrase-at.ts';
import type { Attribute, Mention } from '../../linking/mention.ts';
import { mentionsAt, valuedAt } from '../match.ts';
import type { Sketch } from '../sketch.ts';
import type { Reader } from '../state.ts';
import { readCommonest, readExtreme } from './extremes.ts';
import type { Part } from './part.ts';
import { bucketOf, PERIODIC } from './read-bucket.ts';

export function readItem(reader: Reader, from: number): Part[] {
  const parts: Part[] = [];
  const plain = skip(reader, from, ITEM_DETERMINERS);
  const listed = anyPhraseAt(reader, plain, [
    'list of',
    'lists of',
    'full list of',
    'complete list of',
    'distinct list of',
    'kinds of',
    'kind of',
    'sorts of',
    'sort of',
    'set of',
    'values of',
    'rows of',
  ]);
  for (const at of new Set([from, plain, ...(listed === null ? [] : [skip(reader, listed, DETERMINERS)])])) {
    const distinct = listed !== null && at !== from && at !== plain && DISTINCT.has(wordAt(reader, plain));
    const found = readItemAt(reader, at);
    parts.push(
      ...(distinct
        ? found.map((part) => ({ ...part, change: (sketch: Sketch) => ({ ...part.change?.(sketch), distinct: true }) }))
        : found),
    );
  }
  parts.push(...readPeriodic(reader, plain));
  return parts;
}

/** "the monthly average price", "the total quarterly payments": numbers along time. */
function readPeriodic(reader: Reader, at: number): Part[] {
  const bucket = PERIODIC[wordAt(reader, at)];
  const group = bucket === undefined ? null : bucketOf(reader, bucket);
  if (group === null) return [];
  return readItemAt(reader, at + 1)
    .filter(({ items }) => items.some(({ aggregate }) => aggregate !== undefined))
    .map((part) => ({
      ...part,
      cost: part.cost + 0.05,
      change: (sketch) => {
        const change = { ...sketch, ...part.change?.(sketch) };
        return { ...change, groups: [...change.groups, group] };
      },
    }));
}

/** One thing to show, with what its words bring along. */
const ITEM_DETERMINERS = new Set([...DETERMINERS, 'each', 'respective', 'associated', 'related', 'located']);

function isEnd(reader: Reader, at: number): boolean {
  const token = reader.tokens[at];
  return token === undefined || token.kind === 'stop' || token.kind === 'comma' || AFTER_COUNT.has(token.lower);
}

const AFTER_COUNT = new Set(['and', 'in', 'for', 'per', 'sorted', 'ordered', 'from']);

export const DISTINCT = new Set(['distinct', 'different', 'unique']);

function readItemAt(reader: Reader, at: number): Part[] {
  const word = wordAt(reader, at);
  if (DISTINCT.has(word)) {
    return readPlain(reader, skip(reader, at + 1, DETERMINERS)).map((part) => ({
      ...part,
      change: (sketch) => ({ ...part.change?.(sketch), distinct: true }),
    }));
  }
  const counted = anyPhraseAt(reader, at, COUNTERS);
  const parts = counted === null ? [] : readCounted(reader, counted);
  const bare = anyPhraseAt(reader, at, ['count', 'counts', 'number', 'frequency', 'frequency count']);
  if (bare !== null && isEnd(reader, bare)) parts.push({ items: [{ aggregate: 'count', of: null }], end: bare, cost: 0.3 });
  // "the order count by country"
  for (const span of reader.links.entities(at))
    if (/^counts?$/.test(wordAt(reader, span.end)))
      parts.push({ items: [{ aggregate: 'count', of: span.value }], end: span.end + 1, cost: span.cost * 0.5 + 0.05 });
  parts.push(
    ...readCountNoun(reader, at),
    ...readEverything(reader, at),
    ...readAggregate(reader, at),
    ...readCommonest(reader, at),
    ...readExtreme(reader, at),
    ...readOwned(reader, at),
    ...readPlain(reader, at),
  );
  return parts;
}

const COUNTERS = [
  'count how many',
  'count the total number of',
  'count the number of',
  'count number of',
  'count the',
  'count all',
  'count',
  'how many',
  'total number of',
  'overall number of',
  'number of',
  'total count of',
  'count of',
  'the number of',
  'numbers of',
];

/** "how many distinct cities", "number of students". */
function readCounted(reader: Reader, from: number): Part[] {
  let at = skip(reader, from, DETERMINERS);
  const distinct = DISTINCT.has(wordAt(reader, at));
  if (distinct) at = skip(reader, at + 1, DETERMINERS);
  const kinds = anyPhraseAt(reader, at, ['kinds of', 'types of', 'sorts of']);
  const entities = reader.links.entities(at).map((span) => ({
    items: [{ aggregate: 'count' as const, of: span.value, ...(distinct ? { distinct } : {}) }],
    end: span.end,
    cost: span.cost * 0.5,
  }));
  const attributesAt = (start: number, cost: number, implied: boolean) =>
    reader.links.attributes(start).map((span) => ({
      items: [{ aggregate: 'count' as const, of: span.value, distinct: true, implied }],
      end: span.end,
      cost: span.cost * 0.5 + cost,
    }));
  // "how many kinds of lens": by the kind, or by the lens.
  const attributes = [
    ...attributesAt(at, distinct ? (entities.length > 0 ? 0.2 : 0.05) : 0.5, !distinct),
    ...(kinds === null ? [] : attributesAt(kinds, 0.15, true)),
  ];
  const valued = distinct
    ? []
    : valuedAt(reader, at).map(({ span, condition, cost }) => ({
        items: [{ aggregate: 'count' as const, of: span.value, only: condition }],
        end: span.end,
        cost: cost + 0.05,
      }));
  const total = wordAt(reader, from - 3) === 'total' && !distinct;
  const sums = reader.links.attributes(at).map((span) => ({
    items: [{ aggregate: 'sum' as const, of: span.value }],
    end: span.end,
    cost: span.cost * 0.5 + (total ? 0.2 : 0.6) + (isMoney(span.value) ? 0.4 : 0),
  }));
  const them = anyPhraseAt(reader, at, ['them', 'those', 'each', 'times', 'records', 'rows', 'entries', 'occurrences']);
  const rows = them === null || distinct ? [] : [{ items: [{ aggregate: 'count' as const, of: null }], end: them, cost: 0.25 }];
  return [...entities, ...attributes, ...valued, ...rows, ...(distinct ? [] : sums)];
}

/** "the number of payments" is not their amount. */
const isMoney = ({ candidates: [first] }: Attribute): boolean =>
  first?.columns.some((name) => /amount|price|cost|fee/i.test(name)) === true;

/** "the order count", "total sales count". */
function readCountNoun(reader: Reader, from: number): Part[] {
  const at = anyPhraseAt(reader, from, ['total', 'overall']) ?? from;
  const counted = (end: number) => anyPhraseAt(reader, end, ['count', 'counts']);
  const items = [
    ...reader.links.entities(at).map((span) => ({ span, only: undefined })),
    ...valuedAt(reader, at).map(({ span, condition, cost }) => ({ span: { ...span, cost: span.cost + cost }, only: condition })),
  ];
  return items.flatMap(({ span, only }) => {
    const end = counted(span.end);
    if (end === null || reader.links.attributes(at).some((named) => named.end === end && named.cost < 0.3)) return [];
    return [
      {
        items: [{ aggregate: 'count' as const, of: span.value, ...(only === undefined ? {} : { only }) }],
        end,
        cost: span.cost * 0.5 + 0.05,
      },
    ];
  });
}

/** "all information about …" shows every column. */
function readEverything(reader: Reader, at: number): Part[] {
  const end = anyPhraseAt(reader, at, [
    'information',
    'info',
    'details',
    'the details',
    'all columns',
    'columns',
    'data',
    'all the information',
    'all information',
    'records',
    'everything',
  ]);
  if (end === null || !['of', 'about', 'for', 'on', 'regarding', 'from'].includes(wordAt(reader, end))) return [];
  const named = reader.links.attributes(end - 1).flatMap(({ value, cost }) => (cost < 0.4 ? value.candidates : []));
  return reader.links.entities(skip(reader, end + 1, DETERMINERS)).map((span) => {
    // "the details of all accounts", where accounts have a column of that name.
    const column = named.some(
      ({ table, cost }) => cost < 0.4 && span.value.candidates.some((own) => own.table === table && own.cost < 0.3),
    );
    return {
      items: [{ of: 'all' as const }],
      end: span.end,
      cost: span.cost * 0.5 + 0.2 + (column ? 0.5 : 0),
      change: () => ({ subject: span.value }),
    };
  });
}

/** "average price", "minimum and maximum age". */
function readAggregate(reader: Reader, from: number): Part[] {
  const functions: AggregateName[] = [];
  let at = from;
  let first = from;
  for (;;) {
    const aggregate = AGGREGATE_WORDS[wordAt(reader, at)];
    if (aggregate === undefined) break;
    // "the maximum total" is one of the other, or of a column of that name.
    if (functions.length > 0 && wordAt(reader, at - 1) in AGGREGATE_WORDS) break;
    functions.push(aggregate);
    first = at + 1;
    at = skip(reader, first, ITEM_GLUE);
  }
  if (functions.length === 0) return [];
  at = skip(reader, at, DETERMINERS);
  const number = anyPhraseAt(reader, at, ['number of']);
  const distinct = DISTINCT.has(wordAt(reader, at));
  const quantities = number === null ? [] : reader.links.attributes(skip(reader, number, DETERMINERS));
  const parts: Part[] = quantities.map((span) => ({
    items: functions.map((aggregate) => ({ aggregate, of: span.value })),
    end: span.end,
    cost: span.cost * 0.5 + 0.1,
  }));
  if (number !== null && functions.includes('sum')) parts.length = 0;
  const amount = skip(reader, first, DETERMINERS);
  const starts = [distinct ? at + 1 : at, ...(AMOUNTS.has(wordAt(reader, amount)) && amount < at ? [amount] : [])];
  const named: Part[] = starts
    .flatMap((start) => reader.links.attributes(start))
    .map((span) => ({
      items: functions.map((aggregate) => ({ aggregate, of: span.value, ...(distinct ? { distinct } : {}) })),
      end: span.end,
      cost: span.cost * 0.5,
    }));
  return [...parts, ...named];
}

/** Glue that may be a column's name as well: "total amount". */
const AMOUNTS = new Set(['amount', 'value']);

const ITEM_GLUE = new Set(['and', ',', 'of', 'the', 'value', 'values', 'amount']);

/** "the student's name". */
function readOwned(reader: Reader, at: number): Part[] {
  return reader.links.entities(at).flatMap((owner) => {
    if (reader.tokens[owner.end]?.kind !== 'owner') return [];
    return reader.links.attributes(owner.end + 1).map((span) => ({
      items: [{ of: { ...span.value, owner: owner.value } }],
      end: span.end,
      cost: (span.cost + owner.cost) * 0.5,
      change: (sketch: Sketch) => ({ subject: sketch.subject ?? owner.value }),
    }));
  });
}

/** A column or an entity, plainly; or with a stored value in front: "American architects". */
function readPlain(reader: Reader, at: number): Part[] {
  const plain = (span: { value: Mention; end: number; cost: number }): Part => ({
    items: [span.value.kind === 'attribute' && span.value.worth !== undefined ? { aggregate: 'sum', of: span.value } : { of: span.value }],
    end: span.end,
    cost: span.cost,
  });
  const parts = mentionsAt(reader, at, { entity: 0.08 }).map(plain);
  for (const value of reader.links.values(at)) {
    if (value.value.number !== null) continue;
    for (const span of reader.links.entities(value.end)) {
      parts.push({
        items: [{ of: span.value }],
        end: span.end,
        cost: span.cost * 0.5 + value.cost + 0.1,
        change: (sketch) => ({
          conditions: [...sketch.conditions, { kind: 'value', value: value.value, not: false, near: span.value }],
          subject: sketch.subject ?? span.value,
        }),
      });
    }
  }
  return parts;
}
