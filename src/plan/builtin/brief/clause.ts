import { isPlural, pluralName, singularName, snakeCase } from '../inflect.ts';
import type { Draft, NewTable } from './draft.ts';
import { isEntity } from './entity.ts';
import { splitList } from './list.ts';
import { isNameLike, tableName } from './names.ts';
import { gathers, happens } from './nouns.ts';
import { deedOf } from './verbs.ts';

/** What a sentence says of things to each other; the words of things are as the brief has them. */
export type Clause =
  /** "comments belong to a post": each of many is of one. `more` is what else to know of each. */
  | { readonly kind: 'of'; readonly many: string; readonly ones: readonly string[]; readonly more?: string; readonly once?: boolean }
  /** "bookings linking members and classes", "students enroll in courses": rows between the sides. No name: one is made of the sides. */
  | { readonly kind: 'between'; readonly name?: string; readonly sides: readonly string[]; readonly more?: string; readonly once: boolean };

/** The clause that these words are; null when they are none. */
export function readClause(text: string): Clause | null {
  for (const read of READERS) {
    const clause = read(text.trim());
    if (!clause || !named(clause).every((words) => isNameLike(bare(words)))) continue;
    const { more } = clause;
    // The list in a bracket ends with the bracket.
    const unopened = more?.endsWith(')') && more.split('(').length < more.split(')').length;
    return unopened ? { ...clause, more: more?.slice(0, -1) ?? '' } : clause;
  }
  return null;
}

