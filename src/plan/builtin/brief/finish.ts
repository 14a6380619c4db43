import { pluralName, singularName } from '../english/inflect.ts';
import { MINUTES } from './column.ts';
import { isDeed, isOfDay } from './deed.ts';
import type { Draft } from './draft.ts';
import type { NewColumn, NewTable } from './new-table.ts';
import { happens, isPerson, mainColumn, sortOf } from './nouns.ts';
import { BY_KIND, KEPT_KINDS } from './outline/complete.ts';
import { kindOf } from './outline/kind.ts';
import { isPast } from './outline/verb.ts';
import { isTold, priceOwed } from './price-owed.ts';
import { typeOfName } from './type-of-name.ts';
import { hasUsual, usualColumns } from './usual.ts';

/** What can be told only once every table has all its columns: the type of a "time", and what bare tables know of each row. */
export function finish(draft: Draft, brief: string): void {
  for (const table of draft.tables.values()) {
    settleTypes(table);
    if (table.columns.get('time')?.comment === MINUTES) draft.assumptions.push(`${table.name}.time is a number of minutes`);
  }
  nameRows(draft, brief);
  nameAmounts(draft);
  priceOwed(draft, brief);
  giveMakers(draft, brief);
  giveUsual(draft, brief);
  dateDeeds(draft, brief);
}

/** What happens does so on some day, whatever else is known of it, unless what it is of has that day. */
function dateDeeds(draft: Draft, brief: string): void {
  const isDated = (table: NewTable | undefined) =>
    [...(table?.columns.values() ?? [])].some(({ name, type }) => ['date', 'timestamp', 'time'].includes(type) || WHEN.test(name));
  for (const table of draft.tables.values()) {
    const { name, columns, references, links } = table;
    if (
      links !== undefined ||
      !(isOfDay(name) || DONE.test(name) || (isDeed(name) && RESULTS.some((result) => columns.has(result)))) ||
      columns.size === references.size ||
      isDated(table)
    )
      continue;
    // What may be had is of no day.
    if (/treatments$/.test(name) && [...draft.tables.values()].some((other) => [...other.references.values()].includes(name))) continue;
    if (!OWN_DAY.test(name) && [...references.values()].some((to) => isDeed(to) && isDated(draft.tables.get(to)))) continue;
    if (new RegExp(`\\b${name.replaceAll('_', '[ _]')}\\s*\\(`, 'i').test(brief)) continue;
    draft.column(table, 'date', { silent: true });
    draft.assumptions.push(`${name.replaceAll('_', ' ')} have a date`);
  }
}

/** Doings that no list of the others has. */
const DONE = /(?:^|_)(?:swims|climbs|launches|sittings|brews|brewings|batches)$/;
const RESULTS = ['result', 'score', 'opponent'];
/** Whatever it is of, it is on a day of its own. */
const OWN_DAY = /(?:^|_)(?:exams|tests|lessons|sessions|jobs|deliveries|appointments)$/;

/** What a name means by its neighbours: "time" beside a date is of the day, alone it is the moment; "from" and "to" of what happens are days, of a trip with its own day they are places. */
function settleTypes(table: NewTable): void {
  const types = [...table.columns.values()].map(({ type }) => type);
  const dated = types.includes('date') || types.includes('timestamp');
  const retype = (name: string, type: NewColumn['type']) => {
    const column = table.columns.get(name);
    if (column?.type === 'text' && !column.check) table.columns.set(name, { ...column, type });
  };
  // "borrowed, returned": when it began and when it ended.
  if (BEGINNINGS.some((name) => table.columns.get(name)?.type === 'date')) {
    for (const name of ENDINGS) {
      const column = table.columns.get(name);
      if (column?.type === 'boolean' && !column.check && !column.default) table.columns.set(name, { ...column, type: 'date' });
    }
  }
  const number = table.columns.get('number');
  if (number?.type === 'integer' && (number.unique || NUMBERED.test(table.name))) table.columns.set('number', { ...number, type: 'text' });
  if (/polic(?:y|ies)$/.test(table.name)) retype('premium', 'decimal');
  for (const column of table.columns.values()) {
    const [, done = ''] = /^(?:last|next|first)_([a-z]+)$/.exec(column.name) ?? [];
    const [, measured = '', verb = ''] = /^([a-z_]+)_([a-z]+)$/.exec(column.name) ?? [];
    const guess = verb !== '' && isPast(verb) ? typeOfName(measured) : 'text';
    // "last donation" is the day of it, "height gained" a height.
    if (done !== '' && isDeed(pluralName(done)) && ['text', 'decimal'].includes(column.type))
      table.columns.set(column.name, { ...column, type: 'date' });
    else if (guess === 'decimal' || guess === 'integer') retype(column.name, guess);
  }
  // How long it took.
  const time = table.columns.get('time');
  if (time?.type === 'text' && table.columns.has('distance')) table.columns.set('time', { ...time, type: 'integer', comment: MINUTES });
  retype('time', dated ? 'time' : 'timestamp');
  if (dated || !happens(table.name) || !table.columns.has('from') || MOVED.test(table.name)) return;
  for (const name of ['from', 'to', 'until', 'till']) retype(name, 'date');
}

