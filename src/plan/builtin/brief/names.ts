import { pluralName, singularName, snakeCase } from '../english/inflect.ts';
import { MASS } from './entity.ts';
import { lastWord } from './nouns.ts';
import { EXAMPLE, shorten, Unclear } from './unclear.ts';

/** A table's name from the words for what it keeps: "my coffee beans" → `coffee_beans`. */
export function tableName(words: string): string {
  const head = /^tables?$/i.test(words.trim()) ? words.trim() : words.replaceAll(FILLER, '').replaceAll(/\s+/g, ' ').trim();
  if (!isNameLike(head) || singularName(snakeCase(head)) === '')
    throw new Unclear(`I could not read "${shorten(words)}" as the name of a thing to keep. ${EXAMPLE}`);
  const name = snakeCase(head);
  return MASS.has(lastWord(name)) ? name : pluralName(name);
}

/** Whether the words can be the name of something to keep or to know. */
export const isNameLike = (words: string): boolean =>
  /^[\p{L}][\p{L}\p{N}_'’-]*(?: [\p{L}\p{N}][\p{L}\p{N}_'’-]*){0,3}$/u.test(words) &&
  !VAGUE.test(words.split(' ').at(-1) ?? '') &&
  snakeCase(words) !== '' &&
  !/\b(?:i|you|we|it|that|which|so|because|when|if|and|or|with|to|not|is|are)\b/i.test(words);

/** Words around a name that are no part of it. */
export const FILLER =
  /\b(?:an?|the|my|our|your|me|us|new|simple|small|basic|database|db|schema|table|tables|tracker|(?<!ing )list|please|called|named|each|every|all)\b/gi;
const VAGUE =
  /^(?:somethings?|stuffs?|things?|data|nice|everythings?|anythings?|whatevers?|informations?|infos?|items and stuff|cool|goods?|useful|businesses|projects? data|ones?|its?|them|this|that)$/i;
