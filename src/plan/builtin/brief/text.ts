import { pluralName, singularName, snakeCase } from '../english/inflect.ts';
import { applyClause, readClause } from './clause.ts';
import type { Clause } from './clause-said.ts';
import { isDateless, isDiary, readDiary } from './diary.ts';
import type { Draft } from './draft.ts';
import { isEntity, isSome } from './entity.ts';
import { asTable, readHead } from './head.ts';
import { isTitle, MADE, nameIn, takeTitle, takeWhole, wholeIn } from './heading.ts';
import { stripLead } from './lead.ts';
import { groupThings, type Item, type Listed, readListed, splitItems, splitList, WITH } from './list.ts';
import { isNameLike, tableName } from './names.ts';
import type { NewTable } from './new-table.ts';
import { sortOf } from './nouns.ts';
import { kindOf } from './outline/kind.ts';
import { splitSegments } from './segments.ts';
import { areThings, hasColumns, holdsParts, isThing, isWhole, THEIR } from './things.ts';
import { typeOfName } from './type-of-name.ts';
import { EXAMPLE, shorten, Unclear } from './unclear.ts';
import { hasUsual } from './usual.ts';
import { kinOf } from './usual-owners.ts';

/** How the refusal of a question begins. */
export const ASKS = 'This asks for something';

/** Whether the text asks or orders something of rows that are there already. */
export const isAsking = (text: string): boolean => ASKING.test(text);

/** Reads a brief that is written as a sentence or several. */
export function readText(draft: Draft, text: string): void {
  if (isAsking(text)) throw new Unclear(`${ASKS}; a new database needs to know what to keep. ${EXAMPLE}`);
  const titled = takeTitle(draft, text).replaceAll(/"([\w '-]+)"/g, '$1');
  const body = stripLead(titled);
  const whole = wholeIn(draft, titled.replace(MADE, '')) ?? wholeIn(draft, body);
  if (whole === null && nameIn(body) === '' && !/\b(?:list|tracker|diary|journal|log)\b/i.test(text)) {
    throw new Unclear(`The goal names nothing to keep. ${EXAMPLE}`);
  }
  const segments = splitSegments(whole ?? takeWhole(draft, body));
  const aside: { segment: string; problem: Unclear }[] = [];
  segments.forEach((segment, at) => {
    if (at === 0 && segments.length > 1 && isTitle(segment)) draft.title ??= nameIn(segment);
    else if (CONTEXT.test(segment) && at < segments.length - 1) draft.title ??= nameIn(segment.replace(CONTEXT, ''));
    else if (at > 0 && WISH.test(segment) && !KEPT_WISH.test(segment))
      draft.assumptions.push(`"${shorten(segment)}" is to be asked once there are rows`);
    else {
      const before = draft.copy();
      try {
        readSegment(draft, segment, { alone: segments.length === 1, following: segments.length - at - 1 });
      } catch (problem) {
        if (!(problem instanceof Unclear) || segments.length < ASIDE_FROM) throw problem;
        draft.restore(before);
        aside.push({ segment, problem });
      }
    }
  });
  for (const { segment, problem } of aside) {
    if (!saysNothingNew(draft, segment)) throw problem;
    draft.assumptions.push(`"${shorten(segment)}" says nothing more to keep`);
  }
}

/** Of so many sentences one may be there to explain the others. */
const ASIDE_FROM = 3;

