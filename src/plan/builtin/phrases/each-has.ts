import { isDeed, isStateVerb } from '../accounting/accounting-words.ts';
import { UNITS } from '../english/dates/calendar.ts';
import { formsOf as irregular } from '../english/irregular.ts';
import { stem } from '../english/stem.ts';
import { averagesOf, type Each } from './averages.ts';
import { wholeOf } from './columns.ts';
import { deedOf, formsOf, isDeedOf, isDone, isLinkVerb } from './deeds.ts';
import { tailAt } from './durations.ts';
import type { Form } from './form.ts';
import { after, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { byThing } from './group.ts';
import { groupKeysAt } from './groups.ts';
import { kindAt } from './kinds.ts';
import { counted, type Measure, measured } from './measure.ts';
import { modified, saidOf } from './modifiers.ts';
import { headsAt } from './noun-phrase.ts';
import { oursAt } from './ours.ts';
import { amountsAt } from './quantities.ts';
import { distance, pairsOf } from './query.ts';
import { BEING } from './states.ts';
import { narrowed, type Things } from './things.ts';

/**
 * "average number of visits per member since May", "how many people come to a class on average", "how often is a boat cleaned on average": how
 * many rows, or how much of what they hold, each of something has on average. Of things it is over all of them; of stretches of time
 * and of what a column tells, over those that have any.
 */
export const averageOfEach: Form = (ground, from) => {
  // It is an average only where the words say so.
  if (!ground.tokens.some(({ lower }) => AVERAGE.test(lower))) return [];
  const usual = after(ground, from, USUALLY);
  const at = usual ?? from;
  const averaged = after(ground, past(ground, at, THE), AVERAGES);
  const often = after(ground, at, ['how often']);
  const many = after(ground, at, ['how many', 'how much']);
  const start = averaged ?? many ?? (usual === null && word(ground, at) === 'how' ? null : at);
  const reads =
    often === null
      ? start === null
        ? []
        : [...perEach(ground, start), ...(many === null ? [] : ofEach(ground, many))]
      : oftenOf(ground, often);
  return reads.flatMap((read) => {
    const tail = tailAt(ground, read.end);
    const timed = tail.end > read.end ? modified(ground, { ...read, value: read.value.measure.things, end: tail.end }) : [];
    const things = [...modified(ground, { ...read, value: read.value.measure.things }), ...timed];
    return things.flatMap((one) => {
      const end = tailAt(ground, one.end);
      const said = usual !== null || averaged !== null || read.value.average === true || tail.average || end.average;
      return said
        ? averagesOf(ground, { ...one, end: end.end, value: { ...read.value, measure: { ...read.value.measure, things: one.value } } })
        : [];
    });
  });
};

const AVERAGE = /^(?:average|avg|mean|typical|typically|usual|usually|normally|generally)$/;
const USUALLY = ['on average', 'on average ,', 'on avg'];
const THE = new Set(['the', 'our', 'what', 'is', 'was', 'whats', 's']);
const AVERAGES = ['average', 'avg', 'mean'].flatMap((word) => [
  word,
  `${word} number of`,
  `${word} nr of`,
  `${word} amount of`,
  `${word} count of`,
]);

/** "visits per member", "litres of milk per cow per day". */
const perEach = (ground: Ground, at: number): Read<Each>[] =>
  measuresOf(ground, at).flatMap((read) => {
    const per = after(ground, read.end, ['per', 'for each', 'for every', 'a', 'each', 'every', 'of each', 'in each', 'in every']);
    return per === null ? [] : eachAt(ground, per, read);
  });

/** "how many stays does a guest have", "how many bottles are in an average order", "how many people come to a class". */
function ofEach(ground: Ground, at: number): Read<Each>[] {
  return measuresOf(ground, at).flatMap((read) => {
    const tail = tailAt(ground, read.end);
    // "how many faults, on average, does each guide have"
    const start = tail.average && ground.tokens[tail.end]?.kind === 'comma' ? tail.end + 1 : tail.end;
    const aux = after(ground, start, ['does', 'do', 'did', 'has', 'have', 'will']);
    const usual = (each: Read<Each>): Read<Each> => (tail.average ? { ...each, value: { ...each.value, average: true } } : each);
    const often = perTimeOnly(ground, read).flatMap((each) => {
      const does = after(ground, each.end, ['does', 'do', 'did']);
      return does === null
        ? []
        : eachAt(ground, onePast(ground, does), read)
            .flatMap((one) => withVerb(ground, one, read.value.things.table))
            .map((one) => ({ ...one, value: { ...one.value, of: [...one.value.of, ...each.value.of], owner: null } }));
    });
    const owned =
      aux === null ? [] : eachAt(ground, onePast(ground, aux), read).flatMap((each) => withVerb(ground, each, read.value.things.table));
    const ends = [read.end, ...linksAt(ground, read)];
    const inside = ends.flatMap((end) => {
      const preposition = after(ground, end, PREPOSITIONS);
      const one = preposition === null ? null : onePast(ground, preposition);
      return one === null || (one === preposition && word(ground, one - 1) !== 'per') ? [] : eachAt(ground, one, read);
    });
    return [...often, ...owned, ...inside].map(usual);
  });
}

/** After "a", "an average", "one of our", if it says that each is meant. */
const onePast = (ground: Ground, at: number): number => after(ground, at, ONE) ?? at;
const ONE = ['a', 'an', 'one', 'each', 'every', 'the average', 'an average', 'a typical', 'one of our', 'our', 'one of the'];
const PREPOSITIONS = ['in', 'on', 'to', 'per', 'at', 'for', 'into', 'on to', 'with', 'from', 'out to', 'up to', 'up for', 'up at', 'of'];

/** What is measured: rows of a table, or an amount that they hold. */
function measuresOf(ground: Ground, at: number): Read<Measure>[] {
  // The items of an order are its lines, or the pieces that these count.
  if (PIECES.has(word(ground, at))) return [];
  const heads = headsAt(ground, at);
  // "how many bookings are cancelled per course"
  const told = heads.flatMap((head) =>
    !BEING.has(word(ground, head.end))
      ? []
      : saidOf(ground, head.end, head.value.table).map((said) =>
          found(narrowed(head.value, said.value), said.end, head.cost + said.cost, [...head.notes, ...said.notes]),
        ),
  );
  return [...[...heads, ...told].map(counted), ...amountsAt(ground, at), ...summedAt(ground, at)];
}

const PIECES = new Set(['items', 'units', 'pieces', 'things', 'goods', 'articles']);

/** "bottles" of order lines that each say how many: a whole number that is called by the plural. */
const summedAt = (ground: Ground, at: number): Read<Measure>[] =>
  ground.lexicon.tables.flatMap((own) => {
    const said = word(ground, at);
    const column = own.columns.find(
      (one) => one.column.type === 'integer' && !one.reference && one.column.name.toLowerCase() === said && said !== stem(said),
    );
    return column === undefined || wholeOf(ground, own.table.name) === null
      ? []
      : [measured(found<Things>({ table: own.table.name, filters: [] }, at + 1, 0.1), 'sum', own.table.name, column.column.name)];
  });

/** "visits a month". */
const perTimeOnly = (ground: Ground, read: Read<Measure>): Read<Each>[] =>
  perTime(ground, { ...read, value: { measure: read.value, of: [], owner: null } });

/** What has them: "member", "guest from Oslo", "month", "borrower". */
function eachAt(ground: Ground, at: number, read: Read<Measure>): Read<Each>[] {
  const { measure, cost, notes } = { measure: read.value, cost: read.cost, notes: read.notes };
  const { table } = measure.things;
  const heads = [...headsAt(ground, at), ...kindAt(ground, at, true)].filter(({ end }) => isOne(ground, at, end));
  const things = heads.flatMap((head): Read<Each>[] => {
    const way = distance(ground, table, head.value.table);
    // What a row says itself of how much there was.
    const own = way?.steps === 0 && measure.as !== 'count' && measure.things.filters.length === 0;
    const pairs = way?.toOne === false && measure.as === 'count' ? pairsOf(ground, table, head.value.table) : null;
    if (way === null || (way.steps === 0 && !own) || (!way.toOne && (pairs === null || hasQuantity(ground, pairs)))) return [];
    const rows: Things = own ? head.value : pairs === null ? measure.things : { ...measure.things, table: pairs };
    const kept = { measure: { ...measure, things: rows }, of: [byThing(ground, head.value.table)], owner: head.value };
    return [
      found(isAverage(ground, at) ? { ...kept, average: true as const } : kept, head.end, cost + head.cost, [...notes, ...head.notes]),
    ];
  });
  const told = groupKeysAt(ground, at, table).filter(({ value, end }) => value.time || !heads.some((one) => one.end === end));
  const keys = told.map((key) =>
    found<Each>({ measure, of: [key.value], owner: null }, key.end, cost + key.cost + 0.05, [...notes, ...key.notes]),
  );
  // "per stylist per day", "does a member make a month"
  return [...things, ...keys].flatMap((each) => [each, ...perTime(ground, each)]);
}

/** Whether a row of pairs stands for several pieces: how many books an order has may be either. */
const hasQuantity = (ground: Ground, pairs: string): boolean =>
  entry(ground, pairs).columns.some(({ words }) => words.length === 1 && (words[0] === 'quantity' || words[0] === 'qty'));

/** "a member", "our members", "do members". */
const isOne = (ground: Ground, at: number, end: number): boolean =>
  !/[^s]s$/.test(word(ground, end - 1)) || ['our', 'do', 'did', 'have', 'are', 'were'].includes(word(ground, at - 1));

const isAverage = (ground: Ground, at: number): boolean => ['average', 'typical'].includes(word(ground, at - 1));

function perTime(ground: Ground, each: Read<Each>): Read<Each>[] {
  const ends = [each.end, ...(isVerb(ground, each.end, each.value.measure.things.table) ? [each.end + 1] : [])];
  return ends.flatMap((end) => {
    const per = after(ground, end, ['per', 'a', 'each', 'every', 'in a']);
    const unit = per === null ? null : UNITS.find((one) => word(ground, per) === one);
    if (per === null || unit === undefined) return [];
    return groupKeysAt(ground, per, each.value.measure.things.table).map((key) =>
      found<Each>({ ...each.value, of: [...each.value.of, key.value], owner: null }, key.end, each.cost + key.cost, [
        ...each.notes,
        ...key.notes,
      ]),
    );
  });
}

/** "have", "give", "have to make": what only says that the two belong together. */
const withVerb = (ground: Ground, each: Read<Each>, table: string): Read<Each>[] =>
  isVerb(ground, each.end, table)
    ? [...new Set([after(ground, each.end + 1, ['in', 'for', 'up', 'on', 'out']) ?? each.end + 1, each.end + 1])].map((end) => ({
        ...each,
        end,
      }))
    : each.end >= ground.tokens.length || tailAt(ground, each.end).end > each.end
      ? [each]
      : didAt(ground, each);

/** "does a guide close": those with which that was done, as a day or a state of theirs says. */
const didAt = (ground: Ground, each: Read<Each>): Read<Each>[] => {
  const { things } = each.value.measure;
  return oursAt(ground, each.end, things.table)
    .reads.filter(({ value, end }) => value.kind === 'test' && end === each.end + 1)
    .map(({ value, end, cost, notes }) =>
      found({ ...each.value, measure: { ...each.value.measure, things: narrowed(things, value) } }, end, each.cost + cost, [
        ...each.notes,
        ...notes,
      ]),
    );
};

function isVerb(ground: Ground, at: number, table: string): boolean {
  const verb = word(ground, at);
  const noun = entry(ground, table).words.at(-1) ?? '';
  const plain = (isLinkVerb(verb) || isDone(verb) || PLAIN.has(verb)) && (isDeed(verb) || !isStateVerb(verb));
  return verb !== '' && (plain || formsOf(verb).some((form) => isDeedOf(form, noun)));
}
const PLAIN = new Set(
  'need needs require requires host get gets do does go goes take takes attract attracts see collect collects'.split(' '),
);

/** "are there", "come", "turn out", "give blood": what is said between the two without telling which of them. */
function linksAt(ground: Ground, { value: { things }, end }: Read<Measure>): number[] {
  const being = after(ground, end, ['are', 'is', 'are there', 'do we have', 'do we get', 'are used', 'there are']);
  if (being !== null) return [being];
  const verb = word(ground, end);
  if (!isLinkVerb(verb) && !isDone(verb) && !COMING.has(verb)) return [];
  const object = word(ground, end + 1);
  return [
    end + 1,
    ...(ground.lexicon.words.has(stem(object)) || entry(ground, things.table).words.includes(stem(object)) || isTold(ground, object)
      ? [end + 2]
      : []),
  ];
}
const COMING = new Set('come comes turn turns show go goes fit sit work take sign show join live stay give gives'.split(' '));

/** A word that the comments of some table have. */
const isTold = (ground: Ground, said: string): boolean =>
  said.length > 3 &&
  ground.lexicon.tables.some(({ table }) =>
    [table.comment, ...table.columns.map(({ comment }) => comment)].some((one) => one?.toLowerCase().split(/\W+/).includes(said) === true),
  );

/** "does an animal get treated", "is a film shown", "do members come": rows of what the verb did. */
function oftenOf(ground: Ground, at: number): Read<Each>[] {
  const aux = after(ground, at, ['does', 'do', 'did', 'is', 'are', 'has', 'have', 'was', 'were']);
  if (aux === null) return [];
  const passive = !['does', 'do', 'did'].includes(word(ground, aux - 1));
  const one = onePast(ground, aux);
  return [...headsAt(ground, one), ...kindAt(ground, one, true)].flatMap((head) => {
    const got = after(ground, head.end, ['get', 'been', 'be', 'got', 'need to be', 'have to be']);
    const verb = got ?? head.end;
    const base = word(ground, verb);
    const forms = passive || got !== null ? [base] : [...irregular(base), ...formsOf(base)];
    const [deed] = forms.flatMap((form) => deedOf({ ...ground, tokens: replaced(ground, verb, form) }, verb, head.value.table) ?? []);
    if (deed === undefined || distance(ground, deed.value, head.value.table)?.toOne !== true) return [];
    const rows = found<Things>({ table: deed.value, filters: [] }, deed.end, head.cost + 0.1, head.notes);
    const each: Each = { measure: counted(rows).value, of: [byThing(ground, head.value.table)], owner: head.value };
    const kept = found<Each>(each, deed.end, rows.cost, rows.notes);
    return [kept, ...perTime(ground, kept)];
  });
}

const replaced = ({ tokens }: Ground, at: number, text: string) =>
  tokens.map((token, place) => (place === at ? { ...token, text, lower: text } : token));
