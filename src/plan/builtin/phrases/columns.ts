import type { Column } from '../../schema.ts';
import { stem } from '../english/stem.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { isPastDeed, tells } from '../linking/moment-columns.ts';
import { chosen } from './choices.ts';
import { entry, type Ground } from './ground.ts';

/** The column that says when a row of a table came about, or will, or what a verb before a date says of it; null where that is open. */
export function dateOf(
  ground: Ground,
  table: string,
  verbs: readonly string[] = [],
  ahead = false,
): { column: Column; assumed: boolean } | null {
  const every = entry(ground, table).columns.filter(({ column }) => DATED.has(column.type));
  for (const verb of verbs) {
    const meant = [verb, ...(BEGINNINGS.get(rootOf(verb)) ?? [])];
    for (const one of meant) {
      const told = every.filter(({ words }) => words.some((own) => own === one || tells(one, own)));
      const [only, ...more] = told;
      if (only !== undefined && more.length === 0) return { column: only.column, assumed: false };
      if (only !== undefined) return null;
    }
  }
  // What lies ahead is not done, and does not follow something else.
  const open = ahead ? every.filter(({ words }) => !words.some((own) => isPastDeed(own) || LATER.has(own))) : every;
  const dated = open.length > 0 ? open : every;
  const [only, ...more] = dated;
  if (only === undefined) return null;
  if (more.length === 0 && isLineEnding(only) && wholeOf(ground, table) !== null) return null;
  if (more.length === 0)
    return only.words.some((own) => LIVES.has(own) || ENDINGS.has(own)) ? null : { column: only.column, assumed: false };
  const early = dated.filter(
    (one) =>
      !one.words.some((own) => (LATER.has(own) && !isArrival(one, dated)) || LIVES.has(own) || (LEAVING.has(own) && one.column.nullable)),
  );
  const noun = entry(ground, table).words.at(-1) ?? '';
  // "how many enquiries in May", of weddings that have a day of enquiry.
  const said = new Set(ground.tokens.map(({ lower }) => stem(lower)));
  const [spoken, ...moreSpoken] = dated.filter(({ words }) =>
    words.some((own) => own !== noun && !CLOCKED.has(own) && !isPastDeed(own) && said.has(own)),
  );
  if (spoken !== undefined && moreSpoken.length === 0) return { column: spoken.column, assumed: true };
  // Visits are of the day on which they were visits, whenever they were booked, and deliveries of that on which they were delivered.
  const [named, ...moreNamed] = dated.filter(({ words }) =>
    words.some((own) => own !== noun && (rootOf(own) === rootOf(noun) || tells(own, noun))),
  );
  if (named !== undefined && moreNamed.length === 0) return { column: named.column, assumed: true };
  const set = early.filter(({ column }) => !column.nullable);
  const first = set.length > 0 ? set : early;
  const plain = early.filter(({ words, bare }) => [words, bare].some((name) => name.join(' ') === 'date'));
  const created = first.filter(({ words }) => !words.some((own) => WRITTEN_DOWN.has(own)));
  const [best, ...others] = plain.length === 1 ? plain : created.length === 1 ? created : first;
  if (best !== undefined && others.length === 0) return { column: best.column, assumed: true };
  const meant = chosen(ground.choices, 'the date', first.length > 0 ? first : dated, ({ column }) => ({ table, column: column.name }));
  return meant === null ? null : { column: meant.column, assumed: false };
}

/** Words of asking when, which are in names of dates too. */
const CLOCKED = new Set('date day time at on in for to from of month year week last next first start end'.split(' '));

/** When it was put down, or agreed on, rather than when it was. */
const WRITTEN_DOWN = new Set(['created', 'create', 'booked', 'entered', 'recorded', 'logged']);

/** Who stays somewhere arrives first, and who goes somewhere leaves first: what comes later is not there from the start. */
const isArrival = ({ column, words }: ColumnEntry, dated: readonly ColumnEntry[]): boolean =>
  words.some((own) => own === 'arrived' || own === 'arrival') &&
  !column.nullable &&
  dated.some((other) => other.column.nullable && other.words.some((own) => LEAVING.has(own)));
const LEAVING = new Set(['departed', 'departure', 'left', 'leaving', 'checkout']);

