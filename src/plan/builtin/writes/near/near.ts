import type { Expr, Plan } from '../../../plan.ts';
import type { Outcome, Question } from '../../../planner.ts';
import { isPlural, singularName } from '../../english/inflect.ts';
import type { Setting } from '../change/place.ts';
import { textOf } from '../change/spans.ts';
import { asEnglish } from '../english-tokens.ts';
import { WriteReader } from '../write-reader.ts';
import { POLITE, words } from '../write-words.ts';
import { addsOne } from './adds-one.ts';
import { turnsOf, wayOf } from './forms.ts';
import { type Part, partsOf, range, SMALL, tokensOf } from './parts.ts';
import { clausesOf, removalIn, saysWhy } from './removal.ts';
import type { Told } from './told.ts';
import type { Turn } from './turn.ts';

/**
 * What becomes of rows, read in any order: each word stands for rows, for a column, a state, a day or a new value, and the one way of
 * putting them together is taken that uses all of them. Null where there is none, or more than one.
 */
export function readNear(question: Question): Outcome | null {
  const reader = new WriteReader(question);
  if (reader.tokens.length > TOKENS_MAX || UNSURE.test(question.text)) return null;
  const english = asEnglish(reader);
  const found = question.schema.tables.filter(({ kind }) => kind === 'table').flatMap((table) => readingsOf({ reader, table, english }));
  const least = Math.min(...found.map(({ cost }) => cost));
  const nearest = found.filter(({ cost }) => cost === least);
  const [one, ...more] = nearest.filter((each, at) => nearest.findIndex((other) => same(other.plan, each.plan)) === at);
  if (one === undefined || more.length > 0) return null;
  const several = one.one === null ? {} : { oneRow: one.one };
  return { kind: 'plan', plan: one.plan, confidence: CONFIDENCE, assumptions: one.notes, ...several };
}

interface Reading {
  readonly plan: Plan;
  readonly cost: number;
  /** Whose row is meant, where there may be several. */
  readonly one: string | null;
  readonly notes: readonly string[];
}

function readingsOf(told: Told): Reading[] {
  const parts = partsOf(told);
  const removal = removalIn(told);
  if (removal !== null) {
    const rows = rowsLeft(told, parts, removal.spent, removal.isReason);
    if (rows === null || rows.conditions.length === 0 || !(rows.identified || rows.owned || rows.several)) return [];
    // "has her seats twice": one of them goes, and not both.
    if (!rows.identified && told.reader.tokens.some(({ lower }) => /^(?:twice|duplicates?|double)$/.test(lower))) return [];
    if (isOfAnother(told, rows, new Set([...removal.spent, ...sourceOf(told, removal.spent)]))) return [];
    // A row between two others is what "Ada off the workshop" takes away; of any other only the key is emptied.
    const apart = removal.apart !== null && isApart(parts, removal.apart) && !(rows.owners > 1 && !rows.dated);
    if (apart && (!rows.identified || removal.apart === -1)) return [];
    // "remove Knots from Ada" takes a class from her, and she stays.
    if (removal.apart !== null && removal.apart > 0 && parts.some(({ from, link }) => from > Number(removal.apart) && link?.row === true))
      return [];
    return [made(told, rows, null, removal.spent)];
  }
  if (addsOne(told)) return [];
  const turns = turnsOf(told, parts);
  return together(turns).flatMap((chosen): Reading[] => {
    const spent = new Set(chosen.flatMap((turn) => turn.spent));
    // What is told says nothing of which rows.
    if (turns.some((turn) => turn.told && !turn.spent.some((at) => spent.has(at)))) return [];
    const ways = parts.flatMap((part) => {
      const way = tokensOf(part).some((at) => spent.has(at)) ? null : wayOf(told, part);
      return way === null ? [] : [{ part, way }];
    });
    for (const { part } of ways) for (const at of tokensOf(part)) spent.add(at);
    const set = distinct([...chosen.flatMap((turn) => turn.set), ...ways.map(({ way }) => way)]);
    const rows = set === null ? null : rowsLeft(told, parts, spent, besideOf(told, parts, spent));
    if (set === null || rows === null) return [];
    const ordered = chosen.every((turn) => turn.ordered);
    if (ordered && isOfAnother(told, rows, spent)) return [];
    if (chosen.some((turn) => turn.done) && !rows.named && !rows.identified && !rows.several && !rows.dated && rows.owners < 2) return [];
    // "order 34 was packed today" is of no order that was placed today.
    if (rows.identified && rows.today) return [];
    // "the game on 28 November is postponed": one, and that day may have two.
    const single = !rows.several && ((rows.named && rows.conditions.length > 0) || (rows.dated && rows.conditions.length > 1));
    if (!rows.identified && !rows.owned && !single && !(ordered && rows.several && rows.conditions.length > 0)) return [];
    const open = rows.identified ? [] : chosen.flatMap((turn) => turn.open);
    if (!rows.identified && rows.owned && !rows.named && open.length === 0) return [];
    // "her fee today" is the day that is filled, and says nothing of which rows.
    const filled = open.flatMap((one) => (one.kind === 'isNull' ? [JSON.stringify(one.arg)] : []));
    if (filled.some((one) => JSON.stringify(rows.conditions).includes(one))) return [];
    return [made(told, { ...rows, conditions: [...rows.conditions, ...open] }, set, spent)];
  });
}