/** From one place to another. */
const MOVED = /(?:^|_)(?:deliveries|rides|trips|journeys|flights|transports|transfers|drives|moves|removals|fares|pickups)$/;

/** A table of which nothing is known gets what most people keep of such a thing, since one can put nothing into a table of keys alone. */
function giveUsual(draft: Draft, brief: string): void {
  const said: string[] = [];
  for (const table of draft.tables.values()) {
    const between = table.links !== undefined && table.name.includes('_');
    if (between || table.columns.size > table.references.size) continue;
    const keys = [...table.columns];
    table.columns.clear();
    for (const item of [
      ...(draft.tables.size === 1 ? usualAlone(draft, table, brief) : usualFor(draft, table, brief)),
      ...(isSold(draft, table) ? ['price'] : []),
    ])
      if (!isTold(draft, table, item)) draft.column(table, item, { silent: true });
    if (table.columns.size === 0) draft.column(table, mainColumn(table.name));
    said.push(`${table.name.replaceAll('_', ' ')} have ${together([...table.columns.keys()].map((name) => name.replaceAll('_', ' ')))}`);
    for (const [key, column] of keys) table.columns.set(key, column);
  }
  if (said.length > 0) draft.assumptions.push(`not said, so supposed: ${said.join('; ')}; say what else to know of each`);
}

/** Of the only things of a brief what everybody keeps of their kind. */
const usualAlone = (draft: Draft, table: NewTable, brief: string): readonly string[] => {
  const kind = kindOf(table.name);
  return !hasUsual(table.name) && KEPT_KINDS.has(kind) ? BY_KIND[kind] : usualFor(draft, table, brief);
};

/** What is sold by its sorts has a price for each. */
const isSold = (draft: Draft, { name }: NewTable): boolean =>
  sortOf(name) === 'classifier' &&
  [...draft.tables.values()].some((deed) => SALES.test(deed.name) && [...deed.references.values()].includes(name));

const SALES = /(?:^|_)(?:sales|purchases|orders|bookings|reservations)$/;

/** Who stays somewhere does so from one day to another. */
function usualFor(draft: Draft, { name, references }: NewTable, brief: string): readonly string[] {
  const kind = hasUsual(name) ? null : kindOf(name);
  if (kind === 'money' || kind === 'fault') return BY_KIND[kind];
  if (/(?:^|_)jobs$/.test(name)) return ['date', 'description', 'status'];
  const between = [...references.values()];
  if (name === 'pieces' && ['rehearsals', 'concerts', 'singers', 'musicians'].some((other) => draft.tables.has(other)))
    return ['title', 'composer'];
  // Who flies for himself has no number of a flight.
  if (
    /(?:^|_)flights$/.test(name) &&
    !['airlines', 'airports', 'passengers', 'planes', 'bookings'].some((other) => draft.tables.has(other))
  )
    return ['date', 'location', 'minutes', 'notes'];
  if (/(?:^|_)(?:bouts|fights)$/.test(name)) return BY_KIND.contest;
  // A ticket to something is no request for help.
  if (/(?:^|_)tickets$/.test(name) && between.some((to) => isDeed(to) || kindOf(to) === 'show')) return ['seat', 'price', 'sold on'];
  // A room that nobody sleeps in goes by a name.
  if (name === 'rooms' && !draft.tables.has('guests') && !draft.tables.has('stays') && !LODGES.test(brief)) return ['name', 'capacity'];
  // Who marked what, where what was marked is kept too.
  if (/(?:^|_)bookmarks$/.test(name) && between.length > 1) return ['created at'];
  if (/(?:^|_)(?:games|matches)$/.test(name) && between.length > 0 && between.every((other) => kindOf(other) === 'person'))
    return BY_KIND.contest;
  if (!/(?:^|_)(?:booking|reservation)s$/.test(name)) return usualColumns(name);
  const of = [...references.values()];
  if (of.some((table) => LODGING.test(table)) && (draft.tables.has('guests') || !of.includes('rooms')))
    return ['check in', 'check out', 'status'];
  return of.some((table) => LENT.test(table)) ? ['start date', 'end date', 'status'] : usualColumns(name);
}

