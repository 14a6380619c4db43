import { dictionary } from '../../english/dictionary.ts';
import { isPlural, pluralName, singularName } from '../../english/inflect.ts';
import { isContest, isDeed } from '../deed.ts';
import { isEntity } from '../entity.ts';
import { isRidden } from '../mend/participants.ts';
import { isPerson, sortOf } from '../nouns.ts';
import { isKnownOf, kindOf } from '../outline/kind.ts';
import type { Doubt } from './doubt.ts';

/** "track my kids screen time": whoever the brief has several of is kept. */
const people: Doubt = (draft, brief) => {
  const names = [...draft.tables.values()].flatMap(({ name, columns }) =>
    [name, ...columns.keys()].flatMap((said) => said.split('_').map(singularName)),
  );
  for (const [, noun = ''] of brief
    .replaceAll(/\([^()]*\)/g, ' ')
    .matchAll(/\b(?:my|our|his|her) (?:[a-z]+ )?([a-z]+s|children|people)\b/g)) {
    const one = singularName(noun);
    if (!isPlural(noun) || !isPerson(noun) || /^(?:others|users|members|boys|girls|men|women|adults)$/.test(noun) || names.includes(one))
      continue;
    // They may go by another name.
    if (
      draft.tables.size > 1 &&
      [...draft.tables.keys()].some((name) => isPerson(name) && !new RegExp(`\\b${name.replaceAll('_', ' ')}\\b`).test(brief))
    )
      continue;
    return noun;
  }
  return null;
};

/** A deed made of a verb that says nothing of its own: "comings" of "students come", "intakes" of "i took it", "visits" of "who went". */
const emptyVerb: Doubt = (draft, brief) =>
  [...draft.tables.values()].find(
    ({ name, links }) => links === undefined && EMPTY.test(name) && !brief.includes(singularName(name).slice(0, 5)),
  )?.name ?? null;

const EMPTY = /(?:^|_)(?:comings|goings|comes|goes|gets|intakes|usages|visits|pickups|doings|makings|puttings|uses|tasks)$/;

/** "weeklies", "dog comes": a row is a thing, which neither an adverb nor a verb names. */
const noThing: Doubt = (draft, brief) => {
  for (const { name, links } of draft.tables.values()) {
    const words = name.split('_');
    const noun = singularName(words.at(-1) ?? '');
    if (links !== undefined) continue;
    if (/^(?:weekly|monthly|daily|yearly|annual|hourly|regular|next|last|online|dimension|white|black|red|other)$/.test(noun)) return name;
    if (
      words.length > 1 &&
      ACTORS.has(kindOf(words[0] ?? '')) &&
      new RegExp(`\\b${words[0]} ${words.at(-1)} (?:with|in|to|from|for|on|every|when|and)\\b`).test(brief) &&
      isRatherVerb(noun)
    )
      return name;
  }
  return null;
};

/** Whether it is rather a verb: "comes". */
const isRatherVerb = (noun: string): boolean =>
  (dictionary()?.entry(noun, 'verb')?.senses.length ?? 0) > (dictionary()?.entry(noun, 'noun')?.senses.length ?? 0) * VERBAL;

const VERBAL = 2;

const ACTORS: ReadonlySet<string> = new Set(['person', 'animal', 'group']);

const BODIES: ReadonlySet<string> = new Set(['group', 'place']);

/** "running club results", "guesthouse with rooms and guests": the whole that it is all about is no row among its parts. */
const wholeAsRow: Doubt = (draft, brief) => {
  for (const { name, columns, references, links } of draft.tables.values()) {
    const one = singularName(name).replaceAll('_', ' ');
    const kind = kindOf(name);
    if (
      links !== undefined ||
      !['group', 'place'].includes(kind) ||
      sortOf(name) === 'event' ||
      /weddings$/.test(name) ||
      brief.includes(name.replaceAll('_', ' '))
    )
      continue;
    if (new RegExp(`\\b(?:each|every|which|per) ${one}\\b`).test(brief) || draft.tables.size < 2) continue;
    if (kind === 'place' && new RegExp(`^(?:an? |our |my |the )?(?:[a-z]+ )?${one} with `).test(brief) && draft.tables.size > 2) return one;
    if (references.size > 0 || columns.size > 1 || kind !== 'group') continue;
    if ([...draft.tables.values()].some((other) => isPerson(other.name) && [...other.references.values()].includes(name))) continue;
    if (new RegExp(`^(?:[a-z]+ ){0,3}${one}\\b`).test(brief)) return one;
  }
  return null;
};

