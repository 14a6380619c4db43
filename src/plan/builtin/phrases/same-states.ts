import { isDeepStrictEqual } from 'node:util';
import { firstSenseOf } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import { DATED } from '../linking/expressions.ts';
import { tells } from '../linking/moment-columns.ts';
import { tellsApart } from './columns.ts';
import { entry, type Ground, once, word } from './ground.ts';

type Hit = ReturnType<Ground['values']['find']>[number];

/** Words that stand for a stored value which is called otherwise. */
interface Meant {
  readonly said: string;
  readonly stored: string;
  readonly end: number;
  readonly hits: readonly Hit[];
}

/** What people call a state and what databases do. Each line is one state. */
const STATES = `done, finished, completed, complete
in progress, ongoing, under way, underway
waiting, pending, queued
cancelled, called off, scrapped
refused, rejected, declined, turned down
dead, deceased, died, passed away
alive, living
no show, no shows, missed, did not turn up, did not show up, did not show, did not come, nobody came
failed, unsuccessful
lost, missing
broken, defective, faulty
closed, shut, shut down
on loan, lent, lent out, loaned out, borrowed
returned, brought back, given back
planned, scheduled
resolved, solved, fixed, sorted
shipped, sent, sent out, dispatched
expired, lapsed, run out
on hold, paused`
  .split('\n')
  .map((line) => line.split(', '));

const sameState: ReadonlyMap<string, readonly string[]> = new Map(
  STATES.flatMap((names) => names.map((name) => [name, names.filter((other) => other !== name)] as const)),
);

const WORDS_MAX = 4;

/**
 * "finished" where done is stored, "quarantined" of what is in quarantine, "sailing boats" of a sailboat: the one value of a column of kinds or states
 * that means what the words at a position mean, where that table has no other way to say it.
 */
export const meantAt = once((ground: Ground, at: number): readonly Meant[] => {
  for (let end = Math.min(at + WORDS_MAX, ground.tokens.length); end > at; end -= 1) {
    const words = ground.tokens.slice(at, end).map((_, offset) => word(ground, at + offset));
    if (words.includes('')) continue;
    const said = words.join(' ');
    const own = ground.values.find(said).map(({ table }) => table);
    const isStrange = own.length === 0 && (end > at + 1 || ground.links.unlinked().has(at));
    const names = [...(sameState.get(said) ?? []), ...(isStrange ? [...inState(said), ...synonymsOf(words)] : [])];
    const dated = DATING.has(word(ground, end));
    const hits = [...new Set(names)]
      .flatMap((name) => storedAs(ground, name).map((hit) => ({ name, hit })))
      .filter(({ hit }) => !own.includes(hit.table) && !hasDayOf(ground, hit.table, said))
      .filter(({ hit }, index, all) => all.findIndex((one) => isDeepStrictEqual(one.hit, hit)) === index);
    // Of a table that keeps two of them apart it is not known which is meant, nor, of one with several days, which of them is that of the state.
    const alone = hits.filter(
      ({ hit }) => hits.every((other) => other.hit === hit || other.hit.table !== hit.table) && !(dated && hasDays(ground, hit.table)),
    );
    const [first] = alone;
    if (first === undefined) continue;
    return [{ said, stored: first.name, end, hits: alone.map(({ hit }) => hit) }];
  }
  return [];
});

const DATING = new Set('this last next in on since before after between during until yesterday today recently'.split(' '));
const hasDays = (ground: Ground, table: string): boolean =>
  entry(ground, table).columns.filter(({ column }) => DATED.has(column.type)).length > 1;

/** A table that has a day on which it was done says so by that. */
const hasDayOf = (ground: Ground, table: string, said: string): boolean =>
  entry(ground, table).columns.some(({ column, words }) => DATED.has(column.type) && words.some((one) => one === said || tells(said, one)));

/** What a value is in is said as a participle: "quarantined". */
function inState(said: string): string[] {
  const noun = /^([a-z]{4,})ed$/.exec(said)?.[1];
  return noun === undefined ? [] : [noun, `${noun}e`].flatMap((one) => ['in', 'on', 'under'].map((within) => `${within} ${one}`));
}

/** Nouns and adjectives of the same first sense. */
function synonymsOf(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  if (words.length > 2 || words.some((one) => one.length < 4 || FUNCTION_WORDS.has(one))) return [];
  return firstSenseOf([...words.slice(0, -1), stem(last)].join(' '));
}

/** Where a name is a stored kind or state, or what a code is said to mean. */
const storedAs = (ground: Ground, name: string): Hit[] =>
  ground.values.find(name).filter(({ table, column }) => tellsApart(ground, table, column));