/** People are told apart by their names and works by their titles, whatever else is known of them; things by some text. */
function nameRows(draft: Draft, brief: string): void {
  for (const table of draft.tables.values()) {
    const main = isUnnamed(table) && !isDescribed(table, brief) ? mainColumn(table.name) : lacking(table, brief);
    if (main === null) continue;
    const columns = [...table.columns];
    table.columns.clear();
    draft.column(table, main, { silent: true });
    for (const [name, column] of columns) table.columns.set(name, column);
    draft.assumptions.push(`${table.name.replaceAll('_', ' ')} have a ${main}`);
  }
}

/** A payment or a budget is of an amount, whatever else is known of it. */
function nameAmounts(draft: Draft): void {
  for (const table of draft.tables.values()) {
    const own = [...table.columns.values()].filter((column) => !table.references.has(column.name));
    if (
      table.links !== undefined ||
      own.length === 0 ||
      own.some(({ type, name }) => NUMERIC.has(type) && !/^(?:number|year|month|amount_paid)$/.test(name))
    )
      continue;
    if (!MONEY.test(table.name)) continue;
    draft.column(table, 'amount', { silent: true });
    draft.assumptions.push(`${table.name.replaceAll('_', ' ')} have an amount`);
  }
}

/** "books i read, with rating": who wrote or made it is known of it, where only what somebody thinks of it is said. */
function giveMakers(draft: Draft, brief: string): void {
  for (const table of draft.tables.values()) {
    const own = [...table.columns.keys()].filter((name) => !table.references.has(name));
    if (table.links !== undefined || !hasUsual(table.name) || isDescribed(table, brief) || own.length === 0) continue;
    if (!own.some((name) => THOUGHT.test(name)) || !own.every((name) => THOUGHT.test(name) || NAMING.test(name))) continue;
    const more = usualColumns(table.name).filter((item) => MAKER.test(item) && !isTold(draft, table, item) && !table.columns.has(item));
    for (const item of more) draft.column(table, item, { silent: true });
    if (more.length > 0) draft.assumptions.push(`${table.name.replaceAll('_', ' ')} have ${more.join(', ')} as well`);
  }
}
const THOUGHT = /^(?:rating|notes?|stars|opinion|comment|thoughts|review|score|finished_on|read_on|watched_on|date)$/;
const MAKER = /^(?:author|artist|composer|director|producer|roaster|brand|year)$/;

const MONEY =
  /(?:^|_)(?:payments|expenses|incomes|donations|budgets|bills|invoices|salaries|deposits|transactions|contributions|fines|refunds)$/;
const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);

function isUnnamed({ name, columns, references, links }: NewTable): boolean {
  const own = [...columns.values()].filter((column) => !references.has(column.name));
  if (
    links !== undefined ||
    own.length === 0 ||
    own.some(
      (column) =>
        (NAMING.test(column.name) &&
          !(
            isPerson(name) &&
            (/^(?:title|number|code)$/.test(column.name) || (column.name === 'email' && !/users|accounts|subscribers/.test(name)))
          )) ||
        column.unique,
    )
  )
    return false;
  const sort = sortOf(name);
  if (/(?:^|_)games$/.test(name)) return false;
  if (!happens(name) && (isPerson(name) || kindOf(name) === 'person')) return true;
  // Farms and families go by names, whatever is known of them; of flats and houses the address is one.
  if (['group', 'place'].includes(kindOf(name)) && !LODGING.test(name) && own.every(({ name: known }) => REACHED.test(known))) return true;
  if (/(?:^|_)items$/.test(name) && own.every(({ type }) => type !== 'text')) return sort === 'thing';
  if (/(?:^|_)pieces$/.test(name) && own.some(({ name: known }) => MADE_BY.test(known))) return true;
  if (ANIMALS.test(name)) return true;
  if (sort === 'thing' && own.length === 1 && MADE_BY.test(own[0]?.name ?? '') && !happens(name)) return true;
  if (sort === 'thing') {
    const isTold = own.some(
      ({ type, name: known }) =>
        (type === 'text' && !SORTED.test(known) && !MADE_BY.test(known)) ||
        (!LIVING.has(kindOf(name)) && ['date', 'timestamp'].includes(type)),
    );
    return !isTold && !happens(name) && mainColumn(name) === 'name';
  }
  return sort === 'titled';
}