/** A sentence that tells why or how, about things that other sentences name: no list, nothing to know of anything. */
function saysNothingNew(draft: Draft, segment: string): boolean {
  if (
    /[,:(]|\bwhich\b.*\bwhich\b|\b(?:with|has|have|each|every|belongs?|whether|date|name|price|number|amount|time|status)\b/i.test(segment)
  )
    return false;
  const words = segment.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const things = words.filter(
    (word) =>
      isEntity(word) && !/^(?:needs|wants|does|gets|goes|leaves|pays|owes|was|this|always|sometimes|makes|takes|comes|has)$/.test(word),
  );
  return things.every((thing) => draft.known(pluralName(singularName(snakeCase(thing)))) !== undefined);
}

interface Place {
  /** Nothing else is said in the brief. */
  readonly alone: boolean;
  /** How many segments come after. */
  readonly following: number;
  /** One of a list of things. */
  readonly part?: boolean;
}

const PART: Place = { alone: false, following: 0, part: true };

function readSegment(draft: Draft, segment: string, place: Place): void {
  const clauses = readClauses(segment);
  if (clauses) {
    for (const { clause, text } of clauses) readMore(draft, applyClause(draft, clause, text), clause.more);
    return;
  }
  const things = groupThings(splitItems(withoutPurpose(segment)));
  if (things.length > 1 && areThings(things) && !holdsParts(things[0] ?? '')) {
    readParts(draft, things);
    return;
  }
  const listed = readListed(segment);
  if (listed) readList(draft, listed, place);
  else if (place.alone && isDiary(segment)) readDiary(draft, segment);
  else readBare(draft, segment, place);
}

/** "invoices and payments for my freelance business": whom or what they are for is no thing to keep. */
const withoutPurpose = (segment: string): string => {
  const [, before = segment, purpose = ''] = /^([^():]+?) for (?:my|our|an?|the|his|her|their) ([\w' -]{2,40})$/i.exec(segment) ?? [];
  return purpose === '' || /,|\band\b|\b(?:with|of|from|by)\b/i.test(purpose) || isSome(purpose) ? segment : before;
};

/** The clause that the segment is, or those that it is a row of; "users post photos and like posts" says the users once. */
function readClauses(segment: string): { clause: Clause; text: string }[] | null {
  const whole = readClause(segment);
  if (whole) return [{ clause: whole, text: segment }];
  const texts = splitList(segment);
  const [, subject = ''] = SUBJECT.exec(texts[0] ?? '') ?? [];
  const clauses = texts.map((text, at) => {
    const own = readClause(text);
    const shared = `${subject} ${text}`;
    return own || at === 0 || subject === '' ? { clause: own, text } : { clause: readClause(shared), text: shared };
  });
  return texts.length > 1 && clauses.every(isRead) ? clauses : null;
}

const isRead = (one: { clause: Clause | null; text: string }): one is { clause: Clause; text: string } => one.clause !== null;

/** What else to know of each row of a table. */
function readMore(draft: Draft, table: NewTable, more: string | undefined): void {
  if (more !== undefined) readItems(draft, table, splitItems(more), true);
}

/** A thing with no more than its name. */
function readBare(draft: Draft, segment: string, { following, part }: Place): void {
  const head = readHead(segment);
  const thing = asTable(head);
  const clear =
    isNameLike(head.thing) && thing !== '' && (head.several || isSome(head.thing, true) || head.kept || part || hasUsual(snakeCase(thing)));
  if (clear && !head.whole && !NO_THING.test(head.thing) && (head.several || part || kindOf(head.thing) !== 'group')) {
    draft.part(thing);
    return;
  }
  const name = nameIn(segment);
  if (!isNameLike(name)) throw new Unclear(`I could not place "${shorten(segment)}". ${EXAMPLE}`);
  draft.title ??= name;
  if (following > 0) return;
  throw new Unclear(
    `Say what there is to keep ("${name} with customers and orders") or what to know of each ("${name} with name and date"). ${EXAMPLE}`,
  );
}

/** Things of which there are many, each a table; "their grades" belong to those before, and "their ages" are a column of those. */
function readParts(draft: Draft, parts: readonly string[]): void {
  let owner: NewTable | null = null;
  for (const part of parts) {
    const name = part.replace(THEIR, '');
    const before = draft.tables.size;
    if (readClause(part) || readListed(part)) readSegment(draft, name, PART);
    else if (name === part || owner === null) owner = draft.part(name);
    else if (isEntity(name)) draft.owns.push({ one: owner.name, many: draft.part(name).name });
    else {
      if (owner.columns.size === 0) draft.column(owner, 'name');
      draft.column(owner, singularName(snakeCase(name)).replaceAll('_', ' '));
    }
    if (name === part && draft.tables.size > before) owner = [...draft.tables.values()][before] ?? owner;
  }
}

function readList(draft: Draft, { head: words, items, each }: Listed, place: Place): void {
  const head = readHead(words);
  const texts = items.map(({ text }) => text);
  if (head.kept && !head.whole && !place.part && hasUsual(snakeCase(asTable(head))) && texts.every(isThing)) {
    // "recipe book with ingredients and tags": recipes, beside what else there is.
    draft.title ??= head.title;
    readParts(draft, [...new Set([asTable(head), ...texts])]);
    return;
  }
  const several = each || head.several || (isNameLike(head.thing) && draft.known(tableName(head.thing)) !== undefined);
  if (!several && !place.part && isWhole(head, items)) {
    draft.title ??= head.title;
    readParts(draft, groupThings(items));
    return;
  }
  if (head.thing === '') throw new Unclear(`I could not place "${shorten(words)}". ${EXAMPLE}`);
  const table = draft.table(each ? head.thing : asTable(head));
  // A log says of each when it was.
  if (!head.whole && isDateless(words, texts)) draft.column(table, 'date');
  readItems(draft, table, items, several);
}

/** What a list says of a table: what to know of each row, and of what each has many. */
function readItems(draft: Draft, table: NewTable, all: readonly Item[], several: boolean): void {
  const items = attended(draft, table, nested(all));
  const texts = items.map(({ text }) => text);
  if (texts.length === 0) return;
  if (several && texts.every((text) => isEntity(text) || text.startsWith('sets ('))) {
    // "shows with seasons and episodes": episodes are of seasons.
    const bare = (item: string) => item.replace(/ \(.*/, '');
    const nearer = (item: string) =>
      texts.some((other) => other !== item && (kinOf(tableName(bare(item))) ?? []).flat().includes(singularName(snakeCase(bare(other)))));
    for (const item of texts) {
      const part = draft.table(bare(item));
      if (item.includes('(')) readItems(draft, part, readListed(item)?.items ?? [], true);
      if (!nearer(item)) draft.owns.push({ one: table.name, many: part.name });
    }
    return;
  }
  // "a wedding with guests, vendors and a budget": one of which there are many parts, and something to know.
  const parts = !several && isEntity(texts[0] ?? '') ? texts.filter(isEntity) : [];
  for (const [at, item] of texts.entries()) {
    const many = /^an? number of /i.test(item) && texts.length > 1 ? undefined : MANY.exec(item)?.[1];
    const clause = many === undefined && item.split(' ').length > 2 ? readClause(item) : null;
    if (clause) readMore(draft, applyClause(draft, clause, item), clause.more);
    else if (parts.length > 1 && parts.includes(item)) {
      draft.owns.push({ one: table.name, many: draft.table(item).name });
    } else if (WITH.test(item)) {
      readInner(draft, table, groupThings(items.slice(at)));
      return;
    } else if (many) {
      readMany(draft, table, many);
    } else if (hasColumns(item, true)) {
      // "recipes with name and ingredients (name, quantity)": what stands in brackets inside a list belongs to it.
      const inner = readListed(item);
      if (inner) draft.owns.push({ one: table.name, many: draft.table(inner.head).name });
      readSegment(draft, item, PART);
    } else if (several && !isTitleLike(item) && isEntity(item) && typeOfName(snakeCase(item)) === 'text') {
      draft.owns.push({ one: table.name, many: draft.table(item.replace(THEIR, '')).name });
    } else {
      draft.column(table, item);
    }
  }
}

/** "emails" of a person are text. */
const isTitleLike = (item: string): boolean =>
  / (?:in|of|per|from|to|for|at|on|by) |\b(?:notes|links|details|instructions|ingredients|goals|photos)$/i.test(item);

/** "workouts: exercises, sets, reps and weight": repetitions and weight are of each set of an exercise. */
function nested(items: readonly Item[]): readonly Item[] {
  const has = (word: string) => items.some(({ text }) => text === word);
  if (!has('exercises') || !has('sets')) return items;
  const inner = items.filter(({ text }) => SET.test(text)).map(({ text }) => text);
  const sets = { text: `sets (${(inner.length > 0 ? inner : ['reps', 'weight']).join(', ')})`, and: false };
  return items.filter(({ text }) => !SET.test(text)).map((item) => (item.text === 'sets' ? sets : item));
}

const SET = /^(?:reps|repetitions|weights?|rest)$/;

/** "trainings with who was there": each time several of those who are kept beside them. */
function attended(draft: Draft, table: NewTable, items: readonly Item[]): readonly Item[] {
  const rest = items.filter(({ text }) => !ATTENDED.test(text));
  if (rest.length < items.length) {
    draft.owns.push({ one: table.name, many: draft.table('attendance').name });
    const people = [...draft.tables.keys()].find((name) => name !== table.name && ['person', 'staff'].includes(sortOf(name)));
    if (people !== undefined) draft.owns.push({ one: people, many: 'attendance' });
  }
  return rest;
}

const ATTENDED =
  /^who (?:was|were|is|are)(?: there| present| coming| going| attending)$|^who (?:has |have )?(?:came|come|attended|showed up|joined|played|took part|participated|attends)$|^attendees$/i;

/** "many ingredients (name, quantity)" of a recipe. */
function readMany(draft: Draft, table: NewTable, many: string): void {
  const inner = readListed(many);
  if (inner) readList(draft, { ...inner, each: true }, PART);
  draft.owns.push({ one: table.name, many: draft.table(inner?.head ?? many).name });
}

/** Things with lists of their own inside a list: "many tracks with title", "name". */
function readInner(draft: Draft, table: NewTable, things: readonly string[]): void {
  for (const thing of things) {
    const many = MANY.exec(thing)?.[1];
    const one = ONE.exec(thing)?.[1];
    if (many) readMany(draft, table, many);
    else if (one && WITH.test(thing)) {
      // "one profile with bio": of each there is no other.
      readMany(draft, table, one);
      draft.table(readListed(one)?.head ?? one).each.push([table.name]);
    } else if (isThing(thing)) readParts(draft, [thing]);
    else draft.column(table, thing);
  }
}

/** Who does it, before a verb. */
const SUBJECT = /^((?:each |every |an? )?[a-z][\w-]*(?: [a-z][\w-]*(?=s ))?)(?: (?:can|may|could))? /i;
/** What is to be asked later: "I want to see how much I spend", without its lead. */
const WISH = /^(?:see|know|be able to|ask|find out|query|search|analy[sz]e|compare)\b/i;
/** What can be asked only once it is kept. */
const KEPT_WISH = /\bwho (?:attended|paid|came|cancelled|passed|showed up|was there)\b/i;
/** Who asks says nothing of what is kept: "I run a small yoga studio." */
const CONTEXT =
  /^(?:i|we)(?:'m| am|'re| are)? (?:run|own|manage|operate|have|work (?:at|in|for)|teach at|building|making|the owners? of)(?: an?| the| my| our)? (?=[\w' -]{1,60}$)(?!.* with )/i;
/** A question or an order to look at rows names nothing to keep. */
const ASKING =
  /^(?:(?:please |can you )?(?:show|find|get|display|select|count|tell|delete|update|insert|drop|list (?!of\b))|how|what|which|who|whose|when|where|why|is|are|does|do|did|average|total|sum|number of|top|most|least|highest|lowest|oldest|newest|latest)\b(?!\s*[:(])/i;
/** Words of no thing, or of a count of things. */
const NO_THING = /^(?:columns|fields|rows|tables|records|entries|values)$|\b(?:per|by|of|from|than|about)\b/i;
const MANY = /^(?:many|multiple|several|lots of|one or more|at least one|a list of|zero or more|any number of|a number of) (.+)$/i;
const ONE = /^(?:exactly )?(?:one|an?|a single) (.+)$/i;
