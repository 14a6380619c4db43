import type { Expr } from '../../plan.ts';
import type { Column, Table } from '../../schema.ts';
import { dayAhead } from '../day-ahead.ts';
import { snakeCase } from '../inflect.ts';
import { columnPer, STOCK } from '../measure-columns.ts';
import type { WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { Draft } from './draft.ts';
import { flagAt } from './flag.ts';
import { type LinkedRows, linkedRows, measureOf, textOf } from './linked-rows.ts';
import { allOf, type Form, NUMERIC, type Place, pointing, rowsAt, stateAt, stateOf, valueFor } from './place.ts';

/** "dr Mia Allen moved to room B2", "Netflix went up to 17.99": told of one row by its name. */
const told: Form = (place) => {
  const { reader, table, at, end } = place;
  for (const { verb, from, said } of phrasesIn(place, [...MEASURED, ...MOVED])) {
    const rows = rowsAt(place, at, verb);
    if (rows === null || !rows.identified) continue;
    const text = textOf(reader, from, end);
    if (MEASURED.includes(said)) {
      const column = measureOf(table);
      const value = column === null ? null : valueFor(reader, table, column, from, end);
      if (column !== null && value !== null)
        return { table, rows, set: { column, value }, assumptions: [`"${said}" read as ${column.name}`] };
      continue;
    }
    const stored = stateAt(place, from);
    if (stored !== null) return { table, rows, set: stored, assumptions: [`"${text}" read as ${stored.column.name}`] };
    const mention = reader.columnAt(from, table);
    const [home, ...homes] =
      said === 'moved to' ? table.columns.filter(({ name, type }) => type === 'text' && HOME.test(snakeCase(name))) : [];
    const column = mention?.what ?? (homes.length === 0 ? home : undefined);
    const value = column === undefined ? null : valueFor(reader, table, column, mention?.next ?? from, end);
    if (column !== undefined && value !== null)
      return { table, rows, set: { column, value }, assumptions: mention === null ? [`"${text}" read as ${column.name}`] : [] };
  }
  return null;
};

/** "invoice F-2025-002 was paid today", "the belt sander came back": told of one row, as a state or the day of it. */
const happened: Form = (place) => {
  const { reader, table, at, end } = place;
  for (const { verb, from, said } of phrasesIn(place, [...Object.keys(HAPPENED), ...BEEN])) {
    const own = HAPPENED[said];
    const next = own === undefined ? from + 1 : from;
    const set = stateOf(reader, table, own ?? [reader.lower(from)]);
    const rows = set === null ? null : oneRow(place, at, verb);
    if (set === null || rows === null || (!rows.identified && !DATED.has(set.column.type))) continue;
    // Of the rows of what came back, the one that had not.
    const still: Expr[] = rows.identified ? [] : [{ kind: 'isNull', arg: { kind: 'column', table: table.name, column: set.column.name } }];
    const made = { table, rows: { ...rows, conditions: [...rows.conditions, ...still] }, one: rows.owner, assumptions: [] };
    const text = textOf(reader, reader.lower(next) === 'on' ? next + 1 : next, end)?.toLowerCase() ?? '';
    if (next === end) return { ...made, set };
    if (!DATED.has(set.column.type)) continue;
    if (text === 'today' || text === 'just now') return { ...made, set };
    const value = reader.fit({ text, quoted: false }, table, set.column);
    if (value.kind === 'literal' && value.value !== null) return { ...made, set: { column: set.column, value } };
  }
  return null;
};

/** "the tile cutter is broken": what one column stores as a state. */
const isNow: Form = (place) => {
  const { reader, table, at, end } = place;
  const verb = allOf(reader, at, end, words('is are')).at(-1);
  const from = verb === undefined ? end : reader.skip(verb + 1, words('now back again currently'));
  const rows = verb === undefined || from !== end - 1 ? null : rowsAt(place, at, verb);
  const set = rows?.identified ? stateAt(place, from) : null;
  return rows === null || set === null
    ? null
    : { table, rows, set, assumptions: [`"${textOf(reader, from, end)}" read as ${set.column.name}`] };
};

/** "igor bondar now gets 16 an hour", "everyone at starlight agency gets 5 more per show": of the column that is called after the unit. */
const rated: Form = (place) => {
  const { reader, table, at, end } = place;
  for (const { verb, from } of phrasesIn(place, PAID)) {
    const amount = /^[$€£]?(\d[\d,]*(?:\.\d+)?)$/.exec(reader.tokens[from]?.text ?? '')?.[1];
    const turn = /^(?:more|less|extra)$/.test(reader.lower(from + 1)) ? reader.lower(from + 1) : null;
    const column = unitColumn(reader, table, turn === null ? from + 1 : from + 2, end);
    const rows = amount === undefined || column === null ? null : linkedRows(reader, table, at, verb);
    if (amount === undefined || column === null || rows === null) continue;
    if (!rows.identified && !(rows.everything && rows.conditions.length > 0)) continue;
    const number = Number(amount.replaceAll(',', ''));
    return {
      table,
      rows,
      set: { column, value: turn === null ? literal(number) : moved(table, column, turn === 'less' ? '-' : '+', number) },
      assumptions: [],
    };
  }
  return null;
};

/** "Ada can keep the drill until 30 November", "her lease now runs until …", "extend loan 4 to …": the day on which a row ends. */
const until: Form = (place) => {
  const { reader, table, at, end } = place;
  const ends = table.columns.filter(({ name, type }) => DATED.has(type) && ENDS.test(snakeCase(name)));
  const [column, ...more] = ends;
  if (column === undefined || more.length > 0) return null;
  const ordered = /^(?:extend|prolong|renew)$/.test(reader.lower(at));
  for (const to of allOf(reader, at, end, words('until till to'))) {
    const day = dayAhead(textOf(reader, to + 1, end) ?? '', reader.question.now, column);
    const phrase = phrasesIn({ ...place, end: to }, reader.lower(to) === 'to' ? ['extended', 'prolonged', 'renewed'] : LASTS)[0];
    // "frank nolan paid his fee till …" of fee_paid_until.
    const own0 = ordered || phrase !== undefined ? undefined : ownWords(place, to, column);
    const verb = ordered ? at : (phrase?.verb ?? own0);
    if (day === null || verb === undefined) continue;
    const from = ordered ? at + 1 : (phrase?.from ?? to);
    const own = nameWords(column.name).includes(reader.tokens[to - 1]?.words[0] ?? '')
      ? reader.skip(from, words('their the his her its'))
      : to;
    const rows = joined(oneRow(place, at, verb, true), oneRow(place, from, own === to - 1 ? from : to, true));
    if (rows === null || rows.conditions.length === 0) continue;
    const over = table.columns.filter(
      ({ name, nullable, type }) => nullable && DATED.has(type) && OVER.test(snakeCase(name)) && name !== column.name,
    );
    const still: Expr[] = rows.identified
      ? []
      : over.map(({ name }) => ({ kind: 'isNull', arg: { kind: 'column', table: table.name, column: name } }));
    return {
      table,
      rows: { ...rows, conditions: [...rows.conditions, ...still] },
      set: { column, value: { kind: 'literal', value: day, type: column.type === 'date' ? 'date' : 'timestamp' } },
      one: rows.owner,
      assumptions: [`until ${day.slice(0, 10)} read as ${column.name}`],
    };
  }
  return null;
};

/** Where the words of the column's own name begin that stand before its new value. */
function ownWords({ reader, at }: Place, to: number, column: Column): number | undefined {
  const known = nameWords(column.name);
  let from = to;
  while (
    from > at + 1 &&
    (known.includes(reader.tokens[from - 1]?.words[0] ?? '') || words('his her their the its now is was has').has(reader.lower(from - 1)))
  )
    from--;
  return from < to && reader.tokens.slice(from, to).some((token) => known.includes(token.words[0] ?? '')) ? from : undefined;
}

/** "frank gomez is with graham now", "order 168 goes with imran": the one key that points at where that row is kept. */
const nowWith: Form = (place) => {
  const { reader, table, at, end } = place;
  const last = /^(?:now|again)$/.test(reader.lower(end - 1)) ? end - 1 : end;
  for (const { verb, from, said } of phrasesIn(place, WITH)) {
    const rows = rowsAt(place, at, verb);
    const [one, ...more] = rows?.identified ? pointing(reader, table, from, last) : [];
    if (rows !== null && one !== undefined && more.length === 0)
      return { table, rows, set: one, assumptions: [`"${said}" read as ${one.column.name}`] };
  }
  return null;
};

/** "dora doyle leaves the committee", "ada joined the newsletter": a yes-or-no column by its name. */
const joins: Form = (place) => {
  const { reader, table, at, end } = place;
  for (const { verb, from, said } of phrasesIn(place, [...Object.keys(JOINED)])) {
    const start = reader.skip(from, words('the a an our'));
    const flag = flagAt(new Draft(reader, table, 'update', -1), start);
    const rows = flag === null || reader.skip(flag.next, words('list now')) !== end ? null : rowsAt(place, at, verb);
    if (flag !== null && rows?.identified)
      return {
        table,
        rows,
        set: { column: flag.what, value: { kind: 'literal', value: JOINED[said] === true, type: 'boolean' } },
        assumptions: [],
      };
  }
  return null;
};

/** "we got 10 more oil filters in", "sold 3 lamps": what is in stock, by so many. */
const stocked: Form = (place) => {
  const { reader, table, at, end } = place;
  const from = reader.skip(at, words('we i they just have'));
  const sign = STOCKED[reader.lower(from)];
  const number = /^\d[\d,]*$/.exec(reader.tokens[from + 1]?.text ?? '')?.[0];
  const [column, ...more] = table.columns.filter(({ name, type }) => NUMERIC.has(type) && STOCK.test(snakeCase(name)));
  if (sign === undefined || number === undefined || column === undefined || more.length > 0) return null;
  const rest = reader.skip(from + 2, words('more new extra additional'));
  const last = ['out of stock', 'out of the stock', 'in stock', 'back in', 'in']
    .map((said) => said.split(' '))
    .find((said) => said.every((word, i) => reader.lower(end - said.length + i) === word));
  const out = last?.[0] === 'out';
  // "take 3 lamps" does not say where from.
  if (reader.lower(from) === 'take' && !out) return null;
  const rows = rowsAt(place, rest, end - (last?.length ?? 0));
  if (rows === null || !rows.identified) return null;
  const by = Number(number.replaceAll(',', ''));
  return { table, rows, set: { column, value: moved(table, column, sign, by) }, assumptions: [`what changes read as ${column.name}`] };
};

export const NEWS: readonly Form[] = [told, happened, rated, until, stocked, nowWith, joins, isNow];

interface Phrase {
  readonly said: string;
  readonly verb: number;
  /** The token after it. */
  readonly from: number;
}

/** Where the phrases stand, the longer of two at one place first. */
function phrasesIn({ reader, at, end }: Place, phrases: readonly string[]): Phrase[] {
  const found: Phrase[] = [];
  for (let verb = at + 1; verb < end; verb++) {
    for (const said of phrases) {
      const parts = said.split(' ');
      if (parts.every((word, i) => reader.lower(verb + i) === word)) found.push({ said, verb, from: verb + parts.length });
    }
  }
  return found.sort((a, b) => a.verb - b.verb || b.from - a.from);
}

/** One row of the table by its own name or key, or the rows of one that it points at. */
function oneRow(place: Place, from: number, end: number, some = false): LinkedRows | null {
  const rows = from < end ? linkedRows(place.reader, place.table, from, end) : null;
  if (from >= end && some) return NO_ROWS;
  return rows !== null && (rows.identified || rows.owner !== null || (some && rows.conditions.length === 0)) ? rows : null;
}

const NO_ROWS: LinkedRows = {
  conditions: [],
  named: false,
  identified: false,
  owner: null,
  far: false,
  several: false,
  everything: false,
  notes: [],
};

function joined(one: LinkedRows | null, other: LinkedRows | null): LinkedRows | null {
  if (one === null || other === null || one.everything || other.everything) return null;
  return {
    conditions: [...one.conditions, ...other.conditions],
    named: one.named || other.named,
    identified: one.identified || other.identified,
    owner: [one.owner, other.owner].filter((name) => name !== null).join(' and ') || null,
    far: one.far || other.far,
    several: one.several || other.several,
    everything: false,
    notes: [...one.notes, ...other.notes],
  };
}

/** "an hour", "per show", "a month" up to the end: the one number that is called so. */
function unitColumn(reader: WriteReader, table: Table, at: number, end: number): Column | null {
  const unit = /^(?:a|an|per|each|every)$/.test(reader.lower(at)) && at + 2 === end ? reader.lower(at + 1) : null;
  return unit === null ? null : columnPer(table, unit);
}

const literal = (value: number): Expr => ({ kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' });

const moved = (table: Table, column: Column, op: '+' | '-', by: number): Expr => ({
  kind: 'arithmetic',
  op,
  left: { kind: 'column', table: table.name, column: column.name },
  right: literal(by),
});

const WITH = [
  'is with',
  'is now with',
  'goes with',
  'goes to',
  'belongs to',
  'now belongs to',
  'is now at',
  'now reports to',
  'reports to',
];
const JOINED: Readonly<Record<string, boolean>> = {
  leaves: false,
  left: false,
  quits: false,
  joins: true,
  joined: true,
  'is on': true,
  'is now on': true,
};
const MEASURED = [
  'goes up to',
  'goes down to',
  'went up to',
  'went down to',
  'now costs',
  'costs now',
  'is now',
  'increased to',
  'rose to',
  'dropped to',
];
const MOVED = ['moved to', 'changed to', 'switched to'];
const HOME = /^(?:(?:home_)?city|town|home_town|hometown)$/;
/** What stands before a participle. */
const BEEN = ['was', 'has been', 'got', 'is now', 'is', 'has just been'];
/** Phrases → the states or dates that they tell of. */
const HAPPENED: Readonly<Record<string, readonly string[]>> = {
  'came back': ['returned'],
  'is back': ['returned'],
  'was brought back': ['returned'],
  'was paid back': ['reimbursed', 'refunded', 'repaid'],
  'has been paid back': ['reimbursed', 'refunded', 'repaid'],
  'was sent back': ['returned'],
  'was handed in': ['submitted', 'returned'],
  arrived: ['arrived', 'delivered', 'received'],
  'came in': ['received', 'arrived'],
  'moved out': ['moved_out', 'left'],
  died: ['dead', 'died'],
  'has left': ['left'],
  left: ['left'],
};
const PAID = [
  'now gets',
  'gets',
  'now earns',
  'earns',
  'now costs',
  'costs',
  'now charges',
  'charges',
  'now pays',
  'pays',
  'get',
  'is paid',
];
const LASTS = [
  'now runs',
  'runs',
  'can keep',
  'keeps',
  'may keep',
  'can have',
  'now lasts',
  'lasts',
  'now goes',
  'stays',
  'extended',
  'prolonged',
  'renewed',
  'was extended',
  'is extended',
  'is valid',
  'is now valid',
];
const ENDS =
  /^(?:end|ends|ending|due|expir[a-z]*|valid|until|return_by|check_out|checkout)(?:_|$)|_(?:end|ends|until|due|expiry|expires)(?:_|$)/;
const OVER = /^(?:returned|closed|finished|cancelled|left|completed|brought_back)(?:_|$)/;
const STOCKED: Readonly<Record<string, '+' | '-'>> = {
  got: '+',
  received: '+',
  bought: '+',
  restocked: '+',
  sold: '-',
  used: '-',
  take: '-',
  lost: '-',
};
const DATED: ReadonlySet<string> = new Set(['date', 'timestamp']);

/**
 * Whether the words may tell a change of one row: "Netflix went up to 17.99", "the saw is broken". A question in note form may
 * look the same, and is read as one where no row is changed so.
 */
export const tellsChange = (text: string): boolean => !ASKED.test(text) && (TOLD.test(text) || BECAME.test(text));

const ASKED =
  /^(?:how|what|which|who|whose|when|where|why|show|list|find|count|is|are|did|does|do|has|have|average|total|number)\b|\b(?:who|that|which|whose|where|when)\b|\?/i;
const TOLD = new RegExp(
  `\\b(?:${[...MEASURED, ...MOVED, 'came back', 'brought back', 'paid back', 'sent back', 'moved out', 'died', ...WITH, 'leaves the', 'left the', 'joins the', 'joined the', 'is on the', 'is now on the', 'now gets', 'now earns', 'now charges', 'now pays', 'now runs', 'now lasts'].join('|')})\\b|` +
    String.raw`\bgets? [$€£]?\d|\b(?:until|till) (?=.*\d)|\bextended\b.* to\b|^(?:we|i|they) (?:just )?(?:got|received|bought|sold|used|lost) \d`,
  'i',
);
const BECAME =
  /\b(?:is back|arrived|came in|left|(?:is|are) (?:now )?[a-z]+|(?:was|got|has been|has just been) (?:[a-z]+ed|paid|sent|sold|done|held|lost|won|kept|met|built|made|given|taken|broken))(?: (?:today|yesterday|just now|now|on [^?]+))?[.!]?$/i;
