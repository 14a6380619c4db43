import type { Outcome, Question } from '../../../planner.ts';
import type { Table } from '../../../schema.ts';
import { singularName, snakeCase } from '../../english/inflect.ts';
import { verbsOf } from '../../english/irregular.ts';
import { relatedCost, relatedTo } from '../../english/related-words.ts';
import { lexiconOf, rootOf } from '../../linking/lexicon.ts';
import { peopleIn } from '../../linking/people.ts';
import { DATED } from '../change/become.ts';
import { linkAt } from '../change/linked-rows.ts';
import { WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';

/**
 * A row that is added in words of its own, said as an order to add one: "put Ada in as a guest", "put down 3 hours for Ada on the barn",
 * "reserve Knots for Ada", "sign Ada up for the juniors". Of several tables the one that takes every word. Null where none does.
 */
export function readReworded(question: Question, plan: (question: Question) => Outcome): Outcome | null {
  const text = question.text.trim().replace(/[.!]+$/, '');
  const made = textsOf({ ...question, text }).flatMap((one) => {
    const outcome = plan({ ...question, text: one });
    return outcome.kind === 'plan' && outcome.plan.kind === 'insert' ? [outcome] : [];
  });
  const [one, ...more] = made.filter(
    (each, at) => made.findIndex((other) => JSON.stringify(other.plan) === JSON.stringify(each.plan)) === at,
  );
  return one === undefined || more.length > 0 ? null : one;
}

function textsOf(question: Question): string[] {
  const { text, schema } = question;
  const asNoun = /^(?:please )?put (.+?) in as (an? .+)$/i.exec(text);
  if (asNoun !== null) return [`add ${asNoun[1]} as ${asNoun[2]}`];
  const amount = /^(?:please )?(?:put|write) (?:in|down) (\d.*)$/i.exec(text)?.[1];
  if (amount !== undefined) return [`log ${amount}`];
  const [, newcomer = '', told = ''] = NEWCOMER.exec(text) ?? [];
  if (newcomer !== '' && new WriteReader({ ...question, text: newcomer }).tableAt(0) === null)
    return peopleIn(lexiconOf(schema)).map(({ table }) => `add ${nounOf(table)} ${told}`);
  const bought = /^(?:we |i )?(?:just )?(?:bought|got|took|brought) in (?=an? |another )(.+)$/i.exec(text)?.[1];
  if (bought !== undefined) return [`add ${bought}`];
  const tables = schema.tables.filter(({ kind }) => kind === 'table');
  const joins = joined(question, tables);
  if (joins.length > 0) return joins;
  const up = /^(?:please )?(?:sign|put) (?:up )?(.+?)(?: up)? for (.+)$/i.exec(text);
  if (up !== null && /^(?:please )?sign\b/i.test(text))
    return tables.filter((table) => table.foreignKeys.length > 0).map((table) => `add ${nounOf(table)} ${up[1]} for ${up[2]}`);
  const [, verb, rest] = /^(?:please )?([a-z]+) (.+ for .+)$/i.exec(text) ?? [];
  if (verb !== undefined && rest !== undefined && !/^(?:add|put|delete|remove|set|change|new)$/i.test(verb))
    return tables
      .filter((table) => table.foreignKeys.length > 1 && isOf(verb.toLowerCase(), table))
      .map((table) => `add ${nounOf(table)} of ${rest}`);
  const reader = new WriteReader(question);
  const noun = reader.tableAt(reader.lower(0) === 'a' ? 1 : 0);
  // "referral from Dr Shah for Ada, …"
  return noun !== null && /^(?:from|by|for|of)$/.test(reader.lower(noun.next)) && /[,:]/.test(text) && /\d|today/.test(text)
    ? [`add ${text}`]
    : [];
}

/** "ada lee joined us today, …": somebody new, where rows keep the day on which they joined, and nobody has that name. */
function joined(question: Question, tables: readonly Table[]): string[] {
  const { who = '', rest = '' } = JOINED.exec(question.text)?.groups ?? {};
  const reader = new WriteReader({ ...question, text: who });
  if (who === '' || reader.tokens.some((_, at) => reader.tableAt(at) !== null)) return [];
  if (tables.some((table) => linkAt(reader, table, 0, reader.tokens.length)?.what.row === true)) return [];
  const name = who.replaceAll(/(?<=^| )\p{Ll}/gu, (letter) => letter.toUpperCase());
  return tables
    .filter(({ columns }) => columns.some((column) => DATED.has(column.type) && /(?:^|_)joined(?:_|$)/.test(snakeCase(column.name))))
    .map((table) => `add ${nounOf(table)} ${name}, joined ${rest}`);
}

/** Somebody new of those whom one works for, whatever their table is called. */
const NEWCOMER =
  /^(?:please )?(?:add (?:an? )?|(?:we|i)(?:['’]ve| have)?(?: got)? an? )?new (customer|client|guest|visitor|patron)[ :,]+(.+)$/i;
const JOINED =
  /^(?<who>\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*){1,2}) (?:has )?(?:just )?joined(?: us)? (?<rest>(?:today|yesterday|on )[^?]*)$/iu;

const nounOf = ({ name }: Table): string => {
  const noun = nameWords(name).join(' ');
  return singularName(noun);
};

/** "reserve" of reservations. */
function isOf(verb: string, table: Table): boolean {
  const related = verbsOf(verb).map(relatedTo);
  return nameWords(table.name).some(
    (word) =>
      verbsOf(verb).some((base) => rootOf(base) === rootOf(word) && base.length > 3) ||
      related.some((one) => relatedCost(one, word) !== null),
  );
}
