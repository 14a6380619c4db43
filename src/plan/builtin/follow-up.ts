import type { ValueIndex } from '../planner.ts';
import type { Schema } from '../schema.ts';
import { lexiconOf } from './lexicon.ts';
import { createLinks, type Span } from './link.ts';
import { momentAt } from './moments.ts';
import type { Reader } from './read.ts';
import type { Entity, Value } from './sketch.ts';
import { type Token, tokenize } from './tokens.ts';

interface Known {
  readonly schema: Schema;
  readonly values: ValueIndex;
  readonly now: Date;
}

/**
 * Whether a text is a part of a question, to be read with the one before: "and in APAC?", "only the paid ones", "by country".
 * What names a table of its own and asks something of it stands alone, whatever it begins with.
 */
export function isFragment(text: string, known: Known): boolean {
  const tokens = tokenize(text);
  if (tokens.length === 0 || tokens.length > FRAGMENT_TOKENS_MAX) return false;
  const words = tokens.filter(({ kind }) => kind === 'word' || kind === 'number').map(({ lower }) => lower);
  const said = words.join(' ');
  if (REFERS.test(said)) return true;
  const { body, opened } = withoutOpener(said);
  const asks = body.split(' ').some((word) => ASKING.has(word));
  if (opened === 'about' || opened === 'same') return true;
  if (opened !== null) return !(asks && namesEntity(tokens, known, PROBABLE));
  return (
    STARTS.test(said) && !asks && words.length <= BARE_WORDS_MAX && !(words.length > 1 && namesEntity(tokens, known) && !BY.test(said))
  );
}

const FRAGMENT_TOKENS_MAX = 16;
const BARE_WORDS_MAX = 6;
/** Said of what the question before found. */
const REFERS =
  /^(?:(?:now|then|and|please|can you|could you) )*(?:sort|order|rank|group|split|break|limit|filter|narrow|restrict)(?: down)? (?:it|them|those|these|that|this|the (?:results?|rows|list)(?! of))\b/;
const STARTS =
  /^(?:by|per|for each|in|for|from|since|before|after|during|between|over|under|above|below|more than|less than|fewer than|at least|at most|with|not|without|excluding|except|sorted by|ordered by|sort by|order by|group by|grouped by|top \d+|the (?:top|first|last) \d+|last (?:year|month|week|quarter)|this (?:year|month|week|quarter)|yesterday|today)\b/;
const BY = /^(?:by|per|for each|sort|order|group)/;
const ASKING = new Set(
  'how what which who whose whom when where why show list give find count tell get display many much is are was were do does did'.split(
    ' ',
  ),
);

const OPENERS: readonly { readonly pattern: RegExp; readonly kind: 'and' | 'about' | 'only' | 'same' }[] = [
  { pattern: /^(?:and |but |ok |okay |so )?(?:what|how) about /, kind: 'about' },
  { pattern: /^(?:and |but |now )?(?:(?:do )?the )?same(?: thing| question)?(?: again)?(?: but)?(?: |$)/, kind: 'same' },
  { pattern: /^(?:and |but |now )?(?:only|just) /, kind: 'only' },
  { pattern: /^(?:and|but|or|then|now|also)(?: now| then| also)? /, kind: 'and' },
];

function withoutOpener(said: string): { body: string; opened: (typeof OPENERS)[number]['kind'] | null; length: number } {
  for (const { pattern, kind } of OPENERS) {
    const found = pattern.exec(said);
    if (found) return { body: said.slice(found[0].length), opened: kind, length: found[0].trim().split(' ').length };
  }
  return { body: said, opened: null, length: 0 };
}

function namesEntity(tokens: readonly Token[], { schema, values }: Known, under = SURE): boolean {
  const links = createLinks(tokens, lexiconOf(schema), values);
  return tokens.some((_, at) => links.entities(at).some(({ cost }) => cost < under));
}

const SURE = 0.3;
const PROBABLE = 0.9;

/**
 * The whole questions that a fragment may make of the one before, likeliest first: the part that is about the same column,
 * moment, grouping or order is replaced, else the fragment's is added. None when it has no place there.
 */
