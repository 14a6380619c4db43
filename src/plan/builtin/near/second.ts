import type { Field, Measure } from '../plain/sentence.ts';
import { amountsOf, isMoney, moneyWords, numbersIn } from './amounts.ts';
import type { Ask } from './ask.ts';
import { datesOf } from './dates.ts';
import { peopleOf, placesOf } from './lookups.ts';
import type { Part } from './meaning.ts';
import { entryOf, fieldOf, hasOne, isDated, isLike, isNumber, isUnknown, isWho, markedColumn, type State } from './state.ts';

const COUNTED = 0.3;

interface Told<T> {
  readonly value: T;
  readonly uses: readonly Part[];
}

/** A question with what it asks for besides, of the same things: "and how much was that", "and when was the last one". */
export function withSecond(ask: Ask, state: State): Ask[] {
  const { what } = ask;
  if (state.parts.length === 0) return [ask];
  const next = <T>(found: readonly Told<T>[], made: (value: T) => Ask['what']): Ask[] =>
    found.map(({ value, uses }, at) => ({ ...ask, what: made(value), uses: [...ask.uses, ...uses], cost: ask.cost + 0.05 * at }));
  const { things } = state;
  switch (what.kind) {
    case 'measure':
      return next(measuresIn(state), (value) => ({ ...what, more: [value] }));
    case 'top':
      // What each of them comes to is told beside it.
      return [
        {
          ...ask,
          // "and how much did each of them spend" is no number of rows.
          cost: ask.cost + (what.measure.kind === 'count' && state.parts.some(({ cue }) => cue?.kind === 'amount') ? COUNTED : 0),
          uses: [
            ...ask.uses,
            ...state.parts.filter(
              ({ cue, words }) => cue?.kind === 'amount' || cue?.kind === 'count' || /^(?:each|spend|spent)$/.test(words),
            ),
          ],
        },
      ];
    case 'list':
      return next(fieldsIn(state), (value) => ({ kind: 'columns', columns: [...things.label, value], distinct: false }));
    case 'columns':
      return next(fieldsIn(state), (value) => ({ ...what, columns: [...what.columns, value] }));
    case 'extreme':
      return next(fieldsIn(state), (value) => ({ ...what, shown: [...(what.shown ?? things.label), value] }));
    default:
      return [];
  }
}

function measuresIn(state: State): Told<Measure>[] {
  const { parts, things } = state;
  const last = parts.find(({ cue }) => cue?.kind === 'latest' || cue?.kind === 'earliest');
  const when = parts.find(({ cue }) => cue?.kind === 'when');
  if (last !== undefined && when !== undefined)
    return datesOf(things).map(({ column }) => ({
      value: { kind: last.cue?.kind === 'latest' ? 'max' : 'min', column: column.name, times: null },
      uses: [last, when, ...parts.filter(({ words }) => words === 'one')],
    }));
  const cues = parts.filter(({ cue }) => ['count', 'amount', 'average'].includes(cue?.kind ?? ''));
  if (cues.length === 0 && numbersIn(state).length === 0 && moneyWords(state).length === 0) return [];
  const average = cues.some(({ cue }) => cue?.kind === 'average');
  return amountsOf(state, average ? 'avg' : 'sum').map(({ measure, uses }) => ({ value: measure, uses: [...cues, ...uses] }));
}

function fieldsIn(state: State): Told<Field>[] {
  const { parts, things } = state;
  const [first] = parts;
  if (first === undefined) return [];
  const named = parts.flatMap((part) =>
    part.mark?.kind === 'column' && hasOne(state, part.mark.table) ? [{ value: fieldOf(state, part.mark), part }] : [],
  );
  const cues = parts.filter(({ cue }) => ['when', 'where', 'amount', 'count'].includes(cue?.kind ?? ''));
  // "who they belong to".
  const asking = [...cues, ...parts.filter((part) => isWho(part) || /^(?:belongs?|own|owns)$/.test(part.words))];
  const kind = isWho(first) ? 'who' : first.cue?.kind;
  const uses = (part?: Part) => [...asking, ...(part === undefined ? [] : [part]), ...moneyWords(state)];
  const fitting = named.filter(({ part }) => kind !== 'when' || isDated(markedColumn(state, part.mark)));
  if (fitting.length > 0 && kind !== 'who') return fitting.map(({ value, part }) => ({ value, uses: uses(part) }));
  const of = (fields: readonly Field[]) => fields.map((value) => ({ value, uses: uses() }));
  if (kind === 'when') return of(datesOf(things).map(({ column }) => column.name));
  if (kind === 'where') return of(placesOf(state));
  if (kind === 'who') {
    const marked = first.mark;
    // "who set them", of setters.
    const verbs = (value: Field) =>
      parts.filter(
        (part) =>
          isUnknown(part) &&
          (typeof value === 'string' ? [value] : (entryOf(state, value.table)?.words ?? [])).some((word) => isLike(part.words, word)),
      );
    const people = peopleOf(state).filter((field) => typeof field === 'string' || marked?.kind !== 'table' || field.table === marked.table);
    return people.map((value) => ({
      value,
      uses: [
        ...uses(),
        ...verbs(value),
        ...parts.filter(({ mark }) => typeof value !== 'string' && mark?.kind === 'table' && mark.table === value.table),
      ],
    }));
  }
  const money = kind === 'amount' || moneyWords(state).length > 0 ? things.columns.filter(isMoney) : [];
  const numbers = money.length > 0 ? money : kind === 'count' ? things.columns.filter(isNumber) : [];
  return of(numbers.map(({ column }) => column.name));
}
