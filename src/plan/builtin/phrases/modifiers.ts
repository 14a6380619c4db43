import { isAdjective } from '../english/related-words.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import { actedAt } from './actors.ts';
import { comparedAt } from './amounts.ts';
import { farOf, isOfThem, isSame } from './belonging.ts';
import { byNumberAt } from './by-number.ts';
import { tellsApart } from './columns.ts';
import { anyDatedAt, datedAt } from './dates.ts';
import { isDeedOf } from './deeds.ts';
import { dealtAt, deedsAt, keptStatesAt, stateOfOther, undoneAt } from './did.ts';
import { after, entry, found, type Ground, once, past, type Read, tablesAt, word } from './ground.ts';
import { kindAt } from './kinds.ts';
import { lateAt } from './lateness.ts';
import { headsAt } from './noun-phrase.ts';
import { objectDeedAt, objectDoneAt } from './object-deeds.ts';
import { oursAt, pronounAt } from './ours.ts';
import { apposed, columnValueAt, exceptAt, flagClauseAt, onlyAt, situatedAt, stockAt, textAt } from './own-columns.ts';
import { doneAsAt, listFilter, placedAt } from './places.ts';
import { lapsing, possessionsWith } from './possessions.ts';
import { distance } from './query.ts';
import { reportsAt } from './roles.ts';
import { stretchesAt } from './spans.ts';
import { ahead, BEING, missing, stateOf } from './states.ts';
import { nowAt, runningAt, stayingAt } from './staying.ts';
import { agoAt, heldAt, lastingAt } from './stretch.ts';
import { freeAt, outAt, roomAt } from './taken-now.ts';
import { type Filter, narrowed, type Things } from './things.ts';
import { valueListAt } from './value-lists.ts';
import { valueFilter, valuesAt } from './values.ts';
import { columnDatedAt, dateNote, doneBefore, happenedAt } from './when.ts';

/** "the open tickets from Spain": things of one table, with all that is said of them before and after the noun. */
export const thingsAt = once((ground: Ground, at: number): Read<Things>[] => {
  return headsAt(ground, at).flatMap((head) => modified(ground, head));
});

/** Things with every run of what may be said of them after the noun, from none to as much as there is. */
export function modified(ground: Ground, head: Read<Things>, depth = 0): Read<Things>[] {
  if (depth > MODIFIERS_MAX) return [head];
  const more = modifiersAt(ground, head.end, head.value.table)
    .filter(({ value }) => isOfThem(ground, head, value) && !head.value.filters.some((one) => isSame(one, value)))
    .flatMap(({ value, end, cost, notes }) => {
      const spent = head.cost + cost + farOf(ground, head.value.table, value);
      return modified(ground, found(narrowed(head.value, value), end, spent, [...head.notes, ...notes]), depth + 1);
    });
  return [head, ...more];
}

const MODIFIERS_MAX = 4;

const possessions = possessionsWith(modified);