/** What ends or follows what a row tells of. */
const LATER = new Set(
  `resolved resolve closed close end ended due paid payment updated modified expire expiry expires expiration target next shipped
  delivered returned arrived arrival cancelled canceled completed finished last reviewed deadline renewal until deleted left terminated promised expected
  estimated`.split(/\s+/),
);
const ENDINGS = new Set(
  'last end ended expire expiry expires expiration left terminated deleted closed resolved updated modified'.split(' '),
);
const LIVES = new Set(['birth', 'born', 'dob', 'death', 'birthday', 'birthdate']);

/** Verbs by whose date a row began, with what such columns are called. */
const BEGINNINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    signed: ['signup', 'sign', 'register', 'registered', 'joined', 'join', 'enrolled', 'enroll', 'enrolment', 'created'],
    joined: ['join', 'hire', 'hired', 'signup', 'signed', 'register', 'registered', 'start', 'started', 'member', 'created'],
    registered: ['signup', 'joined', 'join', 'created'],
    opened: ['open', 'created'],
    placed: ['order', 'ordered', 'created'],
    ordered: ['placed', 'created'],
    resolved: ['closed'],
    closed: ['resolved', 'end'],
    finished: ['end', 'ended', 'completed', 'complete', 'closed'],
    completed: ['finish', 'finished', 'end', 'ended', 'closed'],
    ended: ['end', 'finish', 'finished'],
    hired: ['start', 'started', 'joined'],
    started: ['start', 'hire', 'hired'],
    billed: ['issued', 'invoice'],
    invoiced: ['issued', 'invoice'],
    enrolled: ['enroll', 'enrollment', 'joined'],
    submitted: ['created'],
    created: ['opened', 'issued'],
    born: ['dob', 'birth', 'birthday'],
    died: ['deceased', 'death'],
    coming: ['arrival', 'arrive', 'arrives', 'arrived'],
    arriving: ['arrival', 'arrive', 'arrives'],
    departing: ['departure', 'depart', 'departs'],
    leaving: ['departure', 'depart', 'departs', 'leave', 'left'],
    left: ['leave', 'leaving', 'departure', 'ended', 'terminated'],
    quit: ['left', 'leave', 'ended', 'terminated'],
  }).map(([verb, words]) => [rootOf(verb), words]),
);

/** The one column that says what a row of a table comes to in money; null where there is none or several. */
export function moneyOf(ground: Ground, table: string): Column | null {
  const { columns, table: own } = entry(ground, table);
  const numbers = columns.filter(
    ({ column, reference }) => NUMERIC.has(column.type) && !reference && !own.primaryKey.includes(column.name),
  );
  const money = numbers.filter(
    ({ words }) =>
      !words.some((one) => PARTS.has(one)) &&
      !(words.join(' ') === 'value' && hasUnit(ground, table)) &&
      (words.some((one) => MONEY.has(one)) || (words.at(-1) === 'rate' && words.some((one) => PAID_BY.has(one)))),
  );
  const [only, ...more] = money;
  if (only === undefined || more.length === 0) return only?.column ?? null;
  // What something is sold for is its price, whatever was paid for it.
  const [asked, ...bought] = money.filter(({ words }) => !words.some((one) => BOUGHT.has(one)));
  if (asked !== undefined && bought.length === 0) return asked.column;
  const whole = money.filter(({ words, bare }) =>
    [words, bare].some((name) => WHOLE.has(name.filter((one) => !CURRENCIES.has(one)).join(' '))),
  );
  const [best, ...others] = whole;
  const priced = whole.filter(({ words }) => words.includes('price'));
  if (best !== undefined && others.length > 0 && priced.length === 1) return priced[0]?.column ?? null;
  if (best !== undefined && others.length === 0) return best.column;
  return chosen(ground.choices, 'the amount', money, ({ column }) => ({ table, column: column.name }))?.column ?? null;
}

/** What has a unit, of its own or by the kind of test that it is of, was measured. */
const hasUnit = (ground: Ground, table: string): boolean =>
  [table, ...entry(ground, table).table.foreignKeys.map((key) => key.table)].some((name) =>
    ground.lexicon.byName.get(name)?.columns.some(({ words, column }) => column.type === 'text' && words.join(' ') === 'unit'),
  );

