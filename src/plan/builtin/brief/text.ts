import { singularName, snakeCase } from '../inflect.ts';
import type { Draft, NewTable } from './draft.ts';
import { isEntity, isSome } from './entity.ts';
import { stripLead } from './lead.ts';
import { groupItems, type Listed, readListed, splitList, WITH } from './list.ts';
import { containerless, FILLER, isNameLike, tableName } from './names.ts';
import { splitSegments } from './segments.ts';
import { EXAMPLE, shorten, Unclear } from './unclear.ts';

/** Reads a brief that is written as a sentence or several. */
export function readText(draft: Draft, text: string): void {
  const body = stripLead(takeTitle(draft, text).replaceAll(/"([\w '-]+)"/g, '$1'));
  if (nameIn(body) === '') throw new Unclear(`The goal names nothing to keep. ${EXAMPLE}`);
  const [, whole, parts] = WHOLE.exec(body) ?? [];
  if (whole) draft.title ??= nameIn(whole);
  const segments = splitSegments(parts ?? body);
  segments.forEach((segment, at) => {
    if (at > 0 && WISH.test(segment)) draft.assumptions.push(`"${shorten(segment)}" is to be asked once there are rows`);
    else readSegment(draft, segment, segments.length - at - 1);
  });
}

/** "a database called Gym for workouts": the name is taken out of the sentence. */
function takeTitle(draft: Draft, text: string): string {
  return text.replace(TITLED, (_, what: string, name: string) => {
    draft.title = name;
    return what;
  });
}

/** `following` is how many segments come after this one. */
function readSegment(draft: Draft, segment: string, following: number): void {
  const [, many, one, more] = BELONGS.exec(segment) ?? [];
  if (many && one) {
    for (const each of splitList(one)) draft.owns.push({ many: draft.table(many).name, one: draft.table(each).name });
    if (more) readSegment(draft, `each ${many} has ${more}`, 0);
    return;
  }
  const listed = readListed(segment);
  if (listed) {
    readList(draft, listed);
    return;
  }
  if (readPlurals(draft, segment)) return;
  const [, left, , right] = ACTS.exec(segment) ?? [];
  if (left && right && !ARTICLE.test(segment)) {
    // The verb may be the first to name what there is.
    if (isEntity(left) && isEntity(right)) for (const each of [left, right]) draft.table(each);
    draft.verbs.push({ left: tableName(left), right: tableName(right), text: segment });
    return;
  }
  const head = nameIn(segment);
  if (!isNameLike(head)) throw new Unclear(`I could not place "${shorten(segment)}". ${EXAMPLE}`);
  if (!isSome(head) || / for /i.test(head)) {
    draft.title ??= head;
    if (following > 0) return;
    throw new Unclear(
      `Say what there is to keep ("${head} with customers and orders") or what to know of each ("${head} with name and date"). ${EXAMPLE}`,
    );
  }
  throw new Unclear(`Say what to know of each of the ${head}: "${head} with name, …". ${EXAMPLE}`);
}

/** "customers and orders", "students and their grades": tables, each with no more than a name so far. */
function readPlurals(draft: Draft, segment: string): boolean {
  const items = splitList(segment);
  const names = items.map((item) => item.replace(THEIR, ''));
  if (items.length < 2 || !names.every((name) => isNameLike(name) && isSome(name))) return false;
  readParts(draft, items);
  return true;
}

/** Things of which there are many, each a table; "their grades" belong to those before, and "their ages" are a column of those. */
function readParts(draft: Draft, items: readonly string[]): void {
  let owner: NewTable | null = null;
  for (const item of items) {
    const name = item.replace(THEIR, '');
    if (name === item || owner === null) owner = draft.table(name);
    else if (isEntity(name)) draft.owns.push({ one: owner.name, many: draft.table(name).name });
    else {
      if (owner.columns.size === 0) draft.column(owner, 'name');
      draft.column(owner, singularName(snakeCase(name)).replaceAll('_', ' '));
    }
  }
}

