import { singularName, snakeCase } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import type { Draft } from '../draft.ts';
import type { NewTable } from '../new-table.ts';
import { happens, lastWord, mainColumn } from '../nouns.ts';
import { hasUsual, usualColumns } from '../usual.ts';
import { firstKindOf, type Kind, kindOf } from './kind.ts';
import { OCCASIONS } from './sketch.ts';

/** What nobody says of a thing and everybody keeps: a name of what lasts, the day of what happens, the sum of what is paid. */
export function complete(draft: Draft, table: NewTable): void {
  if (table.links !== undefined) return;
  const own = [...table.columns.values()].filter(({ name }) => !table.references.has(name) && name !== 'type').map(({ name }) => name);
  const missing = own.length === 0 ? usual(draft, table) : lacking(draft, table, own);
  const columns = [...table.columns];
  table.columns.clear();
  const has = (item: string) => columns.some(([name]) => name === snakeCase(item.replace(/ \(.*/, '')) || name === `${snakeCase(item)}_id`);
  for (const item of missing) if (!has(item)) draft.column(table, item, { silent: true });
  for (const [name, column] of columns) table.columns.set(name, column);
  if (missing.length > 0 && own.length > 0)
    draft.assumptions.push(
      `${table.name.replaceAll('_', ' ')} have ${missing.map((item) => item.replace(/ \(.*/, '')).join(' and ')} as well`,
    );
}

/** All of it, where nothing was said. */
function usual(draft: Draft, table: NewTable): readonly string[] {
  const { name } = table;
  if (DAYS_OF.test(name)) return BY_KIND.rental;
  if (isContest(draft, table)) return BY_KIND.contest;
  if (/(?:^|_)rooms$/.test(name) && !draft.tables.has('guests')) return ['name', 'capacity', 'price'];
  if (/_items$/.test(name) && !/^(?:order|invoice|sale|cart|line|menu)_/.test(name)) return ['title', 'notes'];
  if (/(?:^|_)games$/.test(name)) return ['title', 'notes'];
  if (/(?:^|_)jobs$/.test(name)) return ['date', 'description', 'status'];
  if (/(?:^|_)readings$/.test(name)) return ['measured at', 'value'];
  if (hasUsual(name))
    return isOccasion(name) && mainColumn(name) !== 'title' && !usualColumns(name).some((item) => /date|(?: on| at)$/.test(item))
      ? [...usualColumns(name), 'date']
      : [];
  if (kindOf(name) === 'person') return BY_KIND.person;
  if (OCCASIONS.test(name)) return BY_KIND.show;
  const kind = kindOf(name);
  // Of what is made only what is written has an author.
  if (kind === 'work' && !broaderOf(singularName(lastWord(name))).has('publication')) return [mainColumn(name), 'notes'];
  if (LOOSELY.has(kind) && firstKindOf(name) !== kind) return BY_KIND.thing;
  return BY_KIND[isOccasion(name) && kind === 'measure' ? 'show' : kind];
}

/** Kinds of which more is known only where the noun means nothing else in the first place: a panel is rather a sheet than a committee. */
const LOOSELY: ReadonlySet<Kind> = new Set<Kind>(['group', 'goods', 'ticket', 'work']);

function lacking(draft: Draft, table: NewTable, own: readonly string[]): readonly string[] {
  const { name } = table;
  const any = (pattern: RegExp) => own.some((column) => pattern.test(column));
  if (DAYS_OF.test(name)) return [...(any(BEGINS) ? [] : ['start date']), ...(any(ENDS) ? [] : ['end date'])];
  const kind = kindOf(name);
  const result = isContest(draft, table) && !any(/result|score|winner|won/) ? ['result'] : [];
  if (happens(name) || kind === 'money')
    return [
      ...(any(WHEN) ? [] : [/(?:^|_)readings$/.test(name) ? 'measured at' : 'date']),
      ...(kind === 'money' && !any(AMOUNT) ? ['amount'] : []),
      ...result,
    ];
  const named = OCCASIONS.test(name) && !/(?:lessons|sessions|walks|games|matches)$/.test(name) && !any(NAMED) ? ['name'] : [];
  const dated = any(WHEN) || !isOccasion(name) ? named : [...named, 'date'];
  // What is of another and has its day is told by these.
  if (dated.length > 0 || any(NAMED) || (table.references.size > 0 && any(WHEN))) return [...dated, ...result];
  return hasUsual(name) ? [usualColumns(name)[0] ?? 'name'] : [mainColumn(name)];
}

const isOccasion = (name: string): boolean => happens(name) || OCCASIONS.test(name) || EVENTS.has(kindOf(name));

/** A game that people play against each other, and no game on a shelf. */
const isContest = (draft: Draft, table: NewTable): boolean =>
  /(?:^|_)(?:games|matches|races|bouts|fights|competitions)$/.test(table.name) &&
  ![...draft.tables.keys()].some((name) => /(?:^|_)(?:teams|clubs|nights|sessions|evenings)$/.test(name)) &&
  !/^(?:board|video|card|computer)_/.test(table.name) &&
  singularName(table.name) !== '';

const EVENTS: ReadonlySet<Kind> = new Set<Kind>(['event', 'contest', 'show', 'fault', 'money']);

/** Kinds → what everybody keeps of such a thing, where the noun has nothing more its own. */
export const BY_KIND: Readonly<Record<Kind | 'rental', readonly string[]>> = {
  person: ['name', 'email', 'phone'],
  animal: ['name', 'species', 'breed', 'birth date'],
  plant: ['name', 'species', 'location'],
  vehicle: ['name', 'registration', 'model'],
  money: ['date', 'amount', 'notes'],
  ticket: ['code', 'price', 'valid until'],
  contest: ['date', 'location', 'result'],
  show: ['name', 'date', 'venue', 'notes'],
  fault: ['date', 'description', 'status'],
  work: ['title', 'author', 'year'],
  event: ['date', 'notes'],
  measure: ['name', 'notes'],
  place: ['name', 'notes'],
  machine: ['name', 'make', 'model', 'serial number'],
  group: ['name', 'contact person', 'phone'],
  goods: ['name', 'notes'],
  thing: ['name', 'notes'],
  rental: ['start date', 'end date', 'price', 'notes'],
};
/** Of things of these kinds most people keep the same, whatever they are. */
export const KEPT_KINDS: ReadonlySet<Kind> = new Set<Kind>(['animal', 'plant', 'vehicle', 'machine']);
/** What lasts from one day to another. */
const DAYS_OF = /(?:^|_)(?:rentals|hires|loans|lendings|stays|leases)$/;
const BEGINS = /^(?:start|from|check_in|taken|lent|loan|borrowed|collected|rented|out|begin|pickup)/;
const ENDS = /^(?:end|to|until|till|check_out|return|due|back|brought_back)/;
const WHEN = /date|(?:_on|_at)$|day$|time|^(?:start|end|from|month|year|when|period|quarter)/;
const AMOUNT = /amount|price|cost|total|sum|fee|rent/;
const NAMED = /name|^(?:title|label|number|subject|code|question|text|body|front|word|description|headline|serial|ring)|number$|_no$/;
