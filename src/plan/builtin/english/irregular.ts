/**
 * The forms of a verb that a search by stems takes for other words: "broke" is not found by "break". By the base form, which is how a question has it
 * ("when did Owen break his oar?"); from a past form back to its base there is no way that would not take "saw" for "see".
 */
export const formsOf = (word: string): readonly string[] => IRREGULAR_FORMS.get(word) ?? [word];

/** By base, each with the base itself first. */
export const IRREGULAR_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  `awake awoke awoken|bear bore born|beat beaten|become became|begin began begun|bend bent|bind bound|bite bit bitten|bleed bled|blow blew blown|
   break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|come came|creep crept|deal dealt|dig dug|
   draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|
   forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|
   hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|lean leant|leap leapt|learn learnt|leave left|lend lent|lie lay lain|light lit|lose lost|
   make made|mean meant|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|
   shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spend spent|spill spilt|spin spun|
   stand stood|steal stole stolen|stick stuck|sting stung|strike struck|swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|take took taken|teach taught|
   tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wind wound|write wrote written`
    .split('|')
    .map((line) => line.trim().split(' '))
    .map((forms): [string, readonly string[]] => [forms[0] ?? '', forms]),
);

/** The base forms that a word may be a form of, itself among them: "found" is of "find". */
export const basesOf = (word: string): readonly string[] => BASES.get(word) ?? [word];

const BASES: ReadonlyMap<string, readonly string[]> = [...IRREGULAR_FORMS].reduce((bases, [base, forms]) => {
  for (const form of forms) bases.set(form, [...new Set([...(bases.get(form) ?? [form]), base])]);
  return bases;
}, new Map<string, readonly string[]>());

/** The base forms that a word may be a form of as a verb, itself among them: "led", "restored", "shipping". */
export const verbsOf = (word: string): readonly string[] => {
  const regular = REGULAR.flatMap(({ ending, bases }) => {
    const bare = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || bare.length < 3) return [];
    return [...bases.map((base) => bare + base), ...(bases.includes('e') ? [bare.replace(/([bdgklmnprt])\1$/, '$1')] : [])];
  });
  return [...new Set([...basesOf(word), ...regular])];
};

const REGULAR: readonly { readonly ending: string; readonly bases: readonly string[] }[] = [
  { ending: 'ied', bases: ['y'] },
  { ending: 'ies', bases: ['y'] },
  { ending: 'ed', bases: ['', 'e'] },
  { ending: 'ing', bases: ['', 'e'] },
  { ending: 'es', bases: [''] },
  { ending: 's', bases: [''] },
];

/** "went", "booked": what was done. */
export const isDeed = (word: string): boolean => /ed$/.test(word) || basesOf(word).length > 1;
