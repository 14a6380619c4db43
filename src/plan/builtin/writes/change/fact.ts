import { snakeCase } from '../../english/inflect.ts';
import { rootOf } from '../../linking/lexicon.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { type Becoming, becoming, measured, priceNow } from './become.ts';
import { happened } from './happened.ts';
import { cleared } from './opposites.ts';
import {
  type Change,
  type Form,
  lastOf,
  oppositeOf,
  type Place,
  pointing,
  rowsAt,
  type Setting,
  stateOf,
  storedState,
  valueFor,
} from './place.ts';
import { textOf } from './spans.ts';
import { type Verb, verbAt } from './verb.ts';

/**
 * What is told of rows: who or what, a verb, and what becomes of them. "Ada moved to Bremen", "the gull costs 12 an hour now",
 * "Knots is with Tom", "invoice 5 was paid today", "Tom paid for the gull", "Tom is no longer active".
 */
export const fact: Form = (whole) => {
  const { reader } = whole;
  // "from now on Ada teaches Knots too"
  const first = SINCE_NOW.find((said) => said.length > 1 && said.every((word, i) => reader.lower(whole.at + i) === word));
  const at = reader.skip(whole.at + (first?.length ?? 0), JUST);
  const too = TOO.find((said) => said.every((word, i) => reader.lower(whole.end - said.length + i) === word));
  const said = { ...whole, at, end: whole.end - (too?.length ?? 0) };
  const end = withoutNow(said);
  const place = { ...said, end };
  const lasting = first !== undefined || end < said.end;
  const fresh = reader.lower(said.end - 2) === 'just';
  for (let from = at + 1; from < end; from++) {
    const verb = verbAt(reader, from);
    if (verb === null || verb.from > end) continue;
    const made = verb.denied
      ? ended(place, verb)
      : ((fresh ? happened(said, verb) : null) ??
        happened(place, verb) ??
        happened(said, verb) ??
        cleared(place, verb) ??
        became(place, verb, lasting) ??
        held(place, verb, lasting));
    if (made !== null) return made;
  }
  return null;
};

/** "has 130 guests now", "is a premium member", "moved to Truro", "weighs 5 kg", "sings soprano now". */
function became(place: Place, verb: Verb, lasting: boolean): Change | null {
  const { reader, at } = place;
  const rows = rowsAt(place, at, verb.at);
  // "the match of 5 December": one, and that day may have two.
  const single = rows?.named === true && !rows.several && !rows.everything && rows.conditions.length > 0 && reader.lower(at) === 'the';
  if (rows === null || !(rows.identified || single || (rows.everything && rows.conditions.length > 0))) {
    // "the day rate of the saw is 24 from now on"
    return verb.kind === 'be' || verb.kind === 'measure' || verb.kind === 'move' ? columnBecame(place, verb) : null;
  }
  const whole = newValue(place, verb, lasting);
  // "is on the way with Nico", "is drying in bay 3": a state, and the one courier, which courier_id points at and no manager_id.
  const cut = whole === null && rows.identified ? lastOf(reader, verb.from + 1, place.end, words('with by in at on')) : null;
  const [also, ...others] = cut === null ? [] : pointing(reader, place.table, cut + 1, place.end);
  const plain = place.table.foreignKeys.some(({ columns: [name = ''], table }) => name === also?.column.name && isOf(table, name));
  const first = cut === null || others.length > 0 || !plain ? null : newValue({ ...place, end: cut }, verb, lasting);
  const set = whole ?? (first?.by === 'stored' && first.column !== also?.column ? first : null);
  const text = textOf(reader, verb.from, whole === null ? (cut ?? place.end) : place.end);
  return set === null
    ? null
    : {
        table: place.table,
        rows,
        set,
        ...(whole === null && also !== undefined ? { also: [also] } : {}),
        ...(rows.identified || !single ? {} : { one: textOf(reader, at, verb.at) }),
        assumptions: set.by === 'name' ? [] : [`"${text}" read as ${set.column.name}`],
      };
}

