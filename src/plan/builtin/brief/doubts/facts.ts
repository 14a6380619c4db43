import { isPlural, pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { isDeed } from '../deed.ts';
import { isEntity } from '../entity.ts';
import { isPerson, sortOf } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import { isPast, lemmaOf } from '../outline/verb.ts';
import { typeOfName } from '../type-of-name.ts';
import type { Doubt } from './doubt.ts';

/** "invoices per order", "treatments done in each appointment": several of a thing are a table, whatever is said of them. */
const flattened: Doubt = (draft) => {
  for (const { columns, references } of draft.tables.values())
    for (const { name, type } of columns.values()) {
      if (references.has(name)) continue;
      if (type === 'text' && name.includes('_') && isPlural(name) && sortOf(name) === 'classifier') return name;
      const words = name.split('_');
      const at = words.findIndex(
        (word) => isPlural(word) && isEntity(word) && ['event', 'person', 'fault', 'money'].includes(kindOf(word)),
      );
      const next = words[at + 1];
      if (at < 0 || next === undefined || type === 'integer' || type === 'decimal') continue;
      if (next === 'per' || (isPast(next) && lemmaOf(next) !== null)) return name;
    }
  return null;
};

/** "donors with blood type, donation date": the day of another thing that is kept is no fact of this one. */
const ofAnother: Doubt = (draft) => {
  for (const table of draft.tables.values())
    for (const { name } of table.columns.values()) {
      const [, noun] = /^([a-z]+)_(?:date|day|time|amount|price|cost|status|result|number)$/.exec(name) ?? [];
      const other = noun === undefined || table.references.has(name) ? undefined : draft.known(pluralName(noun));
      if (
        other !== undefined &&
        other !== table &&
        other.links === undefined &&
        isDeed(other.name) &&
        ![...table.references.values()].includes(other.name)
      )
        return name;
    }
  return null;
};

/** A question that is a column: "what sprayed on". */
const question: Doubt = (draft) => {
  for (const { columns } of draft.tables.values())
    for (const { name, type } of columns.values())
      if (
        /^(?:what|which|who|where)_[a-z]+_/.test(name) ||
        (/^what_/.test(name) && type !== 'text') ||
        /^(?:did|do|does|was|were|are|had)(?:_|$)/.test(name)
      )
        return name;
  return null;
};

/** "races, horses, jockeys, finishing position": which of several things a fact after them is of, is not said, unless it is of what happens. */
const trailing: Doubt = (draft, brief) => {
  const [, list = ''] = /^[^:]*: ([^;.()]*)(?:\. .*)?$/.exec(brief) ?? [];
  const items = list.split(/,? and |, /).map((item) => item.trim());
  const at = items.findIndex((item, place) => place > 1 && isBare(item) && (!isPlural(item.split(' ').at(-1) ?? '') || !isEntity(item)));
  if (at < 2 || !items.slice(0, at).every((item) => isBare(item) && isThing(item))) return null;
  const fact = items[at] ?? '';
  const last = items[at - 1] ?? '';
  const table = draft.known(pluralName(singularName(snakeCase(last))));
  return table !== undefined &&
    [fact, singularName(snakeCase(fact))].some((name) => table.columns.has(snakeCase(name))) &&
    !isDeed(table.name)
    ? fact
    : null;
};

const isBare = (item: string): boolean => /^[a-z]+(?: [a-z]+){0,2}$/.test(item) && !/\b(?:with|of|per|in|who|each)\b/.test(item);
const isThing = (item: string): boolean => isPlural(item.split(' ').at(-1) ?? '') && isEntity(item);

/** "cheese makers: batches, milk used": where the first of a list is a thing, what stands before it is whose they are. */
const ofTheHead: Doubt = (draft, brief) => {
  const [, head = '', first = ''] =
    /^(?:(?:my|our|an?|the) )?([a-z]+(?: [a-z]+){0,2}): (?:the |our |my )?([a-z]+(?: [a-z]+)?)(?=,| and | with | by )/.exec(brief) ?? [];
  const name = pluralName(singularName(snakeCase(head)));
  const table = draft.tables.get(name);
  if (table === undefined || !isThing(first)) return null;
  if (table.columns.has(snakeCase(first))) return first;
  if (!draft.tables.has(pluralName(singularName(snakeCase(first))))) return null;
  const facts = [...table.columns.keys()].filter(
    (column) => !table.references.has(column) && column !== 'name' && brief.includes(column.replaceAll('_', ' ')),
  );
  return facts.length > 0 && (isPerson(name) || !isDeed(name)) ? head : null;
};

/** "points per round", "scores per hole": of each of several parts another amount, which one column cannot hold. */
const perPart: Doubt = (draft) => {
  for (const { name: table, columns, references } of draft.tables.values())
    for (const { name } of columns.values()) {
      const [, many = '', part = ''] = /^(?:[a-z]+_)?([a-z]+)_per_([a-z]+)$/.exec(name) ?? [];
      if (references.has(name) || part === singularName(table)) continue;
      if (RESULTS.test(many) ? !TIMES.test(part) : isPlural(many) && PARTS.has(kindOf(part)) && typeOfName(many) === 'text') return name;
    }
  return null;
};

const RESULTS = /^(?:points?|scores?|goals?|marks?|strokes?|throws?)$/;
const TIMES = /^(?:second|minute|hour|day|night|week|month|quarter|season|year)$/;
const PARTS: ReadonlySet<string> = new Set(['event', 'contest', 'show', 'person', 'animal', 'place', 'group']);

export const factDoubts: readonly Doubt[] = [flattened, perPart, ofAnother, question, trailing, ofTheHead];