/**
 * What most people put first where nothing that is known of the rows tells one from the other: the subject of a ticket, the day of a
 * run. What stands in brackets is the whole of it.
 */
function lacking({ name, columns, references, links }: NewTable, brief: string): string | null {
  const own = [...columns.values()].filter((column) => !references.has(column.name));
  const [first = ''] = usualColumns(name);
  if (links !== undefined || own.length === 0 || !hasUsual(name)) return null;
  if (own.some((column) => NAMING.test(column.name) || column.unique || column.type === 'date' || column.type === 'timestamp')) return null;
  if (isDescribed({ name }, brief)) return null;
  if (/(?:^|[ _])date$/.test(first)) return own.some(({ name: known }) => WHEN.test(known)) ? null : first;
  return NAMING.test(first.replace(/ \(.*/, '')) && own.every(({ type, name: known }) => type !== 'text' || !TELLING.test(known))
    ? first
    : null;
}

const WHEN = /(?:^|_)(?:day|week|month|quarter|semester|term|season|year|period)s?$/;
/** "tents (size, colour)", "a tent has a size and a colour": all that is known of each. */
const isDescribed = ({ name }: Pick<NewTable, 'name'>, brief: string): boolean => {
  const words = name.replaceAll('_', '[ _]');
  return new RegExp(`\\b${words}\\s*\\(|\\b(?:an?|each|every) ${singularName(name).replaceAll('_', '[ _]')} has\\b`, 'i').test(brief);
};

/** Where and how it is reached. */
const REACHED = /^(?:address|street|city|phone|email|location|website|contact.*)$/;
const LIVING: ReadonlySet<string> = new Set(['plant', 'animal', 'vehicle', 'machine', 'goods']);
/** What tells one row from another as well as a name does. */
const TELLING = /description|problem|details|question|text|notes|address|word|make|model|species|reason|work|what|position|role|company/;
/** Many rows have the same of it. */
const SORTED = /^(?:status|priority|category|type|kind|severity|stage|level|size|colou?r|genre|state|condition)$/;
/** Who made a thing does not say which it is. */
const MADE_BY = /^(?:composer|author|artist|maker|brand|creator|owner|publisher|supplier)$/;
/** They go by names of their own, whatever else is known of them. */
const ANIMALS = /(?:^|_)(?:pets|dogs|cats|horses|ponies|puppies|kittens|rabbits|birds|animals)$/;
const NAMING =
  /name$|^(?:title|email|plate|label|number|subject|code|question|text|body|content|front|word|url|description|headline|summary|topic|sku|isbn)$/;
const LODGES =
  /\b(?:hotel|hostel|motel|inn|guest ?house|b&b|bnb|bed and breakfast|pension|lodge|resort|apartment|flat|hall of residence)s?\b/i;
const LODGING =
  /(?:^|_)(?:rooms|pitches|berths|beds|dorms|huts|tents|caravans|chalets|moorings|properties|apartments|flats|houses|listings|villas|cabins|cottages|suites|units|homes)$/;
const LENT = /(?:^|_)(?:cars|vehicles|vans|trucks|bikes|bicycles|boats|tools|items|equipment|cameras|costumes|kayaks|skis)$/;

const together = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), parts.at(-1) ?? ''].filter((part) => part !== '').join(' and ');

const BEGINNINGS = ['borrowed', 'lent', 'loaned', 'rented', 'hired_out', 'checked_out', 'taken_out', 'ordered'];
const ENDINGS = ['returned', 'delivered', 'shipped'];

/** Things whose number is a name, such as 12B. */
const NUMBERED =
  /(?:^|_)(?:apartments|flats|units|houses|rooms|policies|invoices|flights|accounts|cards|passports|orders|contracts|tickets|licen[cs]es|seats)$/;