const BOUGHT = new Set(['purchase', 'buying', 'wholesale', 'procurement']);
/** What a column holds is a part of the price, or what is added to it or taken off. */
const PARTS = new Set('shipping delivery handling setup late tax vat discount tip deposit surcharge postage penalty limit'.split(' '));
/** An hourly rate is a price, a tax rate is none. */
const PAID_BY = new Set(['hourly', 'hour', 'daily', 'day', 'weekly', 'monthly', 'nightly', 'night']);
const MONEY = new Set(
  `amount total price cost fee rent fare revenue payment paid charge charged subtotal salary wage value balance budget cent cents pence penny eur usd gbp
  chf`.split(/\s+/),
);
/** In what a column counts money, and not of what. */
const CURRENCIES = new Set(['penny', 'cents', 'cent', 'pence', 'eur', 'usd', 'gbp', 'chf']);
/** Of a hundred to what prices are said in: "over £40" of `total_cents` is over 4000. */
export const inHundredths = ({ words }: ColumnEntry): boolean => words.some((one) => ['cent', 'cents', 'pence', 'penny'].includes(one));
const WHOLE = new Set(['total', 'amount', 'total amount', 'grand total', 'total price', 'price', 'fee', 'cost', 'total cost']);

/** The day that somebody was born. */
export const birthOf = (ground: Ground, table: string): Column | null => {
  const [only, ...more] = entry(ground, table).columns.filter(
    ({ column, words }) => DATED.has(column.type) && words.some((one) => LIVES.has(one)),
  );
  return only === undefined || more.length > 0 ? null : only.column;
};

/** Columns by which rows of a table are of a kind or in a state. */
export const isKind = ({ words, column }: ColumnEntry): boolean =>
  column.type === 'text' &&
  words.some((one) =>
    ['type', 'kind', 'category', 'status', 'state', 'role', 'channel', 'reason', 'genre', 'result', 'outcome'].includes(one),
  );

export const columnOf = (ground: Ground, table: string, name: string): Column => {
  const known = entry(ground, table).columns.find(({ column }) => column.name === name);
  if (known === undefined) throw new Error(`There is no column ${table}.${name}.`);
  return known.column;
};

/** The table whose parts the rows of another are, by its name: orders, of order_items, and of order_books where there are books. */
export function wholeOf(ground: Ground, table: string): string | null {
  const { words } = entry(ground, table);
  const ones = (ground.graph.edges.get(table) ?? []).filter(({ toOne }) => toOne);
  const wholes = ones.filter(({ to }) => {
    const own = entry(ground, to).words;
    // Tickets, of ticket orders.
    if (own.length === words.length + 1 && ORDERS.has(own.at(-1) ?? '') && words.every((one, at) => own[at] === one)) return true;
    const rest = words.slice(own.length).join(' ');
    const parts = LINES.has(words.at(-1) ?? '') || ones.some((other) => entry(ground, other.to).words.join(' ') === rest);
    return parts && own.length < words.length && own.every((one, at) => words[at] === one);
  });
  const [only, ...more] = wholes;
  return only === undefined || more.length > 0 ? null : only.to;
}

/** When a line of something came back or was done with is not when it came about: the day of the whole is. */
const isLineEnding = ({ column, words }: ColumnEntry): boolean =>
  column.nullable && words.some((own) => LATER.has(own) || /[a-z]{2}ed$/.test(own));

/** The table of the day on which rows came about: that of an order for its items, which have none of their own. */
export function dayOfWhole(ground: Ground, table: string): string | null {
  const own = entry(ground, table).columns.filter(({ column }) => DATED.has(column.type));
  return own.every(isLineEnding) ? wholeOf(ground, table) : null;
}

const ORDERS = new Set(['order', 'sale', 'purchase', 'basket']);
const LINES = new Set(['item', 'line', 'detail', 'position', 'entry', 'product']);

export const isKindColumn = (ground: Ground, table: string, column: string): boolean =>
  entry(ground, table).columns.some((own) => own.column.name === column && isKind(own));

/** A column of few values tells kinds apart, whatever it is called: the species of pets. */
export const fewIn = (ground: Ground, table: string, column: string): boolean => {
  const values = ground.values.of(table, column);
  return values !== null && values.length <= FEW && values.every((value) => /^[\p{L} _-]+$/u.test(value));
};
const FEW = 12;

/** Whether a column keeps of what kind or in what state rows are, by words or codes, and does not name them. */
export function tellsApart(ground: Ground, table: string, column: string): boolean {
  const coded = ['integer', 'boolean'].includes(columnOf(ground, table, column).type);
  return !entry(ground, table).label.includes(column) && (coded || isKindColumn(ground, table, column) || fewIn(ground, table, column));
}