/** One condition on rows of a table that starts at a position. */
export const modifiersAt = once((ground: Ground, from: number, table: string): Read<Filter>[] => {
  const start = ground.tokens[from]?.kind === 'comma' ? from + 1 : from;
  const at = past(ground, after(ground, start, ASIDES) ?? start, FILLERS);
  const relative = RELATIVES.has(word(ground, at))
    ? at + 1
    : after(ground, at, ['and who', 'and that', 'and which', ...(DENYING.has(word(ground, at + 1)) ? ['but', 'and'] : [])]);
  const nobody = after(ground, relative ?? at, NOBODY);
  if (nobody !== null) return undoneAt(ground, nobody, table, modified);
  const unheld = after(ground, at, UNHELD);
  if (unheld !== null)
    return possessions(ground, unheld, table, true).flatMap((read) =>
      ['for', 'of', 'on'].includes(word(ground, read.end)) ? [{ ...read, end: read.end + 1 }] : [],
    );
  const whose = after(ground, at, ['whose']);
  if (whose !== null) return [...lapsing(ground, whose, table), ...objectDoneAt(ground, whose, table)];
  const ours = relative === null ? null : pronounAt(ground, relative);
  if (ours !== null) return doneByUs(ground, ours, table);
  // "sites we gave up"
  const bare = ['we', 'i'].includes(word(ground, at)) ? doneByUs(ground, at + 1, table) : [];
  if (bare.length > 0) return bare.map((read) => ({ ...read, cost: read.cost + 0.05 }));
  // "trips ines guided", "that jon has done"
  const acted = actedAt(ground, relative ?? at, table, true).map((read) => ({ ...read, cost: read.cost + 0.1 }));
  if (relative !== null) return [...acted, ...saidOf(ground, relative, table)];
  const lasting = LASTING.has(word(ground, at - 1))
    ? valueListAt(ground, at).flatMap((read) => listFilter(ground, table, read, false, 'own'))
    : [];
  return [
    ...lasting,
    ...acted,
    ...nowAt(ground, from, table),
    ...apposed(ground, at, table),
    ...statedAt(ground, at, table),
    ...direct(ground, at, table),
  ];
});

/** Said between a noun and what is said of it; all rows are on the books. */
const ASIDES = [
  ...['so far', 'until now', 'on file', 'on record'],
  ...['books', 'system', 'database', 'records', 'list', 'lists'].flatMap((kept) =>
    ['in our', 'in the', 'on our', 'on the'].map((at) => `${at} ${kept}`),
  ),
];

/** "clients we have no email for": the noun and its preposition follow. */
const UNHELD = ['we have no', 'we do not have', 'we have got no', 'i have no', 'i do not have', 'we lack'];

const NOBODY = [
  ...['nobody', 'no one', 'nobody has', 'no one has', 'nobody ever', 'no one ever', 'nobody has ever', 'no one has ever'],
  ...['we', 'i'].flatMap((who) =>
    ['never', 'have never', 'never ever', 'have not', 'did not', 'have not yet'].map((not) => `${who} ${not}`),
  ),
];

/** What we did to things, with what else is said of them. */
export function doneByUs(ground: Ground, from: number, table: string): Read<Filter>[] {
  const { reads, rest } = oursAt(ground, from, table);
  return rest === null ? reads : [...reads, ...direct(ground, rest, table), ...nowAt(ground, rest, table)];
}

const FILLERS = new Set(['currently', 'still', 'also', 'already', 'ever', 'there', 'really', 'actually', 'yet']);

const LASTING = new Set(['still', 'currently', 'already']);

const DENYING = new Set(['not', 'never', 'still', 'have', 'has', 'had', 'are', 'is', 'were', 'was']);

const RELATIVES = new Set(['who', 'that', 'which', 'where']);

