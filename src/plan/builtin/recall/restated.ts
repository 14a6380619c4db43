import type { Question } from '../../planner.ts';
import { split } from './topic.ts';

/** A question in the order and the words that the forms have: a time that opens it comes last, and a turn of speech is said plainly. */
export function restated(text: string, question: Question): string {
  const plain = TURNS.reduce((said, [turn, meant]) => said.replace(turn, meant), timeLast(text, question));
  const ungrouped = ABOUT_PEOPLE.test(plain) ? plain.replace(OF_THE_GROUP, '') : plain;
  return (/ \S/.test(ungrouped) ? ungrouped : plain).replace(/\s+/g, ' ').trim();
}

/** "Back in May, where did she live", "as of the end of May, when was it due": the time that a sentence opens with, at its end. */
function timeLast(text: string, question: Question): string {
  const [, opening = '', comma = '', rest = ''] =
    /^((?:back |way back |as of |as at |at |by |in |on |during |before |after |since |until |this |last |next |today|yesterday|tomorrow|\d)[^,?]*?)(,?) ((?:who|whom|whose|what|which|when|where|why|how|did|was|were|is|are|do|does|has|have)\b.*)$/is.exec(
      text,
    ) ?? [];
  if (opening === '') return text;
  const time = opening
    .replace(/^(?:way )?back /i, '')
    .replace(/^as (?:of|at) (?=the (?:end|start|beginning)\b)/i, 'at ')
    .replace(/^as (?:of|at) (?=\D*\d)/i, 'on ')
    .replace(/^as (?:of|at) /i, 'in ');
  const { words, period } = split(time, question, { edges: true });
  // "In which city", "on what day": without a comma a preposition may be the question's own.
  return period === null ||
    words !== '' ||
    (comma === '' &&
      !/\d|^(?:this|last|next|today|yesterday|tomorrow)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i.test(
        time,
      ))
    ? text
    : `${rest.replace(/[?.!\s]+$/, '')} ${time}`;
}

/** Who is asked for, of all who are known. */
const ABOUT_PEOPLE = /^(?:who|whose|how many|(?:is|are|does|do|has|have|can) (?:anyone|anybody|someone|somebody|any)|which|what)\b/i;
const OF_THE_GROUP = / (?:on|in|of|from|at) (?:the|our|my|this) (?:whole |entire )?(?:team|crew|group|family|staff|household|gang)(?= |$)/i;

const TURNS: readonly (readonly [RegExp, string])[] = [
  [/^(what|who|where|when|how)['’]?s (?=(?:got|been|had)\b)/i, '$1 has '],
  [/^(what|who|where|when|how)(?:['’]?s|re)\b/i, '$1 is'],
  [/^(what|which) (.+?) do (?:people|they|(?:team )?members) have$/i, '$1 $2 are there'],
  [
    /^((?:who|whom|what|which|when|where|why|how)\b.*?) did (?:we|you|i|they|people) (?:think|believe|expect|assume|suppose)(?: that)? (.+?) (was|were|would|is|had)\b/i,
    '$1 $3 $2',
  ],
  [
    /\b(?:in|during) (?:his|her|their|your|our|its|my) (?:free|spare|leisure) time\b|\bfor (?:fun|pleasure)\b|\boutside (?:of )?work\b/i,
    'as a hobby',
  ],
  [/\bfor a living\b/i, 'for work'],
  [/\blastest\b/i, 'latest'],
  [/^whom? do (?:we|you|i) (?:know|have)(?: of)? (?=(?:at|in|from|with)\b)/i, 'who is '],
  [/,? and (?:when|where|what time)(?: exactly| precisely)?$/i, ''],
  [/ (?:so far|to date|up to now|by now)$/i, ''],
  [/\b(we|you|they|us) all\b/i, '$1'],
  [/\ball of (us|you|them)\b/i, '$1'],
  [/\b(?:everyone|everybody|each (?:person|one|member))['’]s? (?=\p{L})/iu, 'the '],
  [/\bback (?=(?:in|on) (?:january|february|march|april|may|june|july|august|september|october|november|december|\d))/i, ''],
  [/\bon (?:file|record)$/i, ''],
];
