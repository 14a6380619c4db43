import type { Expr, Query, Select } from '../../plan.ts';
import { ownColumn, sourcesOf } from '../checks/checked.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import { stem } from '../english/stem.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import { conjuncts, DATED } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { notYet } from './not-yet.ts';

/** A plan with what its words leave to be understood. */
export const completed = (plan: Query, text: string, lexicon: Lexicon): Query =>
  plan.kind === 'select'
    ? withCode(
        kindsOnce(eachOnce(namedGroups(lastIsPast(notYet(plan, text, lexicon), text, lexicon), lexicon), lexicon), text, lexicon),
        text,
        lexicon,
      )
    : plan;

/** "companies with more than one member": rows without a company are of none, and make no group of their own. */
function namedGroups(plan: Select, lexicon: Lexicon): Select {
  const [group, ...more] = plan.groupBy ?? [];
  if (plan.having === undefined || group === undefined || more.length > 0) return plan;
  const own = ownColumn(group, plan, lexicon)?.own.column;
  if (own?.type !== 'text' || !own.nullable || /"isNull"/.test(JSON.stringify(plan.where ?? null))) return plan;
  const named: Expr = { kind: 'not', arg: { kind: 'isNull', arg: group } };
  return { ...plan, where: plan.where === undefined ? named : { kind: 'and', args: [...conjuncts(plan.where), named] } };
}

/** "which pitches were booked most": of rows without a name that are told by their key, the code that each has of its own. */
function withCode(plan: Select, text: string, lexicon: Lexicon): Select {
  if (plan.distinct === true || plan.distinctOn !== undefined || /\b(?:ids?|keys?)\b/i.test(text)) return plan;
  const columns = plan.columns.flatMap((shown): Select['columns'] => {
    const found = ownColumn(shown.expr, plan, lexicon);
    const code = found === undefined || shown.expr.kind !== 'column' ? null : codeOf(found.entry, found.own.column.name);
    if (code === null || shown.expr.kind !== 'column') return [shown];
    const { table } = shown.expr;
    const others = plan.columns.some((one) => one !== shown && one.expr.kind === 'column' && one.expr.table === table);
    const taken = plan.columns.some(({ as }) => as === code);
    return others || taken ? [shown] : [shown, { expr: { kind: 'column', table, column: code }, as: code }];
  });
  if (columns.length === plan.columns.length) return plan;
  const added = columns.filter((one) => !plan.columns.includes(one)).map(({ expr }) => expr);
  return { ...plan, columns, ...(plan.groupBy === undefined ? {} : { groupBy: [...plan.groupBy, ...added] }) };
}

/** The one text that tells rows without a name apart, of a key that is a number: the code of a pitch, the label of a shelf. */
function codeOf({ table, label, columns }: TableEntry, key: string): string | null {
  if (label.length > 0 || table.primaryKey.length !== 1 || table.primaryKey[0] !== key) return null;
  const [only, ...more] = columns.filter(
    ({ column, words }) =>
      column.type === 'text' &&
      !column.nullable &&
      !words.includes('email') &&
      table.uniques.some((unique) => unique.length === 1 && unique[0] === column.name),
  );
  return only === undefined || more.length > 0 || only.column.name === key ? null : only.column.name;
}

/** "the last concert" is one that has been: those that are planned come after it. */
function lastIsPast(plan: Select, text: string, lexicon: Lexicon): Select {
  const noun = / (?:last|most recent) ([a-z]+)\b/.exec(` ${text.toLowerCase()}`)?.[1];
  const entry = plan.from?.kind === 'table' ? lexicon.byName.get(plan.from.table) : undefined;
  const [by] = plan.orderBy ?? [];
  if (noun === undefined || entry?.words.at(-1) !== stem(noun) || by?.direction !== 'desc' || plan.limit === undefined) return plan;
  const found = ownColumn(by.expr, plan, lexicon);
  if (found?.entry !== entry || plan.groupBy !== undefined || !mayLieAhead(found.own)) return plan;
  const now: Expr = { kind: 'call', fn: found.own.column.type === 'date' ? 'today' : 'now', args: [] };
  const past: Expr = { kind: 'compare', op: '<=', left: by.expr, right: now };
  return { ...plan, where: plan.where === undefined ? past : { kind: 'and', args: [plan.where, past] } };
}

