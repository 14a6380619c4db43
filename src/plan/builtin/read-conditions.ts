import { anyPhraseAt, COPULAS, phraseAt, skip, step, wordAt } from './match.ts';
import type { Reader, State } from './read.ts';
import type { Attribute, CompareOp, Condition, Having, MatchPlace, Mention, Moment, Value } from './sketch.ts';
import { COMPARISONS, QUANTITY_ADJECTIVES, SUPERLATIVES } from './words.ts';

/** Everything that narrows the rows: comparisons, values, ranges, text matches, dates, absence. */
export function readConditions(reader: Reader, state: State): State[] {
  return [
    ...readNamed(reader, state),
    ...readQuantified(reader, state),
    ...readAdjective(reader, state),
    ...readBoth(reader, state),
    ...readValue(reader, state),
    ...readPeriod(reader, state),
    ...readAbsence(reader, state),
    ...readKey(reader, state),
  ];
}

/** A condition found; the state's negation is already in it. */
interface Found {
  readonly condition: Condition;
  readonly end: number;
  readonly cost: number;
}

function take(state: State, { condition, end, cost }: Found): State {
  const last = state.sketch.conditions.at(-1);
  if (state.inside && last?.kind === 'has') {
    const wider = { ...last, conditions: [...last.conditions, condition] };
    return step(state, end, cost, { conditions: [...state.sketch.conditions.slice(0, -1), wider] }, { not: false, or: false });
  }
  const conditions =
    state.or && last !== undefined
      ? [...state.sketch.conditions.slice(0, -1), either(last, condition)]
      : [...state.sketch.conditions, condition];
  return step(state, end, cost + (state.or && last === undefined ? 5 : 0), { conditions }, { not: false, or: false });
}

const either = (left: Condition, right: Condition): Condition => ({
  kind: 'or',
  args: [...(left.kind === 'or' ? left.args : [left]), right],
});

/** A column, then what is said of it: "age is at least 30", "name contains 'a'", "price between 1 and 5", "city Paris". */
function readNamed(reader: Reader, state: State): State[] {
  const aggregate = AGGREGATED[wordAt(reader, state.at)];
  if (aggregate !== undefined) {
    const start = skip(reader, state.at + 1, new Set(['of', 'the', 'amount', 'value']));
    return [...readAggregated(reader, state, aggregate), ...readPeak(reader, state, start, aggregate), ...readPredicates(reader, state)];
  }
  return [...readPeak(reader, state, state.at, 'column'), ...readPredicates(reader, state)];
}

/** "whose price is the highest", "in which the average age is the lowest". */
function readPeak(reader: Reader, state: State, at: number, by: 'column' | 'avg' | 'sum'): State[] {
  if (state.not || state.or) return [];
  return reader.links.attributes(at).flatMap((span) => {
    if (!BEING.has(wordAt(reader, span.end))) return [];
    const peak = skip(reader, span.end + 1, new Set(['the']));
    const direction = SUPERLATIVES[wordAt(reader, peak)];
    if (direction === undefined || reader.links.attributes(peak + 1).length > 0 || wordAt(reader, peak + 1) === 'common') return [];
    const orders = [...state.sketch.orders, { by, of: span.value, direction }];
    return [step(state, peak + 1, span.cost * 0.5 + 0.05, { orders, limit: state.sketch.limit ?? 1 })];
  });
}

const BEING = new Set(['is', 'are', 'was', 'were']);

function readPredicates(reader: Reader, state: State): State[] {
  return reader.links
    .attributes(state.at)
    .flatMap((span) =>
      predicates(reader, span.end, span.value, state.not).map((found) => take(state, { ...found, cost: found.cost + span.cost * 0.5 })),
    );
}

/** "average price above 10", "total amount of more than 500": of a group's rows together. */
function readAggregated(reader: Reader, state: State, aggregate: 'avg' | 'sum'): State[] {
  const start = skip(reader, state.at + 1, new Set(['of', 'the', 'amount', 'value']));
  return reader.links.attributes(start).flatMap((span) =>
    comparisonsAt(reader, skip(reader, span.end, COPULAS)).flatMap(({ op, end }) => {
      const at = skip(reader, end, COPULAS);
      const value = reader.tokens[at]?.number ?? null;
      if (value === null) return [];
      const having = [...state.sketch.having, { aggregate, of: span.value, op: turn(op, state.not), value }];
      return [step(state, skipUnit(reader, at + 1), span.cost * 0.5, { having }, { not: false })];
    }),
  );
}

