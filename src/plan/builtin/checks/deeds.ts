import type { Query, Select } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { OWED } from '../english/words.ts';
import { endOf } from '../linking/ending.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import { conjuncts, DATED } from '../linking/expressions.ts';
import { type Lexicon, rootOf } from '../linking/lexicon.ts';
import { tells } from '../linking/moment-columns.ts';
import { peopleIn } from '../linking/people.ts';
import { ownColumn, type PlanCheck, selectsIn, sourcesOf } from './checked.ts';

/** "when did Ann last visit" is no day on which Ann was entered: a date answers by its own name, or by the table that is asked about. */
const whenOfOther: PlanCheck = ({ said, tokens, plan, lexicon }) => {
  if (!/^ (?:and )?when (?:did|does|do|was|were|is|are|has|have|had|will) /.test(said) || plan.kind !== 'select') return null;
  const spoken = tokens.filter(({ kind }) => kind === 'word').map(({ lower }) => lower);
  const other = datesIn([plan.columns, plan.groupBy, plan.orderBy], plan, lexicon).find(({ own, entry }) => {
    const telling = own.words.filter((word) => !WHENS.has(word));
    const isTold = telling.some((word) => spoken.some((one) => stem(one) === word || tells(one, word) || rootOf(one) === rootOf(word)));
    if (isTold) return false;
    if (telling.some((word) => BOOKKEEPING.has(word))) return !spoken.some((one) => ENTERING.test(one));
    return telling.length === 0 && !entry.words.some((word) => spoken.some((one) => stem(one) === word || rootOf(one) === rootOf(word)));
  });
  return other === undefined ? null : `It is unclear which date says when.`;
};

/** "who has not paid" has something that is not paid, and need not lack anything that is. */
const noneFlagged: PlanCheck = ({ said, plan, lexicon }) => {
  if (!/ not /.test(said) || / never /.test(said)) return null;
  const isSet = (select: Select): boolean =>
    conjuncts(select.where).some((test) => {
      if (test.kind !== 'compare' || test.op !== '=' || test.right.kind !== 'literal' || test.right.value !== true) return false;
      const words = ownColumn(test.left, select, lexicon)?.own.words.join(' ');
      return words !== undefined && OWED.has(words) && said.includes(` not ${words} `);
    });
  for (const select of selectsIn(plan))
    for (const test of conjuncts(select.where))
      if (test.kind === 'not' && test.arg.kind === 'exists' && selectsIn(test.arg.query).some(isSet))
        return 'It is unclear of which rows it does not hold.';
  return null;
};

/** "how many were cancelled and by whom" asks for two things. */
const whomUnsaid: PlanCheck = ({ said, plan }) =>
  / and (?:by|to|from|for|with|of) whom $/.test(said) && plan.kind === 'select' && plan.columns.length === 1
    ? 'It is unclear who is asked for.'
    : null;

const WHENS = new Set('date time year day month on at in of timestamp datetime when the'.split(' '));
const BOOKKEEPING = new Set('created updated modified added inserted changed'.split(' '));
const ENTERING =
  /^(?:join|regist|sign|add|creat|open|start|plac|enrol|enter|subscrib|made|make|updat|modif|chang|edit|report|submit|came|come)/;

/** "per cleaner" is who cleaned, and no day on which it was done. */
const doerForDay: PlanCheck = ({ tokens, plan, lexicon }) => {
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ lower }) => lower);
  // Orders are no people who order.
  const doers = words.filter((word) => /(?:er|or)s?$/.test(word) && !lexicon.tables.some((table) => table.words.at(-1) === stem(word)));
  if (doers.length === 0) return null;
  const other = datesIn(plan, plan, lexicon).find(({ own, entry }) => {
    const telling = own.words.filter((word) => /ed$/.test(word));
    const isOf = (spoken: string) => telling.some((word) => rootOf(stem(spoken)).slice(0, 5) === rootOf(word).slice(0, 5));
    const others = words.filter((one) => !doers.includes(one) && !entry.words.includes(stem(one)));
    return doers.some(isOf) && !others.some(isOf);
  });
  return other === undefined ? null : `No column says who did it, ${other.own.column.name} says when.`;
};

