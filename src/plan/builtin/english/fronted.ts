import type { Token } from './tokens.ts';

/**
 * "Among the songs over 5 minutes, which …?": the same with what stands in front said last, where it would stand otherwise.
 * Null when nothing stands in front.
 */
export function fronted(tokens: readonly Token[]): Token[] | null {
  const [first] = tokens;
  if (first === undefined || !FRONTS.has(first.lower)) return null;
  const comma = tokens.findIndex(({ kind }, at) => kind === 'comma' && at > 1 && ASKS.has(tokens[at + 1]?.lower ?? ''));
  if (comma < 0 || tokens.slice(0, comma).some(({ kind }) => kind === 'stop')) return null;
  const rest = tokens.slice(comma + 1);
  const stop = rest.findIndex(({ kind }) => kind === 'stop');
  const main = stop < 0 ? rest : rest.slice(0, stop);
  const tail = stop < 0 ? [] : rest.slice(stop);
  // "…, which have": which of these.
  const noun = main[0]?.lower === 'how' ? 2 : 1;
  if (/^(which|who|how)$/.test(main[0]?.lower ?? '') && STATES.has(main[noun]?.lower ?? ''))
    return [...main.slice(0, noun), ...tokens.slice(1, comma), ...main.slice(noun), ...tail];
  return [...main, ...tokens.slice(0, comma), ...tail];
}

const STATES = new Set('is are was were has have had did does do can'.split(' '));

const FRONTS = new Set('for of among amongst in on at from with during by within out considering'.split(' '));
const ASKS = new Set(
  'what which who how when where list show find return give report display tell count select calculate compute get provide'.split(' '),
);
