import { dictionary } from '../../english/dictionary.ts';
import { isPlural, singularName, snakeCase } from '../../english/inflect.ts';
import { isDeed } from '../deed.ts';
import { isPerson } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import type { Doubt } from './doubt.ts';
import { ownOf, tableOf, tablesOf } from './standing.ts';

/** "i sell masks, need orders": what is sold is told by the orders. */
const soldTwice: Doubt = (draft, brief) =>
  draft.tables.has('orders') && draft.tables.has('sales') && !/\bsales?\b|\bsold\b/.test(brief) ? 'sales' : null;

/** A match with a key to one of the players is of nobody else. */
const onePlayer: Doubt = (draft) => {
  for (const { name, columns, references } of tablesOf(draft)) {
    if (columns.has('opponent') || !/(?:^|_)(?:matches|games|fixtures|bouts)$/.test(name)) continue;
    const sides = [...references].filter(([, to]) => /(?:^|_)(?:players|members|skaters|athletes|fighters|fencers|boxers)$/.test(to));
    if (sides.length === 1 && sides[0]?.[0] === `${singularName(sides[0]?.[1] ?? '')}_id`) return name;
  }
  return null;
};

/** "cabinets we build: customers": who buys is of no one of the things. */
const ofThings: Doubt = (draft) => {
  for (const { name, references } of tablesOf(draft))
    if (/(?:^|_)(?:customers|clients|buyers|guests|visitors|patients)$/.test(name))
      for (const to of references.values())
        if (
          (MADE.has(kindOf(to)) || kindOf(to) === 'place') &&
          !/(?:^|_)(?:rooms|tables|companies|branches|shops|sites|clubs|houses|flats|apartments|studios|gyms|schools|practices|clinics|hotels|routes|stores|salons)$/.test(
            to,
          ) &&
          !isPerson(to) &&
          !isDeed(to)
        )
          return `${name} of ${to}`;
  return null;
};
const MADE: ReadonlySet<string> = new Set(['thing', 'goods', 'machine', 'work']);

/** "takings": money of which no amount is kept. */
const noAmount: Doubt = (draft) =>
  tablesOf(draft).find(
    (table) =>
      /(?:^|_)(?:takings|earnings|proceeds|winnings|profits|revenues|wages|costs|dues)$/.test(table.name) &&
      !ownOf(table).some((name) => ['decimal', 'integer'].includes(table.columns.get(name)?.type ?? '')),
  )?.name ?? null;

/** "visits, keys": what a row names after the doing may come of it or be used in it, and is nothing that it is done to. */
const afterDeed: Doubt = (draft, brief) => {
  for (const deed of tablesOf(draft)) {
    if (!isDeed(deed.name)) continue;
    for (const [column, to] of deed.references) {
      const table = draft.tables.get(to);
      if (
        table === undefined ||
        isPerson(to) ||
        /_(?:stages|phases|statuses|types)$|^(?:stages|phases|levels|sales|orders|purchases|bookings|rentals|appointments)$/.test(to) ||
        column !== `${singularName(to)}_id` ||
        !(isDeed(to) || AFTER.has(kindOf(to)))
      )
        continue;
      if ((dictionary()?.entry(singularName(to.split('_').at(-1) ?? ''), 'noun') ?? null) === null) continue;
      if (
        new RegExp(`\\b${deed.name.replaceAll('_', ' ')},? (?:and )?(?:(?:the|their|our) )?${to.replaceAll('_', ' ')}(?=[,.;]|$)`).test(
          brief,
        )
      )
        return to;
    }
  }
  return null;
};
const AFTER: ReadonlySet<string> = new Set(['thing', 'goods', 'machine', 'work', 'event', 'money', 'measure']);

/** "members, exams, fees": who pays is told by a key. */
const unpaid: Doubt = (draft) =>
  tablesOf(draft).some(({ name }) => isPerson(name))
    ? (tablesOf(draft).find(
        ({ name, references }) =>
          /(?:^|_)(?:fees|dues)$/.test(name) &&
          [...references.values()].some((to) => /(?:^|_)(?:exams|gradings|tests|games|matches|meetings)$/.test(to)) &&
          ![...references.values()].some(isPerson),
      )?.name ?? null)
    : null;

/** "skate rental, visitors": what is hired out or lent is told by its row, but of "loans with due date" all is said. */
const handedNothing: Doubt = (draft, brief) =>
  tablesOf(draft).find(
    (table) =>
      /(?:^|_)(?:rentals|hires|loans|lendings)$/.test(table.name) &&
      [...table.references.values()].every((to) => isPerson(to)) &&
      table.name.split('_').length === 1 &&
      !brief.includes('(') &&
      !/\b(?:rental|hire|loan|lending)s? with\b/.test(brief) &&
      !ownOf(table).some(
        (name) => table.columns.get(name)?.type === 'text' && !isPlural(name) && !/notes|status|condition|method|type/.test(name),
      ),
  )?.name ?? null;