/** A thing that nothing leads to or from, among several that belong together. */
const apart: Doubt = (draft, brief) => {
  const tables = [...draft.tables.values()];
  if (tables.length < APART_FROM) return null;
  if (tables.every(({ references }) => references.size === 0))
    return /^[^:(]+:[^(.;]+$/.test(brief) && !tables.some(({ name }) => isDeed(name)) ? (tables[0]?.name ?? null) : null;
  const pointedAt = new Set(tables.flatMap(({ references }) => [...references.values()]));
  return (
    tables.find(
      ({ name, references, links }) =>
        links === undefined &&
        references.size === 0 &&
        !pointedAt.has(name) &&
        (isDeed(name) || sortOf(name) === 'follow-up' || isContest(name)) &&
        !/[.;]/.test(brief),
    )?.name ?? null
  );
};

const APART_FROM = 3;

/** "weather, bait and place": one word in a row of facts is a fact, whatever other rows might have it. */
const factInRow: Doubt = (draft, brief) => {
  for (const { name, links } of draft.tables.values()) {
    const noun = singularName(name).replaceAll('_', ' ');
    if (links !== undefined || noun === name || isPerson(name) || isRidden(singularName(name)) || brief.includes(name.replaceAll('_', ' ')))
      continue;
    if (
      new RegExp(isDeed(name) ? `, (?:and )?${noun}(?=,| and )` : `(?:, (?:and )?${noun}(?=,| and )|s, (?:and )?${noun}$)`).test(brief) &&
      !new RegExp(`\\b(?:which|what|each|every|per) ${noun}\\b`).test(brief)
    )
      return noun;
  }
  return null;
};

/** "we run a small cinema with films": the one that asks is no row among many. */
const oneself: Doubt = (draft, brief) => {
  const [, words = ''] =
    /^(?:we|i) (?:run|own|manage|operate|are|organi[sz]e|have) (?:an?|our|the|my) ((?:[a-z]+ ){0,2}[a-z]+?)(?= with|,|\.|:| and |$)/.exec(
      brief,
    ) ?? [];
  const noun = words.split(' ').at(-1) ?? '';
  if (noun === '' || isPlural(noun) || (/^(?:we|i) have /.test(brief) && !BODIES.has(kindOf(noun)))) return null;
  const table = [...draft.tables.values()].find(({ name }) => singularName(name).split('_').at(-1) === noun);
  return table !== undefined && !new RegExp(`\\b(?:(?:each|every|which|per) ${noun}|${pluralName(noun)})\\b`).test(brief) ? words : null;
};

/** "projects and yarns": how two things stand to each other has to be said or supposed. */
const strangers: Doubt = (draft, brief) => {
  const [one, other, ...more] = draft.tables.values();
  if (one === undefined || other === undefined || more.length > 0 || one.references.size + other.references.size > 0) return null;
  return /^(?:(?:my|our|the) )?[a-z]+(?: [a-z]+)? and (?:(?:my|our|the|their) )?[a-z]+(?: [a-z]+)?$/.test(brief)
    ? `${one.name} and ${other.name}`
    : null;
};

/** "shopping list items" of "what i bought", "how many minutes": words that nobody said, or that ask. */
const unsaid: Doubt = (draft, brief) => {
  for (const { name, columns, links } of draft.tables.values()) {
    const words = name.split('_');
    if (links === undefined && /^(?:max|min|maximum|minimum|total|average)_/.test(name)) return name;
    if (links === undefined && words.length > 2 && !words.some((word) => brief.includes(singularName(word).slice(0, 4)))) return name;
    for (const column of columns.keys()) if (/^how_(?:many|much)_/.test(column)) return column;
  }
  return null;
};

/** "charity shop donations": the end of where it is stands in no name. */
const halfPlace: Doubt = (draft, brief) =>
  [...draft.tables.values()].find(({ name, links }) => {
    const [first = '', ...rest] = name.split('_');
    return (
      links === undefined &&
      rest.length > 0 &&
      isDeed(name) &&
      BODIES.has(kindOf(first)) &&
      new RegExp(`^[a-z]+ ${name.replaceAll('_', ' ')}\\b`).test(brief)
    );
  })?.name ?? null;

/** "beers on tap": each of several things that a row names is in the schema. */
const named: Doubt = (draft, brief) => {
  const said = [...draft.tables.values()].flatMap(({ name, links, columns }) =>
    [
      name,
      ...(links ?? '').split(' '),
      ...columns.keys(),
      ...[...columns.values()].flatMap(({ comment, check }) => [comment ?? '', check?.kind === 'oneOf' ? check.values.join('_') : '']),
    ].flatMap((words) =>
      words
        .toLowerCase()
        .split(/[_ ]/)
        .map((word) => singularName(word).slice(0, STEM)),
    ),
  );
  for (const [, noun = ''] of brief
    .replaceAll(/\([^()]*\)/g, '')
    .matchAll(/(?:^[^:,.]*: |, )(?:(?:my|our|their|the) )?([a-z]+s) (?:on|in|at|from|under) [a-z]+(?=,|$)/g))
    if (isPlural(noun) && isEntity(noun) && !isKnownOf(noun) && !said.includes(singularName(noun).slice(0, STEM))) return noun;
  return null;
};

const STEM = 5;

/** "duration" of a flight: a fact that is said once is no table. */
const factTable: Doubt = (draft, brief) =>
  [...draft.tables.values()].find(({ name, links }) => {
    const noun = singularName(name).replaceAll('_', ' ');
    const isSaid = (words: string) => new RegExp(`\\b${words}\\b`).test(brief);
    return (
      links === undefined &&
      noun !== name &&
      isKnownOf(noun) &&
      !isPerson(name) &&
      new RegExp(`(?:[,:] |\\band )${noun}(?=[,.;]|$| and )`).test(brief) &&
      !isSaid(name.replaceAll('_', ' '))
    );
  })?.name ?? null;

export const rowDoubts: readonly Doubt[] = [
  people,
  emptyVerb,
  noThing,
  wholeAsRow,
  oneself,
  halfPlace,
  named,
  unsaid,
  strangers,
  apart,
  factTable,
  factInRow,
];
