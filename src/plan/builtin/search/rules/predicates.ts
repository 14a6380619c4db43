import { momentAt } from '../../english/dates/moments.ts';
import { anyPhraseAt, COPULAS, skip, wordAt } from '../../english/phrase-at.ts';
import type { Attribute, Value } from '../../linking/mention.ts';
import { comparisonsAt, skipToComparison, skipUnit, turn } from '../comparisons.ts';
import type { Found } from '../found.ts';
import type { Condition, MatchPlace } from '../sketch.ts';
import type { Reader } from '../state.ts';
import { against, columnsAt } from './read-against.ts';

export function predicates(reader: Reader, from: number, left: Attribute, outerNot: boolean): Found[] {
  let at = skipToComparison(reader, from);
  let not = outerNot;
  if (wordAt(reader, at) === 'not') {
    not = !not;
    at = skipToComparison(reader, at + 1);
  }
  /** A relative stretch is compared with dates alone. */
  const dated = (start: number) => {
    const moment = momentAt(reader, start);
    return moment === null || (moment.value.assumption !== null && !reader.links.isDated(left)) ? null : moment;
  };
  const found: Found[] = [
    ...matches(reader, at, left, not),
    ...ranges(reader, at, left, not),
    ...(at === from ? [] : ranges(reader, skip(reader, from, BEING), left, not)),
    ...againsts(reader, at, left, not),
    ...absent(reader, at, left, not),
  ];
  const spanOf = (condition: Condition, end: number): Found[] => [
    { condition, end, cost: 0.05 },
    ...alternatives(reader, end, left, condition, 0.05),
  ];
  for (const { op, end } of comparisonsAt(reader, at)) {
    const start = skip(reader, end, COPULAS);
    for (const value of reader.links.values(start)) {
      const first: Condition = { kind: 'compare', left, op: turn(op, not), value: value.value, denied: not };
      found.push(...alternatives(reader, value.end, left, first, value.cost));
      found.push({
        condition: { kind: 'compare', left, op: turn(op, not), value: value.value, denied: not },
        end: skipUnit(reader, value.end),
        cost: value.cost,
      });
    }
    const moment = dated(start);
    if (moment !== null && (moment.value.year === null || moment.value.assumption !== null))
      found.push(...spanOf({ kind: 'period', op: turn(op, not), from: moment.value, left }, moment.end));
  }
  found.push(...equals(reader, at, left, not));
  const moment = dated(at);
  if (moment !== null)
    found.push({ condition: { kind: 'period', op: not ? '<>' : '=', from: moment.value, left }, end: moment.end, cost: 0.1 });
  return found;
}

const BEING = new Set(['is', 'are', 'was', 'were', 'being', 'be']);

/** "over 1500 or less than 500", of the same column. */
function alternatives(reader: Reader, at: number, left: Attribute, first: Condition, cost: number): Found[] {
  const or = anyPhraseAt(reader, at, ['or', ', or']);
  if (or === null) return [];
  return comparisonsAt(reader, or).flatMap(({ op, end }) => {
    const number = reader.tokens[end]?.number ?? null;
    const moment = momentAt(reader, end);
    if (moment !== null) {
      const later: Condition = { kind: 'period', op, from: moment.value, left };
      return [{ condition: { kind: 'or' as const, args: [first, later] }, end: moment.end, cost: cost - 0.02 }];
    }
    if (number === null) return [];
    const value: Value = { text: String(number), quoted: false, number, hits: [] };
    const second: Condition = { kind: 'compare', left, op, value };
    return [{ condition: { kind: 'or' as const, args: [first, second] }, end: skipUnit(reader, end + 1), cost: cost - 0.02 }];
  });
}

/** "is Paris", "is Paris or Rome", "'a' , 'b' or 'c'". */
export function equals(reader: Reader, at: number, left: Attribute, not: boolean): Found[] {
  const start = wordAt(reader, at) === 'either' ? at + 1 : at;
  const found: Found[] = [];
  const unknown = unknownName(reader, start, left);
  if (unknown !== null) found.push({ ...unknown, condition: { ...unknown.condition, op: not ? '<>' : '=' } });
  for (const span of reader.links.values(start)) {
    const fits = span.value.quoted || span.value.number !== null || hitsFor(span.value, left);
    // "the balances of the three accounts": a number of accounts.
    const counts = span.value.number !== null && !span.value.quoted && wordAt(reader, start - 1) === 'the';
    if (!fits || counts) continue;
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
    // "starts with A": the letter.
    const noun = place !== 'anywhere' && reader.tokens[verb]?.text === 'A' ? null : anyPhraseAt(reader, verb, CONTAINED);
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

/** "above the average", "higher than the minimum age", "greater than that of every product in Lighting". */
const againsts = (reader: Reader, at: number, left: Attribute, not: boolean): Found[] =>
  comparisonsAt(reader, at).flatMap(({ op, end }) => [
    ...against(reader, end, left, op, not),
    ...columnsAt(reader, end, left, turn(op, not)),
  ]);

function absent(reader: Reader, at: number, left: Attribute, not: boolean): Found[] {
  const end = anyPhraseAt(reader, at, ['null', 'missing', 'unknown', 'empty', 'not available', 'not known', 'blank']);
  return end === null ? [] : [{ condition: { kind: 'missing', left, not }, end, cost: 0 }];
}
