import { dictionary } from '../../english/dictionary.ts';
import { isPlural, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import { isDeed } from '../deed.ts';
import { isEntity } from '../entity.ts';
import { isPerson, lastWord } from '../nouns.ts';
import { KEPT_KINDS } from '../outline/complete.ts';
import { kindOf } from '../outline/kind.ts';
import { nounOfDeed } from '../outline/verb.ts';
import { purposeOf } from '../shapes/purpose.ts';
import { hasUsual } from '../usual.ts';
import type { Doubt } from './doubt.ts';

/** Those who do something, what they do, and where: each is a table wherever it stands, but in a list of what is known of another. */
const lost: Doubt = (draft, brief) => {
  const names = [...draft.tables.keys()].flatMap((name) => name.split('_').map(singularName));
  if (!/[,;:.] |\band\b/.test(brief)) return null;
  const plain = brief
    .replaceAll(/\([^()]*\)|\b(?:like|such as|for example) [^.;:()]*|\bnumber of [a-z]+|^[^,;:]*(?=:)/g, ' ')
    .replaceAll(/\b(?:for|of|at) (?:my|our|the|an?|his|her|your|some) [^,.;:]*/g, ' ');
  for (const [, before = '', noun = ''] of plain.matchAll(
    /(^|[,;:.] ?|\b(?:and|of|by|our|my|their|the|with) )([a-z]+s)(?=[,;:.]|$| and | with | by )/g,
  )) {
    if (/with/.test(before) || !isPlural(noun) || !isEntity(noun) || !TABLES.has(kindOf(noun)) || names.includes(singularName(noun)))
      continue;
    const held = [...draft.tables.values()].some(({ columns }) =>
      [...columns.keys()].some((name) => name === noun || name.startsWith(`${singularName(noun)}_`)),
    );
    if (!held || isPerson(noun)) return noun;
  }
  return null;
};

const TABLES: ReadonlySet<string> = new Set(['person', 'animal', 'vehicle', 'event', 'contest', 'group', 'place']);

/** "chess club: white player, black player, result" tells of no clubs, "lighthouse keepers log" of no keepers. */
const whole: Doubt = (draft, brief) => {
  const [, head = ''] = /^(?:(?:my|our|an?|the) )?([a-z]+(?: [a-z]+){0,2}):/.exec(brief) ?? [];
  const name = snakeCase(head);
  if (name !== '' && !isPlural(lastWord(name)) && kindOf(name) === 'group') {
    const facts = [...(draft.tables.get(pluralName(name))?.columns.keys() ?? [])].filter((column) =>
      brief.includes(column.replaceAll('_', ' ')),
    );
    return facts.length > 1 ? head : null;
  }
  const [only = ''] = draft.tables.keys();
  const isOwner = isPerson(only) || ['place', 'group'].includes(kindOf(only));
  return draft.tables.size === 1 && isOwner && /^[^,:;.(]* (?:log|logbook|diary|journal|calendar|rota|schedule|timetable)$/.test(brief)
    ? brief
    : null;
};

/** "members, who book classes": what somebody does is no name of a thing, nor is "off bags" of "drop off bags". */
const clause: Doubt = (draft) => {
  const people = [...draft.tables.values()].some(({ name }) => isPerson(name));
  return (
    [...draft.tables.values()].find(({ name, links }) => {
      const [first = '', ...rest] = name.split('_');
      if (links !== undefined || rest.length === 0 || draft.tables.has(pluralName(first))) return false;
      return PARTICLES.test(first) || (people && VERBS.test(first) && isPlural(lastWord(name)));
    })?.name ?? null
  );
};

const PARTICLES = /^(?:up|out|off|away|back|down|over|through|in|on)$/;
const VERBS =
  /^(?:book|rent|hire|buy|sell|lend|borrow|order|attend|join|teach|take|bring|give|get|see|watch|read|play|pay|make|log|note|record|need|visit|drop|pick)$/;

/** A noun that was made of a verb and that nobody says: "bings" of "who is where", "sells" of "i buy and sell". */
const coined: Doubt = (draft, brief) =>
  [...draft.tables.values()].find(({ name, links }) => {
    const noun = singularName(lastWord(name));
    const said = nounOfDeed(noun);
    if (links !== undefined || hasUsual(name)) return false;
    if (said !== null && said !== lastWord(name) && !new RegExp(`\\b${lastWord(name)}\\b`).test(brief)) return true;
    return !new RegExp(`\\b(?:${noun}|${lastWord(name)})\\b`).test(brief) && (dictionary()?.entry(noun, 'noun') ?? null) === null;
  })?.name ?? null;

/** "chore tracker for my kids": what it is kept for is a table that the others lead to. */
const purpose: Doubt = (draft, brief) => {
  const things = purposeOf(brief);
  if (things === null) return null;
  const table = draft.known(pluralName(singularName(snakeCase(things))));
  const others = [...draft.tables.values()].filter((other) => other !== table);
  const isOf = others.length === 0 || others.some(({ references }) => [...references.values()].includes(table?.name ?? ''));
  return table !== undefined && isOf ? null : things;
};

/** "vehicle diary: which car, km": the rows of a diary that says which thing each is of are none of the things. */
const twice: Doubt = (draft, brief) => {
  const [only, ...others] = draft.tables.values();
  if (only === undefined || others.length > 0 || !/\b(?:log|logbook|diary|journal)\b/.test(brief)) return null;
  const [, which = ''] = /\bwhich ([a-z]+)(?=,|$| and )/.exec(brief) ?? [];
  return only.columns.has(which) && broaderOf(which).has(singularName(only.name)) ? which : null;
};

/** "stargazing journal", "plumber appointments": one table of which nothing is said, and nothing is usual, is no more than its name. */
const nameAlone: Doubt = (draft, brief) => {
  const [only, ...others] = draft.tables.values();
  if (only === undefined || others.length > 0 || /[,:;.()]|\b(?:with|and|when|who|what|how|where|whether)\b/.test(brief)) return null;
  if (draft.assumptions.some((assumption) => assumption.includes(' read as '))) return null;
  // "pond water tests": a name of three words holds whose they are, or where.
  if (only.name.split('_').length > 2) return brief;
  const whose = only.name.split('_').at(-2) ?? '';
  const isWhose = whose !== '' && isPerson(whose) && isDeed(only.name);
  return isWhose || !(hasUsual(only.name) || KEPT_KINDS.has(kindOf(only.name))) ? brief : null;
};

export const thingDoubts: readonly Doubt[] = [lost, whole, clause, coined, purpose, twice, nameAlone];
