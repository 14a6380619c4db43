import { basesOf } from '../english/irregular.ts';
import { LINK_VERBS } from '../english/words.ts';
import { DATED } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { tells } from '../linking/moment-columns.ts';
import { peopleIn } from '../linking/people.ts';
import { columnOf, isKind } from './columns.ts';
import { entry, found, type Ground, type Read, word } from './ground.ts';
import { distance } from './query.ts';
import type { Things } from './things.ts';

export const PAST_FORMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['pay', ['paid']],
  ['send', ['sent']],
  ['sell', ['sold']],
  ['buy', ['bought']],
  ['lose', ['lost']],
  ['win', ['won']],
  ['ship', ['shipped']],
  ['cancel', ['cancelled', 'canceled']],
  ['coming', ['arrival', 'arrives']],
  ['arriving', ['arrival', 'arrives']],
  ['leaving', ['departure', 'departs']],
  ['departing', ['departure', 'departs']],
  ['close', ['closed']],
]);

/** Verbs of having and doing, which say no more than that there was something. */
export const isDone = (verb: string): boolean => DONE.has(verb);

const DONE = new Set(
  'have had get got make made do did receive received see saw take took handle handled record recorded log logged run ran issue issued create created add added place placed file filed hold held'.split(
    ' ',
  ),
);

/** "bought a helmet": the lines of orders or sales say what was, where no table is called by the verb itself. */
export function tradedBy(ground: Ground, at: number, table: string): string[] {
  if (!TRADED.has(word(ground, at)) || deedOf(ground, at, table) !== null) return [];
  const lines = ground.lexicon.tables.filter(({ words, table: own }) => {
    const way = own.name === table ? null : distance(ground, table, own.name);
    return words.some((one) => TRADES.has(one)) && way !== null && !way.toOne && way.steps <= 2;
  });
  return lines.map((own) => own.table.name);
}

const TRADED = new Set(['bought', 'purchased', 'buy', 'buys', 'purchase']);
const TRADES = new Set(['order', 'sale', 'purchase', 'basket', 'cart', 'invoice']);

export const verbForm = (verb: string): string => PAST_FORMS.get(verb)?.[0] ?? verb;

/** Where a verb is kept: "booked" in bookings, "checked in" in check_ins, or in the one table below that has a date of it. */
export function deedOf(ground: Ground, at: number, table: string): Read<string> | null {
  const verb = word(ground, at);
  const particle = word(ground, at + 1);
  if (!/^[a-z]{3,}$/.test(verb)) return null;
  const below = (own: { table: { name: string } }): boolean => {
    const way = own.table.name === table ? null : distance(ground, table, own.table.name);
    return way !== null && !way.toOne && way.steps <= BELOW_MAX;
  };
  const forms = [verb, ...(PAST_FORMS.get(verb) ?? [])];
  const named = ground.lexicon.tables.filter((own) => isDeedOf(verb, own.words.at(-1) ?? '') && !peopleIn(ground.lexicon).includes(own));
  const parted = ground.lexicon.tables.filter(
    ({ words }) => words.length === 2 && rootOf(words[0] ?? '') === rootOf(verb) && [particle, `${particle}s`].includes(words[1] ?? ''),
  );
  // "ordered" of requests, where there are no orders; "tested" of results, where tests are what they are of.
  const exact = named.filter(({ words }) => rootOf(words.at(-1) ?? '') === rootOf(verb));
  const said = exact.length > 0 ? exact : named;
  const steps = (own: { table: { name: string } }): number => distance(ground, table, own.table.name)?.steps ?? BELOW_MAX;
  const nearest = Math.min(...said.filter(below).map(steps));
  const near = said.length > 1 ? said.filter((own) => below(own) && steps(own) === nearest) : said;
  const kept = parted.length > 0 ? parted : near;
  const end = parted.length > 0 ? at + 2 : at + 1;
  const dated = ground.lexicon.tables.filter(
    (own) =>
      below(own) &&
      own.columns.some(({ column, words }) => DATED.has(column.type) && words.some((one) => forms.some((form) => tells(form, one)))),
  );
  const [only, ...more] = kept.length > 0 ? kept : dated;
  return only === undefined || more.length > 0 || !below(only) ? null : found(only.table.name, end);
}