/** What follows "that", "who", or the subject of a question: "are open", "have a subscription", "signed up in 2026". */
export const saidOf = once((ground: Ground, from: number, table: string): Read<Filter>[] => {
  let at = past(ground, from, AUXILIARIES);
  let not = false;
  if (word(ground, at) === 'not' || word(ground, at) === 'never') {
    not = true;
    at = past(ground, at + 1, AUXILIARIES);
  }
  at = past(ground, at, FILLERS);
  // "got paid late" is "was paid late".
  const got = GOT.has(word(ground, at)) && DONE_TO.test(word(ground, at + 1));
  if (got) at += 1;
  const be = got || BEING.has(word(ground, at - 1)) || BEING.has(word(ground, at - 2)) || BEING.has(word(ground, at - 3));
  const states = stateOf(ground, at, not).flatMap(({ value, end, cost, notes }) => {
    const filter = value(table);
    return filter === null ? [] : [found(filter, end, cost, notes)];
  });
  // "not resolved", where a day says so, is also said of what was closed since.
  const undated = not ? missing(ground, table, word(ground, at), true) : null;
  const undone = undated?.kind === 'test' && undated.column === undefined && be ? [found<Filter>(undated, at + 1, 0.05)] : [];
  // "pupils who passed", of a state that is stored so
  const told = /^(?:[a-z]{2,}ed|left|quit|won|lost)$/.test(word(ground, at)) && RELATIVES.has(word(ground, from - 1));
  const values =
    (be || not || told) && undone.length === 0
      ? valueListAt(ground, at).flatMap((read) => listFilter(ground, table, read, not, 'own'))
      : [];
  const stated = told || be || not ? [] : statedAt(ground, at, table);
  // "tickets were sold", of ticket sales, says nothing of which; "were sold online", "got paid cash" how they were.
  const deed = be && !not && isDeedOf(word(ground, at), entry(ground, table).words.at(-1) ?? '');
  const plainly = deed && states.length === 0 ? [found<Filter>({ kind: 'all', filters: [] }, at + 1, 0.05)] : [];
  const dealt = [...(be && !not ? states : []), ...plainly].flatMap((did) =>
    did.end !== at + 1
      ? []
      : valueListAt(ground, did.end)
          .flatMap((read) => listFilter(ground, table, read, false, 'own'))
          .map((how) =>
            found<Filter>(
              { kind: 'all', filters: narrowed({ table, filters: [] }, did.value, how.value).filters },
              how.end,
              did.cost + how.cost,
              how.notes,
            ),
          ),
  );
  const prepositions = be ? placedAt(ground, at, table, not) : [];
  const plain = not ? [] : direct(ground, at, table);
  const flags = [
    ...flagClauseAt(ground, at, table, not),
    ...stayingAt(ground, at, table, not),
    ...(be ? [...outAt(ground, at, table, not), ...freeAt(ground, at, table, not)] : []),
    ...(HAVING.has(word(ground, at)) || HAVING.has(word(ground, at - 1))
      ? roomAt(ground, HAVING.has(word(ground, at)) ? at + 1 : at, table, not)
      : []),
  ];
  const deeds = [
    ...(not ? deedsAt(ground, at, table, true, modified) : []),
    ...stateOfOther(ground, at, table, not, modified),
    ...dealtAt(ground, at, table, not, modified),
  ];
  const kept = be ? keptStatesAt(ground, at, table, not, modified) : [];
  const have =
    HAVING.has(word(ground, at)) || HAVING.has(word(ground, at - 1))
      ? possessions(ground, HAVING.has(word(ground, at)) ? at + 1 : at, table, not)
      : [];
  return [
    ...(undone.length > 0 ? undone : states),
    ...values,
    ...stated,
    ...(be && !not ? runningAt(ground, at, table) : []),
    ...plainly,
    ...dealt,
    ...prepositions,
    ...(MOVING.has(word(ground, at)) ? placedAt(ground, at + 1, table, not) : []),
    ...plain,
    ...have,
    ...flags,
    ...objectDeedAt(ground, at, table, not),
    ...deeds,
    ...kept,
  ];
});

/** "trips planned for May", "huskies available": a state of theirs that stands right after what they are called. */
function statedAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  const said = word(ground, at);
  const heads = [...tablesAt(ground, at - 1), ...kindAt(ground, at - 1)];
  if (!(/^[a-z]{2,}ed$/.test(said) || isAdjective(said)) || !heads.some(({ end }) => end === at)) return [];
  return valuesAt(ground, at).flatMap(({ value, end, cost, notes }) => {
    const filter = valueFilter(ground, table, value, false, 'own');
    const own =
      filter?.kind === 'test' && filter.table === table && filter.column !== undefined && tellsApart(ground, table, filter.column);
    return own && filter !== null ? [found(filter, end, cost + 0.05, notes)] : [];
  });
}

/** "went to the infirmary", "come from Oslo": a place is said of where it went or came from. */
const MOVING = new Set('went go goes gone came come comes'.split(' '));

