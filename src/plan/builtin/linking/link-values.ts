import type { ValueIndex } from '../../planner.ts';
import { AGGREGATE_WORDS, SUPERLATIVES } from '../english/measure-words.ts';
import type { Token } from '../english/tokens.ts';
import { FUNCTION_WORDS, LINK_VERBS, NUMBER_WORDS } from '../english/words.ts';
import type { Links, Span } from './links.ts';
import type { Value } from './mention.ts';
import { formRoot, type ValueForms } from './value-forms.ts';

const MAX_VALUE = 8;

/** Stored values, quoted text and numbers that start at a token, longest first. */
export function valueSpans(
  tokens: readonly Token[],
  at: number,
  index: ValueIndex,
  entities: Links['entities'],
  attributes: Links['attributes'],
): Span<Value>[] {
  const first = tokens[at];
  if (first === undefined) return [];
  if (first.kind === 'quoted') {
    const number = /^-?\d+(\.\d+)?$/.test(first.text) ? Number(first.text) : null;
    return [{ value: { text: first.text, quoted: true, number, hits: index.find(first.text) }, end: at + 1, cost: 0 }];
  }
  const found: Span<Value>[] = [];
  for (let end = Math.min(tokens.length, at + MAX_VALUE); end > at; end -= 1) {
    const part = tokens.slice(at, end);
    if (part.some(({ kind }) => kind === 'stop' || kind === 'quoted' || kind === 'op')) continue;
    if (part.at(-1)?.kind === 'comma' || part.at(-1)?.kind === 'owner' || first.kind === 'comma' || first.kind === 'owner') continue;
    if (end === at + 1 && first.kind === 'number') continue;
    const text = wordsAsWritten(part);
    if (end === at + 1 && isPlainWord(first, at)) continue;
    const hits = index.find(text);
    if (hits.length === 0) continue;
    found.push({ value: { text, quoted: false, number: null, hits }, end, cost: valueCost(part, at, end, entities, attributes) });
  }
  if (first.number !== null) {
    found.push({
      value: { text: first.text.replaceAll(/[,$%]/g, ''), quoted: false, number: first.number, hits: index.find(first.text) },
      end: at + 1,
      cost: 0,
    });
  }
  return found;
}

/** A form of a stored word said of a noun or as what something is: "successful payments", "payments that failed". */
export function formSpans(
  tokens: readonly Token[],
  at: number,
  forms: ValueForms,
  index: ValueIndex,
  entities: Links['entities'],
  attributes: Links['attributes'],
): Span<Value>[] {
  const token = tokens[at];
  if (token?.kind !== 'word' || !/^[a-z]{4,}$/.test(token.text) || isPlainWord(token, at)) return [];
  const root = formRoot(token.lower);
  const hits = root === null ? [] : (forms.get(root) ?? []);
  if (hits.length === 0 || index.find(token.text).length > 0) return [];
  if ([...entities(at), ...attributes(at)].some(({ cost }) => cost < 0.7)) return [];
  const followed = entities(at + 1).some(({ cost }) => cost < 0.5);
  const verb = LINK_VERBS.has(token.lower);
  if (verb && !(followed && /(?:ing|ed)$/.test(token.lower))) return [];
  if (!followed && !BEFORE_FORM.has(tokens[at - 1]?.lower ?? '')) return [];
  return [{ value: { text: token.text, quoted: false, number: null, hits }, end: at + 1, cost: verb ? 0.15 : 0.25 }];
}

const BEFORE_FORM = new Set('is are was were be been being that who which currently still already not'.split(' '));

/** The question's own text, with what stood between the words left out where it was only space. */
function wordsAsWritten(part: readonly Token[]): string {
  let text = '';
  let before: Token | null = null;
  for (const token of part) {
    text += before !== null && token.start > before.end ? ` ${token.text}` : token.text;
    before = token;
  }
  return text;
}

/** A lower-case word of the language itself is not read as a stored value on its own. */
function isPlainWord(token: Token, at: number): boolean {
  const known =
    FUNCTION_WORDS.has(token.lower) || token.lower in AGGREGATE_WORDS || token.lower in SUPERLATIVES || token.lower in NUMBER_WORDS;
  return known && (at === 0 || !/^\p{Lu}/u.test(token.text));
}

function valueCost(part: readonly Token[], at: number, end: number, entities: Links['entities'], attributes: Links['attributes']): number {
  const written = part.some(({ text }, offset) => at + offset > 0 && /\p{Lu}|\d/u.test(text));
  const named = [...entities(at), ...attributes(at)].some((span) => span.end === end && span.cost < 0.5);
  const short = part.length === 1 && (part[0]?.text.length ?? 0) < 3 && !written;
  return (
    (written ? 0 : 0.3) +
    (named ? (written ? 0.3 : 0.6) : 0) +
    (short ? 0.6 : 0) +
    (part.length === 1 && LINK_VERBS.has(part[0]?.lower ?? '') && !written ? 0.4 : 0)
  );
}
