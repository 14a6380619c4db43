import type { Test } from '../plain/sentence.ts';
import { numbersIn } from './amounts.ts';
import type { Ask } from './ask.ts';
import type { Part } from './meaning.ts';
import { isDated, isSaid, isUnknown, markedColumn, type State } from './state.ts';

/** "what share of the loans", "how much of the weight comes from shops in percent": of what is named first, which says no part of it. */
export function shares(state: State, cue: Part): Ask[] {
  const { parts, things, used } = state;
  const own = things.table.name;
  const cues = parts.filter((part) => part.cue !== null && ['count', 'amount'].includes(part.cue.kind) && !used.has(part));
  const [number] = numbersIn(state);
  if (number !== undefined && cues.some((part) => part.cue?.kind === 'amount'))
    return [{ what: { kind: 'percentage', of: [], sum: number.field }, uses: [cue, ...cues, number.part], cost: 0 }];
  const ends = parts.filter((part) => isUnknown(part) && !used.has(part) && (ENDING.test(part.words) || ALL.test(part.words)));
  // "how many end up as a booking", of what has a day on which it was booked.
  const filled = parts.filter((part) => {
    const column = markedColumn(state, part.mark);
    return !used.has(part) && part.mark?.table === own && isDated(column) && column?.column.nullable === true && state.held.length === 0;
  });
  const tests = filled.flatMap(({ mark }): Test[] => (mark?.kind === 'column' ? [{ kind: 'empty', column: mark.column, not: true }] : []));
  const head = cue.words === '%' || cue.end < (parts[0]?.end ?? 0) ? parts[0] : parts[parts.indexOf(cue) + 1];
  const ask = (of: readonly Test[], cost: number): Ask => ({
    what: { kind: 'percentage', of },
    uses: [cue, ...cues, ...ends, ...filled],
    cost,
    ...(tests.length === 0 ? {} : { tests }),
  });
  const first = parts.find(({ mark }) => mark?.kind === 'table');
  if (first !== undefined && first.mark?.table !== own) return [];
  if (first === undefined && head !== undefined && isHead(head, cue) && isSaid(state)) {
    if (head.mark?.kind === 'value') return ofSome(state, head).map((of) => ask([of], 0));
    if (isUnknown(head)) return [ask([], ALL.test(head.words) ? 0 : UNNAMED)];
  }
  return (first === undefined && isUnknown(head)) || !(first !== undefined || isSaid(state)) ? [] : [ask([], 0)];
}

/** "share of dogs", of animals: what is named first says of which it is a share, and not what is so of them. */
function ofSome(state: State, head: Part): Test[] {
  const at = state.held.findIndex((choice) => choice.some(({ part }) => part === head));
  const [only] = state.held[at] ?? [];
  if (only === undefined || only.table !== state.things.table.name) return [];
  const column = 'column' in only.test ? only.test.column : '';
  const others = state.held.filter((_, place) => place !== at).flat();
  // Of what is booked nothing was missed.
  if (others.some(({ test }) => 'column' in test && test.column === column)) return [];
  state.held.splice(at, 1);
  return [only.test];
}

const isHead = (part: Part, cue: Part): boolean => part.from > cue.from && /^(?:of|the|our|my|all|their|your)$/.test(part.lead);
const ALL = /^(?:cases?|times|occasions|instances|all|them)$/;
const ENDING =
  /^(?:end(?:s|ed)? up|ends?|ended|ending|turns?|turned|goes|went|gone|results?|resulted|leads?|led|gets?|got|becomes?|became|up|out)$/;
const UNNAMED = 0.15;