export function wholeQuestions(previous: string, fragment: string, known: Known): string[] {
  const parts = partsOf(fragment);
  const sentence = sentenceOf(previous);
  if (parts === null || sentence === null) return [];
  // What is added is said before the order, so that another order can take its place later.
  const order = orderIn(sentence, readerOf(sentence, known));
  if (order === 'unclear') return [];
  const before = sentence.slice(0, order ?? sentence.length);
  const after = order === null ? '' : sentence.slice(order);
  const fresh = readerOf(parts.text, known);
  const old = readerOf(before, known);
  const found =
    sorted(before, parts) ??
    [
      ...(grouped(before, old, parts, known) ?? [
        ...limited(before, parts, order !== null),
        ...moments(before, old, parts, fresh),
        ...amounts(before, parts),
        ...valued(before, old, parts, fresh),
        ...aggregated(before, parts),
        ...renamed(before, old, parts, fresh),
      ]),
    ].map((whole) => `${whole}${after}`);
  return [...new Set(found)].filter((whole) => whole.toLowerCase() !== sentence.toLowerCase()).slice(0, WHOLES_MAX);
}

const WHOLES_MAX = 8;

interface Parts {
  /** Without its opener and closing marks. */
  readonly text: string;
  /** "not", "except": what follows is taken out. */
  readonly not: boolean;
}

function partsOf(fragment: string): Parts | null {
  let text = fragment
    .trim()
    .replace(/[?!.;]+$/, '')
    .replace(/^[,\s]+/, '');
  for (let again = true; again; ) {
    const lower = text.toLowerCase().replace(/,/g, ' ').replace(/\s+/g, ' ');
    const { length } = withoutOpener(`${lower} `);
    again = length > 0;
    if (again)
      text = text
        .split(/[\s,]+/)
        .slice(length)
        .join(' ');
  }
  text = text.replace(/^(?:how many|which ones|which|what)(?:\s+(?:are|were|is|was))?(?:\s+there)?\s+/i, '');
  text = text.replace(/^(?:please|can you|could you)\s+/i, '').replace(/\s+(?:please|instead|then|as well|too|only)$/i, '');
  const not = /^(?:not|except(?: for)?|excluding|without|exclude|but not|other than)\s+/i.exec(text);
  if (not) text = text.slice(not[0].length);
  text = text
    .replace(/^(?:the\s+)?(?:ones|those|them)\s+(?:that are|which are|who are|that were)?\s*/i, '')
    .replace(/\s+(?:ones|one|of them)$/i, '');
  return text === '' ? null : { text: text.trim(), not: not !== null };
}

/** One sentence to build on; of several, nothing can be said. */
function sentenceOf(previous: string): string | null {
  const text = previous.trim().replace(/[?!.;\s]+$/, '');
  return text === '' || /[?!;]\s/.test(text) ? null : text;
}

const readerOf = (text: string, { schema, values, now }: Known): Reader => {
  const tokens = tokenize(text);
  return { tokens, links: createLinks(tokens, lexiconOf(schema), values), now };
};

const REFERENT = '(?:\\s+(?:it|them|those|these|that|this|the\\s+(?:results?|rows|list)))?';

/** "sort them by date" replaces the order that there is. */
function sorted(before: string, { text }: Parts): string[] | null {
  const found = new RegExp(`^(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?)${REFERENT}\\s+(?:by|on)\\s+(.+)$`, 'i').exec(text);
  const asked = found?.[1];
  if (asked === undefined) return null;
  const by = asked
    .replace(/,?\s+(?:newest|latest|largest|highest|biggest|most recent|most)\s+first$/i, ' descending')
    .replace(/,?\s+(?:oldest|earliest|smallest|lowest|least)\s+first$/i, ' ascending');
  return [`${before} sorted by ${by}`, `${before}, ordered by ${by}`];
}

