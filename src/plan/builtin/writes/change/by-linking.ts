import type { Expr, Plan } from '../../../plan.ts';
import type { Outcome, Question } from '../../../planner.ts';
import { Declined, WriteReader } from '../write-reader.ts';
import { POLITE } from '../write-words.ts';
import { LINKS, type Linked } from './links.ts';
import { NEWS } from './news.ts';
import { ORDERS } from './orders.ts';
import type { Change, Place } from './place.ts';

/**
 * Updates and deletes whose rows are said by what is stored: "assign ticket 4 to Lily Miller", "close all resolved tickets",
 * "delete all Uber transactions under $10". Each form says where the rows stand and where what becomes of them; a plan only
 * when one table alone takes every word. Null when no form fits.
 */
export function changeByLinking(question: Question): Outcome | null {
  const reader = new WriteReader(question);
  const tokens = reader.tokens.filter(
    ({ kind, text }, at) => !(kind === 'mark' && /^[.!]+$/.test(text) && at === reader.tokens.length - 1),
  );
  const end = tokens.length;
  let at = 0;
  while (at < end && POLITE.has(reader.lower(at)) && !(reader.lower(at) === 'let' && reader.lower(at + 1) !== 'us')) at++;
  const tables = question.schema.tables.filter(({ kind }) => kind === 'table');
  const first = <T>(forms: readonly ((place: Place) => T | null)[]): T[] =>
    tables.flatMap((table) => {
      for (const form of forms) {
        const change = attempt(() => form({ reader, table, at, end }));
        if (change !== null) return [change];
      }
      return [];
    });
  const found = first<Change>([...ORDERS, ...NEWS]).filter(({ rows }) => rows.named || !rows.far);
  // The table that is named means more than one in which a value is stored too.
  const nearest = [found.filter(({ rows }) => rows.named), found.filter(({ rows }) => rows.identified), found].find(
    ({ length }) => length > 0,
  );
  const [one, ...more] = nearest ?? [];
  if (one === undefined) return linked(first<Linked>(LINKS));
  if (more.length > 0) return null;
  const name = one.rows.likely ?? one.one ?? (one.rows.several || one.rows.identified || one.rows.everything ? null : one.rows.owner);
  const several = name === null ? {} : { oneRow: name };
  return { kind: 'plan', plan: planOf(one), confidence: CONFIDENCE, assumptions: [...one.rows.notes, ...one.assumptions], ...several };
}

/**
 * "mark job 7 as ready and put 120 minutes on it": two orders about the same rows, of which the second says "it". Each is read
 * by itself, with what the first calls the rows in its place.
 */
export function changeTwice(question: Question, plan: (question: Question) => Outcome): Outcome | null {
  const { first, verb, before, pronoun, after } = TWICE.exec(question.text.trim())?.groups ?? {};
  if (first === undefined || verb === undefined || before === undefined || pronoun === undefined || after === undefined) return null;
  const one = plan({ ...question, text: first });
  if (one.kind !== 'plan' || one.plan.kind !== 'update' || one.plan.where === undefined) return null;
  const said = /^(?:please )?[a-z]+ (.+?) (?:as|to|by|on)\b/i.exec(first)?.[1];
  const owned = /^its|their|his|her$/i.test(pronoun) && !/^(?:$|[,.])/.test(after.trim());
  if (said === undefined || (pronoun.toLowerCase() === 'its' && !owned)) return null;
  const other = plan({ ...question, text: `${verb} ${before}${said}${owned ? "'s" : ''}${after}` });
  if (other.kind !== 'plan' || other.plan.kind !== 'update' || other.plan.table !== one.plan.table) return null;
  if (JSON.stringify(other.plan.where) !== JSON.stringify(one.plan.where)) return null;
  const set = [...one.plan.set, ...other.plan.set];
  if (new Set(set.map(({ column }) => column)).size < set.length) return null;
  return { ...one, plan: { ...one.plan, set }, assumptions: [...new Set([...one.assumptions, ...other.assumptions])] };
}

