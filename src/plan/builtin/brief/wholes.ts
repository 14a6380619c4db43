import { singularName } from '../english/inflect.ts';
import { wordTable } from '../english/word-table.ts';
import { CARE } from './wholes/care.ts';
import { CLUBS } from './wholes/clubs.ts';
import { COLLECTIONS } from './wholes/collections.ts';
import { CULTURE } from './wholes/culture.ts';
import { DIARIES } from './wholes/diaries.ts';
import { FOOD } from './wholes/food.ts';
import { HOUSEHOLD } from './wholes/household.ts';
import { SCHOOLS } from './wholes/schools.ts';
import { SERVICES } from './wholes/services.ts';
import { SHOPS } from './wholes/shops.ts';
import { SPORT } from './wholes/sport.ts';
import { TRADES } from './wholes/trades.ts';
import { TRAVEL } from './wholes/travel.ts';
import { WORK } from './wholes/work.ts';

/** What goes by the name at the end of some words, and what stands before it there. */
export interface Whole {
  readonly before: string;
  readonly name: string;
  /** Its tables, with their columns where the usual ones would not do; a column called as one of another table is a key to that. */
  readonly parts: string;
}

/**
 * What most people keep in a thing that has parts, when a brief names no more than it: "CRM", "habit tracker", "wine cellar". The longest
 * name counts; words for where it is kept ("app", "log") are no part of it.
 */
export function wholeOf(words: string): Whole | undefined {
  const said = words
    .toLowerCase()
    .replaceAll(/'s?\b/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ');
  for (let at = 0; at < said.length; at++) {
    const name = said.slice(at).join(' ');
    const parts = partsOf(name);
    if (parts !== undefined) return { before: said.slice(0, at).join(' '), name, parts };
  }
  return undefined;
}

/** Whether a whole goes by exactly these words. */
export const isWholeName = (words: string): boolean => WHOLES[words] !== undefined;

function partsOf(name: string): string | undefined {
  const own = WHOLES[name];
  if (own !== undefined) return own;
  const one = singularName(name.replaceAll(' ', '_')).replaceAll('_', ' ');
  if (one !== name && name.includes(' ') && WHOLES[one] !== undefined) return WHOLES[one];
  // "ski rental shop" is no shop but a rental.
  const bare = name.replace(SERVING, '$1').replace(SYSTEM, '');
  if (bare !== name) return partsOf(bare);
  const kept = name.replace(KEPT, '');
  return kept === name || (TRADE_NAMES.has(kept) && !kept.endsWith('ing')) ? undefined : partsOf(kept);
}

/** Who serves the customers of a business at their appointments: "artists" of a tattoo studio. Undefined where it has none, or is not known. */
export function serversOf(business: string): string | undefined {
  const parts = TRADE_NAMES.has(business) ? WHOLES[business] : undefined;
  const [, servers = ''] = /^(?:clients|customers), ([a-z]+)\b.* appointments \(/.exec(parts ?? '') ?? [];
  return servers !== '' && new RegExp(`appointments \\(.*\\b${singularName(servers)}\\b`).test(parts ?? '') ? servers : undefined;
}

const SYSTEM =
  / (?:(?:management|booking|scheduling|tracking) )?(?:systems?|app|application|tracking|management|manager|software|platform|website|site|business|company|db|database|planner|program|records|organi[sz]er|spreadsheet)$/;
const SERVING =
  /( (?:rental|hire|repair|repairs|restoration|rescue|cleaning|grooming|sitting|walking))s? (?:shop|store|services?|firm|place|stand|centre|center)$/;
/** "hotel list" is of many hotels, "fish tank log" of one tank: only what a household keeps is kept in a list. */
const KEPT = / (?:log|logbook|diary|journal|list|tracker|register|history|notes|book|collection|catalog(?:ue)?|inventory)$/;

type Rows = readonly (readonly [names: string, parts: string])[];

const namesIn = (rows: Rows) => rows.flatMap(([names, parts]) => names.split(' | ').map((name) => [name, parts] as const));

/** Where somebody works for others. */
const BUSINESSES: Rows = [...SHOPS, ...SERVICES, ...TRADES, ...CARE, ...SCHOOLS, ...FOOD, ...TRAVEL, ...CULTURE];
const TRADE_NAMES: ReadonlySet<string> = new Set(namesIn(BUSINESSES).map(([name]) => name));

/** Every row: the names that a whole goes by, and its parts. */
export const ROWS: Rows = [...BUSINESSES, ...WORK, ...CLUBS, ...SPORT, ...HOUSEHOLD, ...DIARIES, ...COLLECTIONS];

/** What people keep of their own: of another's the word before it says more ("lightning journal"). */
const OWN_NAMES: ReadonlySet<string> = new Set(namesIn([...DIARIES, ...COLLECTIONS]).map(([name]) => name));

export const isOwnName = (name: string): boolean => OWN_NAMES.has(name);

const WHOLES = wordTable<string>(Object.fromEntries(namesIn(ROWS)));
