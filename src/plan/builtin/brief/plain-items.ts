import { isPlural, pluralName, singularName, snakeCase } from '../english/inflect.ts';
import { isEntity, isSome } from './entity.ts';
import { readListed, splitItems } from './list.ts';
import { happens } from './nouns.ts';
import { gerundOf } from './verbs.ts';

interface Told {
  readonly text: string;
  /** What else the items say, each a sentence: "a table between songs and concerts". */
  readonly more: readonly string[];
  /** The items that were said otherwise, as they stood. */
  readonly was: string;
}

/** A list as people write one, in the words of columns and things: "the flour I used, when I bought it" → "flour, date bought". */
export function plainItems(sentence: string, last: string): Told {
  const listed = readListed(sentence);
  const items = listed?.items ?? splitItems(sentence);
  const head = listed?.head ?? '';
  if (/(?:^|\bof )who [a-z]+ (?:my|our|which|what)\b/i.test(sentence) || !items.some(({ text }) => SPOKEN.test(text)))
    return { text: sentence, more: [], was: '' };
  const was: string[] = [];
  const more: string[] = [];
  const about = head.replace(/^(?:each|every|an?|the|all|my|our) /i, '') || last;
  const plain = items.flatMap(({ text, and }, at) => {
    const from = FROM_THEM.exec(text)?.[1];
    const before = items[at - 1]?.text ?? '';
    if (from !== undefined && isEntity(before)) more.push(`${from} belong to ${before}`);
    const link = linkIn(
      text,
      about,
      items.map((item) => item.text),
      at,
    );
    if (link !== null) more.push(link);
    const said = link === null ? plainItem(text) : '';
    if (said !== text)
      was.push(
        text
          .split(' ')
          .filter((word) => !said.includes(word))
          .join(' '),
      );
    return said === '' ? [] : [{ said, and }];
  });
  const list = plain.map(({ said, and }, at) => `${at === 0 ? '' : and ? ' and ' : ', '}${said}`).join('');
  const subject = listed === null ? '' : `${sentence.slice(0, sentence.indexOf(items[0]?.text ?? '', head.length))}`;
  const open = subject.trimEnd().endsWith('(') ? ')' : '';
  return { text: list === '' ? head : `${subject}${list}${open}`, more, was: was.join(' ') };
}

/** An item in the words of a column or a thing; the item itself where it is said in these. */
export function plainItem(item: string): string {
  const [, noun, inside] = /^([^()]+?)\s*\((.+)\)$/.exec(item) ?? [];
  if (noun !== undefined && inside !== undefined && SPOKEN_INSIDE.test(inside)) {
    return `${noun} (${splitItems(inside)
      .map(({ text }) => plainItem(text))
      .join(', ')})`;
  }
  for (const [pattern, to] of ITEMS) {
    const said = item.replace(pattern, to as string);
    if (said !== item) return said.trim();
  }
  return item;
}

