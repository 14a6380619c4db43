import { isPlural, singularName, snakeCase } from '../../english/inflect.ts';
import { isDeed } from '../deed.ts';
import type { Draft } from '../draft.ts';
import { isEntity } from '../entity.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf, kindOf } from '../outline/kind.ts';
import { isPast } from '../outline/verb.ts';
import type { Doubt } from './doubt.ts';
import { tablesOf } from './standing.ts';

/** "we have 14 looms and want to log repairs": what is counted is there, and so has a table, or a column for how many there are. */
const counted: Doubt = (draft, brief) => {
  for (const [, words = ''] of brief.matchAll(
    /^(?:i|we)(?:'ve got| have(?: got)?| own| keep| run| look after) (?:\d+|two|three|four|five|six|seven|eight|nine|ten|several|a few|some) ([a-z]+(?: [a-z]+)?)(?=,|\.| and | in | at | on |$)/gi,
  ))
    if (isMissing(draft, words)) return words;
  return null;
};

/** "rabbits that live in our barn with owner and feed": what the sentence is about has a table. */
const subject: Doubt = (draft, brief) => {
  const [, words = ''] = /^(?:(?:the|my|our|all) )*([a-z]+s) (?:that|who|which) [a-z]+ (?!also)/i.exec(brief) ?? [];
  return words !== '' && isMissing(draft, words) ? words : null;
};

const isMissing = (draft: Draft, words: string): boolean => {
  const noun = words.split(' ').at(-1) ?? '';
  if (!isPlural(noun) || !isEntity(noun) || isKnownOf(noun) || kindOf(noun) === 'measure') return false;
  const one = singularName(noun);
  return ![...draft.tables.values()].some(({ name, columns }) =>
    [name, ...columns.keys()].some((said) => said.split('_').map(singularName).includes(one)),
  );
};

/** Rows that are called entries where nobody spoke of entries, or of anything that has some. */
const entries: Doubt = (draft, brief) =>
  draft.tables.has('collections') && /[a-z] collection\b/.test(brief)
    ? 'collection'
    : draft.tables.has('entries') &&
        !/\b(?:entries|entry|log|logbook|diary|diaries|journal|tracker|book|register|record|records)\b/i.test(brief)
      ? 'entries'
      : null;

/** "village hall donations": where it takes place is no part of a name of what happens there. */
const placed: Doubt = (draft) =>
  [...draft.tables.values()].find(({ name, links }) => {
    const [first = '', ...rest] = name.split('_');
    return (
      links === undefined &&
      rest.length > 1 &&
      isDeed(name) &&
      ['place', 'group'].includes(kindOf(snakeCase(rest.slice(0, -1).join('_')))) &&
      !isPlural(first)
    );
  })?.name ?? null;

/** "rehearsals with attendance", "volunteers per day": who was there is told by rows of their own, and so is what is kept in a list. */
const pressed: Doubt = (draft) => {
  for (const { name, columns, links, references } of draft.tables.values())
    for (const [column, { type }] of columns)
      if (
        links === undefined &&
        !references.has(column) &&
        (type !== 'integer' || column === 'attendance') &&
        (/(?:^|_)(?:attendances?|diary|journal|logbook|stash|inventory|collection)$/.test(column) ||
          isPeoplePer(column) ||
          (isPerson(name) && /^(?!created|born|recommended|referred|invited)[a-z]+(?:ed|en)_by$/.test(column)))
      )
        return column;
  return null;
};

const isPeoplePer = (column: string): boolean => {
  const [, whom = ''] = /^([a-z]+)_per_[a-z]+$/.exec(column) ?? [];
  return whom !== '' && kindOf(whom) === 'person';
};

/** "archery scores", "gala results": of what is measured only the number would be known. */
const bareMeasure: Doubt = (draft, brief) => {
  const [only, ...others] = draft.tables.values();
  return only !== undefined &&
    others.length === 0 &&
    /^(?:(?:my|our|the) )?(?:[a-z]+ ){1,3}(?:scores|results|times|points|standings|rankings)$/.test(brief)
    ? only.name
    : null;
};

/** "mileage log": it keeps what it is called after. */
const measured: Doubt = (draft, brief) => {
  const [, what = ''] = /^(?:(?:my|our|the|an?) )?([a-z]+) (?:log|logbook|diary|journal|tracker)\b/.exec(brief) ?? [];
  if (what === '' || !isKnownOf(what)) return null;
  return [...draft.tables.values()].some(({ name, columns }) => [name, ...columns.keys()].some((said) => said.includes(singularName(what))))
    ? null
    : what;
};

/** "readings for electricity, gas and water": all of a row or none. */
const row: Doubt = (draft, brief) => {
  const columns = [...draft.tables.values()].flatMap((table) => [table.name, ...table.columns.keys()]);
  for (const [, list = ''] of brief.matchAll(/\b(?:for|of) ((?:[a-z]+, )+[a-z]+,? and [a-z]+)\b/g)) {
    const words = list.split(/,? and |, /);
    const lost = words.filter((word) => !columns.some((name) => name.includes(singularName(word))));
    if (lost.length > 0 && lost.length < words.length) return lost[0] ?? null;
  }
  return null;
};

/** "flavour chosen": what was done with one thing of another makes no rows. */
const participle: Doubt = (draft, brief) =>
  tablesOf(draft).find(({ name }) => {
    const last = name.split('_').at(-1) ?? '';
    const done = singularName(last);
    return name.includes('_') && done !== last && /(?:ed|en|wn)$/.test(done) && isPast(done) && !new RegExp(`\\b${last}\\b`).test(brief);
  })?.name ?? null;

export const nameDoubts: readonly Doubt[] = [participle, counted, subject, entries, placed, pressed, bareMeasure, measured, row];