/** "clients, workouts, measurements": what is done for somebody is told by a key. */
const forNobody: Doubt = (draft) => {
  const tables = tablesOf(draft);
  if (!tables.some(({ name }) => SERVED.test(name))) return null;
  // What may be had is chosen each time by whoever has it.
  const isLed = (name: string) =>
    [...draft.tables.values()].some(
      ({ links, references }) =>
        [...references.values()].includes(name) && (links !== undefined || (OFFERED.test(name) && [...references.values()].some(isPerson))),
    );
  return tables.find(({ name, references }) => WORKED.test(name) && references.size === 0 && !isLed(name))?.name ?? null;
};
const OFFERED = /(?:^|_)(?:treatments|services|packages)$/;
const SERVED = /(?:^|_)(?:customers|clients|patients|pupils|students|owners|learners)$/;
const WORKED =
  /(?:^|_)(?:workouts|sessions|appointments|treatments|jobs|repairs|visits|orders|bookings|rentals|sales|measurements|fittings|walks|exams|invoices)$/;

/** Money is taken, and is no part of several doings. */
const moneyLinked: Doubt = (draft) => {
  for (const { links, references } of draft.tables.values()) {
    const money = links === undefined ? undefined : [...references.values()].find((to) => kindOf(to) === 'money');
    if (money !== undefined) return money;
  }
  return null;
};

/** "members, competitions with points": of each who takes part another number. */
const ofEachOne: Doubt = (draft) => {
  for (const { links, references } of draft.tables.values()) {
    const sides = [...references.values()];
    if (links === undefined || !sides.some((to) => isPerson(to))) continue;
    for (const to of sides) {
      const table = isPerson(to) || !isDeed(to) ? undefined : draft.tables.get(to);
      const fact =
        table === undefined
          ? undefined
          : ownOf(table).find(
              (name) =>
                /^(?:points?|scores?|ranks?|places?|placings?|positions?|grades?|times?)$/.test(name) &&
                !(name === 'place' || name === 'time'),
            );
      if (fact !== undefined) return fact;
    }
  }
  return null;
};

/** "donated masks, price, sold on, ushers": who stands after the facts of a thing may be anybody. */
const whoAfterFacts: Doubt = (draft, brief) => {
  const [, list = ''] = /^[^:]+: ([^;.()]+)$/.exec(brief) ?? [];
  const items = list.split(/,? and |, /).map((item) => item.trim());
  const last = items.at(-1) ?? '';
  const before = snakeCase(items.at(-2) ?? '');
  const [first] = items;
  const table = tableOf(draft, first ?? '');
  const people = tableOf(draft, last);
  return items.length > 2 &&
    table !== undefined &&
    !isDeed(table.name) &&
    people !== undefined &&
    isPerson(people.name) &&
    table.columns.has(before) &&
    !table.references.has(before) &&
    isPlural(last)
    ? last
    : null;
};

/** "bags, flushes with weight": how the two stand to each other is not said. */
const twoApart: Doubt = (draft, brief) => {
  const [one, other, ...more] = draft.tables.values();
  if (one === undefined || other === undefined || more.length > 0 || one.references.size + other.references.size > 0) return null;
  return /(?:^|: |my |our |the )[a-z]+s, (?:the |my |our )?(?:[a-z]+ )?[a-z]+s with [^.;]*$/.test(brief)
    ? `${one.name} and ${other.name}`
    : null;
};

/** "films, prints": what comes of others is of them, and not the other way round. */
const ofYield: Doubt = (draft) => {
  for (const { references } of tablesOf(draft))
    for (const [column, to] of references)
      if (/^(?:prints|proofs|negatives|copies|recordings|certificates)$/.test(to) && column === `${singularName(to)}_id`) return to;
  return null;
};

/** "baptisms, donations": what is given, gathered or decided is of no such doing, nor of who is named beside it. */
const ofWrong: Doubt = (draft) => {
  for (const { name, references } of tablesOf(draft))
    for (const to of references.values()) {
      if (
        /(?:^|_)donations$/.test(name) &&
        isDeed(to) &&
        !/(?:events|campaigns|drives|projects|appeals|auctions|galas|runs|appointments)$/.test(to)
      )
        return to;
      if (/(?:^|_)(?:harvests|milkings|pickings|catches|firings|brews)$/.test(name) && /(?:^|_)(?:buyers|customers|clients)$/.test(to))
        return to;
      if (
        /(?:^|_)(?:decisions|minutes|motions|agenda_items)$/.test(name) &&
        isPerson(to) &&
        draft.tables.has('meetings') &&
        ![...references.values()].includes('meetings')
      )
        return name;
    }
  return null;
};

export const belongingDoubts: readonly Doubt[] = [
  soldTwice,
  onePlayer,
  ofThings,
  noAmount,
  afterDeed,
  unpaid,
  handedNothing,
  forNobody,
  moneyLinked,
  ofEachOne,
  whoAfterFacts,
  twoApart,
  ofYield,
  ofWrong,
];
