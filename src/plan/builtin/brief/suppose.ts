import { pluralName, singularName } from '../english/inflect.ts';
import type { Draft } from './draft.ts';
import type { NewTable } from './new-table.ts';
import { isPerson, isStaff, lastWord, sortOf } from './nouns.ts';
import { kindOf } from './outline/kind.ts';
import { usualColumns } from './usual.ts';
import { isAuthored, kinOf } from './usual-owners.ts';

/** A table as a supposition sees it. */
interface Standing {
  readonly table: NewTable;
  readonly noun: string;
  readonly sort: ReturnType<typeof sortOf>;
}

/**
 * Points tables of which nothing else is said at what stands beside them: loans at books and members, contacts at
 * companies, products at categories. Each supposition is an assumption of the reply.
 */
export function suppose(draft: Draft): void {
  itemize(draft);
  sellByType(draft);
  const all = [...draft.tables.values()].map((table): Standing => ({ table, noun: singularName(table.name), sort: sortOf(table.name) }));
  if (all.length < 2) return;
  const free = all.filter(({ table }) => table.references.size === 0 && table.links === undefined);
  const guesses = new Map<string, string[]>();
  const say = (from: NewTable, to: NewTable, role?: string) => {
    if (!isAuthored(from.name) && linked(draft, from.name, to.name)) return;
    if (from !== to && [...to.references.values()].includes(from.name)) return;
    const before = from.references.size;
    draft.point(from.name, to.name, { ...(role === undefined ? {} : { role }), silent: true });
    if (from.references.size > before) guesses.set(from.name, [...new Set([...(guesses.get(from.name) ?? []), to.name])]);
  };
  const lasting = all.filter(({ table, sort }) => table.links === undefined && sort !== 'event' && sort !== 'follow-up' && sort !== 'said');
  for (const one of lasting) for (const kin of kinAmong(one, all)) say(one.table, kin.table);
  for (const one of free) meet(one, all, say);
  for (const one of free.filter(({ sort }) => sort === 'event' || sort === 'said')) happensTo(one, all, say);
  for (const one of free.filter(({ sort }) => sort === 'follow-up')) follows(one, all, say);
  classify(draft, all, say);
  for (const [from, targets] of guesses) draft.assumptions.push(`${spoken(from)} point at ${list(targets.map(spoken))}`);
}

/** An order is of several of what is sold beside it, each with its quantity: the rows between the two. */
function itemize(draft: Draft): void {
  const tables = [...draft.tables.values()].filter(({ links }) => links === undefined);
  const order = draft.tables.get('orders');
  const goods = tables.filter(
    ({ name }) => SOLD_BY_ITEM.test(name) || kindOf(name) === 'goods' || usualColumns(name).includes('stock quantity'),
  );
  const isSaid = [...(order?.columns.keys() ?? [])].some((name) => OF_ONE.test(name));
  const [sold] = goods;
  // Of whom it is, where customers are kept, tells one order of one thing from another.
  if (tables.some(({ name }) => isPerson(name) && !isStaff(name))) return;
  if (order === undefined || isSaid || sold === undefined || goods.length > 1) return;
  if (tables.some(({ name, references }) => /_(?:items|lines|details)$/.test(name.replace('menu_items', '')) || references.has('order_id')))
    return;
  if ([...draft.tables.values()].some(({ references }) => references.has('order_id'))) return;
  const items = draft.part('order items');
  for (const { name } of [order, sold]) draft.point(items.name, name, { silent: true });
  draft.assumptions.push(`each order has order items, each of one of the ${spoken(sold.name)}`);
}

/** "ticket sales" beside "ticket types" of the same event: a sale is of a type, which tells the event. */
function sellByType(draft: Draft): void {
  const tables = [...draft.tables.values()];
  for (const deed of tables) {
    const type = tables.find(({ name }) => isSortOf(singularName(deed.name), singularName(name)));
    if (type === undefined || deed.references.size === 0) continue;
    for (const [column, to] of [...deed.references]) {
      if (![...type.references.values()].includes(to)) continue;
      deed.references.delete(column);
      deed.columns.delete(column);
    }
    draft.point(deed.name, type.name);
  }
}

/** Whether the one is sold or booked by the sorts that the other lists: "pass_sale", "pass_type". */
const isSortOf = (deed: string, type: string): boolean => {
  const [, what = ''] = /^(.+)_(?:sale|purchase|order|booking|reservation)$/.exec(deed) ?? [];
  return what !== '' && type.startsWith(`${what}_`) && /_(?:type|kind|category|class|tier|plan)$/.test(type);
};

type Say = (from: NewTable, to: NewTable, role?: string) => void;

