import { isPlural, pluralName, singularName } from '../../english/inflect.ts';
import { isDeed } from '../deed.ts';
import { isEntity } from '../entity.ts';
import { isPerson } from '../nouns.ts';
import { isKnownOf, kindOf } from '../outline/kind.ts';
import { isPast, lemmaOf } from '../outline/verb.ts';
import { isWholeName } from '../wholes.ts';
import { pluralsIn } from './words.ts';

interface Rule {
  /** A brief, and what is made of it. */
  readonly example: readonly [string, string];
  readonly read: (brief: string) => string;
}

/** What a brief says of its things that is nothing to keep, taken out, for one that no reader took as it stands. */
export function plainer(brief: string): string {
  let text = brief;
  for (const { read } of PLAINER) text = read(text);
  return text
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ (?=[,.;:])/g, '')
    .replace(/[,;.\s]+$/, '')
    .trim();
}

export const PLAINER: readonly Rule[] = [
  {
    example: ['masks with maker, what i paid and what they are worth now', 'masks with maker, purchase price and value'],
    read: (brief) => factsIn(brief),
  },
  {
    example: ['At the end of the season each actor gets a fee', 'each actor gets a fee'],
    read: (brief) => brief.replaceAll(/\b(?:at|by) the end of (?:the|each|every|a) [a-z]+,? (?=(?:each|every|an?|the|all) )/gi, ''),
  },
  {
    example: ['A booking is for a date and a stage, has a name', 'A booking has a date and a stage, a name'],
    read: (brief) => brief.replaceAll(/\b(an?|each|every) ([a-z]+) is (?:for|on|of) ([^,.;]+), (?:and )?(?:it )?has /gi, '$1 $2 has $3, '),
  },
  {
    example: ['repairs are new, started or done', 'repairs with status (new, started or done)'],
    read: (brief) =>
      brief.replaceAll(
        /(^|[.;,] )([a-z]+(?: [a-z]+)?s) (?:are|can be|may be) (?:either )?([a-z]+(?: [a-z]+)?(?:, [a-z]+(?: [a-z]+)?)*),? or ([a-z]+(?: [a-z]+)?)(?=[.;]|$)/gi,
        '$1$2 with status ($3 or $4)',
      ),
  },
  {
    example: ['masks and my fabric stash', 'masks and fabrics'],
    read: (brief) =>
      brief.replaceAll(
        /(?<=(?:,|\band|\bwith) )(?:my |our |the |an? )?([a-z]+) (?:stash|collection|inventory|supply)(?=[,.;]|$| and )/gi,
        (all: string, noun: string) => (isPlural(noun) ? noun : isKnownOf(noun) ? all : pluralName(noun)),
      ),
  },
  {
    example: ['masks with leather and buttons', 'masks with leathers and buttons'],
    read: (brief) =>
      brief.replaceAll(/\bwith ([a-z]+) and (?=([a-z]+s)(?:[,.;]|$))/gi, (all: string, one: string, other: string) =>
        !isPlural(one) &&
        isPlural(other) &&
        isEntity(other) &&
        !isKnownOf(one) &&
        !isKnownOf(singularName(other)) &&
        ['thing', 'goods', 'event'].includes(kindOf(one))
          ? `with ${pluralName(one)} and `
          : all,
      ),
  },
  {
    example: ['puppet theatres: puppets, shows', 'puppet theatre: puppets, shows'],
    read: (brief) =>
      brief.replace(
        /^((?:[a-z]+ ){0,2})(stables|kennels|theatres|schools|gardens|studios|camps|clubs)(?=: [a-z]+s\b)/i,
        (_, before: string, place: string) => `${before}${singularName(place)}`,
      ),
  },
  {
    example: ['we run a small cinema with films and screens', 'cinema: films and screens'],
    read: (brief) =>
      brief.replace(
        /^(?:i|we) (?:run|own|manage|operate|have|are|organi[sz]e) (?:an?|our|the|my) (?:(?:small|little|local|family|tiny|new) )*([a-z]+(?: [a-z]+){0,2}?)(?: with|,|\.|:| and (?:need|want)(?: to (?:keep|track|record|log|note))?) (?=(?:the |our |my )?([a-z]+)(?: [a-z]+)?(?:,| and| with))/i,
        (all: string, head: string, first: string) => (isTrade(head) && isPlural(first) ? `${head}: ` : all),
      ),
  },
  {
    example: ['drawings with number and when i made it', 'drawings with number and made at'],
    read: (brief) =>
      brief.replaceAll(/\bwhen (?:i|we) ([a-z]+) (?:it|them)\b/gi, (all: string, verb: string) =>
        isPast(verb.toLowerCase()) ? `${verb.toLowerCase() === 'took' ? 'taken' : verb} at` : all,
      ),
  },
  {
    example: ['Actors come weekly, costumes', 'Actors come, costumes'],
    read: (brief) =>
      brief.replaceAll(
        / (?:weekly|monthly|daily|yearly|annually|regularly|online|every few weeks|once a (?:week|month|year))(?=[,.;]|$| and )/gi,
        '',
      ),
  },
  {
    example: ['theatre with 3 lamps and about 40 actors', 'theatre with lamps and actors'],
    read: (brief) =>
      brief.replaceAll(
        /\b(?:(?:about|around|over|roughly) )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|a dozen|two or three|several|a few|some) (?=([a-z]+s)\b)/gi,
        (all: string, noun: string) =>
          isPlural(noun) && isEntity(noun) && !isKnownOf(noun) && kindOf(noun) !== 'measure' && pluralsIn(brief).length > 1 ? '' : all,
      ),
  },
  {
    example: ['costumes we hold for actors, plays that we put on', 'costumes, plays'],
    read: (brief) =>
      brief.replaceAll(RELATIVE, (all: string, noun: string, verb: string) =>
        isPlural(noun) && isEntity(noun) && lemmaOf(verb) !== null && !HANDED.has(lemmaOf(verb) ?? '') ? noun : all,
      ),
  },
  {
    example: ['auditions with passed or failed', 'auditions with passed'],
    read: (brief) =>
      brief.replaceAll(/\b([a-z]+) or (?:not|[a-z]+)(?=[,.;]|$| and )/gi, (all: string, state: string) =>
        isPast(state.toLowerCase()) && /ed$|^(?:paid|sold|won|done)$/i.test(state) ? state : all,
      ),
  },
  {
    example: ['a waiver signed yes/no', 'waiver signed'],
    read: (brief) => brief.replaceAll(/\b(?:an? )?([a-z]+(?: [a-z]+)?) (?:\()?(?:yes\/no|y\/n|yes or no)(?:\))?(?=[,.;]|$| and )/gi, '$1'),
  },
  {
    example: ['a small puppet theatre, puppets, shows', 'a small puppet theatre: puppets, shows'],
    read: (brief) =>
      brief.replace(
        /^((?:[a-z'-]+ ){0,4}[a-z]+)(?:,| -|\.) (?=(?:our |my |the )?([a-z]+)(?: [a-z]+)?(?:,| with| and|\.|$))/i,
        (all: string, head: string, first: string) => (isTrade(head) && isPlural(first) ? `${head}: ` : all),
      ),
  },
  {
    example: ['props and costumes so we find them again after the tour', 'props and costumes'],
    read: (brief) =>
      brief.replace(/,? so (?:that )?(?:i|we) (?:can |always |do ?n[o']?t )*[a-z]+ (?:them|it|what|where|which)\b[^.;]*$/i, ''),
  },
  {
    example: ['actors, roles. need to see which actors are free', 'actors, roles'],
    read: (brief) =>
      brief.replace(WISH, (all: string, wish: string, at: number) => {
        const before = brief.slice(0, at).toLowerCase();
        return !/,/.test(wish) && ASKS.test(wish) && pluralsIn(wish).every((noun) => new RegExp(`\\b${noun}\\b`).test(before)) && at > 0
          ? ''
          : all;
      }),
  },
  {
    example: ['actors, rehearsals, attendance', 'actors, rehearsals and who came'],
    read: (brief) =>
      brief.replace(/(?: and|,) attendance(?=[,.;]|$)/i, (all: string, at: number) =>
        pluralsIn(brief.slice(0, at)).some(isDeed) && pluralsIn(brief).some(isPerson) ? ' and who came' : all,
      ),
  },
  {
    example: ['the masks and how i liked them', 'the masks with rating, notes'],
    read: (brief) =>
      brief.replace(/,? and (?:how (?:much )?(?:i|we) liked|what (?:i|we) thought of) (?:it|them)(?=[,.;]|$)/i, ' with rating, notes'),
  },
];

/** What stands before its things and is the name of the whole. */
function isTrade(head: string): boolean {
  const bare = head
    .toLowerCase()
    .replace(/^(?:an? |the |my |our |small |little |local |amateur |we are |we're |i am |i'm |we run |i run )+/, '');
  const last = bare.split(' ').at(-1) ?? '';
  if (isPlural(last) || /\b(?:with|and|of|for|has|have|where)\b/.test(bare)) return false;
  return (
    isWholeName(bare) ||
    ['place', 'group'].includes(kindOf(last)) ||
    /^(?:company|business|club|circle|rental|workshop)$/.test(last) ||
    (isPerson(pluralName(singularName(last))) && bare.split(' ').length < 4)
  );
}

/** A brief with what it asks of its things said as facts. */
export const factsIn = (brief: string): string => ASKED.reduce((text, [pattern, fact]) => text.replaceAll(pattern, fact), brief);

/** Questions for a fact, and what the fact is called. */
const ASKED: readonly (readonly [RegExp, string])[] = [
  [/\bwhat(?:'s| is| has| was)? (?:been )?paid so far\b/gi, 'amount paid'],
  [/\bwhat (?:i|we) paid(?: for (?:it|them|each))?(?=[,.;]|$| and )/gi, 'purchase price'],
  [/\bwhat (?:i|we) (?:sold|sell) (?:it|them|each) for\b/gi, 'sale price'],
  [/\bwhat (?:it|they|each)(?: one)?(?: is|'s|'re| are) worth(?: today| now)?(?=[,.;]|$| and )/gi, 'value'],
  [/\bwhat (?:it|they|each)(?: one)? costs?(?: us| me)?(?=[,.;]|$| and )/gi, 'cost'],
  [/\b(price|fee|rate) (?:that )?(?:i|we) (?:charge|ask|take)(?=[,.;]|$| and )/gi, '$1'],
  [/\bwhere (?:each|it|they)(?: one)? (?:is|are)(?: kept| stored| right now| now)?(?=[,.;]|$| and )/gi, 'location'],
  [/\bwhen (?:it was |they were )?last ([a-z]+ed)(?=[,.;]|$| and )/gi, 'last $1 on'],
  [/\bwhen (?:i|we) last ([a-z]+ed) (?:it|them)(?=[,.;]|$| and )/gi, 'last $1 on'],
  [/\bwhen to (drink|use|eat|sell|return|replace|renew|open)(?: it| them)?(?=[,.;]|$| and )/gi, '$1-by date'],
  [/\bin how many (minutes|hours|days)\b/gi, '$1'],
  [/\bthe (date|day|time) (?:they|it) (?!was|were|is|are)([a-z]+)(?<!ed)( down| up| off| out| back| in)?(?=[,.;]|$| and )/gi, '$2$3 $1'],
  [/\bthe date (?:i|we|they) ([a-z]+ed)(?=[,.;]|$| and )/gi, '$1 on'],
];

const HANDED: ReadonlySet<string> = new Set('lend borrow rent hire loan give donate buy sell order'.split(' '));
const RELATIVE =
  /\b([a-z]+s) (?:that |which |who )?(?:i|we|they|people) (?:can |will |have |are |do |still |had |want to )?([a-z]+)(?: (?:on|up|out|in|for (?:[a-z]+ )?[a-z]+s|at home|so far|ourselves|myself|working on))?(?=[,.;]|$| and (?!who|when|what|how|where))/gi;
const ASKS = /^(?:who|which|what|whether|if|how (?:many|much)|where|when)\b/i;
const WISH =
  /(?:[,.;]|,? and) ?(?:(?:i|we)(?:'d| would)? )?(?:also )?(?:need|want|like|have)(?: to)?(?: be able)?(?: to)? (?:see|know|find|look up|check|find out) ([^.;]*)$/i;
