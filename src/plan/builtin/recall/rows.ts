import type { Expr, Select } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { formsOf } from '../english/irregular.ts';
import { relatedTo } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { levelAmong, NEAR, wordsOf } from './alike.ts';
import type { Asked } from './asked.ts';
import { all, by, column, oneOf, selected, text, where } from './build.ts';
import { categoriesFor, categoriesNear } from './categories.ts';

/** A fact or a message, with the words in which it may be found. */
export interface Row {
  readonly table: 'fact_history' | 'episodes';
  readonly id: string;
  readonly content: string;
  readonly subject: string | null;
  readonly kind: string | null;
  /** What it is about, besides what it says: subject, category and tags, or who said it and in which conversation. */
  readonly labels: readonly string[];
  readonly words: readonly string[];
  readonly since: string;
  /** Null for what is believed now. */
  readonly until: string | null;
  readonly next: string | null;
  readonly thread: string | null;
}

/** Rows with any of the words, in any form, or a name of the question: whether they meet the whole of it is for `meeting.ts`. */
export async function rowsOf(table: Row['table'], asked: Asked, conditions: readonly Expr[], question: Question): Promise<readonly Row[]> {
  const { rows } = question;
  const any = anyOf(table, asked, question);
  if (rows === undefined || any === null) return [];
  const facts = table === 'fact_history';
  const shown = facts ? ['id', 'content', 'subject', 'kind', 'tags', 'valid_from', 'valid_to', 'superseded_by'] : MESSAGE;
  const plan: Select = {
    ...where(selected(table, shown), [any.found, ...conditions]),
    orderBy: [{ expr: any.rank, direction: 'desc', nulls: 'last' }, by(table, facts ? 'valid_from' : 'created_at', 'desc')],
    limit: ROWS_MAX,
  };
  return (await rows(plan)).map((values) => (facts ? factOf(values) : messageOf(values)));
}

const MESSAGE = ['id', 'content', 'role', 'end_user_id', 'thread_id', 'created_at'];
/** Of more, the best matches. */
const ROWS_MAX = 400;
const KIN_MAX = 12;

function anyOf(table: Row['table'], { names, words }: Asked, { values }: Question): { found: Expr; rank: Expr } | null {
  const said = words.map(({ text: word }) => word);
  const near = said.flatMap((word) => [
    word,
    ...formsOf(word),
    ...[...relatedTo(word)]
      .filter(([, cost]) => cost <= 0.6)
      .map(([related]) => related)
      .slice(0, KIN_MAX),
  ]);
  const wanted = [...new Set([...near, ...names.flatMap((name) => [name.said.join(' '), name.words.join(' ')])])];
  const plain = wanted.map((word) => (wordsOf(word).length > 1 ? `"${wordsOf(word).join(' ')}"` : word));
  if (plain.length === 0) return null;
  const terms = text(plain.join(' or '));
  const match: Expr = { kind: 'call', fn: 'text_match', args: [column(table, 'content'), terms] };
  const rank: Expr = { kind: 'call', fn: 'text_rank', args: [column(table, 'content'), terms] };
  const stored = names.flatMap((name) => name.stored);
  const among = (name: string, list: readonly string[]): Expr[] => (list.length === 0 ? [] : [oneOf(table, name, list)]);
  const fits = (value: string) =>
    said.some(
      (word) => levelAmong(word, wordsOf(value)) >= NEAR || [...categoriesFor(word), ...categoriesNear(word)].includes(value.toLowerCase()),
    );
  const has = (value: string) => fits(value) || names.some((name) => wordsOf(value).some((word) => name.words.includes(word)));
  const more =
    table === 'episodes'
      ? [
          ...among('role', stored),
          ...among('end_user_id', stored),
          ...among('thread_id', (values.of('episodes', 'thread_id') ?? []).filter(has)),
        ]
      : [
          ...among('subject', [...new Set([...stored, ...subjectsOf(values).filter(fits)])]),
          ...among('kind', kindsOf(values).filter(fits)),
          ...tagged(table, said),
        ];
  return { found: { kind: 'or', args: [match, ...more] }, rank };
}

const both = (values: Question['values'], name: string): string[] => [
  ...new Set([...(values.of('facts', name) ?? []), ...(values.of('past_facts', name) ?? [])]),
];
const subjectsOf = (values: Question['values']) => both(values, 'subject');
const kindsOf = (values: Question['values']) => both(values, 'kind');

function tagged(table: string, words: readonly string[]): Expr[] {
  const labels = [...new Set(words.flatMap((word) => [word, stem(word)]))];
  return labels.length === 0
    ? []
    : [{ kind: 'call', fn: 'array_overlaps', args: [column(table, 'tags'), { kind: 'array', items: labels.map(text) }] }];
}

/** Verbs of two words, with those of one that say the same. */
const PHRASAL: readonly (readonly [RegExp, string])[] = [
  [/\b(?:runs?|ran|running) out\b(?! of)/i, 'expire'],
  [/\b(?:goes|go|went|comes?|came) out\b/i, 'release ship launch'],
  [/\b(?:sets?|setting) up\b/i, 'install'],
  [/\b(?:gives?|gave|giving) up\b/i, 'quit stop'],
  [/\b(?:puts?|putting) off\b|\b(?:pushes|pushed|push)\b.* \bby\b/i, 'postpone delay'],
  [/\b(?:breaks?|broke|broken) down\b/i, 'fail'],
  [/\b(?:takes?|took|taken) over\b/i, 'replace lead'],
];
const phrasalIn = (content: string): readonly string[] => PHRASAL.flatMap(([verb, same]) => (verb.test(content) ? same.split(' ') : []));

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

function factOf([id, content, subject, kind, tags, since, until, next]: readonly unknown[]): Row {
  const labels = [textOf(subject), textOf(kind), ...(Array.isArray(tags) ? tags.map(String) : [])].flatMap((label) => wordsOf(label ?? ''));
  return {
    ...{ table: 'fact_history', id: String(id), content: String(content), subject: textOf(subject), kind: textOf(kind), labels },
    ...{
      words: [...wordsOf(String(content)), ...phrasalIn(String(content))],
      since: String(since),
      until: textOf(until),
      next: textOf(next),
      thread: null,
    },
  };
}

function messageOf([id, content, role, user, thread, at]: readonly unknown[]): Row {
  const labels = [role, user, thread].flatMap((label) => wordsOf(textOf(label) ?? ''));
  return {
    ...{ table: 'episodes', id: String(id), content: String(content), subject: null, kind: null, labels },
    ...{
      words: [...wordsOf(String(content)), ...phrasalIn(String(content))],
      since: String(at),
      until: null,
      next: null,
      thread: textOf(thread),
    },
  };
}

/** These rows, whatever else holds. */
export const theRows = (table: string, rows: readonly Row[]): Expr =>
  all([{ kind: 'in', arg: column(table, 'id'), list: rows.map(({ id }) => ({ kind: 'literal', value: id, type: 'uuid' })) }]);