/** "order items" are of orders; contacts are of companies. */
function kinAmong(one: Standing, all: readonly Standing[]): Standing[] {
  const groups = kinOf(one.table.name) ?? [];
  const known = new Set([...one.table.references.values()].map((name) => lastWord(singularName(name))));
  const eventful = all.some(({ sort }) => sort === 'event');
  const found = groups.flatMap((names) => {
    const group = names.map((noun) => noun.replace('?', ''));
    if (eventful && names[0]?.startsWith('?')) return [];
    if (group.some((noun) => known.has(noun) || one.table.columns.has(noun) || one.table.references.has(`${noun}_id`))) return [];
    const kin = group.map((noun) => all.find((other) => other !== one && (other.noun === noun || lastWord(other.noun) === noun)));
    return kin.find((each) => each !== undefined && !pointsAt(all, each, one)) ?? [];
  });
  const prefix = one.noun.slice(0, -lastWord(one.noun).length - 1);
  const whole = prefix === '' ? undefined : all.find((other) => other !== one && other.noun === prefix);
  return [...new Set([...(whole ? [whole] : []), ...found])];
}

/** What a classifier classifies is pointed at it: products at categories. Tags are of many and many have them. */
function classify(draft: Draft, all: readonly Standing[], say: Say): void {
  for (const kind of all.filter(({ sort, table }) => sort === 'classifier' && table.links === undefined)) {
    const isOf = kind.noun.slice(0, -lastWord(kind.noun).length - 1);
    const main =
      all.find((one) => one.noun === isOf && isOf !== '') ??
      all.find((one) => (isTag(kind) ? TAGGED : SPENT).test(one.noun)) ??
      all.find((one) => one !== kind && (one.sort === 'thing' || one.sort === 'titled')) ??
      all.find((one) => one !== kind && one.sort === 'event');
    const related = [...draft.tables.values()].some(
      (one) => one.references.size > 0 && [...one.references.values()].includes(kind.table.name),
    );
    if (!main || related || kind.table.references.size > 0) continue;
    if (!isTag(kind)) say(main.table, kind.table);
    else {
      const name = `${main.noun}_${pluralName(kind.noun)}`;
      const links = `${spoken(main.table.name)} and ${spoken(kind.table.name)}`;
      const link = draft.add({ name, columns: new Map(), references: new Map(), each: [[main.table.name, kind.table.name]], links });
      say(link, main.table);
      say(link, kind.table);
    }
  }
}

const isTag = ({ noun }: Standing): boolean => /(?:^|_)(?:tag|label)$/.test(noun);

/** A match is between two teams, a flight from an airport to another. */
function meet(one: Standing, all: readonly Standing[], say: Say): void {
  for (const [event, sides, roles] of MEETINGS) {
    const side = event.test(one.noun) ? all.find((other) => other !== one && sides.test(other.noun)) : undefined;
    if (side) for (const role of roles) say(one.table, side.table, `${role}_${lastWord(side.noun)}`);
  }
}

const MEETINGS: readonly (readonly [RegExp, RegExp, readonly string[]])[] = [
  [/(?:^|_)(?:match|game|fixture)$/, /(?:^|_)(?:team|club)$/, ['home', 'away']],
  [/(?:^|_)flight$/, /(?:^|_)airport$/, ['origin', 'destination']],
  [/(?:^|_)transfer$/, /(?:^|_)(?:account|warehouse|location)$/, ['from', 'to']],
];

/** Whether a table of its own stands between the two. */
const linked = (draft: Draft, left: string, right: string): boolean =>
  [...draft.tables.values()].some(({ name, links, references }) => {
    const targets = [...references.values()];
    return (links !== undefined || name.startsWith('attendance')) && targets.includes(left) && targets.includes(right);
  });

/** An event is of everything that stands beside it, but for what one of those already leads to. */
function happensTo(one: Standing, all: readonly Standing[], say: Say): void {
  if (one.table.references.size > 0) return;
  const kin = kinAmong(one, all);
  const occasion = OCCASION.test(one.noun);
  const others = all.filter((other) => other !== one && other.table.links === undefined && !(occasion && OCCASION.test(other.noun)));
  const standing = others.filter(({ sort }) => sort === 'thing' || sort === 'titled' || sort === 'person');
  const apart = standing.filter((target) => !others.some((via) => via !== target && standing.includes(via) && leads(all, via, target)));
  const staff = others.filter(({ sort }) => sort === 'staff');
  const sure = kin.length > 0 && (kinOf(one.table.name)?.length ?? 0) > 0;
  const held =
    ADMITTED.test(one.noun) && !others.some(({ noun }) => LET.test(noun)) ? others.findLast(({ noun }) => HELD.test(noun)) : undefined;
  const sorted = all.find((other) => isSortOf(one.noun, other.noun));
  const targets =
    sorted !== undefined
      ? [sorted, ...apart.filter(({ sort }) => sort === 'person')]
      : held
        ? [held, ...apart.filter((target) => GOERS.test(target.noun))]
        : sure
          ? kin
          : [...new Set([...kin, ...(apart.length > 0 ? apart : staff)])];
  // What an order is of is told by its items, where those are kept.
  const itemized = all.some(({ noun, sort }) => sort === 'follow-up' && (noun.startsWith(`${one.noun}_`) || noun === 'line_item'));
  // Who takes part in what is held is told by the tickets.
  const taken = HELD.test(one.noun) && others.some(({ noun }) => ADMITTED.test(noun) || lastWord(noun) === 'ticket');
  const booked = BOOKED.test(one.noun);
  const sold = SOLD.test(one.noun) && targets.some(({ sort, noun }) => sort === 'thing' && !USED_UP.test(noun));
  const meant = targets.filter(
    (target) =>
      !(taken && target.sort === 'person' && !isStaff(target.table.name)) &&
      (!itemized || target.sort === 'person') &&
      !(booked && CONSUMED.test(target.noun)) &&
      !(sold && USED_UP.test(target.noun)),
  );
  if (meant.length > MOST) return;
  for (const target of meant) say(one.table, target.table);
}

