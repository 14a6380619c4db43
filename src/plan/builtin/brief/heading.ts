import { readClause } from './clause.ts';
import { partsOfCompound } from './compound.ts';
import type { Draft } from './draft.ts';
import { readHead } from './head.ts';
import { groupThings, splitItems, WITH } from './list.ts';
import { FILLER } from './names.ts';
import { partsOfUndertaking } from './outline/undertaking.ts';
import { splitSegments } from './segments.ts';
import { isThing } from './things.ts';
import { wholeOf } from './wholes.ts';

/** "a database called Gym for workouts": the name is taken out of the sentence. */
export function takeTitle(draft: Draft, text: string): string {
  return text.replace(TITLED, (_, what: string, name: string) => {
    draft.title = name;
    return what;
  });
}

/** "a coffee shop: customers with …; products with …": what stands before the colon is the whole, when a thing comes first after it. */
export function takeWhole(draft: Draft, body: string): string {
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

/** "Car repair garage." before what is kept there. */
export const isTitle = (segment: string): boolean =>
  /^(?!.*\b(?:with|and|has|have)\b)[\w' -]+$/i.test(segment) &&
  segment.split(' ').length <= TITLE_MAX &&
  wholeOf(segment) !== undefined &&
  !readHead(segment).several;

const TITLE_MAX = 5;

/** The parts of what stands alone and is made of two nouns: "volunteer shifts", "tennis court reservations". */
export function wholeIn(draft: Draft, body: string): string | null {
  const head = /^[^:,;.()]+$/.exec(body)?.[0] ?? '';
  if (head === '' || (/\b(?:with|and|who|that|which|have|has|when|of)\b/i.test(head) && partsOfUndertaking(head) === undefined))
    return null;
  const parts = partsOfCompound(head) ?? partsOfUndertaking(head);
  if (parts === undefined) return null;
  draft.title ??= nameIn(head);
  draft.assumptions.push(`${nameIn(head)} read as ${parts.replaceAll(/ \([^)]*\)/g, '')}`);
  return parts;
}

/** What asks for a database to be made, before what it is. */
export const MADE =
  /^(?:please |can you |could you |help me |i'?d like (?:to )?|(?:i|we) (?:want|need|would like)(?: to)? |(?:create|make|build|set ?up|design|start)(?: me)? |an? |the |my |our |small |simple |basic |new )+/i;
export const nameIn = (text: string): string => text.replaceAll(FILLER, '').replaceAll(/\s+/g, ' ').trim();

const TITLED = /\b(database|db|schema|app|project) (?:called|named) ["']?([\w -]+?)["']?(?=\s+(?:with|for|to|that|of|where)\b|[:;,.]|$)/i;
const WHOLE = /^([^:;.()\n]{1,80}):\s*(.+)$/is;