/** Who left us did so on a day of their own, where they have one: it is no visit that they left. */
const leavingOfOther: PlanCheck = ({ said, plan, lexicon }) => {
  if (!/ (?:left|quit) /.test(said)) return null;
  const text = JSON.stringify(plan);
  const leavers = peopleIn(lexicon).filter((one) => endOf(one) !== null && text.includes(`"table":"${one.table.name}"`));
  const other = datesIn(plan, plan, lexicon).find(({ own, entry }) => own.words.includes('left') && !leavers.includes(entry));
  return leavers.length === 0 || other === undefined
    ? null
    : `It is unclear whether they left for good, or when ${other.own.column.name} says.`;
};

/** A birthday comes every year: who has one this month was not born in it. */
const birthdays: PlanCheck = ({ said, plan, lexicon }) => {
  if (!/ (?:birthdays?|anniversar(?:y|ies)) /.test(said)) return null;
  const within = [...selectsIn(plan)].flatMap(({ where }) => datesIn(where, plan, lexicon));
  return within.length > 0 && !/"fn":"(?:month|day)"/.test(JSON.stringify(plan)) ? 'A birthday is of a day of each year.' : null;
};

/** "who came in today" is no matter of the day on which they joined. */
const comingForJoining: PlanCheck = ({ said, plan, lexicon }) => {
  if (
    !/ (?:came|come|comes|coming|been in|been here(?! (?:the )?(?:longest|shortest|for))|showed up|turned up) /.test(said) ||
    plan.kind !== 'select'
  )
    return null;
  const people = new Set(peopleIn(lexicon).map(({ table }) => table.name));
  const joining = datesIn(plan.where, plan, lexicon).some(({ entry }) => people.has(entry.table.name));
  return joining ? 'It is unclear which rows say who came.' : null;
};

/** "who has borrowed the most books", of a plan that has no loans although these alone say when something was borrowed. */
const deedUnused: PlanCheck = ({ said, tokens, plan, lexicon }) => {
  const used = new Set([...selectsIn(plan)].flatMap((select) => [...sourcesOf(select).values()]));
  const isAverage = / (?:on average|average) /.test(said);
  const unused = tokens.find(({ kind, lower }, at) => {
    if (kind !== 'word' || !/ed$/.test(lower)) return false;
    if (!isAverage && !['most', 'fewest', 'least'].some((one) => one === tokens[at + 2]?.lower)) return false;
    const telling = lexicon.tables.filter(
      ({ columns, words: name }) =>
        (isAverage && (tells(lower, name.at(-1) ?? '') || (LENT.test(lower) && name.at(-1) === 'loan'))) ||
        columns.some(({ column, words }) => DATED.has(column.type) && words.some((word) => word === lower || tells(lower, word))),
    );
    return telling.length > 0 && !telling.some(({ table }) => used.has(table.name));
  });
  return unused === undefined ? null : `It is unclear what "${unused.text}" asks for.`;
};

/** "which boat stayed the longest" asks for a length of time, and not for the length of the boat. */
const lengthForTime: PlanCheck = ({ said, plan, lexicon }) => {
  if (!/ [a-z]+(?:ed|t|nt) (?:for )?the (?:longest|shortest)(?: time)? (?:$|in |this |last |here |with )/.test(said)) return null;
  for (const select of selectsIn(plan))
    for (const { expr } of select.orderBy ?? [])
      if (ownColumn(expr, select, lexicon)?.own.words.some((word) => LENGTHS.has(word)) === true)
        return 'It is unclear how long that took.';
  return null;
};
const LENGTHS = new Set(['length', 'distance', 'height', 'width', 'km', 'mile']);

