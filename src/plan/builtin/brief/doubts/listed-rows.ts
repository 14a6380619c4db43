import { isPlural, isUncountable, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import { isDeed } from '../deed.ts';
import { readInventory } from '../inventory/inventory.ts';
import { stripLead } from '../lead.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf, kindOf } from '../outline/kind.ts';
import { isPast } from '../outline/verb.ts';
import type { Doubt } from './doubt.ts';
import { STEM, stem, tableFor } from './listed.ts';
import { ownOf, tablesOf } from './standing.ts';

/** "swimming lessons: groups, toddlers": where all of a list is read, no other table stands beside its things, but what the facts and the clauses name. */
const unlisted: Doubt = (draft, brief) => {
  const { entries, unread, pairs } = readInventory(brief);
  if (unread.length > 0 || entries.length < 2) return null;
  const told = entries.flatMap(({ facts }) => facts).join(' ');
  const sides = pairs.flatMap(({ one, other }) => [one, other]);
  return (
    tablesOf(draft).find(({ name, references }) => {
      const noun = stem(name.split('_').at(-1) ?? '');
      const isPair = sides.some((side) => [...references.values()].includes(side));
      const isItems = /_items$|^attendances?$/.test(name);
      const isOf = references.size > 0 || (isPerson(name) && entries.some((entry) => isPerson(entry.name)));
      return isOf && !isPair && !isItems && !told.includes(noun) && !entries.some((entry) => tableFor(draft, entry.name)?.name === name);
    })?.name ?? null
  );
};

/** "observations with date, conditions": what is known of each is no row of its own of which nothing else is known. */
const factAsRow: Doubt = (draft, brief) => {
  const facts = readInventory(brief).entries.flatMap((entry) => entry.facts);
  return (
    tablesOf(draft).find(
      (table) => facts.some((fact) => snakeCase(fact) === table.name && isKnownOf(fact)) && ownOf(table).join() === 'name,notes',
    )?.name ?? null
  );
};

/** "we organise markets": what somebody does is no row. */
const verbAsRow: Doubt = (draft, brief) => {
  const [, verb = ''] = /^(?:i|we) ([a-z]+) [^.:]*[.:]/.exec(brief) ?? [];
  if (verb.length < STEM) return null;
  return (
    tablesOf(draft).find(({ name }) => name.startsWith(verb.slice(0, STEM)) && brief.split(verb.slice(0, STEM)).length === 2)?.name ?? null
  );
};

/** "finds with grams": a unit is no row. */
const unitAsRow: Doubt = (draft) =>
  tablesOf(draft).find(({ name }) =>
    ['unit of measurement', 'metric weight unit', 'metric unit'].some((word) => broaderOf(singularName(name)).has(word)),
  )?.name ?? null;

/** "who claimed it and when", "who paid for which month": the day or the month that is asked for is kept. */
const whenAsked: Doubt = (draft, brief) => {
  const columns = [...draft.tables.values()].flatMap((table) => [...table.columns.values()]);
  if (/\b(?:which|what) month\b/.test(brief) && !columns.some(({ name }) => /month|period/.test(name))) return 'month';
  const [, verb = ''] = /\bwho ([a-z]+) (?:it|them) and when\b/.exec(brief) ?? [];
  const isTold = columns.some(({ name, type }) => ['date', 'timestamp'].includes(type) && name.includes(verb.slice(0, 4)));
  return verb !== '' && !isTold ? `when ${verb}` : null;
};

/** "coaches, matches, goals": in a row of bare things each is one, and no number of the one before it. */
const numberInRow: Doubt = (draft, brief) => {
  for (const { name, words, facts } of readInventory(brief).entries) {
    const [, next = ''] = new RegExp(`\\b${words}, (?:and )?([a-z]+)(?=[,.;]|$)`).exec(brief) ?? [];
    const isSeveral = isPlural(next) || (isUncountable(next) && ['machine', 'goods', 'thing'].includes(kindOf(next)));
    if (isSeveral && facts.length === 0 && tableFor(draft, name)?.columns.has(next) === true && draft.tables.size > 1) return next;
  }
  return null;
};

/** "points per team per night": a row that counts or measures has the number. */
const noNumber: Doubt = (draft) =>
  tablesOf(draft).find(
    (table) =>
      COUNTS.test(table.name) &&
      ownOf(table).length > 0 &&
      ownOf(table).every(
        (name) => table.columns.get(name)?.type === 'text' && !/result|score|value|mark|grade|points|level|reading/.test(name),
      ),
  )?.name ?? null;

const COUNTS = /(?:^|_)(?:points|scores|marks|grades|ratings|readings|measurements|weights|times|counts|levels|hours|distances)$/;

/** "fish tank log: ph, temperature, date": a row of a log is none of the things that it is about. */
const logged: Doubt = (draft, brief) => {
  const [only, ...more] = draft.tables.values();
  const [, of = ''] = /^(?:(?:my|our|an?|the) )?([a-z]+(?: [a-z]+)?) (?:log|diary|journal|logbook): /.exec(brief) ?? [];
  return of !== '' && only !== undefined && more.length === 0 && only.name === pluralName(snakeCase(of)) && !isDeed(only.name) ? of : null;
};

/** A row of which went with which has no name of its own, nor two sums where the brief says one. */
const linkNamed: Doubt = (draft, brief) => {
  for (const { name, references, columns } of draft.tables.values()) {
    const isPair = [...references.values()].some((one) => name.startsWith(`${singularName(one)}_`)) && references.size > 1;
    if (isPair && columns.has('name') && !/\bnames?\b/.test(brief)) return name;
    if (columns.has('price') && columns.has('amount') && !/\bprices?\b/.test(brief)) return name;
  }
  return null;
};

/** "glaze notes: cone, result, photo": rows between two hold little of their own, and a row goes by more than "record" where it is not all that is asked for. */
const vague: Doubt = (draft, brief) => {
  const isAll = draft.tables.size === 1 && /^(?:records|logs|lists|data)(?: with\b|:|$)/.test(stripLead(brief));
  for (const table of draft.tables.values()) {
    if (table.links !== undefined && ownOf(table).length > LITTLE) return table.name;
    if (!isAll && /^(?:records|logs|lists|data)$/.test(table.name)) return table.name;
  }
  return null;
};

const LITTLE = 4;

/** "tea tasting notes with tea and aroma": which notes they are is in their name. */
const whichNotes: Doubt = (draft, said) => {
  const brief = stripLead(said);
  const [, of = ''] = /^(?:(?:my|our|the) )?((?:[a-z]+ ){1,3})notes(?::| with) /.exec(brief) ?? [];
  return of !== '' && draft.tables.has('notes') ? `${of}notes` : null;
};

/** "species found on each trip": several each time are no text of it. */
const severalEach: Doubt = (draft, brief) => {
  for (const [all, noun = '', verb = ''] of brief.matchAll(/\b([a-z]+) ([a-z]+) (?:on|at|in|by|per|during|for) (?:each|every)\b/g))
    if (isPast(verb) && tablesOf(draft).some((table) => table.columns.get(`${noun}_${verb}`)?.type === 'text')) return all;
  return null;
};

/** "dialect dictionary: word, meaning": where something is kept is no row of it. */
const keptIn: Doubt = (draft, brief) => {
  const [only, ...more] = draft.tables.values();
  const [, head = ''] = /^(?:(?:my|our|an?|the) )?((?:[a-z]+ ){0,2}[a-z]+): /.exec(brief) ?? [];
  const noun = head.split(' ').at(-1) ?? '';
  return only !== undefined &&
    more.length === 0 &&
    head !== '' &&
    !isPlural(noun) &&
    ['work', 'place'].includes(kindOf(noun)) &&
    !/^(?:log|inventory|record)$/.test(noun) &&
    only.name === pluralName(snakeCase(head)) &&
    !isDeed(only.name)
    ? head
    : null;
};

/** Rows of a list that are none, and rows that lack what the list says of them. */
export const listedRowDoubts: readonly Doubt[] = [
  severalEach,
  keptIn,
  vague,
  whichNotes,
  logged,
  linkNamed,
  unlisted,
  factAsRow,
  verbAsRow,
  unitAsRow,
  whenAsked,
  numberInRow,
  noNumber,
];
