import { dictionary } from '../../english/dictionary.ts';
import { verbsOf } from '../../english/irregular.ts';
import { words } from '../write-words.ts';
import { type Part, range } from './parts.ts';
import type { Told } from './told.ts';

/** An order to delete, and what stands beside it. */
interface Removal {
  /** The tokens of the order itself. */
  readonly spent: ReadonlySet<number>;
  /** Where what follows is what the rows are taken from, as "from" of "remove Ada from the crew"; -1 where that is said before. */
  readonly apart: number | null;
  /** Whether a part only says why the rows go. */
  readonly isReason: (part: Part) => boolean;
}

/**
 * "delete …", "take … out", "…, remove it": which rows go is said by all the rest; of a clause beside the order that says why ("the red
 * card got overturned, take it out", "…, we sold it") the verb says nothing of which.
 */
export function removalIn(told: Told): Removal | null {
  const { reader } = told;
  const clauses = clausesOf(told);
  for (const [at, { from, end }] of clauses.entries()) {
    const start = reader.skip(from, words('so please just and then can you could we now'));
    const word = reader.lower(start);
    const rid = word === 'get' && reader.lower(start + 1) === 'rid' && reader.lower(start + 2) === 'of';
    const verb = DELETES.has(word) ? start + 1 : rid ? start + 3 : null;
    const particle = TAKES.has(word)
      ? reader.tokens.findIndex((token, i) => i > start && i < end && /^(?:out|off|away)$/.test(token.lower))
      : -1;
    const next = verb ?? (particle > 0 ? start + 1 : null);
    if (next === null) continue;
    const spent = new Set([...range(from, next), ...(particle > 0 ? [particle] : [])]);
    const list = particle > 0 ? listAt(told, particle + 1, end) : null;
    const off = particle > 0 && reader.lower(particle) === 'off' && list === null;
    if (off && told.table.foreignKeys.length < 2) return null;
    for (const one of list ?? []) spent.add(one);
    const others = clauses.filter((_, i) => i !== at);
    // Of several orders each may be of something else.
    if (others.some((clause) => ORDER.test(reader.lower(clause.from)))) return null;
    const pronoun = PRONOUN.test(reader.lower(next)) || (/^the$/.test(reader.lower(next)) && next + 2 === end);
    if (pronoun && PRONOUN.test(reader.lower(next))) spent.add(next);
    if (at > 0 && !pronoun && others.length > 1) return null;
    // "take her off" of a game: who does it goes, and no game.
    const source = off ? particle : reader.tokens.findIndex((token, i) => i > next && i < end && token.lower === 'from');
    return {
      spent,
      apart: off && pronoun ? -1 : source > 0 && list === null ? source : null,
      isReason: (part) => others.some((clause) => part.from >= clause.from && part.end <= clause.end) && saysWhy(told, part),
    };
  }
  return null;
}

/** A verb, or a small word beside it, that stands for nothing here. */
export function saysWhy({ reader, english }: Told, part: Part): boolean {
  if (part.link !== null || part.column !== null || part.noun !== null || part.day !== null) return false;
  return range(part.from, part.end).every((at) => {
    const word = english[at]?.lower ?? '';
    if (reader.tokens[at]?.kind !== 'word') return false;
    // "his vacation" is what goes.
    if (OWNED.has(reader.lower(at - 1))) return false;
    return HELPERS.has(word) || DENIED.test(word) || isVerb(word) || WHY.has(word);
  });
}

const isVerb = (word: string): boolean => verbsOf(word).some((base) => (dictionary()?.entry(base, 'verb')?.met ?? 0) > 0);

/** "the machine list", "the list of machines", of the table itself. */
function listAt({ reader, table }: Told, from: number, end: number): number[] | null {
  const start = reader.skip(from, words('the our of'));
  const before = /^(?:list|register|books)$/.test(reader.lower(start)) ? reader.skip(start + 1, words('of the our')) : start;
  const mention = reader.tableAt(before);
  const next = mention === null ? null : reader.skip(mention.next, words('list register table books'));
  return mention?.what === table && next === end ? range(from, end) : null;
}

export function clausesOf({ reader }: Told): { from: number; end: number }[] {
  const clauses: { from: number; end: number }[] = [];
  let from = 0;
  for (const [at, { kind, text }] of reader.tokens.entries()) {
    if (kind !== 'mark' || !/^[,;.!]+$/.test(text)) continue;
    if (at > from) clauses.push({ from, end: at });
    from = at + 1;
  }
  return from < reader.tokens.length ? [...clauses, { from, end: reader.tokens.length }] : clauses;
}

const DELETES = words('delete remove erase scrap bin discard clear');
const TAKES = words('take cross strike throw pull');
const ORDER = /^(?:delete|remove|add|set|change|update|give|put|move|mark|make|book|assign|take|raise|keep|leave)$/;
const PRONOUN = /^(?:it|them|that|him|her|those|this)$/;
const HELPERS = words(
  'is are was were be been got get gets has have had will would to not going go gone happen happening more any longer anymore',
);
const DENIED = /^(?:cant|cannot|wont|\w+nt)$/;
const OWNED = words('the a an my our your his her their its');
const WHY = words('mistake wrong duplicate twice error accident joke over');
