import { singularName, snakeCase } from '../inflect.ts';
import { applyClause, type Clause, readClause } from './clause.ts';
import { giveUsual, hasUsual } from './defaults.ts';
import { isDiary, readDiary } from './diary.ts';
import type { Draft, NewTable } from './draft.ts';
import { isEntity, isSome } from './entity.ts';
import { asTable, readHead } from './head.ts';
import { kinOf } from './kin.ts';
import { stripLead } from './lead.ts';
import { groupThings, type Item, type Listed, readListed, splitItems, splitList, WITH } from './list.ts';
import { FILLER, isNameLike, tableName } from './names.ts';
import { splitSegments } from './segments.ts';
import { hasColumns, holdsParts, isThing, isWhole, THEIR } from './things.ts';
import { EXAMPLE, shorten, Unclear } from './unclear.ts';

/** Reads a brief that is written as a sentence or several. */
export function readText(draft: Draft, text: string): void {
  if (ASKING.test(text)) throw new Unclear(`This asks for something; a new database needs to know what to keep. ${EXAMPLE}`);
  const body = stripLead(takeTitle(draft, text).replaceAll(/"([\w '-]+)"/g, '$1'));
  if (nameIn(body) === '' && !/\b(?:list|tracker|diary|journal|log)\b/i.test(text)) {
    throw new Unclear(`The goal names nothing to keep. ${EXAMPLE}`);
  }
  const segments = splitSegments(takeWhole(draft, body));
  segments.forEach((segment, at) => {
    if (CONTEXT.test(segment) && at < segments.length - 1) draft.title ??= nameIn(segment.replace(CONTEXT, ''));
    else if (at > 0 && WISH.test(segment)) draft.assumptions.push(`"${shorten(segment)}" is to be asked once there are rows`);
    else readSegment(draft, segment, { alone: segments.length === 1, following: segments.length - at - 1 });
  });
}

/** "a database called Gym for workouts": the name is taken out of the sentence. */
function takeTitle(draft: Draft, text: string): string {
  return text.replace(TITLED, (_, what: string, name: string) => {
    draft.title = name;
    return what;
  });
}

/** "a coffee shop: customers with …; products with …": what stands before the colon is the whole, when a thing comes first after it. */
function takeWhole(draft: Draft, body: string): string {
  const [, before = '', rest = ''] = WHOLE.exec(body) ?? [];
  const head = readHead(before);
  const [first = '', ...others] = splitSegments(rest);
  if (before === '' || head.several || first === '') return body;
  const things = groupThings(splitItems(first));
  const named = things.length > 1 || others.length > 0 || WITH.test(first) || readClause(first) !== null;
  if (!named || !things.some((thing) => isThing(thing)) || !isThing(things[0] ?? '')) return body;
  draft.title ??= head.title;
  return rest;
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
  const things = groupThings(splitItems(segment));
  if (things.length > 1 && things.every(isThing) && !holdsParts(things[0] ?? '')) {
    readParts(draft, things);
    return;
  }
  const listed = readListed(segment);
  if (listed) readList(draft, listed, place);
  else if (place.alone && isDiary(segment)) readDiary(draft, segment);
  else readBare(draft, segment, place);
}

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
function readBare(draft: Draft, segment: string, { alone, following, part }: Place): void {
  const head = readHead(segment);
  const thing = asTable(head);
  const clear =
    isNameLike(head.thing) && thing !== '' && (head.several || isSome(head.thing, true) || head.kept || part || hasUsual(thing));
  if (clear && !head.whole && !NO_THING.test(head.thing)) {
    const table = draft.part(thing);
    if (alone) giveUsual(draft, table);
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
  const several = each || head.several || (isNameLike(head.thing) && draft.known(tableName(head.thing)) !== undefined);
  if (!several && !place.part && isWhole(head, items)) {
    draft.title ??= head.title;
    readParts(draft, groupThings(items));
    return;
  }
  if (head.thing === '') throw new Unclear(`I could not place "${shorten(words)}". ${EXAMPLE}`);
  readItems(draft, draft.table(each ? head.thing : asTable(head)), items, several);
}

/** What a list says of a table: what to know of each row, and of what each has many. */
function readItems(draft: Draft, table: NewTable, items: readonly Item[], several: boolean): void {
  const texts = items.map(({ text }) => text);
  if (several && texts.every(isEntity)) {
    // "shows with seasons and episodes": episodes are of seasons.
    const nearer = (item: string) =>
      texts.some((other) => other !== item && (kinOf(tableName(item)) ?? []).flat().includes(singularName(snakeCase(other))));
    for (const item of texts) {
      const part = draft.table(item);
      if (!nearer(item)) draft.owns.push({ one: table.name, many: part.name });
    }
    return;
  }
  // "a wedding with guests, vendors and a budget": one of which there are many parts, and something to know.
  const parts = !several && isEntity(texts[0] ?? '') ? texts.filter(isEntity) : [];
  for (const [at, item] of texts.entries()) {
    const many = MANY.exec(item)?.[1];
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
    } else {
      draft.column(table, item);
    }
  }
}

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

const nameIn = (text: string): string => text.replaceAll(FILLER, '').replaceAll(/\s+/g, ' ').trim();

const TITLED = /\b(database|db|schema|app|project) (?:called|named) ["']?([\w -]+?)["']?(?=\s+(?:with|for|to|that|of|where)\b|[:;,.]|$)/i;
/** Who does it, before a verb. */
const SUBJECT = /^((?:each |every |an? )?[a-z][\w-]*(?: [a-z][\w-]*(?=s ))?)(?: (?:can|may|could))? /i;
const WHOLE = /^([^:;.()\n]{1,80}):\s*(.+)$/is;
/** What is to be asked later: "I want to see how much I spend", without its lead. */
const WISH = /^(?:see|know|be able to|ask|find out|query|search|analy[sz]e|compare)\b/i;
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