/** "courier_id" of couriers. */
const isOf = (table: string, column: string): boolean => nameWords(column.replace(/_id$/, '')).join() === nameWords(table).join();

function newValue(place: Place, verb: Verb, lasting: boolean): Becoming | null {
  const found = becoming(place, verb.from);
  switch (verb.kind) {
    case 'measure':
      return found?.by === 'name' ? found : measured(place, verb.from);
    case 'move':
      return found ?? homeIn(place, verb);
    case 'be':
      return found ?? doneBy(place, verb) ?? (lasting ? priceNow(place, verb.from) : null);
    case 'have':
      return found?.by === 'name' || (lasting && found?.by === 'stored') ? found : null;
    case 'join':
    case 'leave':
      return found?.column.type === 'boolean'
        ? { ...found, value: { kind: 'literal', value: verb.kind === 'join', type: 'boolean' } }
        : verb.kind === 'join'
          ? found
          : null;
    case 'hold': {
      // "is on hold"
      const state = /^(?:is|are)$/.test(verb.word) ? storedState(place, verb.from - 1) : null;
      if (state !== null) return { ...state, by: 'stored' };
      return found?.by === 'key' || found?.by === 'name' || /^(?:belongs|goes|reports|works|is)$/.test(verb.word) ? found : null;
    }
    case 'other': {
      const own = verbColumn(place, verb);
      if (
        found !== null &&
        (found.by === 'stored' || found.by === 'key') &&
        (lasting || nameWords(found.column.name).some((word) => rootOf(word) === rootOf(verb.word)))
      )
        return found;
      // "lost 0.3 kg" is not what it weighs.
      return own ?? (lasting && found?.by === 'name' && found.column.type !== 'text' ? found : null);
    }
  }
}

/** "weighs 5.2 kg", "retires on 3 May": a column that the verb itself names. */
function verbColumn({ reader, table, end }: Place, { word, from }: Verb): Becoming | null {
  const root = rootOf(word);
  const [column, ...more] = table.columns.filter(({ name }) =>
    nameWords(name).some((own) => rootOf(own).startsWith(root) || root === rootOf(own)),
  );
  if (column === undefined || more.length > 0 || root.length < 4) return null;
  const value = valueFor(reader, table, column, from, end);
  return value === null ? null : { column, value, by: 'name' };
}

/** "is driven by Ewa": the one key that points at who does that. */
function doneBy({ reader, table, end }: Place, { from }: Verb): Becoming | null {
  // "looked after by"
  const by = [from + 1, from + 2].find((at) => reader.lower(at) === 'by');
  const [one, ...more] = by !== undefined && /(?:ed|en|t|ne|un|wn)$/.test(reader.lower(from)) ? pointing(reader, table, by + 1, end) : [];
  return one === undefined || more.length > 0 ? null : { ...one, by: 'key' };
}

/** "moved to Truro": the one column that says where somebody is, though nobody else is there. */
function homeIn({ reader, table, end }: Place, verb: Verb): Becoming | null {
  if (/^(?:the|an?)$/.test(reader.lower(verb.from))) return null;
  const homes =
    /^(?:mov|lives)/.test(verb.word) || reader.lower(verb.at + 1) === 'moved'
      ? table.columns.filter(({ name, type }) => type === 'text' && HOME.test(snakeCase(name)))
      : [];
  const [column, ...more] = homes;
  if (column === undefined || more.length > 0) return null;
  const value = valueFor(reader, table, column, verb.from, end);
  return value === null ? null : { column, value, by: 'kind' };
}

