import type { Entity } from '../linking/mention.ts';
import type { Reader } from '../search/state.ts';
import { grouped } from './group.ts';
import { moments } from './moments.ts';
import { orderIn, sorted } from './order.ts';
import { type Known, type Parts, partsOf, readerOf, SURE } from './parts.ts';
import { valued } from './values.ts';

/**
 * The whole questions that a fragment may make of the one before, likeliest first: the part that is about the same column,
 * moment, grouping or order is replaced, else the fragment's is added. None when it has no place there.
 */
export function wholeQuestions(previous: string, fragment: string, known: Known): string[] {
  const parts = partsOf(fragment);
  const sentence = sentenceOf(previous);
  if (parts === null || sentence === null) return [];
  // What is added is said before the order, so that another order can take its place later.
  const order = orderIn(sentence, readerOf(sentence, known));
  if (order === 'unclear') return [];
  const before = sentence.slice(0, order ?? sentence.length);
  const after = order === null ? '' : sentence.slice(order);
  const fresh = readerOf(parts.text, known);
  const old = readerOf(before, known);
  const found =
    sorted(before, parts) ??
    [
      ...(grouped(before, old, parts, known) ?? [
        ...limited(before, parts, order !== null),
        ...moments(before, old, parts, fresh),
        ...amounts(before, parts),
        ...bounded(before, parts),
        ...valued(before, old, parts, fresh),
        ...aggregated(before, parts),
        ...renamed(before, old, parts, fresh),
      ]),
    ].map((whole) => `${whole}${after}`);
  return [...new Set(found)].filter((whole) => whole.toLowerCase() !== sentence.toLowerCase()).slice(0, WHOLES_MAX);
}

const WHOLES_MAX = 8;

/** One sentence to build on; of several, nothing can be said. */
function sentenceOf(previous: string): string | null {
  const text = previous.trim().replace(/[?!.;\s]+$/, '');
  return text === '' || /[?!;]\s/.test(text) ? null : text;
}

/** "top 5", "the first 10". */
function limited(before: string, { text }: Parts, isOrdered: boolean): string[] {
  const found = /^(?:show\s+)?(?:me\s+)?(?:the\s+)?(top|first|last|bottom)\s+(\d+)$/i.exec(text);
  if (!found) return [];
  const [, which = '', many = ''] = found;
  const there = /\b(top|first|last|bottom)\s+\d+\b/i;
  if (there.test(before)) return [before.replace(there, `${which} ${many}`)];
  // Without an order only "the first" says something: any of them.
  if (/^(?:last|bottom)$/i.test(which) || (/^top$/i.test(which) && !isOrdered)) return [];
  return [before.replace(/^((?:show|list|give)(?:\s+me)?)\s+(?:all\s+)?(?:the\s+)?/i, `$1 ${many} `)];
}

const COMPARED =
  '(?:over|under|above|below|more than|less than|fewer than|greater than|at least|at most|cheaper than|up to|exactly|>=|<=|>|<)';

/** "over 100?", "what about 50?": another number in place of the only one. */
function amounts(before: string, { text, not }: Parts): string[] {
  if (not) return [];
  const compared = new RegExp(`^(?:those\\s+|with\\s+)?(${COMPARED}\\s*\\$?[\\d.,]+)$`, 'i').exec(text)?.[1];
  const there = [...before.matchAll(new RegExp(`${COMPARED}\\s*\\$?\\d[\\d.,]*`, 'gi'))];
  if (compared !== undefined) {
    const [only, ...more] = there;
    if (more.length > 0) return [];
    return only === undefined ? [`${before} ${compared}`] : [before.replace(only[0], compared)];
  }
  if (!/^\$?\d[\d.,]*$/.test(text) || /^[12]\d{3}$/.test(text)) return [];
  const numbers = [...before.matchAll(/(?<![\w.])\$?\d[\d.,]*(?![\w])/g)];
  return numbers.length === 1 && numbers[0] ? [before.replace(numbers[0][0], text)] : [];
}

/** "with a price above 20": in place of what the question says of the same column, else added. */
function bounded(before: string, { text, not }: Parts): string[] {
  const found = new RegExp(
    `^(?:with|where|having|whose)\\s+(?:an?\\s+|the\\s+)?([\\p{L}_ ]+?)\\s+(?:is\\s+)?(${COMPARED}\\s*\\$?[\\d.,]+)$`,
    'iu',
  ).exec(text);
  if (not || !found) return [];
  const [, name = '', bound = ''] = found;
  const there = new RegExp(`(?<![\\p{L}_])${name}\\s+(?:is\\s+)?${COMPARED}\\s*\\$?\\d[\\d.,]*`, 'iu');
  return there.test(before) ? [before.replace(there, `${name} ${bound}`)] : [`${before} with ${name} ${bound}`];
}

const AGGREGATE = /\b(?:average|mean|total|sum|maximum|minimum|highest|lowest|largest|smallest|median|max|min)\b/gi;

/** "and the average?" */
function aggregated(before: string, { text }: Parts): string[] {
  const word = /^(?:the\s+)?(\w+)$/i.exec(text)?.[1];
  if (word === undefined || word.match(AGGREGATE) === null) return [];
  const there = before.match(AGGREGATE) ?? [];
  return there.length === 1 && there[0] ? [before.replace(there[0], word)] : [];
}

/** "and customers?": another thing in place of the only one. */
function renamed(before: string, old: Reader, { text, not }: Parts, fresh: Reader): string[] {
  const at = /^the$/.test(fresh.tokens[0]?.lower ?? '') ? 1 : 0;
  const named = fresh.links.entities(at).some(({ end, cost }) => end === fresh.tokens.length && cost < SURE);
  if (!named || not) return [];
  const there: { start: number; end: number; value: Entity }[] = [];
  for (let from = 0; from < old.tokens.length; ) {
    const span = old.links.entities(from).find(({ cost }) => cost < SURE);
    if (span) there.push({ start: old.tokens[from]?.start ?? 0, end: old.tokens[span.end - 1]?.end ?? 0, value: span.value });
    from = span?.end ?? from + 1;
  }
  const [only, ...more] = there;
  return only === undefined || more.length > 0
    ? []
    : [`${before.slice(0, only.start)}${text.slice(fresh.tokens[at]?.start ?? 0)}${before.slice(only.end)}`];
}
