import type { Expr } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { momentAt } from '../english/dates/moments.ts';
import { type Period, periodAt } from '../english/dates/periods.ts';
import { stem } from '../english/stem.ts';
import { tokenize } from '../english/tokens.ts';
import { wordTable } from '../english/word-table.ts';
import { wordsOf } from './alike.ts';
import { saying } from './asked-words.ts';
import { column, equals, text } from './build.ts';
import { nameOf } from './names.ts';

/** What a question is about: words to look for, or a subject that is stored as such. */
export interface Topic {
  readonly words: string;
  readonly subject: string | null;
  /** A category that the words are the name of. */
  readonly kind: string | null;
  /** Words of a question, in which a verb may have another form than where it was said. */
  readonly isAsked?: boolean;
  readonly note: string;
}

/** Null for words that may ask for more than to be looked for: a condition, an order, a second thing. */
export function topicOf(about: string, question: Question): Topic | null {
  const words = about.trim();
  const each = words.toLowerCase().split(/\s+/);
  if (words === '' || each.length > WORDS_MAX || !/^[\p{L}\p{N}\s'’.-]+$/u.test(words)) return null;
  const subject = subjectOf(words, question);
  if (subject === null && each.some((word) => UNSURE.has(word))) return null;
  // A minus would leave rows out.
  const plain = words
    .replace(/['’]s(?=\s|$)/g, '')
    .replace(/[-'’.]/g, ' ')
    .replace(/^(?:the|my|our|his|her|their|your)\s+/i, '')
    .trim();
  if (!/[\p{L}\p{N}]{2}/u.test(plain)) return null;
  const note =
    subject === null ? `looked for rows with the words "${plain}"` : `looked for rows about "${subject}", or with the words "${plain}"`;
  return { words: plain, subject, kind: kindOf(plain, question), note };
}

/** What is looked for with these words of a question. */
export const topicOfWords = (words: readonly string[]): Topic => ({
  words: words.join(' ').replaceAll('-', ' '),
  subject: null,
  kind: null,
  isAsked: true,
  note: `looked for facts with the words "${words.join(' ')}"`,
});

const WORDS_MAX = 6;
export const UNSURE: ReadonlySet<string> = new Set(
  `and or not no nor but except without with by per each every most least fewer more than that which who whose when where while since until
   before after between from in on at of for over under sorted ordered grouped count number many much only first last latest newest oldest
   recent recently today yesterday tomorrow ago week month year day hour it them him me us this these those everything anything
   something all any is are was were has have had does did do said says told`.split(/\s+/),
);

/** The stored subject that the words name, or the only one of which they are a part. */
export function subjectOf(words: string, { values }: Question): string | null {
  const subjects = [...(values.of('facts', 'subject') ?? []), ...(values.of('past_facts', 'subject') ?? [])];
  return storedAs(words, subjects) ?? partOf(words, subjects);
}

/** The one stored name that has these words: "Helen" of Helen Marsh. */
export const partOf = (words: string, values: readonly string[] | null): string | null =>
  nameOf(wordsOf(words), values ?? [], /^\p{Lu}/u.test(words))?.stored[0] ?? null;

/** The stored value that the words are, but for case, an article and, where it is asked for, the plural. */
export function storedAs(words: string, values: readonly string[] | null, plural = false): string | null {
  const bare = (value: string) => value.trim().toLowerCase().replace(/^the /, '');
  const form = (value: string) => (plural ? bare(value).split(' ').map(stem).join(' ') : bare(value));
  return values?.find((one) => bare(one) === bare(words)) ?? values?.find((one) => form(one) === form(words)) ?? null;
}

/** The category of facts that the words name, in the singular or the plural. */
export const kindOf = (words: string, { values }: Question): string | null =>
  storedAs(words, [...(values.of('facts', 'kind') ?? []), ...(values.of('past_facts', 'kind') ?? [])], true);

/** Rows with its words, and of facts those of that subject and those that are labelled so. */
export function found(table: string, { words, subject, kind, isAsked = false }: Topic): Expr {
  const match: Expr = isAsked ? saying(table, words) : { kind: 'call', fn: 'text_match', args: [column(table, 'content'), text(words)] };
  if (table === 'episodes') return match;
  const tagged = words.includes(' ') ? [] : [labelled(table, words)];
  const [about, sort] = [subject === null ? [] : [equals(table, 'subject', subject)], kind === null ? [] : [equals(table, 'kind', kind)]];
  return { kind: 'or', args: [...about, ...sort, ...tagged, match] };
}

/** Labels are compared as they are, in small letters, and in the singular. */
export const labelled = (table: string, label: string): Expr => ({
  kind: 'call',
  fn: 'array_overlaps',
  args: [column(table, 'tags'), { kind: 'array', items: [...new Set([label, label.toLowerCase(), stem(label.toLowerCase())])].map(text) }],
});

/**
 * The words, and the stretch of time that ends them: "the billing service | last week". Words may be none.
 * @param edges whether the end of a month is a day of it, where what held then is asked for; what was said then may have been days before
 */
export function split(said: string, question: Question, { edges = false } = {}): { words: string; period: Period | null } {
  const edge = edgeOf(said, question.now);
  if (edge !== null && (edges || edge.period?.op !== '=')) return edge;
  const tokens = tokenize(said);
  const reader = { tokens, now: question.now };
  for (let at = 0; at < tokens.length; at++) {
    const day = dayAt(
      tokens.slice(at).map(({ text: word }) => word),
      question.now,
    );
    if (day !== null) return { words: said.slice(0, tokens[at]?.start).trim(), period: day };
    const moment = momentAt(reader, at);
    const bare: Period | null = moment === null ? null : { op: '=', from: moment.value, end: moment.end };
    const period = periodAt(reader, at) ?? bare;
    if (period !== null && period.end === tokens.length) return { words: said.slice(0, tokens[at]?.start).trim(), period };
  }
  return { words: said.trim(), period: null };
}

/** "At the end of March", "at the start of this year": the last day of it, and the first of its beginning; without a year, of the last March that has begun. */
function edgeOf(said: string, now: Date): { words: string; period: Period } | null {
  const [whole = '', side = '', name = '', year] =
    /\s*\b(?:(?:at|by|around|since|from|before|after|until) )?the (end|start|beginning) of ((?:the|this|last) (?:year|month)|\p{L}{3,})(?: (\d{4}))?$/iu.exec(
      said,
    ) ?? [];
  const first = firstOf(name.toLowerCase(), year, now);
  if (first === null) return null;
  const isEnd = side.toLowerCase() === 'end';
  const since = isEnd ? new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + (/year$/i.test(name) ? 12 : 1), 0)) : first;
  const isoOf = (date: Date) => date.toISOString().slice(0, 10);
  const until = new Date(since.getTime() + DAY_MS);
  const assumption = `"${whole.trim()}" read as ${isoOf(since)}`;
  const from = { since: isoOf(since), until: isoOf(until), year: null, assumption };
  const [, opened = ''] = /^(since|from|before|after|until)\b/i.exec(whole.trim()) ?? [];
  const op = OPENED[opened.toLowerCase()] ?? '=';
  return { words: said.slice(0, said.length - whole.length).trim(), period: { op, from, end: 0 } };
}

/** The first day of a month that is named, or of this or the last one or year. */
function firstOf(name: string, year: string | undefined, now: Date): Date | null {
  const back = name.startsWith('last') ? 1 : 0;
  if (/ year$/.test(name)) return new Date(Date.UTC(now.getUTCFullYear() - back, 0, 1));
  if (/ month$/.test(name)) return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
  const month = MONTHS.findIndex((names) => names.test(name));
  if (month < 0) return null;
  const own = year === undefined ? now.getUTCFullYear() - (Date.UTC(now.getUTCFullYear(), month, 1) > now.getTime() ? 1 : 0) : Number(year);
  return new Date(Date.UTC(own, month, 1));
}

/** A day of a month without its year, to the end of the words: "since 1 June", "on March 3rd". It is the last that has begun. */
function dayAt(words: readonly string[], now: Date): Period | null {
  const [, opened = '', said = ''] = /^(?:(on|since|before|after|until) )?(?:the )?(.+)$/i.exec(words.join(' ')) ?? [];
  const [, first, second, third, fourth] =
    /^(?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?(\p{L}{3,})|(\p{L}{3,}) (\d{1,2})(?:st|nd|rd|th)?)$/iu.exec(said) ?? [];
  const [day, month] = [Number(first ?? fourth), MONTHS.findIndex((names) => names.test(second ?? third ?? ''))];
  if (month < 0 || !(day >= 1)) return null;
  const inYear = (year: number) => new Date(Date.UTC(year, month, day));
  const year = now.getUTCFullYear() - (inYear(now.getUTCFullYear()) > now ? 1 : 0);
  const since = inYear(year);
  if (since.getUTCMonth() !== month) return null;
  const isoOf = (date: Date) => date.toISOString().slice(0, 10);
  const moment = {
    since: isoOf(since),
    until: isoOf(new Date(since.getTime() + DAY_MS)),
    year: null,
    assumption: `"${said}" read as ${isoOf(since)}`,
  };
  const op = OPENED[opened.toLowerCase()] ?? '=';
  return { op, from: moment, end: words.length };
}

const OPENED = wordTable<Period['op']>({ since: '>=', from: '>=', before: '<', after: '>', until: '<=' });
const DAY_MS = 86_400_000;
const MONTHS =
  'jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)? oct(?:ober)? nov(?:ember)? dec(?:ember)?'
    .split(' ')
    .map((names) => new RegExp(`^${names}$`, 'i'));

/** What follows a verb of speech: what it was about, when, and in which conversation. */
export interface Tail {
  readonly topic: Topic | null;
  readonly period: Period | null;
  readonly thread: string | null;
}

/** Null where a word of it is left. */
export function tailOf(said: string, question: Question): Tail | null {
  const { rest, thread } = threadIn(said.trim(), question);
  if (thread === undefined) return null;
  const { words, period } = split(rest, question);
  // "What did we talk about today?"
  if (words === '' || /^about$/i.test(words)) return { topic: null, period, thread };
  const about = /^(?:anything |something )?(?:about|on|of|regarding|concerning|mentioning|for) (.+)$/i.exec(words)?.[1];
  const topic = about === undefined ? null : topicOf(about, question);
  return topic === null ? null : { topic, period, thread };
}

/** `thread` is undefined for one that is not there. */
function threadIn(said: string, question: Question): { rest: string; thread: string | null | undefined } {
  const [, rest = '', behind, before] =
    /^(.*?)\s*\b(?:in|on|from|of) (?:the )?(?:(?:thread|conversation|chat) ["']?([\w.: -]+?)["']?|["']?([\w.: -]+?)["']? (?:thread|conversation|chat))$/i.exec(
      said,
    ) ?? [];
  const named = behind ?? before;
  return named === undefined ? { rest: said, thread: null } : { rest, thread: threadOf(named, question) };
}

/** The conversation of that name, or the only one with these words in it; undefined where there is none. */
export function threadOf(named: string, { values }: Question): string | undefined {
  const known = values.of('episodes', 'thread_id');
  if (known === null) return named;
  const said = wordsOf(named);
  const parts = known.filter((thread) => said.every((word) => wordsOf(thread).includes(word)));
  return storedAs(named, known) ?? (parts.length === 1 && said.length > 0 ? parts[0] : undefined);
}