/** Takes what the clause says into the draft. @returns the table that more may be known of. */
export function applyClause(draft: Draft, clause: Clause, text: string): NewTable {
  if (clause.kind === 'of') {
    const many = draft.table(bare(clause.many));
    for (const one of clause.ones) draft.owns.push({ many: many.name, one: draft.table(bare(one)).name });
    if (clause.once) many.each.push(clause.ones.map((one) => draft.table(bare(one)).name));
    return many;
  }
  const sides = clause.sides.map((side) => draft.table(bare(side)).name);
  const [left = '', right = ''] = sides;
  const said =
    clause.more === undefined ? text : text.slice(0, text.indexOf(clause.more)).replace(/[\s,:(]+(?:with|and (?:has|have|with))?\s*$/i, '');
  const name = clause.name === undefined ? linkName(left, right, clause.once) : tableName(clause.name);
  const link = draft.known(name) ?? draft.add({ name, columns: new Map(), references: new Map(), each: [], links: said });
  for (const [at, one] of sides.entries()) draft.owns.push({ many: link.name, one, ...(at > 0 && one === left ? { other: true } : {}) });
  if (clause.once) link.each.push(sides);
  if (!LINKING_SAID.test(said)) draft.assumptions.push(`"${said}" is kept in ${link.name}, so that each may be linked many times`);
  return link;
}

const linkName = (left: string, right: string, sorted: boolean): string => {
  const [first = left, second = right] = sorted ? [left, right].sort() : [left, right];
  return `${singularName(first)}_${second}`;
};

const named = (clause: Clause): readonly string[] =>
  clause.kind === 'of' ? [clause.many, ...clause.ones] : [...(clause.name === undefined ? [] : [clause.name]), ...clause.sides];

/** A thing without what counts or points at it. */
const bare = (words: string): string =>
  words
    .replace(/^(?:(?:each|every|an?|the|all|one|many|several|multiple|some|different|their|its|exactly one|one or more)\s+)+/i, '')
    .trim();

const READERS: readonly ((text: string) => Clause | null)[] = [readMutual, readLinking, readPer, readBelongs, readPassive, readVerb];

function readMutual(text: string): Clause | null {
  const found = MUTUAL.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  const [, left, right] = found ?? [];
  return left && right ? { kind: 'between', sides: [left, right], once: true } : null;
}

/** "bookings linking members and classes", "a table between students and courses with grade". */
function readLinking(text: string): Clause | null {
  const [, name, list, more] = LINKING.exec(text) ?? [];
  if (!name || !list) return null;
  const sides = list.split(/\s*,\s*(?:and\s+)?|\s+(?:and|to|with)\s+/i).map(bare);
  if (sides.length < 2) return null;
  const plain = /^(?:an? |the )?(?:[\w-]+ )?(?:table|link|relation|relationship|connection)s?$/i.test(name);
  return { kind: 'between', ...(plain ? {} : { name: bare(name) }), sides, ...(more ? { more } : {}), once: plain };
}

/** "one review per customer and product" */
function readPer(text: string): Clause | null {
  const [, what, list, more] = PER.exec(text) ?? [];
  if (!what || !list) return null;
  const ones = splitList(list).map(bare);
  if (/^(?:row|record|entry|line)$/i.test(what) || ones.some((one) => TIMES.test(one))) return null;
  return { kind: 'of', many: pluralName(snakeCase(what)).replaceAll('_', ' '), ones, once: true, ...(more ? { more } : {}) };
}

function readBelongs(text: string): Clause | null {
  const [, many, list, more] = BELONGS.exec(text) ?? [];
  return many && list ? { kind: 'of', many, ones: splitList(list).map(bare), ...(more ? { more } : {}) } : null;
}

/** "books are borrowed by members" */
function readPassive(text: string): Clause | null {
  const [, object, verb, subject, more] = PASSIVE.exec(text) ?? [];
  const deed = verb === undefined ? null : deedOf(verb);
  if (!object || !subject || !deed) return null;
  return done(deed, subject, verb ?? '', object, more);
}

/** "students enroll in courses, with a grade", "customers place orders for products" */
function readVerb(text: string): Clause | null {
  const [, subject, verb, object, whom, more] = ACTS.exec(text) ?? [];
  if (!subject || !verb || !object || /^(?:has|have|had)$/i.test(verb)) return null;
  const deed = deedOf(verb);
  const [one, other] = [bare(subject), bare(object)];
  if (deed === null) {
    // A verb that nobody knows is one only where it stands alone between two things of which there are many.
    const plain = isEntity(one) && isEntity(other) && one === subject && !isPlural(verb) && !LINKING_WORDS.test(verb) && !whom;
    return plain ? { kind: 'between', sides: [one, other], once: false, ...(more ? { more } : {}) } : null;
  }
  if (!isPlural(lastOf(one)) && one === subject) return null;
  const made = snakeCase(other);
  if (whom && happens(pluralName(made))) return { kind: 'of', many: other, ones: [one, bare(whom)], ...(more ? { more } : {}) };
  return whom ? null : done(deed, one, verb, other, more);
}

function done(
  deed: NonNullable<ReturnType<typeof deedOf>>,
  subject: string,
  verb: string,
  object: string,
  more: string | undefined,
): Clause {
  const [one, other] = [bare(subject), bare(object)];
  const rest = more ? { more } : {};
  const made = pluralName(snakeCase(other));
  if (deed.kind === 'of-subject' && gathers(pluralName(snakeCase(one))) && !happens(made)) {
    return { kind: 'between', sides: [one, other], once: false, ...rest };
  }
  // "customers make bookings"
  if (deed.kind === 'of-subject' || happens(made)) return { kind: 'of', many: other, ones: [one], ...rest };
  if (deed.kind === 'of-object') return { kind: 'of', many: one, ones: [other], ...rest };
  const noun = deed.kind !== 'link' || (/^tak/i.test(verb) && !COURSES.test(made)) ? null : deed.noun;
  return { kind: 'between', ...(noun === null ? {} : { name: noun }), sides: [one, other], once: false, ...rest };
}

const lastOf = (words: string): string => words.split(' ').at(-1) ?? '';

const NOUN = "[a-z][\\w'-]*(?: (?!and\\b|or\\b|with\\b|to\\b)[a-z][\\w'-]*){0,2}?";
/** What else to know, after the clause. */
const MORE = '(?:(?:,?\\s+(?:with|and (?:has|have|with)|which (?:has|have)|storing|recording)\\s+|\\s*:\\s*|\\s*\\()(.+))?$';
const pattern = (source: string): RegExp => new RegExp(source.replace('MORE', MORE).replaceAll('NOUN', NOUN), 'i');

const MUTUAL: readonly RegExp[] = [
  pattern('^(?:there is )?(?:an? )?many[- ]to[- ]many (?:relationship |relation |link )?between (NOUN) and (NOUN)$'),
  pattern('^(NOUN) and (NOUN) (?:are|have|is)(?: linked)? (?:an? )?many[- ]to[- ]many(?: relationship| relation)?$'),
  pattern('^(NOUN) (?:have|has|are in|are) an? many[- ]to[- ]many (?:relationship|relation) (?:with|to) (NOUN)$'),
  pattern('^(NOUN)[- ]to[- ](NOUN)(?: is)? many[- ]to[- ]many$'),
];
const LINKING = pattern(
  '^(NOUN)(?: (?:that|which))? (?:link(?:s|ing)?|connect(?:s|ing)?|join(?:s|ing)?|relat(?:es|ing)|between|for each) ((?:NOUN)(?:, NOUN)*,? (?:and|to|with) NOUN)MORE',
);
const PER = pattern(
  '^(?:only |exactly |at most )?(?:one|a single|1) (NOUN) (?:per|for each|for every) (NOUN(?:(?:, | and | and per )NOUN)*)MORE',
);
const BELONGS = pattern(
  '^(?:each |every |an? |all )?(NOUN) (?:(?:always |must |should |can |may )*belongs? to|(?:is|are) part of|(?:is|are) (?:made|written|placed|owned|sold|supplied|taught|run|led|held|kept|posted|uploaded|created|managed|published) (?:by|in|at)|references?|refers? to|comes? from|points? (?:at|to)|links? to) (?:(?:an?|one|the|exactly one) )?(NOUN(?:(?:,? and |, )(?:(?:an?|one|the|to) )*NOUN)*)MORE',
);
const PASSIVE = pattern('^(NOUN) (?:is|are|can be|may be|get) ([a-z]+)(?: out)? by ((?:an? |many |several )?NOUN)MORE');
const ACTS = pattern(
  '^((?:(?:each|every|an?|all|many) )?NOUN) (?:(?:can|may|could|will|must|also) )*([a-z]+)(?: and [a-z]+)?(?: (?:up|out))?(?: (?:in|on|for|to|at|from|into|as|with))?(?: (?:many|several|multiple|one or more|different|the|their|an?))? (NOUN)(?: (?:for|of|on|about|at|in|to|from) ((?:an? |the |one |many |several )?NOUN))?MORE',
);
const LINKING_SAID = /\b(?:link|between|connect|join|relat|many[- ]to[- ]many)/i;
const LINKING_WORDS =
  /^(?:log|list|table|tracker|database|of|for|in|on|at|to|by|from|with|and|or|per|is|are|the|their|its|who|that|which|as)$/i;
const TIMES = /^(?:row|day|week|month|year|hour|minute|second|night|person|time)s?$/i;
const COURSES = /(?:^|_)(?:courses|classes|lessons|subjects|workshops|trainings|seminars)$/;
