import pluralize from 'pluralize';

// Nouns in -che, whose plural does not come of -ch.
for (const noun of ['cache', 'ache', 'headache', 'moustache', 'niche', 'avalanche', 'quiche', 'creche'])
  pluralize.addIrregularRule(noun, `${noun}s`);

/** "Date of Birth" → `date_of_birth`; empty when no letter is left. Never starts with a digit. */
export function snakeCase(text: string): string {
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=[a-z0-9]{2})(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll(/['’]s?\b/g, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^\d/.test(name) ? `n_${name}` : name;
}

/** A snake_case name with its last word in the plural. */
export const pluralName = (name: string): string => lastWord(name, (word) => (MASS.has(word) ? word : pluralize.plural(word)));

/** A snake_case name with its last word in the singular. */
export const singularName = (name: string): string => lastWord(name, pluralize.singular);

export const isPlural = (word: string): boolean => pluralize.isPlural(word) && !pluralize.isSingular(word);

/** Words with one form for one and many: "staff", "equipment". */
export const isUncountable = (word: string): boolean => pluralize.isPlural(word) && pluralize.isSingular(word);

/** Words that name a table as they are: "runnings" is no English. */
const MASS: ReadonlySet<string> = new Set(
  'running cycling swimming training gardening spending sleep weather feedback pressure income mileage nutrition inventory staff'.split(
    ' ',
  ),
);

function lastWord(name: string, change: (word: string) => string): string {
  const at = name.lastIndexOf('_') + 1;
  return name.slice(0, at) + change(name.slice(at));
}
