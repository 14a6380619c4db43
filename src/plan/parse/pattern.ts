import type { Expr } from '../plan.ts';
import { text } from './constant.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { bodyIf, constText, listOf, systemName } from './tree.ts';

type MatchOp = Extract<Expr, { kind: 'match' }>['op'];

interface Matcher {
  readonly op: MatchOp;
  readonly negated?: true;
}

/** Operators that compare a text with a pattern. */
export const MATCHERS: Readonly<Record<string, Matcher>> = {
  '~~': { op: 'like' },
  '!~~': { op: 'like', negated: true },
  '~~*': { op: 'ilike' },
  '!~~*': { op: 'ilike', negated: true },
  '~': { op: 'regex' },
  '!~': { op: 'regex', negated: true },
  '~*': { op: 'iregex' },
  '!~*': { op: 'iregex', negated: true },
};

export function matching({ op, negated }: Matcher, left: Expr, right: Expr): Expr {
  const match: Expr = { kind: 'match', op, left, right };
  return negated === true ? { kind: 'not', arg: match } : match;
}

/** A pattern behind LIKE; with ESCAPE it is written anew for the usual backslash. */
export function likePattern(node: unknown, place: Place): Expr {
  const call = escapeCall(node, 'like_escape');
  if (call === null) return place.lower.expr(node, place);
  const [pattern, sign] = call.map(constText);
  if (typeof pattern !== 'string' || typeof sign !== 'string') throw unsupported('LIKE … ESCAPE with an expression');
  return text(withBackslashes(pattern, sign));
}

/** SIMILAR TO as a regular expression over the whole text. */
export function similarPattern(node: unknown): Expr {
  const [pattern, sign] = (escapeCall(node, 'similar_to_escape') ?? []).map(constText);
  if (typeof pattern !== 'string' || sign !== undefined) throw unsupported('SIMILAR TO with ESCAPE or an expression');
  return text(`^(?:${similarBody(pattern)})$`);
}

function escapeCall(node: unknown, name: string): readonly unknown[] | null {
  const call = bodyIf(node, 'FuncCall');
  return call !== null && systemName(call.funcname, 'the function') === name ? listOf(call.args) : null;
}

function withBackslashes(pattern: string, sign: string): string {
  if ([...sign].length > 1) throw unsupported('LIKE … ESCAPE with several characters');
  let made = '';
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === sign && sign !== '') {
      at += 1;
      const next = characters[at];
      if (next === undefined) throw unsupported('a LIKE pattern that ends in its escape character');
      made += `\\${next}`;
    } else made += character === '\\' ? '\\\\' : character;
  }
  return made;
}

function similarBody(pattern: string): string {
  let made = '';
  let inBrackets = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '\\') {
      at += 1;
      made += `\\${pattern.charAt(at)}`;
    } else if (inBrackets) {
      inBrackets = character !== ']';
      made += character;
    } else {
      inBrackets = character === '[';
      made += SIMILAR[character] ?? character;
    }
  }
  return made;
}

const SIMILAR: Readonly<Record<string, string>> = { '%': '.*', _: '.', '.': '\\.', '^': '\\^', $: '\\$', '(': '(?:' };
