import { singularName, snakeCase } from '../../inflect.ts';
import { broaderOf } from '../../kin.ts';
import type { Draft, NewTable } from '../draft.ts';
import { happens, isPerson, lastWord, mainColumn } from '../nouns.ts';
import { hasUsual, usualColumns } from '../usual.ts';

/** What nobody says of a thing and everybody keeps: a name of what lasts, the day of what happens, the sum of what is paid. */
export function complete(draft: Draft, table: NewTable): void {
  if (table.links !== undefined) return;
  const own = [...table.columns.values()].filter(({ name }) => !table.references.has(name));
  const missing =
    own.length === 0
      ? usual(table.name)
      : lacking(
          table.name,
          own.map(({ name }) => name),
          table.references.size > 0,
        );
  const columns = [...table.columns];
  table.columns.clear();
  const has = (item: string) => columns.some(([name]) => name === snakeCase(item.replace(/ \(.*/, '')));
  for (const item of missing) if (!has(item)) draft.column(table, item, { silent: true });
  for (const [name, column] of columns) table.columns.set(name, column);
  if (missing.length > 0 && own.length > 0)
    draft.assumptions.push(
      `${table.name.replaceAll('_', ' ')} have ${missing.map((item) => item.replace(/ \(.*/, '')).join(' and ')} as well`,
    );
}

/** All of it, where nothing was said. */
function usual(name: string): readonly string[] {
  const found = DAYS_OF.test(name) ? FROM_TO : MONEY.has(kindOf(name) ?? '') && !hasUsual(name) ? PAID : null;
  if (found !== null) return found;
  if (hasUsual(name) || happens(name)) return [];
  if (isPerson(name)) return PERSON;
  if (VEHICLES.has(kindOf(name) ?? '')) return ['name', 'registration', 'notes'];
  return isAct(name) ? ['name', 'date', 'notes'] : [];
}

const isAct = (name: string): boolean => {
  const kinds = broaderOf(lastWord(singularName(name)));
  return ACTS.some((kind) => kinds.has(kind));
};

function lacking(name: string, own: readonly string[], isOf: boolean): readonly string[] {
  const any = (pattern: RegExp) => own.some((column) => pattern.test(column));
  if (DAYS_OF.test(name)) return [...(any(BEGINS) ? [] : ['start date']), ...(any(ENDS) ? [] : ['end date'])];
  const money = MONEY.has(kindOf(name) ?? '');
  if (happens(name) || money) return [...(any(WHEN) ? [] : ['date']), ...(money && !any(AMOUNT) ? ['amount'] : [])];
  const dated = any(WHEN) || !(OCCASIONS.test(name) || isAct(name)) ? [] : ['date'];
  // What is of another and has its day is told by these.
  if (dated.length > 0 || any(NAMED) || (isOf && any(WHEN))) return dated;
  return hasUsual(name) ? [usualColumns(name)[0] ?? 'name'] : [mainColumn(name)];
}

/** The broadest word for a noun of which something is known here. */
function kindOf(table: string): string | undefined {
  const noun = lastWord(singularName(table));
  const kinds = broaderOf(noun);
  return [...MONEY, ...VEHICLES].find((kind) => kind === noun || kinds.has(kind));
}

const PERSON = ['name', 'email', 'phone'];
const PAID = ['date', 'amount', 'notes'];
const OCCASIONS = /(?:^|_)(?:meetings|events|nights|shoots|matches|games|concerts|gigs|races|stalls|fairs|shows|classes)$/;
const FROM_TO = ['start date', 'end date', 'price', 'notes'];
const MONEY: ReadonlySet<string> = new Set([
  'payment',
  'fee',
  'financial gain',
  'cost',
  'income',
  'fixed charge',
  'earnings',
  'receipts',
  'taking',
]);
/** Nouns for what somebody does, as a decision or a change. */
const ACTS = ['act', 'action', 'happening'];
const VEHICLES: ReadonlySet<string> = new Set(['motor vehicle', 'craft']);
/** What lasts from one day to another. */
const DAYS_OF = /(?:^|_)(?:rentals|hires|loans|lendings|stays|leases)$/;
const BEGINS = /^(?:start|from|check_in|taken|lent|loan|borrowed|collected|rented|out|begin)/;
const ENDS = /^(?:end|to|until|till|check_out|return|due|back|brought_back)/;
const WHEN = /date|(?:_on|_at)$|day$|time|^(?:start|end|from|month|year|when|period|quarter)/;
const AMOUNT = /amount|price|cost|total|sum|fee|rent/;
const NAMED = /name|^(?:title|label|number|subject|code|question|text|body|front|word|description|headline|serial|ring)|number$|_no$/;