const GOT = new Set(['got', 'get', 'gets', 'gotten', 'getting']);
const DONE_TO = /^(?:[a-z]{3,}ed|paid|sent|sold|lost|bought|taken|given|done|broken|stolen|withdrawn|written)$/;

const AUXILIARIES = new Set(
  'is are was were be been being am do does did has have had still currently already actually ever yet'.split(' '),
);

const HAVING = new Set(
  'have has had having used use uses using get got gets received contain contains contained include includes included own owns take takes took'.split(
    ' ',
  ),
);

/** Without a verb: "from Spain", "in October", "with a comment", "over $500", "due next week", "reporting to Ann". */
function direct(ground: Ground, at: number, table: string): Read<Filter>[] {
  const done = doneBefore(ground, at);
  const periods = anyDatedAt(ground, at).flatMap(({ value, end, cost, notes }) => {
    const filter = datedAt(ground, table, value, done);
    return filter === null ? [] : [found(filter, end, cost, [...notes, ...dateNote(ground, table, done, value)])];
  });
  // "articles in review", "cases on hold": values that begin as a condition does.
  const states = FUNCTION_WORDS.has(word(ground, at))
    ? valuesAt(ground, at).flatMap(({ value, end, cost, notes }) => {
        const filter = end > at + 1 ? valueFilter(ground, table, value, false, 'own') : null;
        return filter === null ? [] : [found(filter, end, cost, notes)];
      })
    : [];
  const soon = after(ground, at, COMING);
  const coming = soon === null ? null : ahead(ground, table);
  const having = after(ground, at, ['with', 'having']);
  const holding = textAt(ground, at, table);
  const lacking = after(ground, at, ['without', 'with no', 'having no', 'without any']);
  return [
    ...states,
    ...holding,
    ...(soon === null || coming === null ? [] : [found(coming, soon, 0.05)]),
    ...periods,
    ...happenedAt(ground, at, table),
    ...columnDatedAt(ground, at, table),
    ...situatedAt(ground, at, table),
    ...deedsAt(ground, at, table, false, modified),
    ...stockAt(ground, at, table),
    ...doneAsAt(ground, at, table),
    ...columnValueAt(ground, at, table),
    ...placedAt(ground, at, table, false),
    ...(having === null ? [] : possessions(ground, having, table, false)),
    ...(lacking === null ? [] : possessions(ground, lacking, table, true)),
    ...byNumberAt(ground, at, table),
    ...comparedAt(ground, at, table),
    ...exceptAt(ground, at, table),
    ...onlyAt(ground, at, table),
    ...ofThingsAt(ground, at, table),
    ...lastingAt(ground, at, table, stretchesAt),
    ...heldAt(ground, at, table),
    ...agoAt(ground, at, table, done),
    ...lateAt(ground, at, table),
    ...reportsAt(ground, at, table),
  ];
}

const COMING = ['coming up', 'still coming up', 'still to come', 'to come', 'yet to come', 'lined up', 'ahead', 'ahead of us'];

/** "tickets from customers in Spain": what each row belongs to, narrowed by columns of its own. */
function ofThingsAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  if (!OF_THINGS.has(word(ground, at))) return [];
  return headsAt(ground, at + 1).flatMap((head) => {
    const way = distance(ground, table, head.value.table);
    if (way === null || !way.toOne || way.steps === 0) return [];
    const isOwn = (filter: Filter): boolean =>
      filter.kind === 'test'
        ? filter.table === head.value.table && filter.dated !== true
        : filter.kind === 'or' && filter.filters.every(isOwn);
    return modified(ground, head, 3).flatMap(({ value: { filters }, end, cost, notes }) =>
      filters.length > 0 && filters.every(isOwn) ? [found<Filter>({ kind: 'all', filters }, end, cost + 0.05, notes)] : [],
    );
  });
}

const OF_THINGS = new Set(['from', 'by', 'of', 'for', 'to', 'at', 'with']);
