import type { Column } from '../../schema.ts';
import { stem } from '../english/stem.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { peopleIn } from '../linking/people.ts';
import { birthOf, dateOf } from './columns.ts';
import { after, entry, type Ground, past, word } from './ground.ts';
import { superiorOf } from './roles.ts';

/** A key of a table to itself, and what is said of the two rows that it relates. */
export interface SelfKey {
  readonly table: string;
  readonly column: string;
  readonly key: string;
  /** What the one above is called, in the singular: manager, mentor. */
  readonly nouns: ReadonlySet<string>;
  /** Roots of what the one above does: manage, introduce. */
  readonly verbs: ReadonlySet<string>;
  /** Whether the rows are people. */
  readonly people: boolean;
}

/** Each table's key to itself, where it has one. */
export function selfKeys(ground: Ground): SelfKey[] {
  return ground.lexicon.tables.flatMap(({ table: { name }, columns }) => {
    const superior = superiorOf(ground, name);
    const own = superior === null ? undefined : columns.find(({ column }) => column.name === superior.column);
    if (superior === null || own === undefined) return [];
    const said = own.words.filter((one) => !NO_ROLE.has(one));
    const group = GROUPS.find(({ keys }) => said.some((one) => keys.includes(one)));
    const [, deed = ''] = DEED.exec((own.column.comment ?? '').toLowerCase()) ?? [];
    return [
      {
        table: name,
        ...superior,
        people: peopleIn(ground.lexicon).some((one) => one.table.name === name),
        nouns: new Set([...said.filter((one) => !/ed$/.test(one)), ...(group?.keys ?? [])]),
        verbs: new Set([...said, ...(AUXILIARY.has(deed) ? [] : [deed]), ...(group?.verbs ?? [])].flatMap((one) => [rootOf(one), one])),
      },
    ];
  });
}

/** What the one above does, where a comment opens with it: "who brought them", "the member who introduced this one". */
const DEED = /^(?:(?:id of|the|a) )*(?:[a-z]+ )?who ([a-z]+)\b/;
const AUXILIARY = new Set('is are was were has have had can could may might will would shall should must does did'.split(' '));

/** A tutor may be a teacher of anybody. */
const NO_ROLE = new Set(['id', 'by', 'to', 'no', 'number', 'of', 'tutor']);

/** What those who stand above others are called, and what they do. */
const GROUPS: readonly { readonly keys: readonly string[]; readonly verbs: readonly string[] }[] = [
  {
    keys: ['manager', 'supervisor', 'boss', 'lead', 'leader', 'head', 'superior', 'chief', 'report', 'foreman'],
    verbs: ['manage', 'supervise', 'lead', 'oversee', 'head'],
  },
  { keys: ['mentor', 'coach', 'buddy'], verbs: ['mentor', 'coach'] },
  { keys: ['parent'], verbs: [] },
];

const CARING = ['looks after', 'look after', 'looked after', 'looking after', 'is in charge of', 'takes care of', 'is responsible for'];

/** The end of a verb by which one row stands above another: "manages", "is mentoring", "brought", "looks after". */
export function aboveAt(ground: Ground, at: number, { verbs, people }: SelfKey): number | null {
  const start = past(ground, at, BEING);
  const caring = people ? after(ground, start, CARING) : null;
  const said = PAST.get(word(ground, start)) ?? word(ground, start);
  if (caring !== null) return caring;
  return said.length > 3 && (verbs.has(rootOf(said)) || verbs.has(said) || verbs.has(rootOf(stem(said)))) ? start + 1 : null;
}

const PAST: ReadonlyMap<string, string> = new Map([
  ['bring', 'brought'],
  ['brings', 'brought'],
  ['lead', 'led'],
  ['teach', 'taught'],
]);
const BEING = new Set(['is', 'are', 'was', 'were', 'has', 'have', 'had', 'been']);

/** The end of what is said after those below and narrows nothing: "under him", "along", "here". */
export const tailAt = (ground: Ground, at: number): number => after(ground, at, TAILS) ?? at;

const TAILS = [
  ...['under', 'below', 'reporting to'].flatMap((where) => ['them', 'him', 'her'].map((whom) => `${where} ${whom}`)),
  ...['along', 'here', 'at work'],
];

/** "manager", "mentors": the noun for those above. */
export const superiorAt = (ground: Ground, at: number, { nouns }: SelfKey): number | null =>
  nouns.has(stem(word(ground, at))) ? at + 1 : null;

/** The end of a noun for those below: the table's own, "people", "mentees", "reports". */
export function belowAt(ground: Ground, from: number, { table }: SelfKey): number | null {
  const at = past(ground, from, new Set(['the', 'of', 'our']));
  const said = stem(word(ground, at));
  const { words } = entry(ground, table);
  return said === words.at(-1) || BELOW.has(said) || word(ground, at) === 'staff' ? at + 1 : null;
}

const BELOW = new Set('person people mentee report subordinate member colleague employee staff trainee'.split(' '));

/** The column by which two rows are compared: "hired before", "older than", "paid more than". */
export function comparedAt(ground: Ground, from: number, { table }: SelfKey): { column: Column; less: boolean; end: number } | null {
  const at = past(ground, from, new Set(['who', 'that', 'were', 'was', 'are', 'is', 'have', 'has', 'been']));
  const aged = after(ground, at, ['older than', 'younger than']);
  const birth = aged === null ? null : birthOf(ground, table);
  if (aged !== null) return birth === null ? null : { column: birth, less: word(ground, at) === 'older', end: aged };
  const paid = after(ground, at, [
    'paid more than',
    'paid less than',
    'earn more than',
    'earn less than',
    'earning more than',
    'earning less than',
    'earns more than',
    'earns less than',
  ]);
  if (paid !== null) {
    const [only, ...more] = entry(ground, table).columns.filter(
      ({ column, words }) => NUMERIC.has(column.type) && words.some((one) => WAGES.has(one)),
    );
    return only === undefined || more.length > 0 ? null : { column: only.column, less: word(ground, paid - 2) === 'less', end: paid };
  }
  const when = after(ground, at + 1, ['before', 'after', 'earlier than', 'later than', 'longer than']);
  if (when === null) return null;
  const dated = dateOf(ground, table, [word(ground, at)]);
  if (dated === null || dated.assumed || !DATED.has(dated.column.type)) return null;
  return { column: dated.column, less: !['after', 'later'].includes(word(ground, at + 1)), end: when };
}

const WAGES = new Set(['salary', 'wage', 'pay', 'hourly', 'earning', 'income']);
