import { isDeed } from '../english/irregular.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import type { TableEntry } from '../linking/entries.ts';
import type { Place } from '../plain/place.ts';
import type { Test, What } from '../plain/sentence.ts';
import type { Ask } from './ask.ts';
import { asked } from './asked.ts';
import { compared, orMore } from './comparisons.ts';
import { denied, numbered } from './conditions.ts';
import { behind, dated, late, open } from './dates.ts';
import { fartherBy } from './farther.ts';
import { happened, unsaid } from './happened.ts';
import { isNeeded, isObject, leftOut, tells } from './left-out.ts';
import type { Meaning, Part } from './meaning.ts';
import { orderOf } from './order.ts';
import { withSecond } from './second.ts';
import { isUnder, selfCounted, selfLinks, selfTold } from './self.ts';
import { columnOf, entryOf, forked, hasOne, hold, isNumber, isOf, isUnknown, isWho, reaches, SOME, type State, startOf } from './state.ts';
import { stocked } from './stock.ts';
import { subjectsOf } from './subjects.ts';
import { contradicts, isBehindDenied, isOnWay, waysOf } from './tests.ts';
import { groupsWith } from './text-groups.ts';

/** Of a second question. */
const LOST = 0.6;
const LEFT_OUT_MAX = 2;
const READINGS_MAX = 6;

/** Readings of parts, each as a sentence about one table; `second` are those of a question that follows with "and". */
export function readAbout(parts: readonly Part[], second: readonly Part[], about: Place, today: string): Meaning[] {
  return subjectsOf(parts, about).flatMap(({ table, far }) => {
    const things = about.lexicon.byName.get(table);
    if (things === undefined) return [];
    return readOf(startOf(things, parts, about), second, today).map((one) => ({ ...one, cost: one.cost + far }));
  });
}

function readOf(state: State, second: readonly Part[], today: string): Meaning[] {
  const { parts } = state;
  if (parts.some((part, at) => isLast(part) && isUnknown(parts[at + 1]))) return [];
  if (isWrongWho(state)) return [];
  return [...countedRead(state, today), ...plainly(state, second, today)];
}

/** Texts that several of the things share, and things that several others of them lead to: how many is said of these, and is no number of the things. */
function countedRead(state: State, today: string): Meaning[] {
  return [...groupsWith(state), ...selfCounted(state)].flatMap((ask) => {
    const own = forked(state);
    for (const part of ask.uses) own.used.add(part);
    return conditions(own) ? completed(own, ask, [], today) : [];
  });
}

function plainly(state: State, second: readonly Part[], today: string): Meaning[] {
  if (!conditions(state)) return [];
  return asked(state, today).flatMap((ask) => {
    const own = forked(state);
    for (const part of ask.uses) own.used.add(part);
    const rest = { ...forked(own), parts: second };
    const read = withSecond(ask, rest).flatMap((both) => completed(forked(own), both, second, today));
    if (read.length > 0 || second.length === 0) return read;
    // A second question of which nothing here tells is left out as a whole.
    const lost = `and ${second.map(({ words }) => words).join(' ')}`;
    return completed(forked(own), ask, [], today).map((one) => ({ ...one, cost: one.cost + LOST, without: [...one.without, lost] }));
  });
}

/** "who of the players" are players, and "who trained the most players" are not. */
function isWrongWho(state: State): boolean {
  const { parts } = state;
  const [who] = parts;
  if (who === undefined || !isWho(who) || who.mark === null) return false;
  const at = parts.findIndex(
    (part, place) => place > 0 && part.mark?.kind === 'table' && isPersonNoun(entryOf(state, part.mark.table)?.words.at(-1) ?? ''),
  );
  if (at < 0) return false;
  const same = parts[at]?.mark?.table === who.mark.table;
  // "whose dog" asks for somebody who has it.
  if (who.words === 'whose' && at === 1) return same;
  return parts.slice(1, at).every((part) => part.cue !== null || part.number !== null) !== same;
}