const AGGREGATED: Record<string, 'avg' | 'sum'> = { average: 'avg', avg: 'avg', mean: 'avg', total: 'sum', sum: 'sum', combined: 'sum' };

export function predicates(reader: Reader, from: number, left: Attribute, outerNot: boolean): Found[] {
  let at = skip(reader, from, COPULAS);
  let not = outerNot;
  if (wordAt(reader, at) === 'not') {
    not = !not;
    at = skip(reader, at + 1, COPULAS);
  }
  const found: Found[] = [
    ...matches(reader, at, left, not),
    ...ranges(reader, at, left, not),
    ...averages(reader, at, left, not),
    ...absent(reader, at, left, not),
  ];
  for (const { op, end } of comparisonsAt(reader, at)) {
    const start = skip(reader, end, COPULAS);
    for (const value of reader.links.values(start)) {
      found.push({
        condition: { kind: 'compare', left, op: turn(op, not), value: value.value, denied: not },
        end: skipUnit(reader, value.end),
        cost: value.cost,
      });
    }
    const moment = momentAt(reader, start);
    if (moment !== null && 'day' in moment.value)
      found.push({ condition: { kind: 'period', op: turn(op, not), from: moment.value, left }, end: moment.end, cost: 0.05 });
  }
  found.push(...equals(reader, at, left, not));
  const moment = momentAt(reader, at);
  if (moment !== null)
    found.push({ condition: { kind: 'period', op: not ? '<>' : '=', from: moment.value, left }, end: moment.end, cost: 0.1 });
  return found;
}

/** "is Paris", "is Paris or Rome", "'a' , 'b' or 'c'". */
function equals(reader: Reader, at: number, left: Attribute, not: boolean): Found[] {
  const start = wordAt(reader, at) === 'either' ? at + 1 : at;
  const found: Found[] = [];
  const unknown = unknownName(reader, start, left);
  if (unknown !== null) found.push({ ...unknown, condition: { ...unknown.condition, op: not ? '<>' : '=' } });
  for (const span of reader.links.values(start)) {
    const fits = span.value.quoted || span.value.number !== null || hitsFor(span.value, left);
    if (!fits) continue;
    const first: Condition = { kind: 'compare', left, op: not ? '<>' : '=', value: span.value };
    found.push({ condition: first, end: span.end, cost: span.cost * 0.5 });
    let end = span.end;
    const values = [span.value];
    for (;;) {
      const joined = anyPhraseAt(reader, end, [', or', 'or', ',', 'nor']);
      const more =
        joined === null
          ? undefined
          : reader.links
              .values(joined)
              .find(({ value }) => value.quoted || (value.number !== null && span.value.number !== null) || hitsFor(value, left));
      if (more === undefined) break;
      values.push(more.value);
      end = more.end;
    }
    if (values.length > 1 && !not) {
      found.push({
        condition: { kind: 'or', args: values.map((value) => ({ kind: 'compare', left, op: '=', value })) },
        end,
        cost: span.cost * 0.5 - 0.05,
      });
    }
  }
  return found;
}

/** A capitalised name for a column with too many values to index: it is taken as written. */
function unknownName(
  reader: Reader,
  start: number,
  left: Attribute,
): { condition: Condition & { kind: 'compare' }; end: number; cost: number } | null {
  const candidates = left.candidates.filter(
    ({ table, columns }) => columns[0] !== undefined && reader.links.isUnindexed(table, columns[0]),
  );
  let end = start;
  const words: string[] = [];
  for (let token = reader.tokens[end]; token?.kind === 'word' && /^\p{Lu}/u.test(token.text); token = reader.tokens[end]) {
    words.push(token.text);
    end += 1;
  }
  if (words.length === 0 || candidates.length === 0) return null;
  const value: Value = { text: words.join(' '), quoted: true, number: null, hits: [] };
  return { condition: { kind: 'compare', left: { ...left, candidates }, op: '=', value }, end, cost: 0.3 };
}