/**
 * "the complaint was resolved today with a refund of 10", "the repair at LET-438 was fixed today and cost 120": two things that became of
 * the same rows, where each is read by itself.
 */
export function changeTogether(question: Question, plan: (question: Question) => Outcome): Outcome | null {
  const told = question.text.trim().replace(/[.!]+$/, '');
  const [, first = '', joint = '', rest = ''] = TOGETHER.exec(told) ?? [];
  // "was packed and paid today": the day is of both.
  const day = /\band$/.test(joint) ? (DAY.exec(rest)?.[0] ?? '') : '';
  const dated = day === '' ? null : plan({ ...question, text: `${first}${day}` });
  const isDated = dated?.kind === 'plan' && dated.plan.kind === 'update';
  const one = first === '' ? null : isDated ? dated : plan({ ...question, text: first });
  if (one?.kind !== 'plan' || one.plan.kind !== 'update' || one.plan.where === undefined) return null;
  const said = first.split(' ');
  // ", the postage was 4.20"
  const figure = FIGURE.exec(rest);
  const more =
    figure !== null
      ? `has ${figure[1]} ${figure[2]}`
      : /with$/.test(joint)
        ? `has ${rest}`
        : rest.replace(/^(?:it|he|she|they) (?:has |have )?/i, (all) => (/ha/i.test(all) ? 'has ' : ''));
  for (let cut = Math.min(said.length - 1, SUBJECT_MAX); cut > 0; cut--) {
    const other = plan({ ...question, text: `${said.slice(0, cut).join(' ')} ${more}` });
    if (other.kind !== 'plan' || other.plan.kind !== 'update' || other.plan.table !== one.plan.table) continue;
    if (JSON.stringify(other.plan.where) !== JSON.stringify(one.plan.where)) continue;
    const known = new Set(one.plan.set.map((each) => JSON.stringify(each)));
    const set = [...one.plan.set, ...other.plan.set.filter((each) => !known.has(JSON.stringify(each)))];
    if (new Set(set.map(({ column }) => column)).size < set.length) return null;
    return { ...one, plan: { ...one.plan, set }, assumptions: [...new Set([...one.assumptions, ...other.assumptions])] };
  }
  return null;
}

const TOGETHER =
  /^((?:(?!,).)+? (?:is|was|are|were|has|have|came|went|moves|goes|[a-z]+ed) (?:(?!,).)+?)(,? and|,? with|,(?= (?:it|he|she|they) |(?: [a-z]+){1,3} (?:was|were|is|came to) [$€£]?\d)) (.+)$/i;
const DAY = / (?:today|yesterday|just now|(?:this|yesterday) (?:morning|afternoon|evening)|last night)$/i;
const FIGURE = /^(?:the |its |his |her )?([a-z]+(?: [a-z]+)?) (?:was|were|is|came to) ([$€£]?\d\S*(?: [a-z]+)?)$/i;
const SUBJECT_MAX = 8;

const TWICE =
  /^(?<first>.+?),? and (?:then )?(?<verb>put|set|change|mark|make|give|raise|lower|move|assign|update) (?<before>(?:[^,]+ )?)(?<pronoun>it|them|him|her|its|their|his)(?<after>(?: [^,]+)?)$/i;

/** A row between two others, put there or taken away. */
function linked([one, ...more]: readonly Linked[]): Outcome | null {
  return one === undefined || more.length > 0 ? null : { kind: 'plan', confidence: CONFIDENCE, ...one };
}

const CONFIDENCE = 0.9;

function attempt<T>(form: () => T | null): T | null {
  try {
    return form();
  } catch (problem) {
    if (problem instanceof Declined) return null;
    throw problem;
  }
}

function planOf({ table, rows, set, also = [] }: Change): Plan {
  const [only, ...more] = rows.conditions;
  const where: { where?: Expr } =
    only === undefined ? {} : { where: more.length === 0 ? only : { kind: 'and', args: [...rows.conditions] } };
  if (set === null) return { kind: 'delete', table: table.name, ...where };
  return { kind: 'update', table: table.name, set: [set, ...also].map(({ column, value }) => ({ column: column.name, value })), ...where };
}
