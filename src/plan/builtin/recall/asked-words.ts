import type { Expr } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { formsOf } from '../english/irregular.ts';
import { stem } from '../english/stem.ts';
import { column, text } from './build.ts';

/** Words of a question that facts would have as well, in lower case; null where one of them asks for more than to be found. */
export function askedWords(said: string, question: Question): readonly string[] | null {
  const words =
    said
      .toLowerCase()
      .replace(/['’]s(?=\s|$)/g, '')
      .match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];
  if (/[^\p{L}\p{N}\s'’.,-]/u.test(said)) return null;
  const content = words.filter((word) => !EMPTY.has(word));
  // "The phone number", where the number of phones would be asked for otherwise.
  const isNamed = (at: number) => words[at] === 'number' && at > 0 && !EMPTY.has(words[at - 1] ?? '');
  if (words.some((word, at) => STRUCTURE.has(word) && !isNamed(at))) return null;
  if (content.length > WORDS_MAX || content.some((word) => namesSchema(word, question))) return null;
  return content;
}

const WORDS_MAX = 6;

/** Text with all of the words, a verb in any of its forms. */
export function saying(table: string, words: string): Expr {
  // A minus would leave rows out.
  const each = words.toLowerCase().replaceAll('-', ' ').split(' ');
  const match = (some: string): Expr => ({ kind: 'call', fn: 'text_match', args: [column(table, 'content'), text(some)] });
  const plain = each.filter((word) => formsOf(word).length === 1).join(' ');
  const verbs = each.map(formsOf).filter((forms) => forms.length > 1);
  const args: Expr[] = [
    ...(plain === '' ? [] : [match(plain)]),
    ...verbs.map((forms): Expr => ({ kind: 'or', args: forms.map((form) => match(form)) })),
  ];
  return args.length === 1 && args[0] ? args[0] : { kind: 'and', args };
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that carry a question and say nothing of what it is about. */
const EMPTY = set(
  `a an the is are was were be been being am become became becomes do does did has have had can could will would shall should may might must i you he she it we they me him
   her us them my your his its our their who whom whose what which when where why how of in on at to from for with about into onto as there here
   this that these those please so currently now still again exactly actually`,
);

/** Words that ask for more than to be found: counts, orders, comparisons, conditions, choices. */
const STRUCTURE = set(
  `how not no nor never without except and but or if than more less fewer least most many much few several each every per all any both neither either
   count number total sum average mean median percent percentage ratio share top bottom first last latest newest oldest earliest recent recently
   highest lowest biggest smallest longest shortest best worst sorted ordered grouped by between since until till after while during because same
   different other another also too only even else vs versus compare compared difference i me my mine myself yesterday tomorrow today
   before once say said says tell told tells ask asked asks mention mentioned mentions write wrote written talk talked talks speak spoke discuss discussed reply replied answer answered
   know knew known learn learned learnt hear heard believe believed according change changed changes end beginning start middle new news true false`,
);

export const namesSchema = (word: string, { schema }: Question): boolean => {
  const { tables } = schema;
  const one = stem(word);
  return (
    tables.some(({ name, columns }) =>
      [name, ...columns.map((column) => column.name)].some((each) => each === word || stem(each) === one),
    ) || MEANS.has(one)
  );
};

/** What people call tables and columns. */
const MEANS = set(
  'fact episode message conversation thread entity memory subject kind category type tag label role content user agent source row table',
);