const hitsFor = (value: Value, left: Attribute) =>
  value.hits.some((hit) => left.candidates.some(({ table, columns }) => table === hit.table && columns.includes(hit.column)));

const CONTAIN = [
  'containing',
  'contains',
  'contain',
  'including',
  'includes',
  'include',
  'like',
  'with',
  'have',
  'has',
  'having',
  'that contains',
  'that contain',
];
const CONTAINED = [
  'the substring',
  'substring',
  'a substring',
  'the word',
  'word',
  'the letter',
  'letter',
  'the letters',
  'the string',
  'string',
  'the phrase',
  'phrase',
  'the text',
  'the character',
  'the characters',
  'a',
  'an',
  'the',
  'prefix',
  'the prefix',
  'suffix',
  'the suffix',
  'letters',
];
const STARTING = [
  'starting with',
  'starts with',
  'start with',
  'beginning with',
  'begins with',
  'begin with',
  'that start with',
  'that starts with',
  'that begins with',
];
const ENDING = ['ending with', 'ends with', 'end with', 'ending in', 'ends in', 'end in'];

function matches(reader: Reader, at: number, left: Attribute, not: boolean): Found[] {
  const forms: [readonly string[], MatchPlace][] = [
    [CONTAIN, 'anywhere'],
    [STARTING, 'start'],
    [ENDING, 'end'],
  ];
  const found: Found[] = [];
  for (const [verbs, place] of forms) {
    const verb = anyPhraseAt(reader, at, verbs) ?? (place === 'anywhere' && COPULAS.has(wordAt(reader, at - 1)) ? at : null);
    if (verb === null) continue;
    const noun = anyPhraseAt(reader, verb, CONTAINED);
    const start = noun ?? verb;
    const token = reader.tokens[start];
    if (token === undefined) continue;
    const vague = ['with', 'have', 'has', 'having'].includes(wordAt(reader, at)) || verb === at;
    const telling = noun !== null && !['a', 'an', 'the'].includes(wordAt(reader, noun - 1));
    if (vague && !telling) continue;
    const placed: MatchPlace =
      telling && wordAt(reader, noun - 1) === 'prefix' ? 'start' : telling && wordAt(reader, noun - 1) === 'suffix' ? 'end' : place;
    if (token.kind === 'quoted' || telling || (place !== 'anywhere' && token.kind === 'word')) {
      found.push({
        condition: { kind: 'match', left, text: token.text, place: placed, not },
        end: start + 1,
        cost: token.kind === 'quoted' ? 0 : 0.15,
      });
    }
  }
  return found;
}

function ranges(reader: Reader, at: number, left: Attribute, not: boolean): Found[] {
  const start = anyPhraseAt(reader, at, [
    'in the range of',
    'in the range between',
    'ranging from',
    'ranges from',
    'between',
    'in between',
    'from',
  ]);
  if (start === null || not) return [];
  const low = limitAt(reader, start);
  const and = low === null ? null : anyPhraseAt(reader, low.end, ['and', 'to']);
  const high = and === null ? null : limitAt(reader, and);
  if (low === null || high === null) return [];
  return [{ condition: { kind: 'between', left, low: low.value, high: high.value }, end: skipUnit(reader, high.end), cost: 0 }];
}

function limitAt(reader: Reader, at: number) {
  return reader.links.values(at).find(({ value }) => value.number !== null || value.quoted) ?? null;
}

/** "above the average", "higher than the minimum age". */
function averages(reader: Reader, at: number, left: Attribute, not: boolean): Found[] {
  return comparisonsAt(reader, at).flatMap(({ op, end }) => {
    const start = skip(reader, end, COPULAS);
    const aggregate = AVERAGES[wordAt(reader, start)];
    if (aggregate === undefined) return [];
    const same = reader.links.attributes(skip(reader, start + 1, AVERAGE_GLUE)).find(({ value }) => sharesColumn(value, left));
    return [{ condition: { kind: 'average' as const, left, op: turn(op, not), aggregate }, end: same?.end ?? start + 1, cost: 0 }];
  });
}

const AVERAGE_GLUE = new Set(['number', 'of', 'the', 'all', 'value', 'amount']);

