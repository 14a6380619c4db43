import { isPlural, pluralName, snakeCase } from '../english/inflect.ts';
import { wordTable } from '../english/word-table.ts';
import { MASS } from './entity.ts';
import { lastWord, sortOf } from './nouns.ts';

/** The words before a list, or alone: "inventory database for a bike shop", "events table for web analytics", "todo list". */
export interface Head {
  /** What each row would be, were this a table; empty when the words name a whole alone. */
  readonly thing: string;
  /** The words as a title. */
  readonly title: string;
  /** Whether they name something that has parts and is no table itself: "booking system", "CRM". */
  readonly whole: boolean;
  /** Whether a word for a place to keep things named the thing: "list", "table", "log". */
  readonly kept: boolean;
  /** Whether there are several of it. */
  readonly several: boolean;
}

export function readHead(words: string): Head {
  const text = words
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/,$/, '')
    .replace(BOOK, (_, of: string) => `${BOOKS[of.toLowerCase()] ?? of} list`)
    // "a shop that sells flowers"
    .replace(/,?\s+(?:that|which|who)\s+(?!i\b|we\b)[^,]*$/i, '');
  const title = tidy(text);
  const called = CALLED.exec(text)?.[1];
  if (called !== undefined) return { thing: called, title: called, whole: false, kept: true, several: true };
  const of = KEPT_OF.exec(text)?.[1];
  const [, before = text, purpose = ''] = PURPOSE.exec(of ?? text) ?? [undefined, of ?? text];
  let noun = tidy(before.replace(SEEN, ''));
  let whole = false;
  let kept = of !== undefined;
  for (let changed = true; changed; ) {
    const was = noun;
    noun = noun.replace(SYSTEM, '');
    if (noun !== was) whole = true;
    const system = noun;
    // "reading" alone would not say what is read.
    noun = noun.replace(KEPT, '').trim();
    if (noun !== system) kept = true;
    changed = noun !== was;
  }
  const alone = noun === '' ? '' : noun;
  const thing = (kept || /^[a-z]+ing$/i.test(alone) ? GERUNDS[snakeCase(alone).replaceAll('_', ' ')] : undefined) ?? alone;
  // "a tracker for my houseplants"
  if (alone === '' && isSeveral(purpose)) return { thing: tidy(purpose), title: tidy(purpose), whole: false, kept: true, several: true };
  const known = thing === '' && purpose === '';
  return {
    thing: known ? tidy(before) : thing,
    title: alone === '' && purpose !== '' ? tidy(purpose) : title,
    whole: whole || alone === '' || sortOf(snakeCase(alone)) === 'whole',
    kept,
    several: alone !== '' && isSeveral(alone),
  };
}

/** "customers", but not "logistics" or "sales". */
export function isSeveral(words: string): boolean {
  const last = words.trim().split(' ').at(-1) ?? '';
  return isPlural(last) && !/(?:ics|ss)$/i.test(last);
}

/** The head as the plural words of a table. */
export function asTable({ thing }: Head): string {
  const name = snakeCase(thing);
  return (MASS.has(lastWord(name)) ? name : pluralName(name)).replaceAll('_', ' ');
}

/** A book that is a list: of recipes, of contacts. */
const BOOK = /\b(recipe|cook|address|phone|contact|guest|order) ?book\b/i;
const BOOKS = wordTable<string>({ cook: 'recipe', address: 'contact', phone: 'contact' });

const tidy = (text: string): string => text.replace(ARTICLES, '').replace(WHOSE, '').trim();

const ARTICLES =
  /^(?:(?:an?|the|one|my|our|your|me|us|new|simple|small|basic|little|tiny|please|each|every|all|some|personal|online|daily|weekly|monthly|yearly|annual)\s+)+(?=\S)/i;
/** "my kids' chores" are chores. */
const WHOSE = /^[a-z]+(?:'s|s') (?=\S)/i;
const CALLED = /^(?:an? |the )?tables? (?:called |named )?([\w-]+(?: [\w-]+)?)$|^.*\b(?:called|named) ([\w -]+)$/i;
/** "an inventory of products" */
const KEPT_OF =
  /^(?:an? |the )?(?:[\w-]+ )?(?:inventory|list|catalog(?:ue)?|collection|library|log|register|registry|record|directory|fleet|set|portfolio|archive|database|table|diary|journal|history|tracker) of (.+)$/i;
/** What or where it is for says nothing of the rows. */
const PURPOSE = /^(.+?)\s+(?:for|in|at|from|among|used (?:by|in)|about|on)\s+(.+)$/i;
/** "books that I own" */
const SEEN = /\s+(?:that |which )?(?:i|we) (?:have )?[a-z]+(?: [a-z]+)?$/i;
const SYSTEM =
  /(?:^|\s+)(?:(?:management|tracking|information|administration|scheduling|ordering|planning|monitoring) )?(?:systems?|app|application|platform|software|tool|crm|erp|cms|website|site|portal|management|administration|program|business|company|startup)$/i;
const KEPT =
  /(?<!ing|\b(?:access|error|audit|server|system|request|application|app|web|http|vinyl|medical|maintenance|service|health))\s+(?:tables?|tracker|tracking|lists?|log|logbook|inventory|collection|calendar|catalog(?:ue)?|diary|journal|register|registry|directory|planner|organi[sz]er|manager|records?|archive|watchlist|library(?= of)|book(?= of))$|(?<=ing)\s+(?:tracker|diary|journal|log|list|planner)$|^(?:tracker|planner|organi[sz]er|tracking|log|diary|journal|list)$/i;

/** What is kept of a doing. */
const GERUNDS = wordTable<string>({
  reading: 'books',
  shopping: 'items',
  grocery: 'items',
  packing: 'items',
  running: 'runs',
  cycling: 'rides',
  swimming: 'swims',
  hiking: 'hikes',
  fishing: 'catches',
  climbing: 'climbs',
  diving: 'dives',
  sailing: 'sailings',
  training: 'workouts',
  gym: 'workouts',
  exercise: 'workouts',
  fitness: 'workouts',
  spending: 'expenses',
  expense: 'expenses',
  budget: 'expenses',
  birding: 'sightings',
  'bird watching': 'sightings',
  birdwatching: 'sightings',
  brewing: 'brews',
  cooking: 'recipes',
  travel: 'trips',
  food: 'meals',
  mileage: 'trips',
  'to do': 'todos',
  time: 'time entries',
  password: 'accounts',
});
