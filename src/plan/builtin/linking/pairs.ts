import { verbsOf } from '../english/irregular.ts';
import { stem } from '../english/stem.ts';
import { SYNONYMS } from '../english/synonyms.ts';
import type { Token } from '../english/tokens.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import type { Edge, JoinGraph } from './joins.ts';
import { type Lexicon, rootOf } from './lexicon.ts';
import { isInOrder } from './name-words.ts';

/** Two ways between two tables: a key that says what the one row alone is to the other, as who led an incident, and a table that only pairs them, as who was at it. */
export interface Pairing {
  /** Whose key it is. */
  readonly of: string;
  readonly column: string;
  readonly to: string;
  /** The table of pairs. */
  readonly pair: string;
  /** What the key is called, and its comment. */
  readonly words: readonly string[];
}

const known = new WeakMap<Lexicon, readonly Pairing[]>();

export function pairingsOf(lexicon: Lexicon): readonly Pairing[] {
  const before = known.get(lexicon);
  if (before !== undefined) return before;
  const found = lexicon.tables.flatMap(({ table, words, columns }) =>
    table.foreignKeys.flatMap((key): Pairing[] => {
      const [name, ...more] = key.columns;
      const own = columns.find(({ column }) => column.name === name);
      const pair = key.table === table.name ? undefined : lexicon.tables.find((one) => onlyPairs(one, table.name, key.table));
      if (name === undefined || own === undefined || more.length > 0 || pair === undefined) return [];
      const plain = new Set([...words, ...(lexicon.byName.get(key.table)?.words ?? []), 'id']);
      const role = own.words.filter((word) => !plain.has(word));
      if (role.length === 0) return [];
      const comment = (own.column.comment?.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map(stem).filter((word) => !plain.has(word));
      const said = [...role, ...comment].filter((word) => !FUNCTION_WORDS.has(word));
      return [{ of: table.name, column: name, to: key.table, pair: pair.table.name, words: said }];
    }),
  );
  known.set(lexicon, found);
  return found;
}

/** Whether rows of a table are pairs of the two and no more: its key is both of theirs, or nothing but keys and flags is in it. */
function onlyPairs({ table, columns }: Lexicon['tables'][number], one: string, other: string): boolean {
  const ends = table.foreignKeys.map((key) => key.table);
  if (ends.length !== 2 || !ends.includes(one) || !ends.includes(other)) return false;
  const keys = table.foreignKeys.flatMap((key) => key.columns);
  const keyed = [table.primaryKey, ...table.uniques].some(
    (key) => key.length === keys.length && key.every((column) => keys.includes(column)),
  );
  return (
    keyed ||
    columns.every(({ column }) => keys.includes(column.name) || table.primaryKey.includes(column.name) || column.type === 'boolean')
  );
}

/** Whether a question asks for the one of a key: it names the key, and does not say that somebody was there. */
export function saysRole({ words }: Pick<Pairing, 'words'>, tokens: readonly Token[]): boolean {
  const said = tokens.flatMap(({ kind, lower }) => (kind === 'word' ? [lower] : []));
  if (PRESENT.test(` ${said.join(' ')} `)) return false;
  return said.some((word) => isOf(word, words) || (leads(word) && words.some((role) => LEADERS.has(role) || isOf('lead', [role]))));
}

const PRESENT =
  / (?:attend|attends|attended|attending|took part|takes? part|taken part|present|absent|turned (?:up|out)|turns? (?:up|out)|showed up|joined|(?:was|were|is|are|been|be|not|went|go|gone|came|come) (?:at|to)) /;

const isOf = (word: string, roles: readonly string[]): boolean => {
  if (FUNCTION_WORDS.has(word) || word.length < 3) return false;
  const forms = [stem(word), ...verbsOf(word)];
  const doers = forms.flatMap((form) => [`${form.replace(/e$/, '')}er`, `${form.replace(/e$/, '')}or`]);
  return roles.some(
    (role) =>
      forms.some((form) => form === role || rootOf(form) === rootOf(role) || SYNONYMS.get(form)?.has(role) === true) ||
      doers.some((doer) => doer === role || (role.length >= 2 && doer.length >= role.length + 2 && isInOrder(role, doer))),
  );
};

const leads = (word: string): boolean => [stem(word), ...verbsOf(word)].some((form) => LEADING.has(form) || LEADERS.has(form));

const LEADING = new Set(
  'lead run manage head command direct teach organise organize host chair conduct coach supervise hold give handle'.split(' '),
);
const LEADERS = new Set(
  'leader head chief manager captain boss director chair charge commander teacher tutor instructor trainer coach conductor organiser organizer host supervisor responsible main lead'.split(
    ' ',
  ),
);

/** The joins with a key of one further than the pairs, unless the question names it. */
export function joinsOverPairs(graph: JoinGraph, lexicon: Lexicon, tokens: readonly Token[]): JoinGraph {
  const unsaid = pairingsOf(lexicon).filter((one) => !saysRole(one, tokens));
  if (unsaid.length === 0) return graph;
  const isUnsaid = ({ from, to, on }: Edge): boolean =>
    unsaid.some(
      (one) =>
        (one.of === from && one.to === to && on.some((pair) => pair.from === one.column)) ||
        (one.of === to && one.to === from && on.some((pair) => pair.to === one.column)),
    );
  const edges = new Map(
    [...graph.edges].map(([from, own]) => [from, own.map((edge) => (isUnsaid(edge) ? { ...edge, weight: edge.weight + FURTHER } : edge))]),
  );
  return { edges };
}

/** More than the second step over the pairs. */
const FURTHER = 2;
