import pluralize from 'pluralize';
import type { Glossary } from '../../../contract/glossary.ts';
import type { Read, ReadTerm } from '../../glossary.ts';
import type { Expr, Plan } from '../../plan.ts';
import type { Outcome, Planner, Question } from '../../planner.ts';

type Term = Glossary['terms'][number];

/**
 * A planner that knows the glossary: a term is read as what it means before anything is linked, and where it has SQL the
 * plan of the rest gets that condition or aggregate. What was read so is told as an assumption; a term whose SQL finds no
 * place declines the question.
 */
export function withTerms(planner: Planner, readTerm: ReadTerm): Planner {
  return {
    ...planner,
    async plan(question) {
      const terms = question.schema.glossary?.terms ?? [];
      const found = terms.length === 0 ? null : firstIn(question.text, terms);
      if (found === null) return await planner.plan(question);
      return await planWith(question, terms, (next) => planner.plan(next), readTerm, []);
    },
  };
}

interface Found {
  readonly term: Term;
  readonly start: number;
  readonly end: number;
}

/** The longest term that stands first in the text, outside of quotes. */
function firstIn(text: string, terms: readonly Term[]): Found | null {
  const open = text.replace(/"[^"]*"|“[^”]*”|(?<!\w)'[^']*'(?!\w)/g, (quoted) => ' '.repeat(quoted.length));
  const found = terms.flatMap((term): Found[] => {
    const words = term.term.trim().split(/\s+/);
    const last = words.pop() ?? '';
    const forms = [...new Set([last, pluralize.singular(last), pluralize.plural(last)])].map(escaped).join('|');
    const pattern = [...words.map(escaped), `(?:${forms})`].join('\\s+');
    const match = new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])`, 'iu').exec(open);
    return match ? [{ term, start: match.index, end: match.index + match[0].length }] : [];
  });
  return found.sort((a, b) => a.start - b.start || b.end - a.end)[0] ?? null;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** One term after the other; each at most once, so that a term may stand in what another means. */
async function planWith(
  question: Question,
  terms: readonly Term[],
  plan: Planner['plan'],
  readTerm: ReadTerm,
  told: readonly string[],
): Promise<Outcome> {
  const found = firstIn(question.text, terms);
  if (found === null) {
    const outcome = await plan(question);
    return outcome.kind === 'plan' ? { ...outcome, assumptions: [...told, ...outcome.assumptions] } : outcome;
  }
  const { term, start, end } = found;
  const said = question.text.slice(start, end);
  const rest = terms.filter((other) => other !== term);
  const put = (words: string) => ({
    ...question,
    text: `${question.text.slice(0, start)}${words}${question.text.slice(end)}`.replace(/ {2,}/g, ' '),
  });
  if (term.sql === undefined) {
    const means = inNumber(term.means, said);
    const read = async (next: Question) => await planWith(next, rest, plan, readTerm, [...told, `"${said}" read as "${term.means}"`]);
    const nounEnd = FOLLOWS.test(means) ? endOfNoun(question, end) : null;
    if (nounEnd === null) return await read(put(means));
    const moved = `${question.text.slice(0, start)}${question.text.slice(end, nounEnd).trim()} ${means}${question.text.slice(nounEnd)}`;
    const outcome = await read({ ...question, text: moved });
    return outcome.kind === 'declined' ? await read(put(means)) : outcome;
  }
  const read = readTerm(term.sql, question.schema);
  if (read.kind === 'wrong') return declined(`The glossary's "${term.term}" does not fit the tables any more: ${read.reason}`);
  for (const words of standIns(said, read)) {
    const outcome = await planWith(put(words), rest, plan, readTerm, [...told, `"${said}" read as ${term.sql}`]);
    if (outcome.kind !== 'plan') continue;
    const placed = place(outcome.plan, read, said);
    if (placed !== null) return { ...outcome, plan: placed };
  }
  return declined(`The glossary's "${term.term}" has no place in this question.`);
}

/** How a meaning begins that stands behind its noun: of "fancy beans", "with price above 15" is "beans with price above 15". */
const FOLLOWS =
  /^(?:with|without|whose|that|who|which|where|having|from|in|at|on|of|by|for|above|below|over|under|between|before|after|since)\b/i;

