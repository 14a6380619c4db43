import { MINUTES } from './column.ts';
import type { Draft, NewTable } from './draft.ts';
import { happens, mainColumn } from './nouns.ts';
import { typeOfName } from './type-of-name.ts';

/** What can be told only once every table has all its columns: the type of a "time", and what bare tables know of each row. */
export function finish(draft: Draft): void {
  for (const table of draft.tables.values()) {
    settleTypes(table);
    if (table.columns.get('time')?.comment === MINUTES) draft.assumptions.push(`${table.name}.time is a number of minutes`);
  }
  nameBare(draft);
}

/** What a name means by its neighbours: "time" beside a date is of the day, alone it is the moment; "from" and "to" of what happens are days, of a trip with its own day they are places. */
function settleTypes(table: NewTable): void {
  const types = [...table.columns.values()].map(({ type }) => type);
  const dated = types.includes('date') || types.includes('timestamp');
  const retype = (name: string, type: 'time' | 'timestamp' | 'date' | 'decimal') => {
    const column = table.columns.get(name);
    if (column?.type === 'text' && !column.check) table.columns.set(name, { ...column, type });
  };
  const number = table.columns.get('number');
  if (number?.type === 'integer' && (number.unique || NUMBERED.test(table.name))) table.columns.set('number', { ...number, type: 'text' });
  if (/polic(?:y|ies)$/.test(table.name)) retype('premium', 'decimal');
  // How long it took.
  const time = table.columns.get('time');
  if (time?.type === 'text' && table.columns.has('distance')) table.columns.set('time', { ...time, type: 'integer', comment: MINUTES });
  retype('time', dated ? 'time' : 'timestamp');
  if (dated || !happens(table.name) || !table.columns.has('from')) return;
  for (const name of ['from', 'to', 'until', 'till']) retype(name, 'date');
}

/** A table of which nothing is known gets a name, a title or a date, since one can put nothing into a table of keys alone. */
function nameBare(draft: Draft): void {
  const bare = [...draft.tables.values()].filter((table) => table.links === undefined && table.columns.size === table.references.size);
  const mains = new Map<string, string[]>();
  for (const table of bare) {
    const pointing = [...table.columns];
    table.columns.clear();
    const name = mainColumn(table.name);
    table.columns.set(name, { name, type: typeOfName(name), nullable: true });
    for (const [key, column] of pointing) table.columns.set(key, column);
    mains.set(name, [...(mains.get(name) ?? []), table.name.replaceAll('_', ' ')]);
  }
  if (bare.length === 0) return;
  const [first = '', ...others] = [...mains].map(([main, tables], at) => `${together(tables)} ${at === 0 ? 'have only ' : ''}a ${main}`);
  draft.assumptions.push(`${together([`${first}`, ...others])} so far; say what else to know of each`);
}

const together = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), parts.at(-1) ?? ''].filter((part) => part !== '').join(' and ');

/** Things whose number is a name, such as 12B. */
const NUMBERED =
  /(?:^|_)(?:apartments|flats|units|houses|rooms|policies|invoices|flights|accounts|cards|passports|orders|contracts|tickets|licen[cs]es|seats)$/;