/** Where the question's order starts, when it ends with one that consists of names; "unclear" when more is said after it. */
function orderIn(sentence: string, { tokens, links }: Reader): number | 'unclear' | null {
  const by = tokens.findIndex(({ lower }, at) => lower === 'by' && ORDERED.test(tokens[at - 1]?.lower ?? ''));
  if (by < 1) return null;
  for (let at = by + 1; at < tokens.length; ) {
    const ends = [...links.attributes(at), ...links.entities(at)].filter(({ cost }) => cost < PROBABLE).map(({ end }) => end);
    if (ends.length > 0) at = Math.max(...ends);
    else if (ORDER_GLUE.test(tokens[at]?.lower ?? '')) at += 1;
    else return 'unclear';
  }
  const start = tokens[by - 1]?.start ?? 0;
  return start - (/,?\s+(?:and\s+)?$/.exec(sentence.slice(0, start))?.[0].length ?? 0);
}

const ORDERED = /^(?:sort|sorted|order|ordered|rank|ranked)$/;
const ORDER_GLUE =
  /^(?:,|and|then|by|the|their|its|in|on|at|of|order|ascending|descending|asc|desc|alphabetically|first|last|newest|oldest|highest|lowest|largest|smallest)$/;

/** "and by country" replaces what is grouped by, or groups. */
function grouped(before: string, old: Reader, { text, not }: Parts, known: Known): string[] | null {
  const found = new RegExp(
    `^(?:(?:group(?:ed)?|split|broken\\s+down|break${REFERENT}\\s+down|split${REFERENT}|group${REFERENT})\\s+)?(?:by|per|for\\s+each|for\\s+every)\\s+(.+)$`,
    'i',
  ).exec(text);
  const by = found?.[1];
  if (by === undefined || not) return null;
  const named = readerOf(by, known);
  const isName = [...named.links.attributes(0), ...named.links.entities(0)].some(({ end }) => end === named.tokens.length);
  if (!isName && !/^(?:year|month|week|day|quarter|weekday|hour)$/i.test(by)) return null;
  const there = groupIn(before, old);
  if (there !== null) return [`${before.slice(0, there.start)}by ${by}${before.slice(there.end)}`];
  return [`${before} by ${by}`, `${before} for each ${by}`, `${before} per ${by}`];
}

/** Where the question says what it is grouped by. */
function groupIn(before: string, { tokens, links }: Reader): { start: number; end: number } | null {
  for (let at = tokens.length - 2; at > 0; at -= 1) {
    const word = tokens[at]?.lower ?? '';
    const each = word === 'for' && /^(?:each|every)$/.test(tokens[at + 1]?.lower ?? '');
    if (word !== 'by' && word !== 'per' && !each) continue;
    if (/^(?:sorted|ordered|sort|order|ranked|written|made|sold)$/.test(tokens[at - 1]?.lower ?? '')) continue;
    const name = at + (each ? 2 : 1);
    const ends = [...links.attributes(name), ...links.entities(name)].filter(({ cost }) => cost < 1).map(({ end }) => end);
    const end = ends.length > 0 ? Math.max(...ends) : name + 1;
    return { start: tokens[at]?.start ?? 0, end: tokens[end - 1]?.end ?? before.length };
  }
  return null;
}

/** "top 5", "the first 10". */
function limited(before: string, { text }: Parts, isOrdered: boolean): string[] {
  const found = /^(?:show\s+)?(?:me\s+)?(?:the\s+)?(top|first|last|bottom)\s+(\d+)$/i.exec(text);
  if (!found) return [];
  const [, which = '', many = ''] = found;
  const there = /\b(top|first|last|bottom)\s+\d+\b/i;
  if (there.test(before)) return [before.replace(there, `${which} ${many}`)];
  // Without an order only "the first" says something: any of them.
  if (/^(?:last|bottom)$/i.test(which) || (/^top$/i.test(which) && !isOrdered)) return [];
  return [before.replace(/^((?:show|list|give)(?:\s+me)?)\s+(?:all\s+)?(?:the\s+)?/i, `$1 ${many} `)];
}

const MOMENT_WORDS = new Set(['in', 'during', 'since', 'before', 'after', 'until', 'on', 'for', 'from', 'of', 'the', 'year']);
/** They say how a moment bounds; "for" and "from" may also be of something else. */
const BOUNDS = new Set(['in', 'during', 'since', 'before', 'after', 'until', 'on']);

