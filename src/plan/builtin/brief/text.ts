import { singularName, snakeCase } from '../inflect.ts';
import { applyClause, type Clause, readClause } from './clause.ts';
import { giveUsual } from './defaults.ts';
import type { Draft, NewTable } from './draft.ts';
import { isEntity, isSome } from './entity.ts';
import { asTable, type Head, readHead } from './head.ts';
import { stripLead } from './lead.ts';
import { groupThings, type Item, type Listed, readListed, splitItems, splitList, WITH } from './list.ts';
import { FILLER, isNameLike, tableName } from './names.ts';
import { splitSegments } from './segments.ts';
import { EXAMPLE, shorten, Unclear } from './unclear.ts';

/** Reads a brief that is written as a sentence or several. */
export function readText(draft: Draft, text: string): void {
  const body = stripLead(takeTitle(draft, text).replaceAll(/"([\w '-]+)"/g, '$1'));
  if (nameIn(body) === '' && !/\b(?:list|tracker|diary|journal|log)\b/i.test(text)) {
    throw new Unclear(`The goal names nothing to keep. ${EXAMPLE}`);
  }
  const segments = splitSegments(takeWhole(draft, body));
  segments.forEach((segment, at) => {
    if (at > 0 && WISH.test(segment)) draft.assumptions.push(`"${shorten(segment)}" is to be asked once there are rows`);
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
  else readBare(draft, segment, place);
}

/** The clause that the segment is, or those that it is a row of. */
function readClauses(segment: string): { clause: Clause; text: string }[] | null {
  const whole = readClause(segment);
  if (whole) return [{ clause: whole, text: segment }];
  const texts = splitList(segment);
  const clauses = texts.map((text) => ({ clause: readClause(text), text }));
  return texts.length > 1 && clauses.every(isRead) ? clauses : null;
}

const isRead = (one: { clause: Clause | null; text: string }): one is { clause: Clause; text: string } => one.clause !== null;

/** What else to know of each row of a table. */
function readMore(draft: Draft, table: NewTable, more: string | undefined): void {
  if (more === undefined) return;
  for (const { text } of splitItems(more)) draft.column(table, text);
}

/** A thing with no more than its name. */
function readBare(draft: Draft, segment: string, { alone, following, part }: Place): void {
  const head = readHead(segment);
  const thing = asTable(head);
  const clear = isNameLike(head.thing) && thing !== '' && (head.several || isSome(head.thing, true) || head.kept || part);
  if (clear && !head.whole && !ASKING.test(segment)) {
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
  const table = draft.table(each ? head.thing : asTable(head));
  const texts = items.map(({ text }) => text);
  if (several && texts.every(isEntity)) {
    for (const item of texts) draft.owns.push({ one: table.name, many: draft.table(item).name });
    return;
  }
  // "a wedding with guests, vendors and a budget": one of which there are many parts, and something to know.
  const parts = !several && isEntity(texts[0] ?? '') ? texts.filter(isEntity) : [];
  for (const [at, item] of texts.entries()) {
    const many = MANY.exec(item)?.[1];
    if (parts.length > 1 && parts.includes(item)) {
      draft.owns.push({ one: table.name, many: draft.table(item).name });
    } else if (many) {
      const inner = readListed(many);
      if (inner) readList(draft, { ...inner, each: true }, PART);
      draft.owns.push({ one: table.name, many: draft.table(inner?.head ?? many).name });
    } else if (hasColumns(item, true)) {
      // "recipes with name and ingredients (name, quantity)": what stands in brackets inside a list belongs to it.
      const inner = readListed(item);
      if (inner) draft.owns.push({ one: table.name, many: draft.table(inner.head).name });
      readSegment(draft, item, PART);
    } else if (WITH.test(item)) {
      readParts(draft, groupThings(items.slice(at)));
      return;
    } else {
      draft.column(table, item);
    }
  }
}

/** Whether the head is the name of the whole, and its list are the things in it. */
function isWhole(head: Head, items: readonly Item[]): boolean {
  const things = groupThings(items);
  const [first = ''] = things;
  if (THEIR.test(first)) return false;
  if (WITH.test(first) || hasColumns(first, false)) return true;
  const some = things.some((thing) => isEntity(thing) || hasColumns(thing, true) || WITH.test(thing) || readClause(thing) !== null);
  return some && (things.every(isThing) || (head.whole && isThing(first)));
}

/** Whether words name things of which there are many: alone, with what to know of each, or by what they are between. */
function isThing(words: string): boolean {
  const text = words.replace(THEIR, '');
  if (isNameLike(text)) return isSome(text, true) && !/^(?:notes?|details)$/i.test(text);
  if (WITH.test(text)) return readHead(readListed(text)?.head ?? '').several;
  return hasColumns(text, true) || readClause(text) !== null;
}

/** "a shop with products with name and price": the first thing is one of the parts of what stands before it. */
function holdsParts(text: string): boolean {
  const listed = readListed(text);
  return listed !== null && !readHead(listed.head).several && isWhole(readHead(listed.head), listed.items);
}

/** "contacts (name, email)" has columns; "price (decimal)" and, of tasks, "status (open, closed)" have a note. */
function hasColumns(item: string, ofMany: boolean): boolean {
  const [, noun = '', inside = ''] = /^([\w '-]+?)\s*\((.+)\)$/.exec(item) ?? [];
  if (noun === '' || NOTE.test(inside)) return false;
  return ofMany ? isSome(noun) && (inside.includes(',') || isEntity(noun)) : true;
}

const nameIn = (text: string): string => text.replaceAll(FILLER, '').replaceAll(/\s+/g, ' ').trim();

const TITLED = /\b(database|db|schema|app|project) (?:called|named) ["']?([\w -]+?)["']?(?=\s+(?:with|for|to|that|of|where)\b|[:;,.]|$)/i;
const WHOLE = /^([^:;.()\n]{1,80}):\s*(.+)$/is;
/** What is to be asked later: "I want to see how much I spend", without its lead. */
const WISH = /^(?:see|know|be able to|ask|find out|query|search|analy[sz]e|compare)\b/i;
/** A question or an order to look at rows names nothing to keep. */
const ASKING =
  /^(?:show|list|find|get|count|display|select|how|what|which|who|whose|when|where|why|give|tell|top|delete|update|insert|drop)\b/i;
const THEIR = /^(?:their|its|his|her)\s+/i;
const MANY = /^(?:many|multiple|several|lots of|one or more|at least one|a list of|zero or more|any number of|a number of) (.+)$/i;
const NOTE =
  /^(?:\d|required|unique|optional|mandatory|not null|int|integer|bigint|number|numeric|decimal|money|float|text|string|boolean|bool|date|datetime|timestamp|time|uuid|json)\b/i;
