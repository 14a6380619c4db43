import type { NewColumn } from '../../../../contract/create-schema.ts';
import { TYPE_WORDS } from '../../brief/column-type.ts';
import { wordTable } from '../../english/word-table.ts';

/** A type as people write it; null for words that mean none. */
export function saidType(words: string): NewColumn['type'] | null {
  const bare = words
    .toLowerCase()
    .replace(/^(?:an? |the )/, '')
    .replace(/(?: (?:column|field|type|value|values))+$/, '');
  return SAID[bare] ?? TYPE_WORDS[bare] ?? TYPE_WORDS[bare.replace(/s$/, '')] ?? null;
}

const SAID = wordTable<NewColumn['type']>({
  'whole number': 'integer',
  'whole numbers': 'integer',
  'decimal number': 'decimal',
  'decimal numbers': 'decimal',
  amount: 'decimal',
  currency: 'decimal',
  percentage: 'decimal',
  'yes/no': 'boolean',
  'yes or no': 'boolean',
  'true/false': 'boolean',
  'true or false': 'boolean',
  flag: 'boolean',
  checkbox: 'boolean',
  'free text': 'text',
  'date and time': 'timestamp',
  'date/time': 'timestamp',
  'time of day': 'time',
});

/** The same for a person. */
export const TYPES: Readonly<Record<NewColumn['type'], string>> = {
  integer: 'a whole number',
  decimal: 'a number',
  float: 'a floating-point number',
  text: 'text',
  boolean: 'yes or no',
  date: 'a date',
  timestamp: 'a date and time',
  time: 'a time of day',
  uuid: 'a UUID',
  json: 'JSON',
};

/** Every spelling of a type, as a piece of a pattern; longest first. */
export const TYPE = `(?:${[...Object.keys(SAID), ...Object.keys(TYPE_WORDS)].sort((a, b) => b.length - a.length).join('|')})s?`;