/** "who has not paid yet" is somebody who pays, and not who works for those that are paid. */
const payerWorks: PlanCheck = ({ said, plan, lexicon }) => {
  if (!/^ who (?:has |have |did |does )?(?:not|still|never|yet|already) .*(?:paid|pay|owes?|owed) /.test(said)) return null;
  const worker = plan.kind === 'select' && plan.from?.kind === 'table' ? lexicon.byName.get(plan.from.table) : undefined;
  const reached = plan.kind === 'select' && conjuncts(plan.where).some(({ kind }) => kind === 'exists' || kind === 'not');
  if (worker === undefined || !reached || peopleIn(lexicon).length < 2) return null;
  return isWorker(worker) ? 'It is unclear who has to pay.' : null;
};

const WORKERS = /^(?:staff|employee|worker)$/;
const WAGES = /^(?:salary|wage|wages|pay|hired)$/;

/** Whether rows of a table are who works here: it is called so, or says what they are paid. */
const isWorker = ({ words, columns }: TableEntry): boolean =>
  WORKERS.test(words.at(-1) ?? '') || columns.some((column) => WAGES.test(column.words.at(-1) ?? ''));

/** "who cancelled the most lessons" is whoever takes them, and not who is paid for giving them, where rows lead to both. */
const customerWorks: PlanCheck = ({ said, plan, lexicon }) => {
  const deed = /^ who (?:has |have )?(cancell?ed|booked|missed|bought|ordered|returned|attended|passed|failed|complained) /.exec(said)?.[1];
  if (deed === undefined || plan.kind !== 'select') return null;
  const people = peopleIn(lexicon);
  const shown = plan.columns.flatMap(({ expr }) => ownColumn(expr, plan, lexicon)?.entry ?? []);
  const worker = shown.find((entry) => people.includes(entry) && isWorker(entry));
  return worker !== undefined && people.some((other) => !isWorker(other)) ? `It is unclear who "${deed}".` : null;
};

const LENT = /^(?:borrowed|lent|loaned)$/;

/** "who owns the north quay" is no porter who worked there: who owns a thing is told by it or by the table that is called so. */
const ownedBy: PlanCheck = ({ said, plan, lexicon }) => {
  if (!/^ (?:who|whos|whose) (?:own|owns|owned) /.test(said) || plan.kind !== 'select' || plan.from?.kind !== 'table') return null;
  const people = lexicon.byName.get(plan.from.table);
  const isCalled = people?.words.some((word) => /^(?:owner|landlord|holder|proprietor|keeper)$/.test(word)) === true;
  const ways = conjuncts(plan.where).flatMap((test) => (test.kind === 'exists' ? selectsIn(test.query) : []));
  const isLong = ways.some((way) => (way.joins ?? []).length > 0) || ways.length > 1;
  return people !== undefined && !isCalled && isLong ? 'It is unclear what tells who owns it.' : null;
};

export const DEED_CHECKS: readonly PlanCheck[] = [
  ownedBy,
  payerWorks,
  customerWorks,
  whenOfOther,
  doerForDay,
  birthdays,
  leavingOfOther,
  comingForJoining,
  deedUnused,
  lengthForTime,
  noneFlagged,
  whomUnsaid,
];

/** The dates that a part of a plan uses. */
function datesIn(part: unknown, plan: Query, lexicon: Lexicon): { readonly own: ColumnEntry; readonly entry: TableEntry }[] {
  const sources = new Map([...selectsIn(plan)].flatMap((select) => [...sourcesOf(select)]));
  return columnsIn(part).flatMap(({ table, column }) => {
    const entry = lexicon.byName.get(sources.get(table) ?? table);
    const own = entry?.columns.find((one) => one.column.name === column);
    return entry !== undefined && own !== undefined && DATED.has(own.column.type) ? [{ own, entry }] : [];
  });
}

function columnsIn(part: unknown): { readonly table: string; readonly column: string }[] {
  if (typeof part !== 'object' || part === null) return [];
  const { kind, table, column } = part as Record<string, unknown>;
  if (kind === 'column' && typeof table === 'string' && typeof column === 'string') return [{ table, column }];
  return Object.values(part).flatMap(columnsIn);
}