/** "out of the exhibition", of rows that only stand between two others: what they are taken from. */
function sourceOf({ reader, table }: Told, spent: ReadonlySet<number>): number[] {
  if (table.foreignKeys.length < 2 || table.columns.length > table.foreignKeys.length + table.primaryKey.length) return [];
  const out = reader.tokens.findIndex(({ lower }, at) => spent.has(at) && lower === 'out');
  const noun = out >= 0 && reader.lower(out + 1) === 'of' ? reader.tableAt(reader.skip(out + 2, words('the our'))) : null;
  return noun !== null && table.foreignKeys.some((key) => key.table === noun.what.name) ? range(out + 1, noun.next) : [];
}

/** Whether a row of another table is what rows are taken from. */
const isApart = (parts: readonly Part[], apart: number): boolean =>
  apart < 0 || parts.some(({ from, link }) => from >= apart && link?.owned === true);

function made({ reader, table }: Told, rows: Rows, set: readonly Setting[] | null, spent: ReadonlySet<number>): Reading {
  const [first, ...more] = rows.conditions;
  const where = first === undefined ? {} : { where: more.length === 0 ? first : { kind: 'and' as const, args: [...rows.conditions] } };
  const plan: Plan =
    set === null
      ? { kind: 'delete', table: table.name, ...where }
      : { kind: 'update', table: table.name, set: set.map(({ column, value }) => ({ column: column.name, value })), ...where };
  const said =
    set === null
      ? []
      : [
          `"${textOf(reader, Math.min(...spent), Math.max(...spent) + 1) ?? ''}" read as ${set.map(({ column }) => column.name).join(' and ')}`,
        ];
  return {
    plan,
    cost: (rows.named || rows.identified ? 0 : 1) + rows.cost,
    // A row that is said by its own name is asked about as such.
    one: rows.several || rows.everything || rows.identified ? null : (rows.owner ?? `the ${singularName(table.name)}`),
    notes: [...rows.notes, ...said],
  };
}

/** "CS1221 rang back, its confirmed": what else somebody did, in a clause that changes nothing and only says which row it is of. */
function besideOf(told: Told, parts: readonly Part[], spent: ReadonlySet<number>): (part: Part) => boolean {
  const clauses = clausesOf(told);
  const back = backFrom(told);
  if (back.size > 0) return (part) => range(part.from, part.end).every((at) => back.has(at));
  const quiet = clauses.filter(({ from, end }) => !range(from, end).some((at) => spent.has(at)));
  return clauses.length < 2
    ? () => false
    : (part) => {
        const within = quiet.find(({ from, end }) => part.from >= from && part.end <= end);
        return within !== undefined && (saysWhy(told, part) || isAside(told, parts, part, clauses.indexOf(within)));
      };
}

