import { isPlural, snakeCase } from '../../english/inflect.ts';
import type { Bond } from '../bonds.ts';
import { mainColumn } from '../nouns.ts';
import { lemmaOf, participleOf } from '../outline/verb.ts';

/** "books i want to read or have read, with author and when i finished": what somebody does with them says no more of what they are. */
export function takeWanted(brief: string, bonds: Bond[]): string {
  const [, things = '', clause = '', rest = ''] = WANTED.exec(brief) ?? [];
  const words = clause.toLowerCase().split(/[ ']+/);
  const isSaid = words.every(
    (word) => AUXILIARY.has(word) || (lemmaOf(word) !== null && !HANDED.has(lemmaOf(word) ?? '') && !isPlural(word)),
  );
  if (things === '' || !isPlural(things.split(' ').at(-1) ?? '') || !isSaid || /^ and [a-z]+s /i.test(rest)) return brief;
  const known = rest.replaceAll(WHEN, (all: string, before: string, verb: string) => {
    const plain = lemmaOf(verb);
    if (plain === null) return all;
    return `${before} ${/^(?:go|be)$/.test(plain) ? 'visited' : participleOf(plain)} on`;
  });
  if (/^,? with /i.test(rest)) bonds.push({ kind: 'know', thing: things, column: mainColumn(snakeCase(things)) });
  return `${things}${known.replace(/^,? with (?:the |an? )?/i, ' with ')}`;
}

const AUXILIARY: ReadonlySet<string> = new Set(
  'want wants would like to or and have ve had already own been still need plan hope not yet do did once ever d'.split(' '),
);
/** What is handed over is told by rows of its own. */
const HANDED: ReadonlySet<string> = new Set('lend borrow rent hire sell order loan let give buy send'.split(' '));
const WANTED =
  /^((?:[a-z]+ ){0,2}[a-z]+s) (?:(?:that|which) )?(?:i|we)(?='|\s)[ ']([a-z' ]+?)((?:,? (?:with|and (?:who|when|where)) .*)?)$/i;
const WHEN = /(,| and|, and| with) when (?:i|we)(?: have|'ve)? ([a-z]+)(?: (?:it|them|there))?(?=,|$| and )/gi;
