import { sentence } from './ask.ts';

/** How a sentence is said of one of two. */
export type Say = (words: readonly string[]) => string;

const AUX = 'do|did|does|are|were|is|was|have|has|had|will';
const WE = 'we|i|you|they|people|customers|clients|members|guests';

/** What of two there is more of: the sentence about one of them, from a sentence about both. */
export function moreOf(text: string): { rest: string; say: readonly Say[] } | null {
  const part = (words: readonly string[]) => sentence(words);
  // "X or Y, which …" as "which …, X or Y"
  const [, tail, asked] = /^(.+ or .+?),? ((?:which|what|who)(?: one)? .+)$/i.exec(text) ?? [];
  const turned = tail === undefined ? text : `${asked}, ${tail}`;
  const common =
    /^(?:which|what)(?: one)?(?: is| are| was| were)? (?:the )?(?:more|most) (?:common|popular|frequent|often|common here),? (.+)$/i.exec(
      turned,
    )?.[1] ?? /^(?:is|are|was|were) (.+) (?:the )?more (?:common|popular|frequent)(?:ly)?$/i.exec(turned)?.[1];
  if (common !== undefined)
    return { rest: common, say: [(words) => `how many ${part(words)} are there`, (words) => `how many ${part(words)}`] };
  const earned =
    /^(?:which|what|who)(?: one)?(?: of them)? (?:brings? in|brought in|makes?|made|earns?|earned|takes?|took|raised?|cost|costs) (?:us )?(?:the )?(?:more|most)(?: money| revenue| income)?,? (.+)$/i.exec(
      turned,
    )?.[1];
  if (earned !== undefined)
    return {
      rest: earned,
      say: [
        (words) => `how much money did ${part(words)} bring in`,
        (words) => `revenue from ${part(words)}`,
        (words) => `total revenue of ${part(words)}`,
      ],
    };
  const [, who, verb, what = '', names] =
    /^(which|what|who)(?: one| of them)? ([a-z]+(?: us| in)?) (?:the )?(?:more|most|fewer)(?: of)?(?: (.+?))?,? ((?:[^,]+) or (?:[^,]+))$/i.exec(
      turned,
    ) ?? [];
  if (who !== undefined && verb !== undefined && names !== undefined) {
    const base = verb.toLowerCase();
    return {
      rest: names,
      say: [
        (words: readonly string[]) => `how many ${what} did ${part(words)} ${baseOf(base)}`,
        (words: readonly string[]) => `number of ${what} of ${part(words)}`,
        (words: readonly string[]) => `number of ${what} from ${part(words)}`,
        (words: readonly string[]) => `how much did ${part(words)} ${baseOf(base)} ${what}`,
      ].map((say) => (words: readonly string[]) => say(words).replaceAll(/ +/g, ' ').trim()),
    };
  }
  const [, either, does, whatOf = ''] = /^(?:did|does|do|has|have) (.+ or .+) ([a-z]+(?: us| in)?) more(?: (.+))?$/i.exec(text) ?? [];
  if (either !== undefined && does !== undefined && !/^(?:we|i|you|they)\b/i.test(either))
    return {
      rest: either,
      say: [
        (words: readonly string[]) => `how many ${whatOf} did ${part(words)} ${does}`,
        (words: readonly string[]) => `how much ${whatOf} did ${part(words)} ${does}`,
        (words: readonly string[]) => `how much did ${part(words)} ${does}`,
        (words: readonly string[]) => `total ${whatOf} of ${part(words)}`,
      ].map((say) => (words: readonly string[]) => say(words).replaceAll(/ +/g, ' ').trim()),
    };
  const [, aux = '', us = '', did = '', rest] =
    new RegExp(`^(${AUX})(?: (${WE}|there))?((?: [a-z]+){0,2}?) more (?:of )?(.+)$`, 'i').exec(text) ?? [];
  if (rest !== undefined && aux !== '' && us !== '') {
    const end = us.toLowerCase() === 'there' ? `${aux} there` : `${aux} ${us}${did}`;
    const money = /^(?:money|revenue|income) (?=.)/i.exec(rest)?.[0];
    if (money !== undefined)
      return {
        rest: rest.slice(money.length),
        say: [(words) => `how much money ${end} ${part(words)}`, (words) => `revenue ${part(words)}`],
      };
    return {
      rest: rest.replace(/ or less$/i, ''),
      say: [
        (words) => `how many ${part(words)} ${end}`,
        (words) => `how much ${part(words)} ${end}`,
        (words) => `how much ${end} ${part(words)}`,
      ],
    };
  }
  const of = new RegExp(`^(?:${AUX}) more (.+)$`, 'i').exec(text)?.[1];
  return of === undefined ? null : { rest: of, say: [(words) => `how many ${part(words)}`, (words) => `number of ${part(words)}`] };
}

/** "give" of "gave", as it stands after "did". */
const baseOf = (verb: string): string =>
  PAST[verb] ??
  (/ied$/.test(verb)
    ? verb.replace(/ied$/, 'y')
    : /(.)\1ed$/.test(verb)
      ? verb.replace(/.ed$/, '')
      : /ed$/.test(verb)
        ? verb.replace(/ed$/, /[aeiou][^aeiou]ed$|[cgsvz]ed$/.test(verb) ? 'e' : '')
        : verb);

const PAST: Readonly<Record<string, string>> = {
  ...{
    did: 'do',
    had: 'have',
    made: 'make',
    got: 'get',
    gave: 'give',
    took: 'take',
    wrote: 'write',
    sold: 'sell',
    bought: 'buy',
    spent: 'spend',
  },
  ...{
    paid: 'pay',
    brought: 'bring',
    saw: 'see',
    taught: 'teach',
    ran: 'run',
    sent: 'send',
    won: 'win',
    lost: 'lose',
    drove: 'drive',
    led: 'lead',
  },
  ...{
    ordered: 'order',
    handled: 'handle',
    booked: 'book',
    played: 'play',
    worked: 'work',
    needed: 'need',
    opened: 'open',
    raised: 'raise',
  },
  ...{ 'gave us': 'give us', 'paid us': 'pay us', 'brought in': 'bring in', 'brought us': 'bring us', earned: 'earn', finished: 'finish' },
};
