import { moneyWords, numbersIn } from './amounts.ts';
import type { Ask } from './ask.ts';
import { groupOf } from './groups.ts';
import type { Part } from './meaning.ts';
import { isUnknown, type State } from './state.ts';

/** "how many lessons does a pupil have on average", "visits per member on average": of what each of the others has. */
export function means(state: State): Ask[] {
  const { parts, used, things } = state;
  const average = parts.find((part) => part.cue?.kind === 'average' && !used.has(part));
  if (average === undefined) return [];
  const cues = parts.filter((part) => part.cue !== null && ['count', 'each', 'amount'].includes(part.cue.kind) && !used.has(part));
  // "songs per playlist": what follows is what each of them is.
  const each = cues.find(({ cue }) => cue?.kind === 'each');
  const after = each === undefined ? undefined : parts[parts.indexOf(each) + 1];
  if (after?.mark?.kind === 'table' && after.mark.table === things.table.name) return [];
  const own = parts.find(({ mark }) => mark?.kind === 'table' && mark.table === things.table.name);
  const owners = parts.filter((part) => !used.has(part) && part.mark?.kind === 'table' && part.mark.table !== things.table.name);
  const ones = owners.filter((part) => groupOf(state, part) !== null);
  // "how many dishes are in an order": lines, of which each has one of both, are counted.
  const counted = ones.length === 2 ? ones.find((part) => parts[parts.indexOf(part) - 1]?.cue?.kind === 'count') : undefined;
  const [owner, ...more] = ones.filter((part) => part !== counted);
  const per = owner === undefined ? null : groupOf(state, owner);
  if (owner === undefined || per === null || more.length > 0) return [];
  const uses = [average, ...cues, owner, ...[own, counted].flatMap((part) => part ?? [])];
  const numbers = numbersIn(state);
  if (cues.length === 0 && numbers.length === 0 && moneyWords(state).length === 0) return [];
  const isEach = cues.some(({ cue }) => cue?.kind === 'each');
  if (numbers.length > 0)
    // "the average score per class" is of the rows of each.
    return numbers.map(({ field, part }) => ({
      what: { kind: 'mean', sum: field, per },
      uses: [...uses, part],
      cost: isEach ? NOT_NAMED : 0,
    }));
  return [{ what: { kind: 'mean', sum: null, per }, uses, cost: own === undefined && counted === undefined ? NOT_NAMED : 0 }];
}

const NOT_NAMED = 0.15;

/** "what share of the loans", "how much of the weight comes from shops in percent": of what is named first. */
export function shares(state: State, cue: Part): Ask[] {
  const { parts, things, used } = state;
  const cues = parts.filter((part) => part.cue !== null && ['count', 'amount'].includes(part.cue.kind) && !used.has(part));
  const [number] = numbersIn(state);
  if (number !== undefined && cues.some((part) => part.cue?.kind === 'amount'))
    return [{ what: { kind: 'percentage', of: [], sum: number.field }, uses: [cue, ...cues, number.part], cost: 0 }];
  const first = parts.find(({ mark }) => mark?.kind === 'table');
  if (first !== undefined && first.mark?.table !== things.table.name) return [];
  if (first === undefined && !parts.some((part) => used.has(part) && part.mark?.table === things.table.name)) return [];
  return isUnknown(parts[parts.indexOf(cue) + 1]) && first === undefined
    ? []
    : [{ what: { kind: 'percentage', of: [] }, uses: [cue, ...cues], cost: 0 }];
}
