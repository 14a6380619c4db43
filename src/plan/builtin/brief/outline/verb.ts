import { dictionary } from '../../english/dictionary.ts';
import { pluralName } from '../../english/inflect.ts';
import { IRREGULAR_FORMS } from '../../english/irregular.ts';
import { wordTable } from '../../english/word-table.ts';
import { deedOf } from '../verbs.ts';

/** The plain form of a verb: "brought" → "bring", "watered" → "water". Null where no form of it is a verb. */
export function lemmaOf(word: string): string | null {
  const said = word.toLowerCase();
  if (NO_VERBS.test(said)) return null;
  const irregular = PLAIN[said];
  if (irregular !== undefined) return irregular;
  const forms = ENDS.map(([ending, plain]) => said.replace(ending, plain)).filter((form) => form !== said && form.length > 1);
  return [said, ...forms].reverse().find((form) => dictionary()?.entry(form, 'verb') ?? null) ?? null;
}

/** Whether a word stands in a form that only a verb has: "watered", "brought", "practising". */
export const isPast = (word: string): boolean => (PLAIN[word] !== undefined || /[a-z]{2}ed$/.test(word)) && lemmaOf(word) !== null;

/** "bring" → "brought", "carry" → "carried". */
export function participleOf(verb: string): string {
  const irregular = IRREGULAR[verb]?.split(' ').at(-1);
  if (irregular !== undefined) return irregular;
  if (/e$/.test(verb)) return `${verb}d`;
  // "planned", "patrolled"
  if (/^[^aeiou]*[aeiou][bdgmnprt]$/.test(verb) || /[^aeiou][aeiou]l$/.test(verb)) return `${verb}${verb.at(-1) ?? ''}ed`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

/** What happens each time, in the plural, where there is a noun for it: "borrow" → "loans", "repair" → "repairs". */
export function nounOfDeed(verb: string, particle = ''): string | null {
  const known = (particle === '' ? undefined : JOINED[`${verb} ${particle}`]) ?? DEEDS[verb] ?? deedOf(verb)?.noun ?? null;
  return known ?? (SAME.has(verb) ? pluralName(verb) : null);
}

/** "alter" → "alterations", where the dictionary has such a noun for what is done. */
function nominalOf(verb: string): string | null {
  const words = dictionary();
  for (const reference of words?.entry(verb, 'verb')?.senses.slice(0, 3) ?? []) {
    for (const { kind, to, into } of words?.sense(reference)?.links ?? []) {
      const noun = kind === 'derived' && to.part === 'noun' ? words?.sense(to)?.words[into - 1] : undefined;
      if (noun !== undefined && NOMINAL.test(noun) && noun.startsWith(verb.slice(0, 4))) return pluralName(noun);
    }
  }
  return null;
}

const NOMINAL = /^[a-z]+(?:ation|ment|tion|sion|ance|very|al)$/;

/** The same for any verb: "water" → "waterings". */
export function deedsOf(verb: string, particle = ''): string {
  const known = nounOfDeed(verb, particle) ?? nominalOf(verb);
  if (known !== null) return known;
  return `${verb.endsWith('e') ? verb.slice(0, -1) : verb.replace(/^([a-z]*[^aeiou][aeiou])([bdgmnpt])$/, '$1$2$2')}ings`;
}

/** What happens to a thing once. */
export const FINAL: ReadonlySet<string> = new Set(
  'buy die expire join leave arrive sow hatch publish release deliver return collect acquire adopt finish retire start end open close bear'.split(
    ' ',
  ),
);
/** Words that are seldom verbs in a brief. */
const NO_VERBS = /^(?:due|ready|such|out|back|up|off|down|on|in|there|absent|present|thought)$/;
const SAME = new Set(
  'walk visit call sale test check harvest repair service treat race catch trade wash swap change review quote'.split(' '),
);

const DEEDS = wordTable<string>({
  service: 'services',
  have: 'loans',
  take: 'intakes',
  go: 'visits',
  bring: 'deliveries',
  lend: 'loans',
  hold: 'loans',
  use: 'uses',
  fix: 'repairs',
  mend: 'repairs',
  see: 'sightings',
  spot: 'sightings',
  catch: 'catches',
  owe: 'payments',
  pay: 'payments',
  sell: 'sales',
  open: 'opens',
  score: 'scores',
  judge: 'scores',
  suggest: 'suggestions',
  discuss: 'discussions',
  practise: 'practices',
  practice: 'practices',
  groom: 'appointments',
  teach: 'lessons',
  give: 'donations',
  donate: 'donations',
  win: 'wins',
  change: 'changes',
  speak: 'talks',
  perform: 'performances',
});
const JOINED = wordTable<string>({
  'take out': 'loans',
  'hire out': 'hires',
  'rent out': 'rentals',
  'lend out': 'loans',
  'sign up': 'signups',
});

const ENDS: readonly (readonly [RegExp, string])[] = [
  [/s$/, ''],
  [/es$/, ''],
  [/ies$/, 'y'],
  [/ed$/, ''],
  [/d$/, ''],
  [/ied$/, 'y'],
  [/([a-z])\1ed$/, '$1'],
  [/ing$/, ''],
  [/ing$/, 'e'],
  [/([a-z])\1ing$/, '$1'],
];

/** Verbs → their past and their participle, where these differ from it. */
const IRREGULAR: Readonly<Record<string, string>> = wordTable<string>({
  ...Object.fromEntries([...IRREGULAR_FORMS].map(([verb, [, ...forms]]) => [verb, forms.join(' ')])),
  come: 'came come',
  get: 'got',
  have: 'had',
  run: 'ran run',
  sow: 'sowed sown',
  do: 'did done',
  show: 'showed shown',
  put: 'put',
  cut: 'cut',
  set: 'set',
  read: 'read',
  die: 'died',
});

const PLAIN: Readonly<Record<string, string>> = wordTable<string>(
  Object.fromEntries(
    [...Object.entries(IRREGULAR), ['be', 'is are was were be been'], ['have', 'has have'], ['do', 'does do'], ['go', 'goes go']].flatMap(
      ([verb = '', forms = '']) => forms.split(' ').flatMap((form) => (IRREGULAR_FORMS.has(form) && form !== verb ? [] : [[form, verb]])),
    ),
  ),
);