/** How far below somebody rows tell what they did: a customer's invoices, by their car and its repair. */
const BELOW_MAX = 3;

/** "booked" of bookings, "hired" of hires, "vaccinated" of vaccinations. */
export const isDeedOf = (verb: string, noun: string): boolean =>
  noun.length > 2 &&
  (rootOf(noun) === rootOf(verb) ||
    IRREGULAR.get(verb)?.includes(noun) === true ||
    `${noun}d` === verb ||
    noun === `${verb}ment` ||
    noun === `${verb}al` ||
    (/ated$/.test(verb) && noun === verb.replace(/ed$/, 'ion')) ||
    noun === verb.replace(/e?d$/, 'al') ||
    noun === verb.replace(/ed$/, 'al'));

const IRREGULAR: ReadonlyMap<string, readonly string[]> = new Map([
  ['paid', ['payment']],
  ['sold', ['sale']],
  ['bought', ['purchase']],
  ['lent', ['loan']],
  ['borrowed', ['loan']],
  ['gave', ['gift', 'donation', 'contribution']],
  ['given', ['gift', 'donation', 'contribution']],
  ['donated', ['donation', 'gift', 'contribution']],
  ['promised', ['pledge', 'promise']],
  ['played', ['performance', 'gig', 'concert', 'match', 'game']],
  ['shown', ['screening', 'showing', 'exhibition', 'performance']],
  ['restored', ['restoration', 'conservation']],
  ['tested', ['test', 'assay', 'result', 'analysis']],
  ['checked', ['check', 'inspection']],
  ['ordered', ['request']],
  ['flown', ['flight']],
  ['taught', ['lesson', 'class']],
]);

/** "a book", of loans each of which is of one. */
export const isOfAny = (ground: Ground, deed: string, { table, filters }: Things): boolean =>
  filters.length === 0 &&
  entry(ground, deed).table.foreignKeys.some(
    (key) => key.table === table && key.columns.every((column) => !columnOf(ground, deed, column).nullable),
  );

/** Whether rows of a table are no more than that something was done: tickets sold, without a name or a state of their own. */
export function isDeed(ground: Ground, table: string): boolean {
  const { columns, label, table: own } = entry(ground, table);
  return own.foreignKeys.length > 0 && label.length === 0 && !columns.some(isKind);
}

export const isLinkVerb = (verb: string): boolean => LINK_VERBS.has(verb) || PLAIN_DEEDS.has(verb);

const PLAIN_DEEDS = new Set(
  'see saw seen get got do did done handle make made write wrote have had look looks after bring brought manage teach taught sell sold treat treated serve log logged books booked orders drives owns places uses brings pays sends reports gives attends teaches handles manages visits writes makes takes treats buys sells drove score scored scores won wins play played plays joined attended booked'.split(
    ' ',
  ),
);

/** "maker" of made, "writer" of wrote, "inventor" of invented. */
export function doersOf(verb: string): ReadonlySet<string> {
  const regular = [verb.replace(/s$/, ''), verb.replace(/e?d$/, ''), verb.replace(/(.)\1ed$/, '$1')];
  return new Set([...basesOf(verb), ...regular].flatMap((base) => [`${base.replace(/e$/, '')}er`, `${base.replace(/e$/, '')}or`]));
}

/** "ship" as it may be written of what was done: shipped, and where it is irregular so. */
export const formsOf = (verb: string): string[] => [
  ...new Set([
    verb,
    ...(PAST_FORMS.get(verb) ?? []),
    `${verb}ed`,
    `${verb}d`,
    verb.replace(/([bdgklmnprt])$/, '$1$1ed'),
    verb.replace(/y$/, 'ied'),
  ]),
];