/** "what about 2024?" */
function moments(before: string, old: Reader, { text, not }: Parts, fresh: Reader): string[] {
  let at = 0;
  while (MOMENT_WORDS.has(fresh.tokens[at]?.lower ?? '')) at += 1;
  const moment = momentAt(fresh, at);
  const between = /^(?:from|between)\s/i.test(text) && /\s(?:and|to|until)\s/i.test(text);
  if (not || moment === null || (moment.end !== fresh.tokens.length && !between)) return [];
  const bound = BOUNDS.has(fresh.tokens[0]?.lower ?? '') || between;
  const alone = between ? text : text.slice(fresh.tokens[at]?.start ?? 0);
  const there = momentIn(old);
  if (there === null) return [bound ? `${before} ${text}` : `${before} in ${alone}`];
  const cut = (start: number, put: string) => `${before.slice(0, start)}${put}${before.slice(there.end)}`;
  const whole = cut(there.boundStart, bound ? text : alone);
  return bound ? [whole, cut(there.start, alone)] : [cut(there.start, alone)];
}

function momentIn(reader: Reader): { boundStart: number; start: number; end: number } | null {
  const { tokens } = reader;
  for (let at = 0; at < tokens.length; at += 1) {
    const moment = momentAt(reader, at);
    if (moment === null || /^(?:top|first|last|over|under|than|least|most)$/.test(tokens[at - 1]?.lower ?? '')) continue;
    const word = tokens[at - 1]?.lower ?? '';
    const second =
      /^(?:and|to)$/.test(tokens[moment.end]?.lower ?? '') && /^(?:between|from)$/.test(word) ? momentAt(reader, moment.end + 1) : null;
    const start = tokens[at]?.start ?? 0;
    const bounded = BOUNDS.has(word) || second !== null;
    return {
      boundStart: bounded ? (tokens[at - 1]?.start ?? start) : start,
      start: second === null ? start : (tokens[at - 1]?.start ?? start),
      end: tokens[(second ?? moment).end - 1]?.end ?? start,
    };
  }
  return null;
}

const COMPARED =
  '(?:over|under|above|below|more than|less than|fewer than|greater than|at least|at most|cheaper than|up to|exactly|>=|<=|>|<)';

/** "over 100?", "what about 50?": another number in place of the only one. */
function amounts(before: string, { text, not }: Parts): string[] {
  if (not) return [];
  const compared = new RegExp(`^(?:those\\s+|with\\s+)?(${COMPARED}\\s*\\$?[\\d.,]+)$`, 'i').exec(text)?.[1];
  const there = [...before.matchAll(new RegExp(`${COMPARED}\\s*\\$?\\d[\\d.,]*`, 'gi'))];
  if (compared !== undefined) {
    const [only, ...more] = there;
    if (more.length > 0) return [];
    return only === undefined ? [`${before} ${compared}`] : [before.replace(only[0], compared)];
  }
  if (!/^\$?\d[\d.,]*$/.test(text) || /^[12]\d{3}$/.test(text)) return [];
  const numbers = [...before.matchAll(/(?<![\w.])\$?\d[\d.,]*(?![\w])/g)];
  return numbers.length === 1 && numbers[0] ? [before.replace(numbers[0][0], text)] : [];
}

interface Said {
  readonly start: number;
  readonly end: number;
  readonly value: Value;
}

const VALUE_GLUE = new Set('in for from with the a an of at on is are was were that which by to who as'.split(' '));

/** "and in APAC?", "only the paid ones": another value of the column that the question names one of, or one more condition. */
function valued(before: string, old: Reader, { text, not }: Parts, fresh: Reader): string[] {
  const said = valuesIn(fresh);
  if (said === null || said.length === 0) return [];
  const [first] = said;
  if (first === undefined) return [];
  const there = everyValueIn(old);
  const hits = first.value.hits;
  const replaced =
    not || said.length > 1
      ? []
      : there
          .filter(({ value }) => value.hits.some((hit) => hits.some(({ table, column }) => hit.table === table && hit.column === column)))
          .map(({ start, end }) => `${before.slice(0, start)}${text.slice(first.start, first.end)}${before.slice(end)}`);
  if (replaced.length > 0) return replaced;
  const plain = text.slice(said[0]?.start ?? 0, said.at(-1)?.end);
  const columns = [...new Set(hits.map(({ column }) => column.replaceAll('_', ' ')))];
  if (not)
    return columns.flatMap((column) => [`${before} where ${column} is not '${plain}'`, `${before} with ${column} other than ${plain}`]);
  const opened = /^(?:in|for|from|with|at|on|of|by|to|where)\b/i.test(text);
  return [
    ...(opened ? [`${before} ${text}`] : []),
    ...columns.flatMap((column) => [`${before} with ${column} ${quoted(plain)}`, `${before} where ${column} is ${quoted(plain)}`]),
    ...columns.flatMap((column) => [`${before} and ${column} is ${quoted(plain)}`, `${before} and ${column} ${quoted(plain)}`]),
    `${before} that are ${plain}`,
    ...(opened ? [] : [`${before} in ${plain}`]),
  ];
}