/** "a visitor broke the lantern, its fragile now": words of what happened to the row, which "its" of the next clause speaks of. */
function isAside(told: Told, parts: readonly Part[], part: Part, clause: number): boolean {
  const [own, next] = clausesOf(told).slice(clause);
  if (own === undefined || next === undefined || !/^(?:its|it['’]s|it|theyre|they['’]re)$/.test(told.reader.lower(next.from))) return false;
  const isNothing = [part.link, part.parent, part.state, part.column, part.deed, part.day, part.noun].every((one) => one === null);
  const words = range(part.from, part.end).every((at) => told.reader.tokens[at]?.kind === 'word');
  return isNothing && words && parts.some(({ link, from, end }) => link?.row === true && from >= own.from && end <= own.end);
}

/** "is back from the workshop and ok again": where something was says no more than the state that follows. */
function backFrom({ reader }: Told): ReadonlySet<number> {
  const from = reader.tokens.findIndex(({ lower }, at) => lower === 'back' && /^(?:from|in|at)$/.test(reader.lower(at + 1)));
  const end = reader.tokens.findIndex(({ lower }, at) => at > from && /^(?:and|,)$/.test(lower));
  return new Set(from > 0 && end > from + 2 ? range(from, end) : []);
}

/** One turn, or two or three that say different things in different words. */
function together(turns: readonly Turn[]): Turn[][] {
  const apart = (one: Turn, other: Turn): boolean => !one.spent.some((at) => other.spent.includes(at));
  const pairs = turns.flatMap((one, at) => turns.slice(at + 1).flatMap((other) => (apart(one, other) ? [[one, other]] : [])));
  const triples = pairs.flatMap((pair) =>
    turns.slice(turns.indexOf(pair[1] as Turn) + 1).flatMap((third) => (pair.every((one) => apart(one, third)) ? [[...pair, third]] : [])),
  );
  return [...turns.map((one) => [one]), ...pairs, ...triples];
}

/** One value of each column; null where two are said. */
function distinct(set: readonly Setting[]): Setting[] | null {
  const found: Setting[] = [];
  for (const one of set) {
    const before = found.find(({ column }) => column.name === one.column.name);
    if (before === undefined) found.push(one);
    else if (!same(before.value, one.value)) return null;
  }
  return found;
}

interface Rows {
  readonly conditions: readonly Expr[];
  readonly identified: boolean;
  readonly owned: boolean;
  readonly named: boolean;
  readonly several: boolean;
  readonly everything: boolean;
  readonly owner: string | null;
  readonly dated: boolean;
  readonly today: boolean;
  /** How many rows of other tables are named. */
  readonly owners: number;
  readonly cost: number;
  readonly notes: readonly string[];
}

