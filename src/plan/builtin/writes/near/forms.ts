import type { Expr } from '../../../plan.ts';
import type { Column } from '../../../schema.ts';
import { deedsSaidAt } from '../../english/everyday-words.ts';
import { verbsOf } from '../../english/irregular.ts';
import { rootOf } from '../../linking/lexicon.ts';
import { becoming, dayAt, measured, priceNow } from '../change/become.ts';
import { NUMERIC, type Setting, valueFor } from '../change/place.ts';
import { isVerb } from '../change/verb.ts';
import { nameWords } from '../write-tokens.ts';
import { POLITE, words } from '../write-words.ts';
import { inUnits } from './in-units.ts';
import { mailed, phoned } from './mailed.ts';
import { noted } from './noted.ts';
import { attempt, clauseEnd, FINITE, type Part, range, tokensOf } from './parts.ts';
import { steps } from './steps.ts';
import { notAnyMore, switched } from './switched.ts';
import type { Told } from './told.ts';
import type { Turn } from './turn.ts';

type Form = (told: Told, parts: readonly Part[], at: number) => Turn[];

/** Each way in which a part and what stands around it may say what becomes of rows. */
export const turnsOf = (told: Told, parts: readonly Part[]): Turn[] => [
  ...parts.flatMap((_, at) => FORMS.flatMap((form) => attempt(() => form(told, parts, at)) ?? [])),
  ...steps(told, parts),
  ...inUnits(told),
  ...switched(told, parts),
  ...notAnyMore(told, parts),
  ...noted(told, parts),
];

