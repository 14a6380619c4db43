import { moneyWords, numbersIn } from './amounts.ts';
import type { Ask } from './ask.ts';
import { groupOf } from './groups.ts';
import type { Part } from './meaning.ts';
import { isUnknown, oneKeyAway, type State } from './state.ts';

/** "how many lessons does a pupil have on average", "visits per member on average", "how many lines does an order have": of what each of the others has. */
export function means(state: State): Ask[] {
  const { parts, used, things } = state;
  const average = parts.find((part) => part.cue?.kind === 'average' && !used.has(part));
  const cues = parts.filter((part) => part.cue !== null && ['count', 'each', 'amount'].includes(part.cue.kind) && !used.has(part));
  const own = parts.find(({ mark }) => mark?.kind === 'table' && mark.table === things.table.name);
  const owners = parts.filter((part) => !used.has(part) && part.mark?.kind === 'table' && part.mark.table !== things.table.name);
  const ones = owners.filter((part) => groupOf(state, part) !== null);
  const isAny = ({ lead }: Part) => /^(?:an?|one)$/.test(lead);
  // What any order has, each has on average.
  const general = average === undefined && cues.some(({ cue }) => cue?.kind === 'count') ? ones.find(isAny) : undefined;
  if (average === undefined && (general === undefined || own === general)) return [];
  // "songs per playlist": what follows is what each of them is.
  const each = cues.find(({ cue }) => cue?.kind === 'each');
  const after = each === undefined ? undefined : parts[parts.indexOf(each) + 1];
  if (after?.mark?.kind === 'table' && after.mark.table === things.table.name)
    return entries(state, after, ones, [...cues, ...said(average)]);
  // "how many dishes are in an order": lines, of which each has one of both, are counted.
  const counted = ones.length === 2 ? ones.find((part) => parts[parts.indexOf(part) - 1]?.cue?.kind === 'count') : undefined;
  const others = ones.filter((part) => part !== counted);
  // "how many extras does a guest take per stay".
  const owner = others.find((part) => part === after) ?? others[0];
  const more = others.filter((part) => part !== owner && !isAny(part));
  const per = owner === undefined ? null : groupOf(state, owner);
  if (owner === undefined || per === null || more.length > 0) return [];
  const generally = parts.filter((part) => isUnknown(part) && !used.has(part) && GENERALLY.has(part.words));
  const uses = [...said(average), ...cues, ...others, ...generally, ...said(own), ...said(counted)];
  const numbers = numbersIn(state);
  if (cues.length === 0 && numbers.length === 0 && moneyWords(state).length === 0) return [];
  const isEach = cues.some(({ cue }) => cue?.kind === 'each');
  const cost = general === undefined ? 0 : GENERAL;
  if (numbers.length > 0)
    // "the average score per class" is of the rows of each.
    return numbers.map(({ field, part }) => ({
      what: { kind: 'mean', sum: field, per },
      uses: [...uses, part],
      cost: cost + (isEach ? NOT_NAMED : 0),
    }));
  return [{ what: { kind: 'mean', sum: null, per }, uses, cost: cost + (own === undefined && counted === undefined ? NOT_NAMED : 0) }];
}

/** "songs per playlist", of playlist entries that each have a song and are of one other thing: that is called so. */
function entries(state: State, of: Part, ones: readonly Part[], cues: readonly Part[]): Ask[] {
  const parents = oneKeyAway(state, true).filter(({ table }) => !ones.some(({ mark }) => mark?.table === table.name));
  const [parent, ...more] = parents;
  if (ones.length !== 1 || (of.mark?.cost ?? 0) < LOOSE || parent === undefined || more.length > 0) return [];
  return [
    { what: { kind: 'mean', sum: null, per: { table: parent.table.name, column: null } }, uses: [...cues, ...ones, of], cost: NOT_NAMED },
  ];
}

const said = (part: Part | undefined): Part[] => (part === undefined ? [] : [part]);

const NOT_NAMED = 0.15;
const GENERAL = 0.1;
const LOOSE = 0.3;
/** Words for what is so as a rule. */
const GENERALLY: ReadonlySet<string> = new Set('usually normally typically generally rule roughly about approximately general'.split(' '));
