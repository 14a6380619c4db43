import { isPlural, singularName, snakeCase } from '../english/inflect.ts';
import type { Draft } from './draft.ts';
import { isEntity } from './entity.ts';
import { lastWord } from './nouns.ts';
import { lemmaOf } from './outline/verb.ts';
import { isVerbAlone } from './said-verb.ts';
import { sayInstead } from './say-instead.ts';
import { typeOfName } from './type-of-name.ts';
import { Unclear } from './unclear.ts';
import { hasUsual } from './usual.ts';
import { deedOf } from './verbs.ts';

/**
 * Throws where the draft is no design of what the brief says: a table or column whose name is a piece of a sentence, or a thing
 * that the brief names and that is nowhere in the draft. `context` is what was said of who asks.
 */
export function refuseMisread(draft: Draft, brief: string, context: string): void {
  const tables = [...draft.tables.values()];
  // Who came to what: without the one or the other it tells nothing.
  const alone = tables.find(
    ({ name, references }) =>
      name === 'attendance' &&
      references.size < 2 &&
      tables.length > 2 &&
      /\bwho (?:came|was there|were there|attended|showed up|was present)\b/i.test(brief),
  );
  if (alone !== undefined)
    throw new Unclear(`I could not place "attendance". Say each thing with what to know of it: "${sayInstead(brief)}".`);
  // "done by one and checked by another" is said of two.
  const twice = tables.some(({ references }) => new Set(references.values()).size < references.size);
  if (/\bby another\b/i.test(brief) && !twice)
    throw new Unclear(`I could not place "another". Say each thing with what to know of it: "${sayInstead(brief)}".`);
  const odd =
    tables.find(
      ({ name, links }) =>
        isPiece(name) ||
        (links === undefined && isClause(name)) ||
        (links === undefined && isRun(name)) ||
        (links === undefined && wordsOf(name).filter((word) => word !== 'per').length > WORDS_MAX),
    )?.name ?? tables.flatMap(({ columns }) => [...columns.values()]).find(({ name, type }) => isPieceOfColumn(name, type))?.name;
  const lost = odd === undefined ? lostThings(draft, brief, context) : [];
  if (odd === undefined && lost.length === 0) return;
  const what = lost[0] ?? odd?.replaceAll('_', ' ') ?? '';
  throw new Unclear(`I could not place "${what}". Say each thing with what to know of it: "${sayInstead(brief)}".`);
}