/** What links two things: "which songs were sung at which concert", and of a rehearsal "which actors showed up". */
function linkIn(item: string, about: string, all: readonly string[], place: number): string | null {
  const items = all.slice(0, place);
  const [, one = '', other = ''] = BOTH.exec(item) ?? [];
  const at = /^who [a-z]+ (?:at|in|on|to|for) which ([a-z]+)$/i.exec(item)?.[1];
  const some = items.find((each) => PEOPLE.test(each.split(' ')[0] ?? ''))?.split(/[ (]/)[0];
  if (at !== undefined && some !== undefined) return `${some} belong to a ${at}`;
  const event = about !== '' && happens(many(about).replaceAll(' ', '_'));
  if (!event && one !== '' && other !== '' && one !== other && !/^(?:i|we|you|they)$/i.test(one))
    return `a table between ${many(one)} and ${many(other)}`;
  const [, score, per, and] = /^([a-z]+s) per ([a-z]+) (?:per|and) ([a-z]+)$/i.exec(item) ?? [];
  if (score !== undefined) return `${score} belong to a ${per} and a ${and}`;
  const who = WHO_CAME.exec(item)?.[1];
  if (who !== undefined && about !== '' && isPlural(who) && isEntity(who)) return `attendance linking ${many(about)} and ${who}`;
  if (
    /^who (?:came|attended|showed up|joined|was there|were there|took part|participated|is coming|goes|went)(?: along| with us)?$/i.test(
      item,
    )
  ) {
    const people = items.find((each) => PEOPLE.test(each.split(' ')[0] ?? ''))?.split(/[ (]/)[0];
    const what = items
      .findLast((each) => each !== item && isSome(each.split(/ ?\(| with /)[0] ?? '') && !PEOPLE.test(each))
      ?.split(/ ?\(| with /)[0];
    if (people !== undefined && what !== undefined) return `attendance linking ${many(what)} and ${people}`;
  }
  return null;
}

/** "suppliers, the flowers I buy from them" */
const FROM_THEM = /^(?:the |all )?([a-z]+(?: [a-z]+)?s) (?:that |which )?(?:i|we|they) [a-z]+ (?:from|for|to|with|in|at) them$/i;

const many = (thing: string): string => pluralName(singularName(snakeCase(thing))).replaceAll('_', ' ');

const PEOPLE =
  /^(?:members|players|students|kids|children|people|guests|employees|participants|friends|volunteers|actors|singers|athletes|runners|pupils)$/i;
const BOTH =
  /^(?:which|what|how (?:much|many) of (?:each|which)) ([a-z]+)(?: (?:was|were|is|are|has|have|had))? [a-z]+(?:ed|en|s|t|ng|n|d)?(?: (?:at|in|on|by|for|with|to|from|during|of))? (?:which|what|each) ([a-z]+)$/i;
const WHO_CAME =
  /^which ([a-z]+s) (?:showed up|came(?: along)?|attended(?: it)?|were there|took part|participated|joined|were present|are coming|played)$/i;
/** "sessions (date, price, paid or not)" */
const SPOKEN_INSIDE = /(?:^|, )(?:which|what|who|whether|if|how|when|where)\b|\b(?:i|we|they|it) [a-z]| or not\b/i;
/** An item that is said as part of a sentence. */
const SPOKEN =
  /^(?:an? )?(?:link|url|photo|picture|scan|copy|file) (?:to|of) |^with whom$| yes ?\/ ?no$|^my |^[a-z]+s per [a-z]+ (?:per|and) |^(?:every|each) [a-z]+$| or not\b|^[a-z]+s of [a-z]+$|^(?:which|what|who|whether|if|how|when|where)\b|\b(?:i|we|you|they|he|she|it|everyone)\b| or not$|^(?:before|after) or /i;

const ITEMS: readonly (readonly [RegExp, string | ((all: string, ...found: string[]) => string)])[] = [
  [/^(?:every|each) ([a-z]+)$/i, (_, one = '') => many(one)],
  [/^(rolls|pieces|bottles|boxes|bags|pairs|sets|copies|loaves|bunches|packs|cases|rounds|cups) of [a-z]+$/i, '$1'],
  [/^what (?:she|he|i|we|they|it) (?:takes?|took|eats?|ate|drinks?|drank|reads?|watched|wants?|gets?|got)$/i, 'name'],
  [/^when(?: (?:it|they|this) (?:is|are|was|were|happened|took place))?$/i, 'date'],
  [
    /^when (?:it|they)(?:'s| is| are|'re)? (?:must be |should be |have to be |has to be )?(?:due|returned|given back|due to be returned)(?: back)?$/i,
    'due date',
  ],
  [/^(?:on )?(?:what|which) (?:day|date)\b.*$/i, 'date'],
  [/^how much$|^how much (?:it|they|i|we|was|is)(?: [a-z]+)?$/i, 'amount'],
  [/^(?:how much|what)(?: (?:it|they|each(?: one)?))? costs?(?: to [a-z]+| me)?$/i, 'cost'],
  [/^how long(?: (?:it|they|i|we) (?:took|lasts?|lasted|take|takes|ran|slept|worked))?$/i, 'duration'],
  [/^how many(?: (?:there are|i have|we have|i own|we own|are in stock|i sold|we sold|are left))?$/i, 'quantity'],
  [
    /^how many (people|guests|hours|minutes|pages|pieces|points|kilometers|miles|seats|copies|eggs|reps|sets|times|calories)\b.*$/i,
    'number of $1',
  ],
  [/^how far(?: (?:it was|i [a-z]+|we [a-z]+))?$/i, 'distance'],
  [/^how old (?:they|it|he|she) (?:is|are)$/i, 'age'],
  [
    /^how often (?:it|they|i|we)(?: need| needs)?(?: to be| to| are| is)? ([a-z]+?)(?:ed)?(?: (?:it|them))?$/i,
    (_, verb = '') => `${singularName(gerundOf(verb))} frequency`,
  ],
  [
    /^(?:where|which place|what place) (?:it|they)(?:'s| is| are|'re)? ?(?:stands?|lives?|kept|stored|hangs?|located|placed|held|grows?|sits?|found)?$/i,
    'location',
  ],
  [/^where (?:it|they) (?:happened|takes? place|took place|is held|was held)$/i, 'location'],
  [/^what (?:i|we|they|he|she|it) (?:think|thinks|thought|felt|liked|noticed|noted)(?: (?:of|about) (?:it|them))?$/i, 'notes'],
  [/^what (?:it|they) (?:is|are|was|were) (?:called|named)$/i, 'name'],
  [/^what (?:it|they) (?:is|are|was|were) (?:for|about)$/i, 'description'],
  [/^what (?:was|is|has been) (?:done|wrong|broken|repaired|fixed|discussed|said)$/i, 'description'],
  [/^(?:which|what) ([a-z]+) (?:it|they) (?:is|are|was|were|belongs?|comes?|goes|came) ?(?:in|on|at|from|to|of|for|with|by)?$/i, '$1'],
  [/^(?:which|what) ([a-z]+) (?:[a-z]+(?:ed|s|ote|ave|old|ade)|made|did|gave|sold|took) (?:it|them|her|him)$/i, '$1'],
  [/^who (?:gave|donated)(?: it| them)?$/i, 'donor'],
  [/^who (?:it|they) (?:is|are|was|were) (?:for|with|from)$/i, 'person'],
  [/^who (?:owns|has) (?:it|them)$/i, 'owner'],
  [/^(?:which|what) ([a-z]+s) (?:i|we|they) [a-z]+(?: [a-z]+){0,3}$/i, '$1'],
  [/^([a-z]+(?: [a-z]+)?),? or not$/i, 'whether $1'],
  [/^before or after (?:the |a )?([a-z]+)$/i, '$1 timing (before or after)'],
  [
    /^(?:the )?(date|day|time|year|place|price|reason|month)(?: (?:that|when|on which))? (?:i|we|it|they|he|she)(?:'ve| was| were| is| have)? ([a-z]+)(?: (?:it|them))?$/i,
    '$1 $2',
  ],
  [/^(?:an? )?(link|url|photo|picture|scan|copy|file) (?:to|of) (?:the |an? |its |their )?([a-z ]+)$/i, '$2 $1'],
  [/^where (?:the |it |they |i |we )[a-z' ]*(?:from)$/i, 'source'],
  [/^with (?:whom|who)$/i, 'companion'],
  [/^my ([a-z]+)$/i, '$1'],
  [/^([a-z ]+) yes ?\/ ?no$/i, 'whether $1'],
  // "the flowers I buy from them", "books they want to give away"
  [
    /^((?:the |my |our |all )?(?!when|how|what|who|which|where|whether|if)[a-z]+(?: [a-z]+){0,2}?),? (?:that |which )?(?:i|we|you|they|he|she|people|everyone) (?!are\b|is\b|can be\b)[a-z]+(?: [a-z]+){0,4}(?: \([^)]*\))?$/i,
    '$1',
  ],
];