/** The rows that all the words say that say no change; null where one of them is no word for rows. */
function rowsLeft(told: Told, parts: readonly Part[], spent: ReadonlySet<number>, isReason: (part: Part) => boolean): Rows | null {
  const { reader, table } = told;
  const rows = {
    conditions: [] as Expr[],
    identified: false,
    owned: false,
    named: false,
    several: reader.tokens.some(({ lower }, at) => !spent.has(at) && ALL.has(lower)),
    everything: reader.tokens.some(({ lower }) => /^(?:all|every|everything)$/.test(lower)),
    owner: null as string | null,
    dated: false,
    today: false,
    owners: 0,
    cost: 0,
    notes: [] as string[],
  };
  for (const part of parts) {
    const at = range(part.from, part.end);
    if (at.every((one) => spent.has(one))) continue;
    if (at.some((one) => spent.has(one))) return null;
    const last = reader.lower(part.end - 1);
    const { link, noun } = part;
    if (link !== null && (link.condition !== undefined || link.table === true)) {
      if (link.condition !== undefined) rows.conditions.push(link.condition);
      rows.dated ||= part.day !== null || link.moment === true;
      rows.today ||= (part.day !== null && !/\d/.test(part.day)) || (link.moment === true && /^(?:today|now|morning|evening)$/.test(last));
      if (link.owned === true) rows.owners += 1;
      if ((link.row === true || link.owned === true) && isListed(told, parts, part, spent)) return null;
      rows.identified ||= link.row === true;
      rows.owned ||= link.owned === true;
      rows.named ||= link.table === true;
      rows.several ||= link.several === true;
      if (link.owned === true) rows.owner = textOf(reader, part.from, part.end);
      if (link.note !== undefined) rows.notes.push(link.note);
      continue;
    }
    if (noun === table) {
      rows.named = true;
      rows.several ||= isPlural(last);
      continue;
    }
    // "her books" of loans: what each of the rows is of.
    if (noun !== null && isAbove(told, noun.name)) {
      rows.cost += FURTHER;
      continue;
    }
    const isLight = at.every(
      (one) =>
        isStore(told, one) || LIGHT.has(told.english[one]?.lower ?? '') || ALL.has(reader.lower(one)) || SMALL.has(reader.lower(one)),
    );
    if (isLight || isReason(part)) continue;
    return null;
  }
  const columns = rows.conditions.flatMap((each) =>
    each.kind === 'compare' && each.op === '=' ? [JSON.stringify(each.left)] : each.kind === 'inQuery' ? [JSON.stringify(each.arg)] : [],
  );
  return new Set(columns).size === columns.length ? rows : null;
}

/** "Globex and Ada": two of them, where one condition on both would be meant by nobody. */
function isListed({ reader }: Told, parts: readonly Part[], part: Part, spent: ReadonlySet<number>): boolean {
  const next = parts.find(({ from }) => from >= part.end);
  if (next === undefined || spent.has(next.from) || next.link?.condition === undefined) return false;
  return range(part.end, next.from + 1).some((at) => /^(?:and|,)$/.test(reader.lower(at)));
}

/** What is ordered names other rows than these: "the canoe boats" are no hires of them. */
const isOfAnother = ({ reader, table }: Told, { named, owners }: Rows, spent: ReadonlySet<number>): boolean =>
  !named &&
  owners < 2 &&
  reader.tokens.some((_, at) => {
    const noun = spent.has(at) ? null : reader.tableAt(at);
    return noun !== null && noun.what !== table;
  });

/** "in the library", "from our list": where rows are kept, which says nothing of which. */
const isStore = ({ reader }: Told, at: number): boolean =>
  STORES.has(reader.lower(at)) && /^(?:the|our)$/.test(reader.lower(at - 1)) && /^(?:in|on|from|of)$/.test(reader.lower(at - 2));

const isAbove = ({ table, reader }: Told, name: string): boolean => {
  const near = table.foreignKeys.map((key) => key.table);
  const far = reader.question.schema.tables
    .filter((one) => near.includes(one.name))
    .flatMap((one) => one.foreignKeys.map((key) => key.table));
  return [...near, ...far].includes(name);
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const TOKENS_MAX = 30;
const CONFIDENCE = 0.8;
const FURTHER = 0.5;
const STORES = words('library list system database catalogue catalog register records books files');
const ALL = words('all every each both everyone everybody everything');
/** Words of changing, which what changes says as well. */
const LIGHT = new Set([
  ...POLITE,
  ...words(
    'is are was were be been being has swap swapped swaps have had got get gets getting will would can could go goes went gone going come came comes do does did done now new again just today set knock take takes took taken put make made change changed changes changing switch switched switches move moved moves give gave given gives drop dropped drops raise raised run runs ran from on off its s',
  ),
]);
/** What turns a sentence around, or says more than one thing. */
const UNSURE =
  /\?|\b(?:except|unless|either|neither|nor|or|excluding|besides|otherwise|if|maybe|perhaps|probably|might|should|instead)\b|^(?:who|what|which|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|show|list|find|count|any|how)\b/i;