/** What is held, starts or takes place may be planned; what was paid or made has been. */
const mayLieAhead = ({ column, words }: ColumnEntry): boolean =>
  DATED.has(column.type) && words.some((word) => PLANNED.has(word)) && !words.some((word) => /^(?:due|expir|end|until)/.test(word));
const PLANNED = new Set(
  'held start starts begin begins scheduled takes event concert show match game meeting appointment class session'.split(' '),
);

/** Whole rows with one of something else are listed once each, however many they have of it. */
function eachOnce(plan: Select, lexicon: Lexicon): Select {
  if (plan.from?.kind !== 'table' || plan.distinct === true || plan.groupBy !== undefined || (plan.joins ?? []).length === 0) return plan;
  if (plan.orderBy !== undefined || plan.limit !== undefined || plan.distinctOn !== undefined) return plan;
  const shown = plan.columns.map(({ expr }) => (expr.kind === 'column' ? expr : null));
  const [first] = shown;
  if (first == null || shown.some((one) => one?.table !== first.table)) return plan;
  const entry = lexicon.byName.get(sourcesOf(plan).get(first.table) ?? '');
  if (!mayRepeat(plan, first.table, lexicon)) return plan;
  const whole = entry?.table.primaryKey.every((key) => shown.some((one) => one?.column === key)) === true;
  const comparable = entry?.columns.every(({ column }) => SIMPLE.has(column.type)) === true;
  return whole && comparable && entry.table.primaryKey.length > 0 ? { ...plan, distinct: true } : plan;
}

/** "what statuses can a booking have", "which products have we used": each once, where rows are not called so one by one. */
function kindsOnce(plan: Select, text: string, lexicon: Lexicon): Select {
  const [only, ...more] = plan.columns;
  if (
    !ASKS_KINDS.test(text) ||
    plan.distinct === true ||
    plan.groupBy !== undefined ||
    plan.limit !== undefined ||
    plan.orderBy !== undefined
  )
    return plan;
  const found = only === undefined || more.length > 0 ? undefined : ownColumn(only.expr, plan, lexicon);
  if (found === undefined || found.own.column.type !== 'text') return plan;
  if (isPersonNoun(found.entry.words.at(-1) ?? '') && !asksFor(text, found.own.words)) return plan;
  if (ONE_OF_EACH.has(found.own.words.at(-1) ?? '')) return plan;
  const { table, label } = found.entry;
  const name = found.own.column.name;
  if ([table.primaryKey, ...table.uniques].some((key) => key.length === 1 && key[0] === name)) return plan;
  return !label.includes(name) || USED.test(text) ? { ...plan, distinct: true } : plan;
}

/** "which job titles" asks for these, and not for who has them. */
function asksFor(text: string, words: readonly string[]): boolean {
  const [asked, ...said] = text.toLowerCase().trim().replace(/^and /, '').split(/\s+/);
  return (asked === 'which' || asked === 'what') && words.every((word, at) => stem(said[at] ?? '') === word);
}

/** What every row has one of its own of, equal to another's by chance, and no kind of rows. */
const ONE_OF_EACH = new Set('date day time detail description comment note text remark address phone email'.split(' '));
const ASKS_KINDS = /^\s*(?:and )?(?:what|which|list|show)\b/i;
const USED = /\b(?:use|used|using|tried|try)\b/i;

/** Whether a row of the source may be joined to several: somewhere away from it, a key leads back. */
function mayRepeat(plan: Select, start: string, lexicon: Lexicon): boolean {
  const sources = sourcesOf(plan);
  const pairs = (plan.joins ?? []).flatMap(({ on }) => conjuncts(on));
  const reached = new Set([start]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const pair of pairs) {
      if (pair.kind !== 'compare' || pair.left.kind !== 'column' || pair.right.kind !== 'column') return true;
      const [near, far] = reached.has(pair.left.table) ? [pair.left, pair.right] : [pair.right, pair.left];
      if (!reached.has(near.table) || reached.has(far.table)) continue;
      const key = lexicon.byName.get(sources.get(near.table) ?? '')?.table.foreignKeys.some(({ columns }) => columns.includes(near.column));
      if (key !== true) return true;
      reached.add(far.table);
      grown = true;
    }
  }
  return false;
}

const SIMPLE = new Set(['text', 'integer', 'decimal', 'float', 'boolean', 'date', 'timestamp', 'time', 'uuid']);
