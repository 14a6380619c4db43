import { broaderOf } from './related-words.ts';

/** Whether a noun is for people: WordNet has it as a kind of person, or it is a word for a group of them. */
export const isPersonNoun = (noun: string): boolean => !KINDS.has(noun) && (GROUPS.has(noun) || broaderOf(noun).has('person'));

/** Words that are a kind of person in a rare sense alone. */
const KINDS = new Set('type kind case subject character model class line position account channel extra'.split(' '));
const GROUPS = new Set('person people staff personnel crew user client rep'.split(' '));
