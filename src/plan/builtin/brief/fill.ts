import { singularName, snakeCase } from '../english/inflect.ts';
import { broaderOf } from '../english/related-words.ts';
import { doerOf, isContest, isDeed, isTested } from './deed.ts';
import type { Draft } from './draft.ts';
import type { NewTable } from './new-table.ts';
import { happens, isPerson, lastWord, mainColumn, sortOf } from './nouns.ts';
import { hasUsual, usualColumns } from './usual.ts';

/** The tables of which a brief says nothing. */
export const bareIn = (draft: Draft): ReadonlySet<string> =>
  new Set(
    [...draft.tables.values()]
      .filter(({ columns, references, links }) => links === undefined && columns.size === references.size)
      .map(({ name }) => name),
  );

/** What everybody keeps of a thing of its kind and nobody says: what came of a test, of a job what was done, for how much and whether it is. */
export function fill(draft: Draft, bare: ReadonlySet<string>, shared: ReadonlySet<string>, knownOf: ReadonlySet<string>): void {
  for (const table of draft.tables.values()) {
    if (!bare.has(table.name)) continue;
    const usual = knownOf.has(table.name) ? usualOf(table) : [];
    for (const item of usual) draft.column(table, item, { silent: true });
    const more = lacking(draft, table, shared.has(table.name));
    for (const item of more) draft.column(table, item, { silent: true });
    const added = [...usual, ...more];
    if (added.length > 0)
      draft.assumptions.push(`${table.name.replaceAll('_', ' ')} have ${added.map((item) => item.replace(/ \(.*/, '')).join(', ')} too`);
  }
}

/** What most people keep of it besides what a clause says. */
function usualOf({ name, columns }: NewTable): string[] {
  const items = hasUsual(name) ? usualColumns(name) : isDeed(name) ? [] : [mainColumn(name)];
  const has = (item: string) => columns.has(snakeCase(item.replace(/ \(.*/, '')));
  return items.filter((item) => !has(item));
}

function lacking(draft: Draft, { name, columns, references }: NewTable, shared: boolean): string[] {
  const own = [...columns.keys()].filter((column) => !references.has(column));
  const has = (pattern: RegExp) => own.some((column) => pattern.test(column));
  const found: string[] = [];
  if (shared && !has(NAMED)) found.push(mainColumn(name) === 'title' ? 'title' : 'name');
  if (sortOf(name) === 'classifier' || sortOf(name) === 'said') return found;
  if (FIXED.test(name)) found.push(...(has(MONEY) ? [] : ['amount']), ...(has(WHEN) ? [] : ['due date']));
  else if (isQuantity(name)) found.push(...(has(/amount|quantity|value|dose/) ? [] : ['amount']), ...(has(WHEN) ? [] : ['date']));
  const dated = isDated(columns) || has(WHEN) || isOfDated(draft, references);
  if (isDeed(name) && !hasUsual(name) && !dated) found.push('date');
  if (isTested(name) && (happens(name) || !hasUsual(name) || EXAMS.test(name) || isContest(name))) {
    if (!has(RESULT) && !isInParts(draft, name)) found.push('result');
    const doer = isContest(name) || EXAMS.test(name) ? null : doerOf(name);
    const byStaff = [...references.values()].some((target) => isPerson(target) && sortOf(target) === 'staff');
    if (doer !== null && !byStaff && !has(new RegExp(`${doer}|_by$`)) && !references.has(`${doer}_id`)) found.push(doer);
  }
  if (WORK.test(name)) {
    if (!has(DESCRIBED)) found.push('description');
    if (!has(/status|done|state|stage/)) found.push('status');
    if (!has(MONEY)) found.push('price');
  }
  if (/(?:^|_)(?:passes|tickets)$/.test(name) && !hasUsual(name)) {
    if (!has(NAMED) && !has(/type|kind/)) found.push('type');
    if (!has(MONEY)) found.push('price');
  }
  return found;
}

const isQuantity = (name: string): boolean => broaderOf(singularName(lastWord(name))).has('indefinite quantity') && !hasUsual(name);

const isDated = (columns: NewTable['columns']): boolean =>
  [...columns.values()].some(({ type }) => type === 'date' || type === 'timestamp' || type === 'time');

/** The parts of what happens are of its day. */
const isOfDated = (draft: Draft, references: NewTable['references']): boolean =>
  [...references.values()].some((target) => isDeed(target) && isDated(draft.tables.get(target)?.columns ?? new Map()));

/** Whether what came of it is told by its parts. */
const isInParts = (draft: Draft, name: string): boolean =>
  isContest(name) &&
  [...draft.tables.values()].some(
    ({ columns, references }) => [...references.values()].includes(name) && [...columns.keys()].some((column) => RESULT.test(column)),
  );

const NAMED = /name|title|subject|text|code|number|label/;
const EXAMS = /(?:^|_)(?:exams|tests|checks)$/;
/** What is due again and again. */
const FIXED = /(?:^|_)(?:fees|dues|rents|charges|subs)$/;
const WHEN = /date|day|time|month|year|when|week|_on$|_at$|start|^from$|season|period/;
const RESULT = /result|score|passed|status|outcome|grade|mark|rating|winner|points|finding|white|place|rank|verdict/;
const DESCRIBED = /description|problem|work|task|title|subject|details|fault|what|notes|kind|type|item|product/;
const MONEY = /price|cost|amount|total|fee|budget|rate|charge|pay/;
/** What is done for somebody. */
const WORK = /(?:^|_)(?:jobs|repairs|commissions|alterations|work_orders|service_visits)$/;
