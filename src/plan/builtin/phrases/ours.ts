import type { Expr } from '../../plan.ts';
import { dateOf, isKindColumn } from './columns.ts';
import { anyDatedAt, datedAt, datedBy } from './dates.ts';
import { formsOf, isDeed, isDeedOf, isDone } from './deeds.ts';
import { after, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { columnIn, compare } from './query.ts';
import { ended } from './states.ts';
import type { Filter } from './things.ts';
import { dateNote, tellsOf } from './when.ts';

/** "we", "i", "they", as whom a question speaks of. */
export const pronounAt = (ground: Ground, at: number): number | null => (PRONOUNS.has(word(ground, at)) ? at + 1 : null);

const PRONOUNS = new Set(['we', 'i', 'they', 'you', 'people']);

/** What we did to things: "deliver last month", "have open", "make in May"; and from where more may be said of them: "that we have in Spain", "we made for Ann". */
export function oursAt(ground: Ground, from: number, table: string): { readonly reads: Read<Filter>[]; readonly rest: number | null } {
  const at = past(ground, from, new Set(['have', 'had', 'currently', 'still', 'already', 'actually', 'ever']));
  const stopped = after(ground, at, STOPPED);
  const gone = stopped === null ? null : ended(ground, table, true);
  if (stopped !== null && gone !== null) return { reads: [found(gone, stopped, 0.1)], rest: null };
  const verb = word(ground, at);
  const forms = formsOf(verb);
  const stored = forms.flatMap((form) =>
    ground.values.find(form).filter((hit) => hit.table === table && isKindColumn(ground, table, hit.column)),
  );
  const [state, ...states] = stored;
  const told = forms.flatMap((form) => {
    const dated = dateOf(ground, table, [form]);
    return dated !== null && !dated.assumed && tellsOf(ground, table, form, dated.column.name) ? [dated.column] : [];
  });
  const [column] = told;
  const noun = entry(ground, table).words.at(-1) ?? '';
  const own = forms.some((form) => isDeedOf(form, noun));
  const reads: Read<Filter>[] = [];
  const then = [at + 1, at + 2].slice(0, ['out', 'up', 'in', 'on', 'off', 'for'].includes(word(ground, at + 1)) ? 2 : 1);
  for (const end of then) {
    for (const { value, end: to, cost, notes } of anyDatedAt(ground, end)) {
      if (column !== undefined) reads.push(found(datedBy(table, column, value), to, cost, notes));
      else if ((isDone(verb) || own || (verb === 'sell' && isDeed(ground, table))) && state === undefined) {
        const filter = datedAt(ground, table, value, []);
        if (filter !== null) reads.push(found(filter, to, cost, [...notes, ...dateNote(ground, table, [])]));
      }
    }
    if (column?.nullable === true && state === undefined)
      reads.push(
        found<Filter>(
          { kind: 'test', table, not: true, test: (alias) => ({ kind: 'isNull', arg: columnIn(alias, column.name) }) },
          end,
          0.1,
        ),
      );
  }
  if (state !== undefined && states.length === 0) {
    const test = (alias: string): Expr =>
      compare('=', columnIn(alias, state.column), { kind: 'literal', value: state.stored, type: 'text' });
    if (column === undefined) reads.push(found<Filter>({ kind: 'test', table, not: false, column: state.column, test }, at + 1, 0.1));
  }
  // Tickets are there once they are sold.
  if ((own && state === undefined && column?.nullable !== true) || (['sold', 'sell'].includes(verb) && isDeed(ground, table)))
    reads.push(found<Filter>({ kind: 'all', filters: [] }, at + 1, 0.05));
  const rest = isDone(verb) ? at + 1 : word(ground, from) === word(ground, at) ? null : at;
  return { reads, rest };
}

/** "products we stopped making", "sites we gave up". */
const STOPPED = [
  ...['stopped', 'no longer'].flatMap((stop) =>
    ['making', 'selling', 'using', 'doing', 'offering', 'make', 'sell', 'use', 'do', 'offer', 'have', 'keep', 'run'].map(
      (verb) => `${stop} ${verb}`,
    ),
  ),
  ...['gave up', 'given up', 'got rid of', 'closed', 'closed down', 'shut', 'shut down', 'dropped', 'discontinued'],
];