/** Words of asking that have their place, and what is said of the things. */
function conditions(state: State): boolean {
  const { parts, things, used } = state;
  if (!behind(state) || !stocked(state)) return false;
  for (const [at, part] of parts.entries()) {
    const kind = part.cue?.kind ?? '';
    if (used.has(part)) continue;
    // "every room" are all of them.
    const next = parts[at + 1];
    if (at === 0 && kind === 'each' && next?.mark?.kind === 'table' && next.mark.table === things.table.name) used.add(part);
    if ((kind === 'not' || kind === 'nobody') && !denied(state, at)) return false;
    if (['over', 'under', 'least-number'].includes(kind) && !(isUnder(part) && next?.mark?.kind === 'value') && !compared(state, at))
      return false;
    if (part.number !== null && !orMore(state, at)) return false;
    if (part.number !== null && !used.has(part)) numbered(state, at);
  }
  for (const part of parts) {
    const { mark } = part;
    if (used.has(part) || mark === null) continue;
    if (mark.kind === 'value') {
      if (!reaches(state, mark.table)) return false;
      hold(state, mark.table, isOf(mark), part);
      used.add(part);
    }
    if (mark.kind === 'column' && columnOf(state, mark)?.column.type === 'boolean' && reaches(state, mark.table)) {
      hold(state, mark.table, { kind: 'flag', column: mark.column, is: true }, part);
      used.add(part);
    }
    if (mark.kind === 'table' && mark.table === things.table.name) used.add(part);
  }
  // "on a vegan diet" says twice of which column it is.
  for (const part of parts) {
    const { mark } = part;
    const isTold =
      mark?.kind === 'column' &&
      state.held.some((choice) =>
        choice.some(({ table, test }) => table === mark.table && test.kind === 'is' && test.column === mark.column),
      );
    if (isTold) used.add(part);
  }
  return true;
}

