import { pluralName, singularName, snakeCase } from '../english/inflect.ts';
import { readActive, readPassive } from './acts.ts';
import type { Clause } from './clause-said.ts';
import type { Draft } from './draft.ts';
import { isEntity } from './entity.ts';
import { bare, pattern } from './forms.ts';
import { splitList } from './list.ts';
import { isNameLike, tableName } from './names.ts';
import type { NewTable } from './new-table.ts';
import { happens } from './nouns.ts';
import { deedOf } from './verbs.ts';

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
    clause.more === undefined
      ? text
      : text.slice(0, Math.max(0, text.indexOf(clause.more))).replace(/[\s,:(]+(?:with|and (?:has|have|with))?\s*$/i, '');
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

const READERS: readonly ((text: string) => Clause | null)[] = [
  readMutual,
  readLinking,
  readPhrases,
  readPer,
  readBelongs,
  readWho,
  readPassive,
  readActive,
];

function readMutual(text: string): Clause | null {
  const found = MUTUAL.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  const [, left, right] = found ?? [];
  return left && right ? { kind: 'between', sides: [left, right], once: true } : null;
}

/** "bookings linking members and classes", "a table between students and courses with grade". */
function readLinking(text: string): Clause | null {
  const { name, list, more } = LINKING.exec(text)?.groups ?? {};
  if (!name || !list) return null;
  const sides = list.split(/\s*,\s*(?:and\s+)?|\s+(?:and|to|with)\s+/i).map(bare);
  if (sides.length < 2) return null;
  const own = bare(name).replace(TABLE, '').trim();
  const plain = own === '';
  return { kind: 'between', ...(plain ? {} : { name: own }), sides, ...(more ? { more } : {}), once: plain };
}

/** "reviews of products by customers", "transfers between accounts" */
function readPhrases(text: string): Clause | null {
  const { name, list, more } = PHRASES.exec(text)?.groups ?? {};
  if (!name || !list || !isEntity(name)) return null;
  // "customers place orders for cakes" is said by its verb.
  if (name.split(' ').length > 2 && isEntity(name.split(' ')[0] ?? '')) return null;
  const rest = more ? { more } : {};
  const ones = list
    .split(/(?:^|\s+)(?:of|on|for|by|from|to|about|at|in|between)\s+/i)
    .filter((one) => one !== '')
    .map(bare);
  const [one = ''] = ones;
  if (!ones.every(isEntity)) return null;
  if (!happens(pluralName(snakeCase(name))) && !/^between\b/i.test(list)) return null;
  if (/^between\b/i.test(list)) return { kind: 'between', name, sides: [one, one], once: false, ...rest };
  return { kind: 'of', many: name, ones, ...rest };
}

/** "one review per customer and product" */
function readPer(text: string): Clause | null {
  const { what, list, more } = PER.exec(text)?.groups ?? {};
  if (!what || !list) return null;
  const ones = splitList(list).map(bare);
  if (/^(?:row|record|entry|line)$/i.test(what) || ones.some((one) => TIMES.test(one))) return null;
  return { kind: 'of', many: pluralName(snakeCase(what)).replaceAll('_', ' '), ones, once: true, ...(more ? { more } : {}) };
}

function readBelongs(text: string): Clause | null {
  const { many, list, more } = BELONGS.exec(text)?.groups ?? {};
  return many && list ? { kind: 'of', many, ones: splitList(list).map(bare), ...(more ? { more } : {}) } : null;
}

/** "who borrowed my tools and when": a loan of a tool, by someone on a day. */
function readWho(text: string): Clause | null {
  const { verb, object, more } = WHO.exec(text)?.groups ?? {};
  const noun = verb === undefined ? null : (deedOf(verb)?.noun ?? null);
  if (!object || noun === null) return null;
  const thing = pluralName(snakeCase(bare(object))).replaceAll('_', ' ');
  return { kind: 'of', many: noun, ones: [thing], more: ['person', 'date', ...(more ? [more] : [])].join(', ') };
}

const WHO = pattern('^who (?:has |have )?(?<verb>[a-z]+) (?:my |our |which |what |the |a )?(?<object>NOUN)(?:,? and when| when)?MORE');
const MUTUAL: readonly RegExp[] = [
  pattern('^(?:there is )?(?:an? )?many[- ]to[- ]many (?:relationship |relation |link )?between (NOUN) and (NOUN)$'),
  pattern('^(NOUN) and (NOUN),?(?: (?:are|have|is)(?: linked)?)? (?:an? )?many[- ]to[- ]many(?: relationship| relation)?$'),
  pattern('^(NOUN) (?:have|has|are in|are) an? many[- ]to[- ]many (?:relationship|relation) (?:with|to) (NOUN)$'),
  pattern('^(NOUN)[- ]to[- ](NOUN)(?: is)? many[- ]to[- ]many$'),
];
const LINKING = pattern(
  '^(?<name>NOUN)(?: (?:that|which))? (?:link(?:s|ing)?|connect(?:s|ing)?|join(?:s|ing)?|relat(?:es|ing)|between|for each) (?<list>NOUN(?:, NOUN)*,? (?:and|to|with) NOUN)MORE',
);
const PHRASES = pattern(
  '^(?<name>NOUN) (?<list>between NOUN|(?:of|on|for|by|from|to|about|at|in) NOUN(?: (?:of|on|for|by|from|to|about|at|in) NOUN)*)MORE',
);
const PER = pattern(
  '^(?:only |exactly |at most )?(?:one|a single|1) (?<what>NOUN) (?:per|for each|for every) (?<list>NOUN(?:(?:, | and | and per )NOUN)*)MORE',
);
const BELONGS = pattern(
  '^(?:each |every |an? |all )?(?<many>NOUN) (?:(?:always |must |should |can |may )*belongs? to|(?:is|are) part of|(?:is|are) (?:made|written|placed|owned|sold|supplied|taught|run|led|held|kept|posted|uploaded|created|managed|published) (?:by|in|at)|references?|refers? to|comes? from|points? (?:at|to)|links? to) (?:(?:an?|one|the|exactly one) )?(?<list>NOUN(?:(?:,? and |, )(?:(?:an?|one|the|to) )*NOUN)*)MORE',
);
const LINKING_SAID = /\b(?:link|between|connect|join|relat|many[- ]to[- ]many)/i;
/** "a join table" says nothing of its rows, "a membership table" does. */
const TABLE =
  /(?:^|\s+)(?:(?:join|link|linking|junction|bridge|pivot|mapping|association|joining|many-to-many) )?(?:tables?|links?|relations?|relationships?|connections?)$/i;
const TIMES = /^(?:row|day|week|month|year|hour|minute|second|night|person|time)s?$/i;