/** Where a table's name ends that stands next to `at`, or the last word of one; null where none does. */
function endOfNoun({ text, schema }: Question, at: number): number | null {
  const rest = text.slice(at);
  const ends = schema.tables.flatMap(({ name }) => {
    const words = (name.split('.').at(-1) ?? name).split(/[_\s]+/).filter((word) => word !== '');
    const last = words.at(-1) ?? '';
    const forms = `(?:${[...new Set([last, pluralize.singular(last), pluralize.plural(last)])].map(escaped).join('|')})`;
    const before = words.slice(0, -1).map((word) => `${escaped(word)}[\\s_]+`);
    const found = new RegExp(`^\\s+(?:${before.join('')})?${forms}(?![\\p{L}\\p{N}_])`, 'iu').exec(rest);
    return found ? [at + found[0].length] : [];
  });
  return ends.length === 0 ? null : Math.max(...ends);
}

/** The meaning's own noun as it was said: of "settled orders", "order with status paid" is "orders with status paid". */
function inNumber(means: string, said: string): string {
  const noun = said.split(/\s+/).at(-1) ?? '';
  const isNoun = (word: string) => pluralize.singular(word.toLowerCase()) === pluralize.singular(noun.toLowerCase());
  let isFound = false;
  return means.replace(/[\p{L}\p{N}_]+/gu, (word) => {
    if (isFound || !isNoun(word)) return word;
    isFound = true;
    return noun;
  });
}

const declined = (reason: string): Outcome => ({ kind: 'declined', reason, unclear: [] });

/** What the rest of the question is read with: the rows that the term is about, and of an aggregate their number. */
function standIns(said: string, { kind, table }: Exclude<Read, { kind: 'wrong' }>): string[] {
  const noun = (table.split('.').at(-1) ?? table).replaceAll('_', ' ');
  if (kind === 'aggregate') return [`number of ${pluralize.plural(noun)}`];
  const last = said.split(/\s+/).at(-1)?.toLowerCase() ?? '';
  const namesRows = pluralize.singular(noun.toLowerCase()).endsWith(pluralize.singular(last));
  return namesRows ? [pluralize.plural(noun)] : ['', pluralize.plural(noun)];
}

function place(plan: Plan, read: Exclude<Read, { kind: 'wrong' }>, said: string): Plan | null {
  if (read.kind === 'condition' && (plan.kind === 'update' || plan.kind === 'delete'))
    return plan.table === read.table ? { ...plan, where: both(plan.where, read.expr) } : null;
  if (plan.kind !== 'select') return null;
  const sources = [plan.from, ...(plan.joins ?? []).map(({ source }) => source)];
  const own = sources.flatMap((source) => (source?.kind === 'table' && source.table === read.table ? [source.as] : []));
  const [as, ...more] = own;
  if (as === undefined || more.length > 0) return null;
  const expr = renamed(read.expr, read.table, as);
  if (read.kind === 'condition') return { ...plan, where: both(plan.where, expr) };
  // Every row of the table once: a join from it to its parents repeats none.
  if (plan.from?.kind !== 'table' || plan.from.table !== read.table) return null;
  const counts = plan.columns.filter((column) => isCount(column.expr));
  const [count] = counts;
  if (count === undefined || counts.length > 1) return null;
  const key = JSON.stringify(count.expr);
  const swapped = JSON.parse(JSON.stringify(plan).replaceAll(key, () => JSON.stringify(expr))) as typeof plan;
  const name = said.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
  return { ...swapped, columns: swapped.columns.map((column, at) => (plan.columns[at] === count ? { ...column, as: name } : column)) };
}

const isCount = (expr: Expr): boolean =>
  expr.kind === 'aggregate' && expr.fn === 'count' && !expr.distinct && !expr.filter && expr.arg.kind === 'star';

const both = (where: Expr | undefined, condition: Expr): Expr => (where ? { kind: 'and', args: [where, condition] } : condition);

/** Columns of the table under the name that the plan gives it. */
const renamed = (expr: Expr, table: string, as: string): Expr =>
  JSON.parse(
    JSON.stringify(expr, (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'column' && 'table' in value && value.table === table
        ? { ...value, table: as }
        : value,
    ),
  ) as Expr;
