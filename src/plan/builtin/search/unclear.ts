import { AGGREGATE_WORDS } from '../english/measure-words.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import type { Reader } from './state.ts';

/** Why a question found no reading, and the word to blame: one that nothing here knows, else the one where the readings ended. */
export function unclearIn({ tokens, links }: Reader, reached: number): { reason: string; unclear: readonly string[] } {
  const content = tokens.map((token, at) => ({ token, at })).filter(({ token }) => token.kind !== 'comma' && token.kind !== 'stop');
  const isKnown = ({ token, at }: (typeof content)[number]): boolean =>
    FUNCTION_WORDS.has(token.lower) ||
    ASKING.has(token.lower) ||
    token.lower in AGGREGATE_WORDS ||
    token.number !== null ||
    [links.attributes(at), links.entities(at), links.values(at)].some((spans) => spans.length > 0);
  if (content.length > 2 && !content.some(isKnown)) {
    return {
      reason: 'Nothing in this reads as English about the tables of this database.',
      unclear: content.map(({ token }) => token.text).slice(0, 10),
    };
  }
  const rest = content.filter(({ at }) => at >= reached);
  const blamed =
    rest.find((each) => each.token.kind === 'word' && !isKnown(each)) ??
    rest.find(({ token }) => !FUNCTION_WORDS.has(token.lower)) ??
    content.at(-1);
  const text = blamed?.token.text;
  return { reason: `It is unclear what "${text ?? ''}" stands for.`, unclear: text === undefined ? [] : [text] };
}

const ASKING = new Set('how many much show list give find get tell return display count number what which who'.split(' '));