/** What else is said, with what is left out of it. */
function completed(state: State, ask: Ask, second: readonly Part[], today: string): Meaning[] {
  const { parts, used, things } = state;
  for (const part of ask.uses) used.add(part);
  const tested = new Set([...state.linked.keys(), ...state.held.flat().map(({ table }) => table)]);
  const order = orderOf(state, ask.what);
  for (const part of parts) {
    const { mark } = part;
    if (used.has(part) || mark?.kind !== 'table') continue;
    if (isWho(part) && groupOf(ask.what) !== mark.table) return [];
    if (!reaches(state, mark.table)) return [];
    // What is asked about is no part of something else that nobody named.
    if (
      ask.what.kind !== 'measure' &&
      hasOne(state, mark.table) &&
      !isNamed(state) &&
      !isShown(ask.what, mark.table) &&
      !tested.has(mark.table)
    )
      return [];
    // Each of them has one, which says nothing; of what there is none of there are no parts either.
    if (!hasOne(state, mark.table) && !isOnWay(state, mark.table, part) && !state.linked.has(mark.table))
      state.linked.set(mark.table, SOME);
    used.add(part);
  }
  for (const part of parts) {
    const { mark } = part;
    if (
      used.has(part) ||
      part === parts[0] ||
      mark?.kind !== 'column' ||
      ask.what.kind !== 'list' ||
      hasOne(state, mark.table) ||
      !isNumber(columnOf(state, mark))
    )
      continue;
    if (!reaches(state, mark.table)) return [];
    // "who logged hours" has some rows with hours.
    if (!state.linked.has(mark.table) && !isOnWay(state, mark.table, part)) state.linked.set(mark.table, SOME);
    used.add(part);
  }
  if (!late(state, today) || !dated(state)) return [];
  open(state);
  if (isBehindDenied(state)) return [];
  const all = [...parts, ...second];
  happened(state, ask.what);
  unsaid(state);
  const left = all.filter((part) => !used.has(part) && part.cue?.kind !== 'by');
  // What is under another row is told by a key of the things to themselves, which comes last.
  if (left.some((part) => isNeeded(part) && !isUnder(part))) return [];
  // Of what nobody named what it was spent on tells all.
  if (all.every(({ mark }) => mark === null) && left.some(({ words }) => !isDeed(words))) return [];
  const [first] = parts;
  const told = all.filter((part) => used.has(part) && tells(part)).length;
  const related = selfTold(state);
  const isCut = (some: readonly Part[]) => some.length > LEFT_OUT_MAX || some.length > told;
  if (isCut(left.filter((part) => !related.includes(part))) || (first !== undefined && left.includes(first) && first.from === 0)) return [];
  if (parts.some((part) => left.includes(part) && isObject(parts, part))) return [];
  const taken = all.flatMap(({ mark, words }) =>
    mark === null ||
    'within' in mark ||
    (mark.cost < FAR && !(isCode(mark) && mark.kind === 'value' && String(mark.stored).toLowerCase() !== words))
      ? []
      : [{ words, mark }],
  );
  const cost =
    ask.cost + state.far + left.reduce((sum, part) => sum + leftOut(part), 0) + all.reduce((sum, { mark }) => sum + (mark?.cost ?? 0), 0);
  const meaning = (tests: readonly Test[], more: number, without: readonly Part[]): Meaning => ({
    sentence: { things: things.table.name, what: { ...ask.what, ...order } as What, tests: [...tests, ...(ask.tests ?? [])] },
    cost: cost + more + fartherBy(state, ask.what, tests),
    without: without.map(({ words }) => words),
    taken,
    read: all,
  });
  return waysOf(state)
    .flatMap(({ tests, far }) => {
      const plain = meaning(tests, far, left);
      const what =
        ask.what.kind === 'columns' && ask.what.columns.every((column) => isOwnKey(things, column))
          ? ({ kind: 'list' } as const)
          : ask.what;
      const whole = isCut(left) || left.some(isUnder) ? [] : [plain];
      if (what.kind !== 'list' && what.kind !== 'measure') return whole;
      const links = selfLinks(state, tests, what.kind === 'list');
      return [
        // Whoever a key leads to is told by the row itself.
        ...(what !== ask.what && links.length > 0 ? [] : whole),
        ...links.map((related) => {
          const still = left.filter((part) => !related.uses.includes(part));
          const read = meaning(
            related.tests,
            far + related.cost - left.reduce((sum, part) => sum + (still.includes(part) ? 0 : leftOut(part)), 0),
            still,
          );
          return { ...read, sentence: { ...read.sentence, what } };
        }),
      ];
    })
    .filter(({ sentence }) => !contradicts(sentence))
    .filter(({ sentence, without }) => sentence.tests.length > 0 || !isOfAll(sentence.what, without.length > 0))
    .slice(0, READINGS_MAX);
}

/** All rows there are, which a word that is left out may have told which of; a share of them all is everything. */
const isOfAll = (what: What, isCut: boolean): boolean =>
  what.kind === 'percentage' ||
  (isCut && (what.kind === 'list' || (what.kind === 'measure' && what.by === null && what.measure.kind === 'count')));

const isOwnKey = ({ table }: TableEntry, column: unknown): boolean =>
  table.foreignKeys.some((key) => key.table === table.name && key.columns.length === 1 && key.columns[0] === column);

const isNamed = ({ parts, things }: State): boolean => parts.some(({ mark }) => mark?.kind === 'table' && mark.table === things.table.name);

/** Whether something of a table is told by what is asked for. */
const isShown = (what: What, table: string): boolean => JSON.stringify(what).includes(`"table":${JSON.stringify(table)}`);

const groupOf = (what: What): string | undefined => ('by' in what ? what.by?.table : undefined);

/** "the last rehearsal" asks for one of those. */
const isLast = ({ cue }: Part): boolean => (cue?.kind === 'latest' || cue?.kind === 'earliest') && !cue.said.endsWith('time');

const isCode = (mark: NonNullable<Part['mark']>): boolean => mark.kind === 'value' && String(mark.stored).length <= CODE_MAX;
const CODE_MAX = 3;
const FAR = 0.4;
