import { isPlural } from '../../english/inflect.ts';
import type { Bond } from '../bonds.ts';
import { isDeed } from '../deed.ts';
import { isEntity } from '../entity.ts';
import { happens } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import { lemmaOf } from '../outline/verb.ts';
import { pluralsIn } from './words.ts';

/** What stands before the things: who asks for what, and what for. */
export function takeLead(brief: string, bonds: Bond[]): string {
  const [, written = ''] = WRITTEN.exec(brief) ?? [];
  const [noted] = pluralsIn(written);
  if (noted !== undefined) bonds.push({ kind: 'know', thing: noted, column: 'notes' });
  return (
    brief
      .replace(/\b(my|our) [a-z]+'s (?=[a-z])/i, '$1 ')
      .replace(WAY, '')
      .replace(KEEPS, '')
      // "water readings every morning": how often it happens is nothing to keep.
      .replaceAll(OFTEN, (all: string, deeds: string) => (isDeed(deeds) ? deeds : all))
      // "nature reserve bird counts: species, site": what they are of, and where.
      .replace(LONG_HEAD, '$1')
      // "clients gardens jobs invoices"
      .replaceAll(ROW, (all: string) =>
        all.split(' ').every((noun) => isEntity(noun) && lemmaOf(noun) !== noun) ? all.split(' ').join(', ') : all,
      )
      .replace(RUN_FOR, (all, list: string) => (areThings(list.split(/\. /)[0] ?? '') ? list : all))
      // "(code, severity: info, warning)": the values of the last.
      .replaceAll(/ \(([^():]+), ([a-z]+(?: [a-z]+)?): ([^():;]+)\)/gi, ' with $1 and $2 ($3)')
      // "the interviewer's rating": who it is, and what he gives.
      .replaceAll(/\bthe ([a-z]+(?:er|or|ist))'s ([a-z]+)\b/gi, '$1, $2')
      .replaceAll(/\bfrom and to date\b/gi, 'from date and to date')
      .replaceAll(LISTS, (_, noun: string) => `${noun} list ${/^(?:wait|waiting|guest)$/i.test(noun) ? 'entries' : 'items'}`)
      // "yearly fees": which year it is for.
      .replaceAll(EVERY, (_, often: string, paid: string) => {
        bonds.push({ kind: 'know', thing: paid, column: often.toLowerCase() === 'annual' ? 'year' : often.slice(0, -2) });
        return paid;
      })
      // "neighbourhood garden plots", "language learning flashcards": where and what for is no part of the name.
      .replace(
        /^([a-z]+) (?=(?!with|has|have|of|for|in|at|to|and|that|where)[a-z]+ [a-z]+s(?:,| and| with))/i,
        (all: string, where: string) => (PLACES.has(kindOf(where)) && !LONG.test(brief) ? '' : all),
      )
      .replace(/^[a-z]+ [a-z]{3,}ing (?=([a-z]+s)\b)/i, (all: string, things: string) => (happens(things) || LONG.test(brief) ? all : ''))
      .replaceAll(/\b(with|and|,) (?:an?|some) (?=[a-z]+(?:s\b|,| and| or|$))/gi, '$1 ')
  );
}

/** Whether a list names things alone, each of them as many. */
const areThings = (list: string): boolean => {
  const items = list.split(/,? and |, /);
  return items.length >= LISTED && items.every((item) => isPlural(item.split(' ').at(-1) ?? ''));
};

/** Other readers take several sentences apart. */
const LONG = /\. /;
const WRITTEN = /\b(?:write|note) down (?:my|our|the|all) (.+)/is;
const LISTS = /(?<=(?:,|\band|\bwith) )(?:an? |the )?(wait|waiting|guest|shopping|packing|grocery|playing|price) list(?=[,.;]|$| and )/gi;
const EVERY = /\b(yearly|annual|monthly|weekly) (fees|dues|rents|subscriptions|contributions|subs)\b/gi;
const PLACES: ReadonlySet<string> = new Set(['place', 'group']);
const LISTED = 3;
const OFTEN =
  /\b([a-z]+s) (?:every|each) (?:(?:other|few|two|three|four|six|\d+) )?(?:morning|evening|night|day|week|weekend|month|year|hour|minute|spring|summer|autumn|winter)s?(?=[,.;]|$| and )/gi;
const ROW = /\b[a-z]+s(?: [a-z]+s){2,}(?=[,.;]|$| and )/g;
const LONG_HEAD =
  /^(?:(?!(?:of|for|in|at|with|by|and|the|an?|our|my|to|on)\b)[a-z]+ ){2,3}((?!(?:of|for|in|at|with|by|to|on)\b)[a-z]+ [a-z]+s)(?=: )/i;
const WAY =
  /^(?:i (?:want|need|would like) )?(?:an?|some|any) (?:place|way|tool|app|thing|spot|database|system) (?:to|where i can) (?:write down|note down|keep track of|note|log|record|track|store|save|collect|remember|keep|list) (?:all )?(?:of )?(?:my |our |the )?/i;
const KEEPS =
  /^(?:i|we) (?:keep|have|run|own|breed|grow|manage) [^,.;:]{2,40}? and (?:i |we )?(?:want|need|would like) to (?:note down|write down|keep track of|note|log|record|track|store|save|know|see) /i;
/** "ticket sales for a small theatre: plays, seats, reservations" */
const RUN_FOR = /^[a-z][a-z' -]* (?:for|of|in|at) (?:an?|my|our|the) [a-z][a-z' -]*: (.+)$/is;
