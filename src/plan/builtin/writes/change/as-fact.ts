import type { Plan } from '../../../plan.ts';
import type { Question } from '../../../planner.ts';
import { regular } from './verb.ts';

/**
 * An order as what is so once it is done: "mark invoice 7 as paid yesterday" is "invoice 7 was paid yesterday", "close the account of
 * Tallis" is "the account of Tallis is closed". Null when it is no such order.
 */
export function asFact(text: string): string | null {
  const told = text.trim().replace(/[.!]+$/, '');
  if (/ instead$/i.test(told)) return told.replace(/ instead$/i, '');
  for (const pattern of MARKED) {
    const { rows, state } = pattern.exec(told)?.groups ?? {};
    if (rows !== undefined) return `${rows} is ${state}`;
  }
  const { verb, what, when = '' } = DONE.exec(told)?.groups ?? {};
  if (verb === undefined || what === undefined || !VERBS.test(verb)) return null;
  const plain = verb.toLowerCase();
  return `${what} is ${PARTICIPLES[plain] ?? regular(plain)[0]}${when}`;
}

/** Whether a text of the plan is a state that is stored and a day after it, as in "paid today": it says two things. */
export function swallowsDay(plan: Plan, { values }: Question): boolean {
  if (plan.kind !== 'update') return false;
  return plan.set.some(({ column, value }) => {
    const [, state] = value.kind === 'literal' && typeof value.value === 'string' ? (DAY.exec(value.value) ?? []) : [];
    return state !== undefined && (values.of(plan.table, column) ?? []).some((held) => held.toLowerCase() === state.toLowerCase());
  });
}

const DAY = /^(.+) (?:today|yesterday|tomorrow|tonight|now|again|(?:this|last|on|at|since|from) .+)$/i;
const MARKED: readonly RegExp[] = [
  /^(?:please )?(?:mark|flag|put down|set) (?<rows>.+?) as (?<state>.+)$/i,
  /^(?:please )?mark (?<rows>.+?) (?<state>[a-z]+(?:ed|id|nt) (?:today|yesterday|on .+))$/i,
  /^(?:please )?set the (?:status|state) of (?<rows>.+?) to (?<state>.+)$/i,
];
const DONE =
  /^(?:please )?(?<verb>[a-z]+) (?<what>(?:the |our |my )?.+?)(?<when> (?:today|yesterday|from today|as of today|as of now|now))?$/i;
/** What is done to a row and kept of it. */
const VERBS =
  /^(?:close|resolve|discontinue|block|unblock|archive|settle|retire|publish|return|repair|fix|ship|deliver|pay|complete|finish|cancel|approve|reject|confirm|refund|decommission|withdraw|suspend|void|collect|release)$/i;
const PARTICIPLES: Readonly<Record<string, string>> = { pay: 'paid', withdraw: 'withdrawn', ship: 'shipped' };
