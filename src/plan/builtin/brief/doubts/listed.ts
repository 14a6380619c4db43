import { isPlural, singularName, snakeCase } from '../../english/inflect.ts';
import type { Draft } from '../draft.ts';
import { MASS } from '../entity.ts';
import type { Entry } from '../inventory/entry.ts';
import { readInventory } from '../inventory/inventory.ts';
import type { NewTable } from '../new-table.ts';
import { isKnownOf } from '../outline/kind.ts';
import { lemmaOf } from '../outline/verb.ts';
import { plainItem } from '../plain-items.ts';
import type { Doubt } from './doubt.ts';

/** The first letters of a word, by which it and its other forms are the same. */
export const stem = (word: string): string => singularName(word).slice(0, STEM);
export const STEM = 5;

/** The table of a listed thing, also where it goes by another form of its noun. */
export const tableFor = (draft: Draft, name: string): NewTable | undefined =>
  draft.known(name) ?? [...draft.tables.values()].find((table) => table.links === undefined && sharesNoun(table.name, name));

const sharesNoun = (one: string, other: string): boolean => stem(one.split('_').at(-1) ?? '') === stem(other.split('_').at(-1) ?? '');

/** Each thing of a list is a table. */
const noTable: Doubt = (draft, brief) =>
  draft.tables.size < 2
    ? null
    : (readInventory(brief).entries.find(
        ({ name, words }) => (!isKnownOf(words) || MASS.has(name.split('_').at(-1) ?? '')) && tableFor(draft, name) === undefined,
      )?.words ?? null);

/** What stands in the list of a thing is known of that thing: by a column, a key, or rows of their own that lead to it. */
const elsewhere: Doubt = (draft, brief) => {
  for (const entry of readInventory(brief).entries) {
    const table = tableFor(draft, entry.name);
    const lost = table === undefined ? undefined : entry.facts.find((fact) => brief.includes(fact) && !isKnown(draft, table, fact));
    if (lost !== undefined) return lost;
  }
  return null;
};

function isKnown(draft: Draft, table: NewTable, fact: string): boolean {
  const words = snakeCase(fact)
    .split('_')
    .filter((word) => !NOTHING.test(word));
  const said = (name: string) => words.some((word) => name.includes(word.slice(0, STEM)));
  return (
    words.length === 0 ||
    [...table.columns.keys()].some(said) ||
    [...draft.tables.values()].some(
      (other) =>
        other !== table &&
        [...other.references.values()].includes(table.name) &&
        ([other.name, ...other.columns.keys()].some(said) || [...other.references.values()].some(said)),
    )
  );
}

/** "customers, their pianos": whose they are is told by a key, or by rows between the two. */
const whose: Doubt = (draft, brief) => readInventory(brief).entries.find((entry) => isApart(draft, entry))?.words ?? null;

function isApart(draft: Draft, { name, of }: Entry): boolean {
  const table = tableFor(draft, name);
  return of.some((whole) => {
    const owner = tableFor(draft, whole);
    return table !== undefined && owner !== undefined && table !== owner && !isOwned(draft, table, owner);
  });
}

const isOwned = (draft: Draft, table: NewTable, owner: NewTable): boolean =>
  [...table.references.values()].includes(owner.name) ||
  [...draft.tables.values()].some(
    ({ name, links, references }) =>
      (links !== undefined || name.startsWith(singularName(owner.name))) &&
      [table, owner].every((side) => [...references.values()].includes(side.name)),
  );

/** "who took which canoe out": the two are told by one row. */
const notTogether: Doubt = (draft, brief) => {
  for (const { one, other } of readInventory(brief).pairs) {
    const [left, right] = [tableFor(draft, one), tableFor(draft, other)];
    if (left !== undefined && right !== undefined && left !== right && !isLinked(draft, left, right)) return `${one} and ${other}`;
  }
  return null;
};

const isLinked = (draft: Draft, left: NewTable, right: NewTable): boolean =>
  [...left.references.values()].includes(right.name) ||
  [...right.references.values()].includes(left.name) ||
  [...draft.tables.values()].some(({ references }) => {
    const to = [...references.values()];
    return to.includes(left.name) && to.includes(right.name);
  });

/** "languages they speak, languages they want to learn": two ways in which the same things stand to the same people. */
const twoWays: Doubt = (draft, brief) => {
  for (const [, noun = '', first = '', second = ''] of brief.matchAll(
    /\b([a-z]+s) (?:that |which )?(?:they|we|i) ((?:[a-z]+ ?)+)(?:,| and)(?:.*?[, ])?\1 (?:that |which )?(?:they|we|i) ((?:[a-z]+ ?)+)/g,
  ))
    if (
      first !== second &&
      [...draft.tables.values()].filter(({ references, links }) => links !== undefined && [...references.values()].includes(noun)).length <
        2
    )
      return noun;
  return null;
};

/** What of a list is neither a thing nor a fact of one has to be somewhere: one of its words, or what is said for it. */
const uncovered: Doubt = (draft, brief) => {
  const { unread, entries } = readInventory(brief);
  if (entries.length === 0) return null;
  const names = [...draft.tables.values()].flatMap((table) => [table.name, ...table.columns.keys()]).join(' ');
  return (
    unread.find((item) => {
      const [, noun = ''] = /^([a-z]+(?: [a-z]+)?) (?:with|per (?:day|week|month|year|night)) ?/.exec(item) ?? [];
      if (noun !== '' && noun.split(' ').some((word) => isPlural(word)))
        return !noun.split(' ').some((word) => word.length > 2 && names.includes(stem(word).slice(0, 4)));
      if (!/^(?:who|which|whose|where)\b/.test(item) || /\bowes?\b/.test(item)) return false;
      const plain = plainItem(item);
      const words = `${item} ${plain === item ? '' : plain}`.split(/[^a-z]+/).filter((word) => word.length > 2 && !EMPTY.test(word));
      return words.length > 0 && !words.some((word) => [word, lemmaOf(word) ?? word].some((form) => names.includes(form.slice(0, 4))));
    }) ?? null
  );
};
const EMPTY =
  /^(?:the|and|for|with|who|what|which|when|where|how|was|were|are|has|have|had|they|them|their|our|from|into|each|every|not|day|days|time|times|did|does|can|she|him|her|his|its|that|this|per|more|much|many|why)$/;

const NOTHING = /^(?:the|an?|of|or|not|and|it|they|is|are|whether|if|their|its|date|per)$/;

/** Things, facts and clauses of a list that are nowhere. */
export const listedDoubts: readonly Doubt[] = [noTable, elsewhere, whose, notTogether, uncovered, twoWays];