const AVERAGES: Record<string, 'avg' | 'min' | 'max'> = {
  average: 'avg',
  mean: 'avg',
  minimum: 'min',
  maximum: 'max',
  lowest: 'min',
  highest: 'max',
  smallest: 'min',
  largest: 'max',
};

const sharesColumn = (a: Attribute, b: Attribute) =>
  a.candidates.some((one) => b.candidates.some((two) => one.table === two.table && one.columns[0] === two.columns[0]));

function absent(reader: Reader, at: number, left: Attribute, not: boolean): Found[] {
  const end = anyPhraseAt(reader, at, ['null', 'missing', 'unknown', 'empty', 'not available', 'not known', 'blank']);
  return end === null ? [] : [{ condition: { kind: 'missing', left, not }, end, cost: 0 }];
}

/** A comparison in front: "more than 100 points", "at least 3 orders" (counted), "above the average age". */
function readQuantified(reader: Reader, state: State): State[] {
  const next: State[] = [];
  for (const { op, end } of comparisonsAt(reader, state.at)) {
    const start = skip(reader, end, new Set(['the', 'a', 'an', 'of', 'than']));
    const aggregate = AVERAGES[wordAt(reader, start)];
    if (aggregate !== undefined) {
      for (const span of reader.links.attributes(skip(reader, start + 1, AVERAGE_GLUE))) {
        next.push(
          take(state, {
            condition: { kind: 'average', left: span.value, op: turn(op, state.not), aggregate },
            end: span.end,
            cost: span.cost * 0.5 + 0.05,
          }),
        );
      }
    }
    const number = reader.tokens[start]?.number ?? null;
    if (number === null) continue;
    next.push(...counted(reader, state, op, number, start + 1));
    const value: Value = { text: String(number), quoted: false, number, hits: [] };
    for (const span of reader.links.attributes(skip(reader, start + 1, UNIT_GLUE))) {
      next.push(
        take(state, {
          condition: { kind: 'compare', left: span.value, op: turn(op, state.not), value, denied: state.not },
          end: span.end,
          cost: span.cost * 0.5 + 0.05,
        }),
      );
    }
  }
  const number = reader.tokens[state.at]?.number ?? null;
  const after = ['or more', 'or fewer', 'or less'].map((words) => phraseAt(reader, state.at + 1, words)).findIndex((end) => end !== null);
  if (number !== null && after >= 0) next.push(...counted(reader, state, after === 0 ? '>=' : '<=', number, state.at + 3));
  const held = HOLDING.has(wordAt(reader, state.at - 1));
  if (number !== null && after < 0 && held && HAVING.has(wordAt(reader, state.at - 1))) {
    const value: Value = { text: String(number), quoted: false, number, hits: [] };
    for (const span of reader.links.attributes(state.at + 1)) {
      next.push(
        take(state, {
          condition: { kind: 'compare', left: span.value, op: state.not ? '<>' : '=', value },
          end: span.end,
          cost: span.cost * 0.5 + 0.25,
        }),
      );
    }
  }
  if (number !== null && after < 0 && number < 1000 && held)
    next.push(...counted(reader, state, '=', number, state.at + 1).map((found) => ({ ...found, cost: found.cost + 0.2 })));
  return next;
}

const HAVING = new Set(['have', 'has', 'had', 'having', 'with', 'give', 'gave', 'given', 'exactly']);
const HOLDING = new Set(['have', 'has', 'had', 'having', 'with', 'exactly', 'only', 'in', 'taken', 'on', 'for']);
const UNIT_GLUE = new Set(['in', 'of', 'for', 'the', 'a', 'an', 'their', 'its']);

function counted(reader: Reader, state: State, op: CompareOp, value: number, at: number): State[] {
  const start = skip(reader, at, new Set(['of', 'the', 'different', 'distinct', 'such', 'corresponding', 'other']));
  const having = (of: Mention | null, end: number, cost: number) => {
    const entry: Having = { aggregate: 'count', of, op: turn(op, state.not), value };
    return step(state, end, cost + (state.inside ? 1 : 0), { having: [...state.sketch.having, entry] }, { not: false });
  };
  const next = reader.links.entities(start).map((span) => having(span.value, span.end, span.cost * 0.5 + 0.05));
  const times = anyPhraseAt(reader, start, ['times', 'time', 'records', 'entries']);
  if (times !== null) next.push(having(null, times, 0.2));
  return next;
}