/** "the day rate of the saw is 24", "Tom's phone is 0431 55": the column is named before its row or after it. */
function columnBecame(place: Place, { at: verb, from }: Verb): Change | null {
  const { reader, table, at, end } = place;
  const start = reader.skip(at, words('the'));
  for (const of of [...reader.tokens.keys()].filter((i) => i > start && i < verb - 1 && OF.has(reader.lower(i)))) {
    const mention = reader.columnAt(start, table);
    const rows = mention?.next === of ? rowsAt(place, of + 1, verb) : null;
    const value = mention === null || rows === null || !rows.identified ? null : valueFor(reader, table, mention.what, from, end);
    if (mention !== null && rows !== null && value !== null) return { table, rows, set: { column: mention.what, value }, assumptions: [] };
  }
  for (let cut = at + 1; cut < verb; cut++) {
    const mention = reader.columnAt(cut, table);
    const rows = mention?.next === verb ? rowsAt(place, at, cut) : null;
    const value = mention === null || rows === null || !rows.identified ? null : valueFor(reader, table, mention.what, from, end);
    if (mention !== null && rows !== null && value !== null) return { table, rows, set: { column: mention.what, value }, assumptions: [] };
  }
  return null;
}

/** "Francis looks after the Park", "Craig coaches the juniors from now on": the key of the latter that points at who does it. */
function held(place: Place, verb: Verb, lasting: boolean): Change | null {
  const { reader, table, at, end } = place;
  if (verb.kind !== 'hold' && verb.kind !== 'other') return null;
  const rows = rowsAt(place, verb.from, end);
  // "the tour on 3 May": one, and that day may have two.
  const single = rows?.named === true && !rows.several && rows.conditions.length > 0 && reader.lower(verb.from) === 'the';
  const [one, ...more] = rows?.identified || single ? pointing(reader, table, at, verb.at) : [];
  if (rows === null || one === undefined || more.length > 0) return null;
  const named = nameWords(one.column.name).some((word) => rootOf(word) === rootOf(verb.word));
  const will = /^(?:will|shall)$/.test(reader.lower(verb.at));
  if (verb.kind === 'other' && !lasting && !named && !(will && DOES.has(verb.word))) return null;
  return {
    table,
    rows,
    set: one,
    ...(rows.identified ? {} : { one: textOf(reader, verb.from, end) }),
    assumptions: [`"${textOf(reader, verb.at, verb.from)}" read as ${one.column.name}`],
  };
}

/** "is no longer active", "does not run any more": a yes-or-no column is false, and what has an end ends today. */
function ended(place: Place, verb: Verb): Change | null {
  const { reader, table, at, end } = place;
  const rows = rowsAt(place, at, verb.at);
  if (!rows?.identified) return null;
  const word = verb.kind === 'other' ? verb.word : reader.lower(verb.from);
  const single = verb.kind === 'other' ? verb.from === end : verb.from + 1 === end;
  const flags = table.columns.filter(
    ({ name, type }) =>
      type === 'boolean' &&
      snakeCase(name)
        .split('_')
        .some((own) => rootOf(own) === rootOf(word) || rootOf(own.replace(/(.)\1ing$/, '$1')) === rootOf(word)),
  );
  const [flag, ...more] = flags;
  const set: Setting | null =
    single && flag !== undefined && more.length === 0
      ? { column: flag, value: { kind: 'literal', value: false, type: 'boolean' } }
      : single && flag === undefined
        ? (stateOf(reader, table, [`in${word}`, `un${word}`]) ?? oppositeOf(table, `in${word}`))
        : null;
  return set === null ? null : { table, rows, set, assumptions: [`"${textOf(reader, verb.at, end)}" read as ${set.column.name}`] };
}

/** The end of the sentence without "now", "again", "from now on". */
function withoutNow({ reader, at, end }: Place): number {
  const last = SINCE_NOW.find((said) => end - said.length > at && said.every((word, i) => reader.lower(end - said.length + i) === word));
  const next = last === undefined ? end : end - last.length;
  return reader.tokens[next - 1]?.text === ',' ? next - 1 : next;
}

const JUST = words('just');
const TOO = ['too', 'as well'].map((said) => said.split(' '));
const SINCE_NOW = [
  'from now on',
  'as of now',
  'from today on',
  'from today',
  'as of today',
  'just now',
  'right now',
  'any more',
  'any longer',
  'anymore',
  'now',
  'again',
  'these days',
  'at the moment',
].map((said) => said.split(' '));
const OF = words('of for at');
const DOES = words('do take teach run lead guide drive play give cover host handle');
const HOME = /^(?:(?:home_)?city|town|home_town|hometown|village)$/;
