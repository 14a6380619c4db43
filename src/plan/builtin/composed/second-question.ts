import type { Expr, Join, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import { all, conjuncts, named } from '../linking/expressions.ts';
import { type Ask, answered, isShort, remembered, selectOf, sentence, wordsOf } from './ask.ts';
import { apart, filtered, hasSources, isNumber, merged } from './merge.ts';

/**
 * "when was job 4 collected and who did it", "how many repairs did we finish in May and how much did they bring in": a question with
 * a second one of the same rows. Each is read by itself, with what "it" and "their" stand for said again, and what both show
 * stands side by side. Null when there is no second question, one of them is not read, or their rows are not the same.
 */
export function readSecondQuestion(text: string, asking: Ask): Outcome | null {
  const ask = remembered(asking, SENTENCES_MAX);
  const words = wordsOf(text);
  if (!isShort(words)) return null;
  for (const [at, word] of words.entries()) {
    const start = words[at + 1] === ',' ? at + 2 : at + 1;
    if (word.toLowerCase() !== 'and' || at < 2 || !OPENING.has(words[start]?.toLowerCase() ?? '')) continue;
    // "and are on shelf 3" goes on about the same.
    if (COPULA.has(words[start]?.toLowerCase() ?? '') && STATING.has(words[start + 1]?.toLowerCase() ?? '')) continue;
    const before = words[at - 1] === ',' ? words.slice(0, at - 1) : words.slice(0, at);
    const first = selectOf(ask(sentence(before)));
    if (first === null) continue;
    const rest = words.slice(start);
    const stands = standsIn(before, rest);
    if (stands === 'answer') continue;
    for (const said of stands === null ? [sentence(rest)] : saidAgain(before, rest, stands)) {
      const second = selectOf(ask(said));
      const plan = second === null ? null : stands === null ? together(first.plan, second.plan) : ofThose(first.plan, second.plan);
      if (plan !== null && second !== null) return answered(plan, [first, second]);
    }
  }
  return null;
}

const OPENING = new Set('who whose whom what which when where how is was are were does did do their its his her'.split(' '));

const COPULA = new Set(['is', 'are', 'was', 'were']);
const STATING = new Set(
  'in on at from of for with without by under over below above between about not no still already less more'.split(' '),
);

function together(one: Select, other: Select): Select | null {
  // Two numbers of different rows are two questions, which nothing relates.
  if (isNumber(one) !== isNumber(other)) return null;
  return merged(one, other) ?? merged(one, fromRowsOf(one, other) ?? other);
}

/** "how many of them": numbers of the rows of the first alone. */
function ofThose(one: Select, other: Select): Select | null {
  if (!isNumber(one) || !isNumber(other)) return together(one, other);
  const [, extra] = apart(one, other);
  return hasSources(one, other) ? { ...one, columns: named([...one.columns, ...filtered(other.columns, extra)]) } : null;
}

/** Where the pronoun of a second question stands; `answer` where it is for what the first asks for. */
function standsIn(first: readonly string[], second: readonly string[]): number | 'answer' | null {
  const at = second.findIndex((word) => PRONOUNS.has(word.toLowerCase()) || OWNERS.has(word.toLowerCase()));
  if (at < 0) return null;
  const person = first[0]?.toLowerCase() === 'who' && !['it', 'its'].includes(second[at]?.toLowerCase() ?? '');
  return person ? 'answer' : at;
}

/** The second question in every way that it may be meant: with a part of the first for its pronoun. */
function saidAgain(first: readonly string[], second: readonly string[], at: number): string[] {
  const owner = OWNERS.has(second[at]?.toLowerCase() ?? '');
  return namesIn(first).map((name) => sentence([...second.slice(0, at), owner ? `${name}'s` : name, ...second.slice(at + 1)]));
}

const PRONOUNS = new Set('it they he she them him that those these this'.split(' '));
const OWNERS = new Set(['its', 'their', 'his', 'her']);

/** What of a question a pronoun may stand for: runs of words of its own, the longest first. */
function namesIn(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let from = 1; from < words.length; from += 1)
    for (let to = Math.min(words.length, from + NAME_MAX); to > from; to -= 1) {
      const run = words.slice(from, to);
      if (run.every((word) => !FUNCTION_WORDS.has(word.toLowerCase()) && word !== ','))
        found.push(run.map((word) => word.replace(/['’]s?$/, '')).join(' '));
    }
  return [...new Set(found)].sort((a, b) => b.split(' ').length - a.split(' ').length).slice(0, NAMES_MAX);
}

const SENTENCES_MAX = 10;
const NAME_MAX = 4;
const NAMES_MAX = 12;

/** "who did job 4" asked of mechanics that have such a job, as it is asked of that job: its mechanic. */
function fromRowsOf({ from }: Select, other: Select): Select | null {
  const tests = conjuncts(other.where);
  const [test, ...more] = tests;
  if (test?.kind !== 'exists' || test.query.kind !== 'select' || more.length > 0 || other.joins !== undefined) return null;
  const inner = test.query;
  if (from?.kind !== 'table' || inner.from?.kind !== 'table' || inner.from.table !== from.table || other.from?.kind !== 'table')
    return null;
  if (inner.groupBy !== undefined || inner.joins !== undefined || inner.from.as !== from.as) return null;
  const outer = other.from.as;
  const isLink = (one: Expr) =>
    one.kind === 'compare' &&
    one.op === '=' &&
    one.left.kind === 'column' &&
    one.right.kind === 'column' &&
    [one.left.table, one.right.table].includes(outer);
  const links = conjuncts(inner.where).filter(isLink);
  const rest = conjuncts(inner.where).filter((one) => !isLink(one));
  if (links.length !== 1 || rest.length === 0) return null;
  const join: Join = { type: 'left', source: other.from, on: links[0] };
  return { kind: 'select', columns: other.columns, from: inner.from, joins: [join], where: all(rest) };
}