/** "older than 30", "cheaper than 5", "older than the average". */
function readAdjective(reader: Reader, state: State): State[] {
  const word = wordAt(reader, state.at);
  const next: State[] = [];
  for (const adjective of QUANTITY_ADJECTIVES) {
    if ((word !== adjective.more && word !== adjective.less) || wordAt(reader, state.at + 1) !== 'than') continue;
    for (const name of adjective.of) {
      const left = reader.links.named([name]);
      if (left === null || (left.candidates[0]?.cost ?? 1) > 0.7) continue;
      const op: CompareOp = word === adjective.more ? '>' : '<';
      const start = skip(reader, state.at + 2, new Set(['the', 'a', 'an']));
      const number = reader.tokens[start]?.number ?? null;
      if (number !== null) {
        const value: Value = { text: String(number), quoted: false, number, hits: [] };
        next.push(
          take(state, {
            condition: { kind: 'compare', left, op: turn(op, state.not), value, denied: state.not },
            end: skipUnit(reader, start + 1),
            cost: 0.1,
          }),
        );
      }
      const aggregate = AVERAGES[wordAt(reader, start)];
      if (aggregate !== undefined) {
        const same = reader.links.attributes(start + 1).find(({ value }) => sharesColumn(value, left));
        next.push(
          take(state, { condition: { kind: 'average', left, op: turn(op, state.not), aggregate }, end: same?.end ?? start + 1, cost: 0.1 }),
        );
      }
      break;
    }
  }
  return next;
}

/** "both A and B": rows that meet the one, and rows that meet the other. */
function readBoth(reader: Reader, state: State): State[] {
  if (wordAt(reader, state.at) !== 'both' || state.sketch.both !== null) return [];
  const next: State[] = [];
  const pair = (one: Condition, two: Condition, end: number, cost: number) => next.push(step(state, end, cost, { both: [one, two] }));
  for (const first of reader.links.values(skip(reader, state.at + 1, BOTH_GLUE))) {
    const and = anyPhraseAt(reader, first.end, ['and', ', and']);
    if (and === null) continue;
    for (const second of reader.links.values(skip(reader, and, BOTH_GLUE))) {
      pair(
        { kind: 'value', value: first.value, not: false },
        { kind: 'value', value: second.value, not: false },
        second.end,
        first.cost + second.cost,
      );
    }
  }
  for (const one of reader.links.attributes(skip(reader, state.at + 1, BOTH_GLUE))) {
    for (const first of predicates(reader, one.end, one.value, false)) {
      const and = anyPhraseAt(reader, first.end, ['and', ', and']);
      if (and === null) continue;
      for (const two of reader.links.attributes(skip(reader, and, BOTH_GLUE))) {
        for (const second of predicates(reader, two.end, two.value, false))
          pair(first.condition, second.condition, second.end, (one.cost + two.cost) * 0.5 + first.cost + second.cost);
      }
      for (const second of equals(reader, skip(reader, and, BOTH_GLUE), one.value, false))
        pair(first.condition, second.condition, second.end, one.cost * 0.5 + first.cost + second.cost);
    }
  }
  return next;
}

const BOTH_GLUE = new Set(['the', 'a', 'an', 'in', 'from', 'on', 'for', 'with', 'of', 'to']);