const quoted = (value: string): string => (/^['"]/.test(value) ? value : `'${value}'`);

/** The values that a fragment consists of, but for glue and the names of their columns; null when other words stand there. */
function valuesIn({ tokens, links }: Reader): Said[] | null {
  const said: Said[] = [];
  for (let at = 0; at < tokens.length; ) {
    const value = links
      .values(at)
      .filter((span) => span.value.number === null && span.value.hits.length > 0)
      .sort((a, b) => b.end - a.end || a.cost - b.cost)[0];
    if (value) {
      said.push(saidAt(tokens, at, value));
      at = value.end;
      continue;
    }
    const name = [...links.attributes(at), ...links.entities(at)].filter(({ cost }) => cost < SURE).sort((a, b) => b.end - a.end)[0];
    if (name) at = name.end;
    else if (VALUE_GLUE.has(tokens[at]?.lower ?? '') || /^(?:and|or)$/.test(tokens[at]?.lower ?? '')) at += 1;
    else return null;
  }
  return said;
}

function everyValueIn({ tokens, links }: Reader): Said[] {
  const said: Said[] = [];
  for (let at = 0; at < tokens.length; ) {
    const value = links
      .values(at)
      .filter((span) => span.value.number === null && span.value.hits.length > 0)
      .sort((a, b) => b.end - a.end || a.cost - b.cost)[0];
    if (value) said.push(saidAt(tokens, at, value));
    at = value?.end ?? at + 1;
  }
  return said;
}

/** An article may be part of a stored value; of these words it is none. */
function saidAt(tokens: readonly Token[], at: number, { value, end }: Span<Value>): Said {
  const from = /^(?:the|a|an)$/.test(tokens[at]?.lower ?? '') && end > at + 1 ? at + 1 : at;
  return { start: tokens[from]?.start ?? 0, end: tokens[end - 1]?.end ?? 0, value };
}

const AGGREGATE = /\b(?:average|mean|total|sum|maximum|minimum|highest|lowest|largest|smallest|median|max|min)\b/gi;

/** "and the average?" */
function aggregated(before: string, { text }: Parts): string[] {
  const word = /^(?:the\s+)?(\w+)$/i.exec(text)?.[1];
  if (word === undefined || word.match(AGGREGATE) === null) return [];
  const there = before.match(AGGREGATE) ?? [];
  return there.length === 1 && there[0] ? [before.replace(there[0], word)] : [];
}

/** "and customers?": another thing in place of the only one. */
function renamed(before: string, old: Reader, { text, not }: Parts, fresh: Reader): string[] {
  const at = /^the$/.test(fresh.tokens[0]?.lower ?? '') ? 1 : 0;
  const named = fresh.links.entities(at).some(({ end, cost }) => end === fresh.tokens.length && cost < SURE);
  if (!named || not) return [];
  const there: { start: number; end: number; value: Entity }[] = [];
  for (let from = 0; from < old.tokens.length; ) {
    const span = old.links.entities(from).find(({ cost }) => cost < SURE);
    if (span) there.push({ start: old.tokens[from]?.start ?? 0, end: old.tokens[span.end - 1]?.end ?? 0, value: span.value });
    from = span?.end ?? from + 1;
  }
  const [only, ...more] = there;
  return only === undefined || more.length > 0
    ? []
    : [`${before.slice(0, only.start)}${text.slice(fresh.tokens[at]?.start ?? 0)}${before.slice(only.end)}`];
}
