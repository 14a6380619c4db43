import type { Question } from '../../planner.ts';
import { stem } from '../english/stem.ts';
import { namesSchema } from './asked-words.ts';
import { unitOf } from './measures.ts';
import { type Name, namesIn } from './names.ts';
import { isThing } from './thing-words.ts';

/** What the words of a question ask of facts. */
export interface Asked {
  readonly names: readonly Name[];
  readonly words: readonly Word[];
  /** What kind of answer is meant. */
  readonly wants: 'number' | 'time' | 'place' | 'any';
  /** Of "how old": what a text has that tells it, and the word. */
  readonly measure: { readonly word: string; readonly unit: RegExp } | null;
  /** What the answer is, in a word, where that is a name as well: "which car". */
  readonly sort: string | null;
}

export interface Word {
  readonly text: string;
  /**
   * `head` names what the answer is ("which days"), and need not be said by it; `light` says next to nothing ("have", "do"); `change`
   * tells that something became different, which the fact that came of it does not say.
   */
  readonly role: 'plain' | 'head' | 'light' | 'change';
  /** It names a thing, of which a memory may know nothing. */
  readonly isThing: boolean;
}

/** Null for words that ask for more than to be found. */
export function askedOf(said: string, question: Question): Asked | null {
  if (/[^\p{L}\p{N}\s'’.,&/-]/u.test(said)) return null;
  const [, opens = '', rest = ''] = OPENING.exec(said.trim()) ?? [];
  const { head, tail } = headOf(opens, rest === '' && opens === '' ? said : rest);
  const headWords = tokensOf(head);
  const tokens = [...headWords, ...tokensOf(tail)];
  const { names, rest: left } = namesIn(tokens, question);
  const heads = new Set(headWords.length === 0 || /^how/i.test(opens) ? [] : headPlaces(headWords));
  const words: Word[] = [];
  const things = new Set<number>();
  for (const at of left) {
    const { text: word = '', isCapital = false } = tokens[at] ?? {};
    // "Who is off on Fridays" is away.
    const isAway = word === 'off' && /^(?:is|are|was|were|be)$/.test(tokens[at - 1]?.text ?? '');
    if ((EMPTY.has(word) && !isAway) || (word === 'after' && /^look(?:s|ed|ing)?$/.test(tokens[at - 1]?.text ?? ''))) continue;
    if (STRUCTURE.has(word) || isBound(word, tokens[at + 1]?.text) || namesSchema(word, question)) return null;
    const role = heads.has(at) ? 'head' : LIGHT.has(word) ? 'light' : CHANGE.has(stemOfChange(word)) ? 'change' : 'plain';
    const before = tokens[at - 1];
    const placed = before === undefined ? null : { text: before.text, isOwner: before.isOwner, isThing: things.has(at - 1) };
    // "Which bank": what the answer is, is a thing, whatever else the word may be.
    const thing = role !== 'light' && role !== 'change' && isThing({ text: word, isCapital, before: heads.has(at) ? HEADED : placed });
    if (thing) things.add(at);
    words.push({ text: word, role, isThing: thing });
  }
  const sort = [...heads].filter((at) => !left.includes(at)).map((at) => tokens[at]?.text ?? '')[0] ?? null;
  return words.length > WORDS_MAX ? null : { names, words, wants: wantsOf(opens, head), measure: measureOf(opens), sort };
}

/** "Below 200": a comparison, where "below the shop" is a place. */
const isBound = (word: string, next = ''): boolean => /^(?:above|below|over|under|beyond)$/.test(word) && /^\d/.test(next);

const HEADED = { text: 'which', isOwner: false, isThing: false };
const WORDS_MAX = 8;

const OPENING =
  /^(?:(?:on|in|at|from|to|for|with|by|of|about|until|since) )?(how (?:many|much|long|old|far|tall|big|large|small|heavy|high|deep|wide|fast|expensive|hot|cold|warm|often)|who|whom|whose|what|which|when|where|why|how)\b\s*(.*)$/is;

/** "Which days | does she work", "what dose of salt | is it on". Of "which vet treats cats" the first word. */
function headOf(opens: string, rest: string): { head: string; tail: string } {
  if (!/^(?:what|which|whose|how (?:many|much))$/i.test(opens)) return { head: '', tail: rest };
  const [, owned = '', whose = ''] = OF_SOMETHING.exec(rest) ?? [];
  if (owned !== '') return { head: owned, tail: whose };
  const [, named = '', tail = ''] = AUXILIARY.exec(rest) ?? [];
  if (named !== '' || /^(?:is|are|was|were|does|do|did|has|have|had|can|could|should|will|would|must|may|might|['’]s)\b/i.test(rest))
    return { head: named, tail: named === '' ? rest : tail };
  const [, first = '', behind = ''] = /^(\S+(?: of (?:our|the|my|your|their) \S+)?)(.*)$/s.exec(rest) ?? [];
  return { head: first, tail: behind };
}

/** "What is the dose | of salt". */
const OF_SOMETHING = /^(?:is|are|was|were|['’]s) (?:the|our|my|your|his|her|their|its) ((?:\S+ )?\S+) (of .+)$/is;

const AUXILIARY =
  /^((?:(?!(?:is|are|was|were|does|do|did|has|have|had|can|could|should|will|would|must|may|might)\b)\S+ ){1,5}?)((?:is|are|was|were|does|do|did|has|have|had|can|could|should|will|would|must|may|might)\b.*)$/is;

const tokensOf = (said: string): { text: string; isCapital: boolean; isOwner: boolean }[] =>
  [...said.matchAll(/([\p{L}\p{N}]+(?:['’]t)?)(['’](?:s(?![\p{L}\p{N}])|(?=\s)))?/gu)].map(([, word = '', owner]) => ({
    text: word.toLowerCase(),
    isCapital: /^\p{Lu}/u.test(word),
    isOwner: owner !== undefined,
  }));

/** The noun before "of" or at the end; of "what kind of food" the kind and the food. */
function headPlaces(words: readonly { text: string }[]): number[] {
  const of = words.findIndex(({ text }) => text === 'of');
  const last = words.length - 1;
  if (of < 0) return [last];
  return SORTS.has(stem(words[of - 1]?.text ?? ''))
    ? [of - 1, last]
    : [of - 1, ...(/^(?:our|the|my|your|their)$/.test(words[of + 1]?.text ?? '') ? [last] : [])];
}

const SORTS = new Set(['kind', 'type', 'sort', 'one', 'name']);

function wantsOf(opens: string, head: string): Asked['wants'] {
  if (/^how (?!often|long)\S+/i.test(opens)) return 'number';
  if (/^when$/i.test(opens) || /^(?:day|date|time|month|year|weekday|hour)s? $/i.test(head)) return 'time';
  return /^where$/i.test(opens) ? 'place' : 'any';
}

function measureOf(opens: string): Asked['measure'] {
  const word = /^how (\S+)$/i.exec(opens)?.[1]?.toLowerCase() ?? '';
  const unit = unitOf(word);
  return unit === null ? null : { word, unit };
}

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that carry a question and say nothing of what it is about. */
const EMPTY = set(`
  a an the is are was were be been being am become became becomes do does did don didn t doesn has have had having can could will would shall should may might must i you he she
  it we they me him her us them my your his its our their ours who whom whose what which when where while why how of in on at to from for with about into onto as there here this that these
  those please so currently now still again exactly actually and anyone anybody someone somebody everyone everybody as ever any some really just per by s up out off kind sort type name named called names
  also then got gotten back both anything something everything else last`);

/** They say next to nothing where another word does. */
const LIGHT = set(
  'find finds found get gets go goes going went do done make makes made take takes give gives given took taken gave came getting giving taking coming come comes want wants need needs use uses used using look looks put keep kept',
);

/** What became different, in the base form or as `stemOfChange` gives it. */
const CHANGE = set(`
  chang switch rais lower increas reduc doubl cut replac becom start stop quit leav join updat adjust swap rename renam extend shorten postpon delay slip mov reschedul drop turn end began begin left gone`);
const stemOfChange = (word: string): string => word.replace(/(?:ed|es|e|ing|s)$/, '');

/** Words that ask for more than to be found: counts, orders, comparisons, conditions, choices. */
const STRUCTURE = set(`
  not no nor never nobody none nothing nowhere without except but or if than more less fewer least most several each every all neither either
  count total sum average mean median percent percentage ratio share top bottom latest newest oldest earliest recently
  highest lowest biggest smallest longest shortest best worst sorted ordered grouped between since until till during because
  versus vs compare compared difference mine myself yesterday tomorrow before after
  say said says tell told tells ask asked asks mention mentioned mentions write wrote written talk talked talks discuss discussed reply replied answer answered
  common always first know knew known hear heard believe believed according true false`);
