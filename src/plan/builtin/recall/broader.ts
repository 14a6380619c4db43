import { type Dictionary, dictionary, type PartOfSpeech, type SenseLink, type SenseReference } from '../english/dictionary.ts';
import { stem } from '../english/stem.ts';

/** Whether the first word is a kind of the second: a beagle is a dog, a brother a sibling, to hate is to dislike, who is scared is afraid. Both are in lower case. */
export function isKindOf(narrow: string, wide: string): boolean {
  const words = dictionary();
  if (words === null || wide.length < LENGTH_MIN || narrow.length < LENGTH_MIN) return false;
  if (CHILDREN.has(stem(narrow)) && CHILD.has(stem(wide))) return true;
  if (PARTNERS.has(stem(narrow)) && stem(wide) === 'partner') return true;
  return broaderNames(narrow, words).has(stem(wide)) || broaderNames(narrow, words).has(verbOf(wide));
}

/** Who has twins has children. */
const CHILDREN: ReadonlySet<string> = new Set(['twin', 'triplet', 'baby', 'toddler', 'girl', 'boy', 'stepson', 'stepdaughter']);
const CHILD: ReadonlySet<string> = new Set(['child', 'kid']);

const PARTNERS: ReadonlySet<string> = new Set([
  'girlfriend',
  'boyfriend',
  'husband',
  'wife',
  'spouse',
  'fiancé',
  'fiancée',
  'fiance',
  'fiancee',
]);

const LENGTH_MIN = 3;
/** How many senses, and steps up from each: a verb is soon as wide as "move". */
const PARTS: readonly { part: PartOfSpeech; senses: number; steps: number; link: SenseLink['kind'] }[] = [
  { part: 'noun', senses: 1, steps: 3, link: 'broader' },
  { part: 'verb', senses: 2, steps: 1, link: 'broader' },
  { part: 'adj', senses: 2, steps: 1, link: 'similar' },
];

const known = new Map<string, ReadonlySet<string>>();
const KNOWN_MAX = 5_000;

function broaderNames(word: string, words: Dictionary): ReadonlySet<string> {
  const before = known.get(word);
  if (before !== undefined) return before;
  const found = new Set<string>();
  for (const { part, senses, steps, link } of PARTS) {
    const lemma = part === 'noun' ? stem(word) : part === 'verb' ? verbOf(word) : word;
    let level: readonly SenseReference[] = isMostly(lemma, part, words) ? (words.entry(lemma, part)?.senses ?? []).slice(0, senses) : [];
    for (let step = 0; step < steps; step += 1) {
      level = level.flatMap((one) => words.sense(one)?.links.flatMap(({ kind, to }) => (kind === link ? [to] : [])) ?? []);
      for (const one of level)
        for (const name of words.sense(one)?.words ?? [])
          for (const wide of [name, LAST.exec(name)?.[0] ?? name]) if (!TOO_WIDE.has(wide)) found.add(wide);
    }
  }
  if (known.size > KNOWN_MAX) known.clear();
  known.set(word, found);
  return found;
}

/** "People" is a verb as well, of which to live is the wider one. */
const isMostly = (word: string, part: PartOfSpeech, words: Dictionary): boolean =>
  PARTS.every((other) => other.part === part || (words.entry(word, other.part)?.met ?? 0) <= (words.entry(word, part)?.met ?? 0));

/** "Male sibling" is of siblings. */
const LAST = /(?<=[ _])[^ _]+$/;

const verbOf = (word: string): string => word.replace(/(?<=\p{L}{3})(?:es|ed|s)$/u, (end) => (/^e/.test(end) ? 'e' : ''));

/** What is said of nearly everything. */
const TOO_WIDE: ReadonlySet<string> = new Set(
  `entity object thing whole unit artifact instrumentality matter substance being organism person individual group abstraction attribute relation event act
   activity change move make do have be get travel go act body part structure device state quality measure time period
   location area region way condition content message number digit integer figure name word`.split(/\s+/),
);