/** "was paid today", "got fixed", "brought back all her books": what was done, and the day of it. */
const done: Form = (told, parts, at) => {
  const { reader, table } = told;
  const { from, end, deed } = parts[at] ?? {};
  if (from === undefined || end === undefined || deed === undefined || deed === null) return [];
  const before = reader.lower(from - 1);
  const said = told.english[from]?.lower ?? '';
  const past = BE.has(before) || ADVERB.has(before) || /^(?:its|it's|theyre|hes|shes)$/.test(before) || isPast(said) || end > from + 1;
  const denied = reader.tokens.some(({ lower }, i) => i < from && i > from - 4 && DENIAL.test(lower));
  // "…, cancel it"
  const start = reader.tokens[from - 1];
  const ordered = (start === undefined || start.kind === 'mark' || POLITE.has(start.lower)) && !isPast(said) && reader.lower(end) !== '';
  if (denied) return notDone(told, parts, at);
  if (!(ordered || (past && from > 0))) return [];
  const [day, ...more] = parts.filter((part) => part.day !== null && clauseEnd(told, part.from) === clauseEnd(told, from));
  if (more.length > 0) return [];
  const over = day === undefined || deed.day !== null ? null : overIn(told, [said, textIn(deed.state)]);
  const column = deed.day ?? over;
  const fresh = before === 'just';
  const keeps = column !== null && (day !== undefined || fresh || (deed.state === null && deed.flag === null));
  const value = keeps && column !== null ? daySaid(told, day, column) : null;
  if (keeps && value === null) return [];
  // A day that nothing keeps may say which rows: "missed her appointment on 20 November"; today of what keeps no day says nothing.
  const which = day !== undefined && value === null && day.link !== null && from > 0;
  if (day !== undefined && value === null && !which && (NOW.test(day.day ?? '') ? table.columns.some(isEmptyDay) : true)) return [];
  const plain: Setting[] = [
    ...(deed.state === null ? [] : [deed.state]),
    ...(deed.flag === null ? [] : [{ column: deed.flag, value: yes(true) }]),
    ...(value === null || column === null ? [] : [{ column, value }]),
  ];
  if (plain.length === 0) return [];
  const beside = parts.filter(
    (part) => part.end === part.from + 1 && reader.tokens[part.from]?.words.some((word) => deed.beside.includes(word)),
  );
  const spent = [...tokensOf(parts[at]), ...(day === undefined || which ? [] : tokensOf(day)), ...beside.flatMap(tokensOf)];
  const left = (name: string): Expr => ({ kind: 'column', table: table.name, column: name });
  const open: Expr[] = plain.flatMap(({ column: one, value: to }): Expr[] =>
    one.type === 'date' || one.type === 'timestamp'
      ? [{ kind: 'isNull', arg: left(one.name) }]
      : value === null
        ? [{ kind: 'compare', op: '<>', left: left(one.name), right: to }]
        : [],
  );
  return [
    {
      set: plain,
      spent,
      open,
      ordered,
      ...(ordered || /^(?:is|are)$/.test(before) ? { done: true as const } : {}),
      ...(FINITE.has(before) ? { told: true as const } : {}),
    },
  ];
};

/** "didn't turn up", "has not paid": a yes or no that is no. */
function notDone({ reader, table }: Told, parts: readonly Part[], at: number): Turn[] {
  const part = parts[at];
  const flag = part?.deed?.flag;
  if (part === undefined || flag == null || part.deed?.day !== null || part.deed.state !== null) return [];
  const from = reader.tokens.findIndex(({ lower }, i) => i < part.from && i > part.from - 4 && DENIAL.test(lower));
  const left: Expr = { kind: 'column', table: table.name, column: flag.name };
  const open: Expr = flag.nullable ? { kind: 'isNull', arg: left } : { kind: 'compare', op: '<>', left, right: yes(false) };
  return [{ set: [{ column: flag, value: yes(false) }], spent: range(from, part.end), open: [open], ordered: false, told: true }];
}

/** The one day on which something is over, of what is said to be over, or on which it was decided, of what was accepted or refused. */
function overIn({ table }: Told, states: readonly string[]): Column | null {
  const names = states.some((state) => OVER.has(state)) ? OVER : states.some((state) => DECISIONS.has(state)) ? DECIDED : null;
  const [one, ...more] = table.columns.filter((column) => isEmptyDay(column) && nameWords(column.name).some((word) => names?.has(word)));
  return more.length > 0 ? null : (one ?? null);
}
const textIn = (state: Setting | null): string => (state?.value.kind === 'literal' ? String(state.value.value).toLowerCase() : '');
const isEmptyDay = ({ type, nullable }: Column): boolean => (type === 'date' || type === 'timestamp') && nullable;

function daySaid({ reader }: Told, day: Part | undefined, column: Column): Expr | null {
  if (day === undefined) return dayAt(reader, column, reader.tokens.length, reader.tokens.length);
  return dayAt(reader, column, day.from, day.end);
}

/** "is confirmed", "its confirmed", "set it to done", "back … and ok": a state that rows come to. */
const becomes: Form = (told, parts, at) => {
  const part = parts[at];
  if (part?.state == null) return [];
  const { reader } = told;
  const before = reader.skip(part.from - 1, words('a an')) === part.from ? reader.lower(part.from - 2) : reader.lower(part.from - 1);
  const last = part.end === clauseEnd(told, part.from) || LASTING.has(reader.lower(part.end));
  // "put the evening course online"
  const first = reader.lower(reader.skip(0, words('please can you could now')));
  const put = part.end === clauseEnd(told, 0) && PUTS.has(first) && parts[at - 1]?.link?.row === true;
  if (put) return [{ set: [part.state], spent: tokensOf(part), open: [], ordered: true, told: true }];
  if (!last || !(COPULA.has(before) || ADVERB.has(before) || /^(?:to|as|and|back|again)$/.test(before))) return [];
  if (reader.tokens.some(({ lower }, i) => i < part.from && i > part.from - 3 && DENIAL.test(lower))) return [];
  const verb = reader.tokens.some(({ lower }) => COPULA.has(lower) || SETS.has(lower));
  return verb
    ? [{ set: [part.state], spent: tokensOf(part), open: [], ordered: reader.tokens.some(({ lower }) => SETS.has(lower)), told: true }]
    : [];
};

/** "contract runs until November 30 2028", "switched his insurance to Laya", "customs was 118.40", "cost us 95": a column and its new value. */
const valued: Form = (told, parts, at) => {
  const { reader, table } = told;
  const part = parts[at];
  if (part === undefined) return [];
  const stop = withoutLasting(told, clauseEnd(told, part.from));
  const key = (column: Column) => table.foreignKeys.some(({ columns }) => columns.includes(column.name));
  if (part.column !== null && !key(part.column)) {
    const turns: Turn[] = [];
    for (let to = part.end; to < stop; to++) {
      if (!TO.has(reader.lower(to)) && !(to === part.end && BE.has(reader.lower(to)))) continue;
      const value = attempt(() => (part.column === null ? null : newValue(told, part.column, to + 1, stop)));
      if (value === null) continue;
      const rest = range(to, stop);
      // What stands between says which rows.
      turns.push({ set: [{ column: part.column, value }], spent: [...tokensOf(part), ...rest], open: [], ordered: true });
      break;
    }
    const comma = reader.tokens[clauseEnd(told, part.from)]?.text;
    const next = clauseEnd(told, part.from) + 1;
    // "has a new contact address, lars@solvik.no"
    if (turns.length === 0 && part.end === clauseEnd(told, part.from) && (comma === ',' || comma === ':') && hasNew(told, part.from)) {
      const value = attempt(() => (part.column === null ? null : newValue(told, part.column, next, clauseEnd(told, next))));
      if (value !== null)
        turns.push({
          set: [{ column: part.column, value }],
          spent: [...tokensOf(part), ...range(next, clauseEnd(told, next))],
          open: [],
          ordered: true,
        });
    }
    if (turns.length > 0) return turns;
  }
  return verbValue(told, part, stop);
};

const hasNew = ({ reader }: Told, before: number): boolean =>
  reader.tokens.some(({ lower }, at) => at < before && /^(?:new|different|another)$/.test(lower));

/** "cost us 95", "holds 40 people now": the number that the verb is of. */
function verbValue(told: Told, { from }: Part, stop: number): Turn[] {
  const { reader, table, english } = told;
  const word = english[from]?.lower ?? '';
  if (!isVerb(word) && !/^(?:cost|costs)$/.test(word)) return [];
  const meant = new Set([...verbsOf(word), ...deedsSaidAt({ tokens: english }, from).flatMap((one) => one.meant)].map(rootOf));
  const start = reader.skip(from + 1, words('us me now about just'));
  // "takes 2 hours" of minutes is read in its unit.
  if (reader.tokens[start]?.kind !== 'number' || inUnits(told).length > 0) return [];
  const [column, ...more] = table.columns.filter(
    ({ name, type }) => NUMERIC.has(type) && nameWords(name).some((own) => meant.has(rootOf(own))) && !/_id$/.test(name),
  );
  const end = UNITS.has(reader.lower(start + 1)) ? start + 2 : start + 1;
  if (column === undefined || more.length > 0 || (end !== stop && reader.tokens[end]?.kind !== 'mark')) return [];
  const value = newValue(told, column, start, start + 1);
  return value === null ? [] : [{ set: [{ column, value }], spent: range(from, end), open: [], ordered: false }];
}

function newValue({ reader, table }: Told, column: Column, from: number, end: number): Expr | null {
  const start = reader.skip(from, words('the a an now'));
  if (start >= end) return null;
  if (column.type === 'date' || column.type === 'timestamp') return dayAt(reader, column, start, end);
  const unit = NUMERIC.has(column.type) && end - start === 2 && UNITS.has(reader.lower(end - 1)) ? end - 1 : end;
  if (NUMERIC.has(column.type) && unit !== start + 1) return null;
  const value = valueFor(reader, table, column, start, unit);
  return value !== null && value.kind === 'literal' && value.value === null ? null : value;
}

/** "give … to Jonas", "Nadia is doing both games": the row that a key points at from now on. */
const handed: Form = (told, parts, at) => {
  const { reader } = told;
  const part = parts[at];
  if (part?.parent == null) return [];
  const turn = (spent: number[]): Turn[] => (part.parent === null ? [] : [{ set: [part.parent], spent, open: [], ordered: true }]);
  const first = reader.lower(reader.skip(0, words('please can you could now')));
  const before = reader.lower(part.from - 1);
  if (GIVES.has(first) && /^(?:to|with)$/.test(before) && part.end === clauseEnd(told, part.from)) return turn(tokensOf(part));
  if (part.from > 0) return [];
  const verb = reader.skip(part.end, words('is are will now also'));
  const phrase = `${reader.lower(verb)} ${reader.lower(verb + 1)}`;
  const long = /^(?:looks after|look after|looking after|takes over|taking over|take over)$/.test(phrase);
  const lasting =
    reader.lower(verb - 1) === 'is' ||
    reader.lower(verb - 1) === 'will' ||
    long ||
    reader.tokens.some((_, i) => LASTING.has(reader.lower(i)));
  if (!lasting || !(long || DOES.test(reader.lower(verb)))) return [];
  return turn([...tokensOf(part), ...range(part.end, verb + (long ? 2 : 1))]);
};

/** "wants off the mailing list", "put her on the mailing list": a yes or no that is like a list. */
const listed: Form = (told, parts, at) => {
  const { reader, table } = told;
  const part = parts[at];
  const flag = part?.column?.type === 'boolean' ? part.column : part === undefined ? undefined : flagOf(told, part);
  if (part === undefined || flag === undefined || table.columns.filter(({ name }) => name === flag.name).length !== 1) return [];
  let lead = part.from - 1;
  while (/^(?:the|our|your|of)$/.test(reader.lower(lead))) lead--;
  const off = /^(?:off|from)$/.test(reader.lower(lead)) || (reader.lower(lead) === 'out' && reader.lower(lead + 1) === 'of');
  const on =
    /^(?:on|onto|back)$/.test(reader.lower(lead)) || (/^(?:to|in)$/.test(reader.lower(lead)) && nameWords(flag.name).includes('list'));
  const wish = reader.tokens.some(({ lower }, i) => i < lead + 1 && WISHES.test(lower));
  // "is off the road"
  const back = reader.lower(lead - 1) === 'back' ? [lead - 1] : [];
  const state = /^(?:is|are)$/.test(reader.lower(lead - 1 - back.length)) && part.end === withoutLasting(told, clauseEnd(told, part.from));
  if (!(wish || state) || off === on || reader.tokens.some(({ lower }) => DENIAL.test(lower))) return [];
  const spent = [...tokensOf(part), ...back, ...reader.tokens.flatMap(({ lower }, i) => (i <= lead && WISHES.test(lower) ? [i] : []))];
  // "off the road" is so where it is kept as `off_road`.
  const value = on || nameWords(flag.name).some((word) => word === reader.lower(lead));
  return [{ set: [{ column: flag, value: yes(value) }], spent, open: [], ordered: false }];
};

const flagOf = (_: Told, { state }: Part): Column | undefined => (state?.column.type === 'boolean' ? state.column : undefined);

/** "is 18 and over now", "weighs 7.4 kg now", "are 1.60 from now on": what follows a verb of being, up to the end. */
const measures: Form = (told, parts, at) => {
  const { reader, table } = told;
  const part = parts[at];
  if (part === undefined) return [];
  let lead = part.from - 1;
  while (BESIDE_BE.has(reader.lower(lead))) lead--;
  if (!COPULA.has(reader.lower(lead))) return [];
  const stop = clauseEnd(told, part.from);
  const end = withoutLasting(told, stop);
  if (end === stop && reader.lower(lead + 1) !== 'now') return [];
  const place = { reader, table, at: 0, end };
  const found = becoming(place, part.from) ?? measured(place, part.from) ?? priceNow(place, part.from);
  return found === null ? [] : [{ set: [found], spent: range(part.from, end), open: [], ordered: false }];
};

const FORMS: readonly Form[] = [done, mailed, phoned, becomes, valued, handed, listed, measures];

/** "by card", "in cash": how it was done, in a column of ways. */
export function wayOf(told: Told, part: Part): Setting | null {
  const { reader, table } = told;
  const mark = reader.tokens[part.from - 1]?.kind === 'mark' && clauseEnd(told, part.from) === part.end;
  if (!(mark || /^(?:by|in|via|with)$/.test(reader.lower(part.from - 1))) || part.state === null) return null;
  const { column } = part.state;
  return /(?:^|_)(?:method|meth|by|via|how|means|mode)(?:$|_)/.test(column.name) && table.columns.includes(column) ? part.state : null;
}

function withoutLasting({ reader }: Told, end: number): number {
  const last = LASTS.find((said) => said.every((word, i) => reader.lower(end - said.length + i) === word));
  return last === undefined ? end : end - last.length;
}

const yes = (value: boolean): Expr => ({ kind: 'literal', value, type: 'boolean' });
const isPast = (word: string): boolean =>
  /ed$/.test(word) || verbsOf(word).some((base) => base !== word && !word.endsWith('s') && !word.endsWith('ing'));

const BE = words("is are was were got gets been being be has have its it's");
const COPULA = words("is are was were got gets its it's theyre becomes became turned");
const BESIDE_BE = words('now for');
const ADVERB = words('just now finally already all');
const DENIAL = /^(?:not|no|never|cant|cannot|wont|\w+n['’]?t)$/;
const NOW = /^(?:today|just now|this (?:morning|afternoon|evening))$/;
const DECIDED = words('decided decision answered');
const DECISIONS = words('accepted approved agreed granted declined rejected refused denied');
const OVER = words('closed finished completed done resolved settled decided ended');
const LASTING = words('now again today');
const LASTS = ['from now on', 'as of now', 'from today on', 'from today', 'as of today', 'now', 'again'].map((said) => said.split(' '));
const SETS = words('set mark put make turn change switch move switched moved changed turned');
const PUTS = words('put make mark set');
const TO = words('to until till is at now');
const UNITS = words('dollars dollar euros euro pounds pound quid bucks eur usd gbp kg km hours hour minutes people each');
const GIVES = words('give assign hand pass move transfer reassign switch send put book');
const DOES =
  /^(?:do|does|doing|take|takes|taking|cover|covers|covering|teach|teaches|teaching|run|runs|running|lead|leads|leading|drive|drives|driving|host|hosts|hosting|handle|handles|handling|look|guide|guides|guiding)$/;
const WISHES = /^(?:wants?|wanted|take|put|remove|add|asked|asks|likes?|signed|opted|unsubscribed|unsubscribe|move)$/;