function readList(draft: Draft, { head, items, each }: Listed): void {
  const [first = ''] = items;
  const about = containerless(head);
  const several = each || isSome(about) || (isNameLike(nameIn(about)) && draft.known(tableName(about)) !== undefined);
  // "a CRM with contacts (name, email)": the head is the whole, its items are the tables.
  if (WITH.test(first) || hasColumns(first, several)) {
    draft.title ??= nameIn(head);
    for (const item of groupItems(items)) readSegment(draft, item, 0);
    return;
  }
  if (!several && areParts(items)) {
    draft.title ??= nameIn(head);
    readParts(draft, items);
    return;
  }
  const table = draft.table(about);
  if (several && items.every(isEntity)) {
    for (const item of items) draft.owns.push({ one: table.name, many: draft.table(item).name });
    return;
  }
  // "a wedding with guests, vendors and a budget": one of which there are many parts, and something to know.
  const parts = !several && isEntity(first) ? items.filter(isEntity) : [];
  for (const [at, item] of items.entries()) {
    const many = MANY.exec(item)?.[1];
    if (parts.length > 1 && parts.includes(item)) {
      draft.owns.push({ one: table.name, many: draft.table(item).name });
    } else if (many) {
      const inner = readListed(many);
      if (inner) readList(draft, { ...inner, each: true });
      draft.owns.push({ one: table.name, many: draft.table(inner?.head ?? many).name });
    } else if (hasColumns(item, true)) {
      // "recipes with name and ingredients (name, quantity)": what stands in brackets inside a list belongs to it.
      const inner = readListed(item);
      if (inner) draft.owns.push({ one: table.name, many: draft.table(inner.head).name });
      readSegment(draft, item, 0);
    } else if (WITH.test(item)) {
      for (const group of groupItems(items.slice(at))) readSegment(draft, group, 0);
      return;
    } else {
      draft.column(table, item);
    }
  }
}

/** "a coffee shop with customers, products and orders": things of which a whole has many. */
const areParts = (items: readonly string[]): boolean =>
  items.every((item) => isNameLike(item) && isSome(item, true)) && items.some(isEntity) && !THEIR.test(items[0] ?? '');

/** "contacts (name, email)" has columns; "price (decimal)" and, of tasks, "status (open, closed)" have a note. */
function hasColumns(item: string, ofMany: boolean): boolean {
  const [, noun = '', inside = ''] = /^([\w '-]+?)\s*\((.+)\)$/.exec(item) ?? [];
  if (noun === '' || NOTE.test(inside)) return false;
  return ofMany ? inside.includes(',') && isSome(noun) : true;
}

const nameIn = (text: string): string => text.replaceAll(FILLER, '').replaceAll(/\s+/g, ' ').trim();

const TITLED = /\b(database|db|schema|app|project) (?:called|named) ["']?([\w -]+?)["']?(?=\s+(?:with|for|to|that|of|where)\b|[:;,.]|$)/i;
/** "a coffee shop: customers with …; products with …": what stands before the colon is the whole, each part a table. */
const WHOLE = /^([\w '-]{1,60}):\s*([\w '-]+?\s(?:with|has|have|having)\s.*)$/is;
/** What is to be asked later: "I want to see how much I spend", without its lead. */
const WISH = /^(?:see|know|be able to|ask|find out|query|search|analy[sz]e|compare)\b/i;
const BELONGS =
  /^(?:each |every |an? |all )?([\w -]+?) (?:belongs? to|(?:is|are) part of|(?:is|are) (?:made|written|placed|owned|sold|supplied|taught|run) by|references?|refers? to|comes? from) (?:an? |one |the |exactly one )?([\w ,-]+?)(?: and (?:has|have|with) (.+))?$/i;
/** "readers borrow books" */
const ACTS =
  /^([a-z-]+(?: [a-z-]+)?s) (?:can |may )?([a-z]+)(?: (?:in|on|for|to|at))? (?:many |several |multiple )?([a-z-]+(?: [a-z-]+)?s)$/i;
const ARTICLE = /\b(?:an?|the|my|is|are|this|that)\b/i;
const THEIR = /^(?:their|its|his|her)\s+/i;
const MANY = /^(?:many|multiple|several|lots of|one or more|a list of|zero or more|any number of) (.+)$/i;
const NOTE =
  /^(?:\d|required|unique|optional|mandatory|not null|int|integer|bigint|number|numeric|decimal|money|float|text|string|boolean|bool|date|datetime|timestamp|time|uuid|json)\b/i;