/** A stored value with no column named, perhaps with the noun it belongs to: "Computer Science department". */
function readValue(reader: Reader, state: State): State[] {
  const next: State[] = [];
  for (const span of reader.links.values(state.at)) {
    if (span.value.hits.length === 0 || (span.value.number !== null && !span.value.quoted)) continue;
    const condition: Condition = { kind: 'value', value: span.value, not: state.not };
    next.push(take(state, { condition, end: span.end, cost: span.cost + 0.1 }));
    for (const noun of [...reader.links.attributes(span.end), ...reader.links.entities(span.end)]) {
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

/** "in 2019", "after March 2020", "between 2010 and 2012", with no column named. */
function readPeriod(reader: Reader, state: State): State[] {
  const opened = PERIODS.find(({ words }) => phraseAt(reader, state.at, words) !== null);
  if (opened === undefined) return [];
  const start = skip(reader, state.at + opened.words.split(' ').length, new Set(['the', 'year', 'years', 'of']));
  const from = momentAt(reader, start);
  if (from === null) return [];
  if (opened.op === 'between') {
    const and = anyPhraseAt(reader, from.end, ['and', 'to', 'through', 'until']);
    const to = and === null ? null : momentAt(reader, skip(reader, and, new Set(['the', 'year'])));
    if (to === null) return [];
    return [take(state, { condition: { kind: 'period', op: 'between', from: from.value, to: to.value }, end: to.end, cost: 0.1 })];
  }
  const closed = (end: number | null) =>
    end !== null && !STARTS_MOMENT.has(wordAt(reader, end)) && reader.tokens[end]?.number == null ? end : null;
  const later = closed(anyPhraseAt(reader, from.end, ['or later', 'or after', 'and later', 'onwards', 'onward']));
  const earlier = closed(anyPhraseAt(reader, from.end, ['or earlier', 'or before', 'and earlier']));
  const op: CompareOp = later !== null ? '>=' : earlier !== null ? '<=' : opened.op;
  return [
    take(state, { condition: { kind: 'period', op: turn(op, state.not), from: from.value }, end: later ?? earlier ?? from.end, cost: 0.1 }),
  ];
}

const STARTS_MOMENT = new Set(['the', 'year', 'in', 'on']);

const PERIODS: readonly { words: string; op: CompareOp | 'between' }[] = [
  { words: 'in', op: '=' },
  { words: 'during', op: '=' },
  { words: 'on', op: '=' },
  { words: 'for', op: '=' },
  { words: 'of', op: '=' },
  { words: 'after', op: '>' },
  { words: 'since', op: '>=' },
  { words: 'before', op: '<' },
  { words: 'prior to', op: '<' },
  { words: 'between', op: 'between' },
  { words: 'from', op: 'between' },
];

/** A year or a day. */
export function momentAt(reader: Reader, at: number): { value: Moment; end: number } | null {
  const token = reader.tokens[at];
  if (token === undefined) return null;
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(token.text);
  if (iso !== null) {
    const [, year = '', month = '', day = ''] = iso;
    return { value: { day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` }, end: at + 1 };
  }
  if (token.kind === 'number' && token.number !== null && /^[12]\d{3}$/.test(token.text))
    return { value: { year: token.number }, end: at + 1 };
  return null;
}

/** "no orders", "without orders", "do not have any orders". */
function readAbsence(reader: Reader, state: State): State[] {
  if (!state.not || state.inside) return [];
  const start = skip(reader, state.at, ABSENCE_GLUE);
  return reader.links
    .entities(start)
    .map((span) =>
      step(
        state,
        span.end,
        span.cost * 0.5 + 0.1 + (state.or ? 5 : 0),
        { conditions: [...state.sketch.conditions, { kind: 'has', entity: span.value, not: true, conditions: [] }] },
        { not: false, inside: true },
      ),
    );
}

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

function comparisonsAt(reader: Reader, at: number): { op: CompareOp; end: number }[] {
  for (const { words, op } of COMPARISONS) {
    const end = phraseAt(reader, at, words);
    if (end !== null) return [{ op, end }];
  }
  return [];
}

const DENIED: Record<CompareOp, CompareOp> = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
const turn = (op: CompareOp, not: boolean): CompareOp => (not ? DENIED[op] : op);

const UNITS = new Set([
  'dollars',
  'dollar',
  'usd',
  'euros',
  'years',
  'year',
  'old',
  'meters',
  'metres',
  'feet',
  'kg',
  'pounds',
  'minutes',
  'hours',
  'seconds',
  'days',
  'percent',
  'miles',
  'km',
  'people',
  'cm',
  'points',
  'times',
  'bytes',
  'ms',
  'milliseconds',
  'million',
  'billion',
  'thousand',
]);

/** Units after a number say nothing that the column does not, except the ones that scale it. */
function skipUnit(reader: Reader, at: number): number {
  let end = at;
  while (UNITS.has(wordAt(reader, end)) && !SCALES.has(wordAt(reader, end))) end += 1;
  return end;
}

const SCALES = new Set(['million', 'billion', 'thousand']);