/** Things that the brief has many of and that no name, value or remark of the draft holds. */
function lostThings(draft: Draft, brief: string, context: string): string[] {
  const told = new Set(wordsOf(snakeCase([draft.title ?? '', context, ...draft.assumptions].join(' '))).map(stem));
  for (const { name, columns, links } of draft.tables.values()) {
    for (const word of wordsOf(`${name}_${snakeCase(links ?? '')}`)) told.add(stem(word));
    for (const column of columns.values()) {
      const values = column.check?.kind === 'oneOf' ? column.check.values.join(' ') : '';
      for (const word of wordsOf(`${column.name}_${snakeCase(`${column.comment ?? ''} ${values}`)}`)) told.add(stem(word));
    }
  }
  const inside = [...brief.matchAll(/\b[a-z]+s(?: (?:we|i|they|who|that|which)[a-z ]*)? \(([^()]*,[^()]*)\)/gi)].flatMap(([, list = '']) =>
    list.split(','),
  );
  const dropped = inside.filter((item) => {
    const own = wordsOf(snakeCase(item)).filter((word) => word.length > 2);
    return own.length > 0 && own.length < 3 && !own.some((word) => told.has(stem(word)) || told.has(word)) && !isExample(item);
  });
  if (dropped.length > 1) return dropped.map((item) => item.trim());
  const named = brief
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, ' ')
    .match(/[a-z][a-z']{3,}/g);
  return (named ?? []).filter((word) => isPlural(word) && !told.has(stem(word)) && !isNoThing(word));
}

const isExample = (item: string): boolean => / or |etc|such as|e\.?g|\d|["']/.test(item);

const stem = (word: string): string => singularName(word.replaceAll(/'s?$/g, ''));
const wordsOf = (name: string): string[] => name.split('_').filter((word) => word !== '');

/** A plural that names nothing to keep: a verb of one thing, a word of sentences, a count or a measure. */
const isNoThing = (word: string): boolean =>
  NO_THINGS.test(word) || VERBS.test(word) || deedOf(word) !== null || typeOfName(word) !== 'text' || /'s$/.test(word);

/** Two plurals in one name: "drivers offer rides". */
const isRun = (name: string): boolean =>
  wordsOf(name)
    .slice(0, -1)
    .some((word) => isPlural(word) && isEntity(word) && !ATTRIBUTES.test(word) && !/(?:ss|us|[^k]is|ics)$/.test(word));

/** Plurals that stand before nouns. */
const ATTRIBUTES =
  /^(?:sales|sports|goods|news|series|species|savings|operations|customs|parents|kids|childrens|womens|mens|arts|games|systems|accounts|claims|jobs|trades|services|settings|data|media|staff|clothes|glass|business|express|address)$/;

/** A number of things, what one does, or a verb with its particle: "two_referees", "committee_decides", "pick_up_parcels". */
const isClause = (name: string): boolean => {
  const words = wordsOf(name);
  const [first = ''] = words;
  const several = words.length > 1;
  return (
    several &&
    (NUMBERS.test(first) ||
      (isVerbAlone(words.at(-1) ?? '') && !ENDS.test(words.at(-1) ?? '')) ||
      words.slice(1, -1).some((word) => PARTICLES.test(word)))
  );
};

const NUMBERS = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)$/;
/** "fill-ups", "check-ins". */
const ENDS = /^(?:ups?|ins?|outs?|offs?)$/;
const PARTICLES = /^(?:up|out|off|away|back|down)$/;

const isPiece = (name: string): boolean =>
  wordsOf(name).some((word) => STRAY.test(word)) ||
  /^(?:ups|outs)$|_(?:times|dates)$|^(?:times|days|weeks|months|years|log_|note_|record_)/.test(name);

/** A column may be said as a question ("how I felt"), but is no clause. */
function isPieceOfColumn(name: string, type: string): boolean {
  if (/^(?:where|what|which)_(?:was_|were_|is_|are_)?[a-z]+$/.test(name))
    return lemmaOf(lastWord(name)) !== null && lastWord(name) !== lemmaOf(lastWord(name));
  if (/^(?:how|is|has|was|can|when|what|where)_/.test(name) && wordsOf(name).length <= WORDS_MAX + 1) return false;
  return (
    wordsOf(name).some((word) => STRAY_COLUMN.test(word)) ||
    (type === 'text' && isRun(name) && !wordsOf(name).includes('per')) ||
    (name.endsWith('_id') && wordsOf(name).includes('per')) ||
    (type === 'text' && /_(?:from|at|in)_[a-z]+s$/.test(name)) ||
    (type === 'text' && !/^(?:notes|ingredients)$/.test(name) && isEntity(name) && hasUsual(name) && !name.includes('_')) ||
    /s_(?:pay|come|rent|book|buy)$/.test(name) ||
    / at (?:an?|the) /.test(name.replaceAll('_', ' ')) ||
    ((type === 'text' || name.endsWith('_id')) && wordsOf(name).length > WORDS_MAX + 1)
  );
}

const WORDS_MAX = 3;
const STRAY =
  /^(?:ive|im|id|its|others?|who|whom|what|when|where|which|they|them|someone|somebody|each|every|many|several|of|by|to|from|for|know|want|monthly|weekly|and|or|is|are|was|were|taken|be|can|with|about|takes|includes|contains)$/;
const STRAY_COLUMN = /^(?:ive|im|who|whom|which|they|them|each|every|many|several|know|want|we|i|my|our|and|or|are|be|can|with|their)$/;
const NO_THINGS =
  /^(?:have|they|them|these|those|are|were|thems?|there|which|whose|[a-z]+ics|things?|stuff|details?|information|columns?|fields?|tables?|databases?|rows?|records?|lists?|entries|apps?|systems?|types?|kinds?|sorts?|numbers?|names?|dates?|times?|days?|weeks?|months?|years?|hours?|minutes?|please|thanks|always|sometimes|others?|various|several|this|business|address|news|series|species|status|basics?|purposes|needs|ones|relationships?|relations?|lots|people|persons?|users|sales|goods|towards|across|besides|yes|plus|less|unless|as|was|does|has|its|his|hers|ours|theirs|us|letters?|cents|dollars|euros|pounds|stars|points|characters|options|values|following)$/;
const VERBS =
  /^(?:belongs|contains|includes|consists|appears|works|needs|wants|takes|happens|involves|describes|links|relates|shows|gets|makes|keeps|stores|tracks|records|holds|manages|lists|uses|sells|buys|comes|goes|costs|lives|stays|starts|ends|begins|points|refers|references|depends|requires|allows|lets|helps|runs|owns|offers|serves|teaches|plays|writes|reads|says|knows|sees|asks|gives|leads|results|generates|produces|represents|becomes|connects|joins|covers|tells|looks|means|puts|sets|brings|picks|drops|covers|borrows|lends|rents|pays|opens|closes|answers|handles|supplies|ships|delivers|places|owes)$/;