/** A payment is of the order; with nothing that happened, of what stands there. */
function follows(one: Standing, all: readonly Standing[], say: Say): void {
  const kin = kinAmong(one, all);
  const invoices = PAID.has(lastWord(one.noun)) ? all.filter(({ noun }) => lastWord(noun) === 'invoice') : [];
  const first = all.filter(({ sort, noun }) => sort === 'event' && DEALS.test(noun));
  const before = invoices.length ? invoices : first.length ? first.slice(0, 2) : all.filter(({ sort }) => sort === 'event').slice(0, 1);
  if (kin.length > 0) for (const target of kin) say(one.table, target.table);
  else if (before.length > 0) for (const target of before) say(one.table, target.table);
  else happensTo(one, all, say);
}

/** Whether rows of the one tell the other: of a pet its owner. The maker of a post is not who comments on it. */
function leads(all: readonly Standing[], from: Standing, to: Standing): boolean {
  if (isAuthored(from.table.name) && to.sort === 'person') return false;
  return pointsAt(all, from, to);
}

function pointsAt(all: readonly Standing[], from: Standing, to: Standing, seen: ReadonlySet<Standing> = new Set()): boolean {
  return [...from.table.references.values()].some((name) => {
    const next = all.find(({ table }) => table.name === name);
    if (next === undefined || seen.has(next)) return false;
    return next === to || pointsAt(all, next, to, new Set([...seen, from]));
  });
}

const spoken = (name: string): string => name.replaceAll('_', ' ');

const list = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1) ?? ''].filter((part) => part !== '').join(' and ');

/** What people order several of at once. */
const SOLD_BY_ITEM = /(?:^|_)(?:menu_items|dishes|drinks|meals|pizzas|cakes|products|items|books|flowers|beers|wines)$/;
/** An order with a quantity or a thing of its own is of one. */
const OF_ONE = /quantity|product|item|_id$|^(?:dish|drink|pizza|cake|book|number)/;
/** Beyond this many, which of them an event is of cannot be supposed. */
const MOST = 4;
/** What people come together for: none of it is of another. */
const OCCASION = /(?:^|_)(?:match|game|fixture|training|practice|tournament|rehearsal|gig|concert|meeting|race)$/;
/** A table is booked, but not what is eaten there. */
const BOOKED = /(?:^|_)(?:reservation|booking|appointment|visit)$/;
/** A place is taken on what is held at a time, which tells the rest. */
const ADMITTED = /(?:^|_)(?:reservation|booking|(?:ticket|seat)_(?:sale|order|purchase))$/;
const HELD =
  /(?:^|_)(?:showing|showtime|screening|performance|concert|recital|tour|trip|departure|sailing|voyage|crossing|flight|cruise|excursion|match)$/;
const LET = /(?:^|_)(?:room|table|court|house|apartment|cabin|vehicle|car)$/;
const GOERS =
  /(?:^|_)(?:customer|client|guest|passenger|visitor|member|student|user|person|attendee|participant|traveller|traveler|group|school)$/;
/** Products are sold, but not what they are made of. */
const SOLD = /(?:^|_)(?:order|sale|purchase)$/;
const USED_UP = /(?:^|_)(?:material|ingredient|tool|equipment|supply|recipe)$/;
const CONSUMED = /(?:^|_)(?:item|dish|product|ingredient|drink)$/;
/** What is sorted into categories before the accounts that it is paid from. */
const SPENT = /(?:^|_)(?:transaction|expense|purchase|bill|spending)$/;
const TAGGED = /(?:^|_)(?:issue|task|ticket|post|article|note|bookmark|photo|recipe)$/;
const PAID: ReadonlySet<string> = new Set(['payment', 'refund', 'receipt', 'reminder']);
/** Events that something is paid, sent, or given back for. */
const DEALS =
  /(?:order|purchase|sale|booking|reservation|rental|loan|subscription|membership|enrol?lment|appointment|lease|registration|trip|repair)$/;
