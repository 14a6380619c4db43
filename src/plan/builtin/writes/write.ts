import type { Outcome, Planner, Question } from '../../planner.ts';
import { looksLikeCreate } from '../brief/looks-like-create.ts';
import { isPlural } from '../english/inflect.ts';
import { wordTable } from '../english/word-table.ts';
import { withCodes } from '../linking/value-codes.ts';
import { asFact, swallowsDay } from './change/as-fact.ts';
import { changeByLinking, changeTogether, changeTwice } from './change/by-linking.ts';
import { readChange } from './change/change.ts';
import type { ChangeVerb } from './change/draft.ts';
import { oneRowNamed } from './change/one-row.ts';
import { restated } from './change/restated.ts';
import { tellsChange } from './change/tells-change.ts';
import { deletesSource, unlinked } from './change/unlinked.ts';
import { clearOptions, isClearAll } from './clear-all.ts';
import { readEvent } from './insert/event.ts';
import { readFact, tellsFact } from './insert/fact.ts';
import { readInsert } from './insert/insert.ts';
import { readReworded } from './insert/reworded.ts';
import { mayTell } from './near/may-tell.ts';
import { readNear } from './near/near.ts';
import { withNoun } from './near/number-alone.ts';
import { SAID_OF, saidOfSomething } from './said-of.ts';
import { Declined, WriteReader } from './write-reader.ts';
import { speltOut } from './write-schema.ts';
import { POLITE, words } from './write-words.ts';

/**
 * English inserts, updates and deletes, by rules. A plan only when every word of the sentence found its place;
 * otherwise it declines and says which did not, since a wrong write costs more than none.
 */
export const writePlanner: Planner = {
  name: 'builtin',
  local: true,
  plan: async (question) => planWrite(question),
};

/** Whether a goal is an instruction to change data: by its verb, at the start or after an introduction. */
export function looksLikeWrite(text: string): boolean {
  const goal = text.trim().replaceAll(/\s+/g, ' ');
  if (looksLikeCreate(goal) || ASKS.test(goal)) return false;
  if (isClearAll(goal)) return true;
  const reader = new WriteReader({ ...NOTHING, text: goal });
  return (
    verbOf(reader) !== null ||
    tellsFact(goal) ||
    ORDERS.test(goal) ||
    DONE_TO.test(goal) ||
    tellsChange(reader) ||
    mayTell(reader) ||
    restated(goal) !== null ||
    NOTE.test(goal) ||
    SAID_OF.test(goal) ||
    NEW.test(goal)
  );
}

/** Whether a goal looks like a write only because it may tell a change: read as a question where no row is changed so. */
export function isNews(text: string): boolean {
  const reader = new WriteReader({ ...NOTHING, text: text.trim().replaceAll(/\s+/g, ' ') });
  if (saidOfSomething(text.trim()) && !ASKS.test(text.trim())) return false;
  return (tellsChange(reader) || mayTell(reader) || NEW.test(text.trim())) && verbOf(reader) === null && !ORDERS.test(text.trim());
}

/** Whether words that look like no write may tell of one all the same, where no question is read in them. */
export const mayBeWrite = (text: string): boolean =>
  !looksLikeCreate(text.trim()) && !ASKS.test(text.trim()) && !OF_WHICH.test(text) && !(DENIES.test(text) && !IS_SO.test(text));
/** "biscuit not neutered" asks whether, or notes what is so: only a verb or "any more" tells that something has changed. */
const DENIES = /\bnot\b/i;
const IS_SO = /\b(?:is|are|was|were|has|have|had|be|been|did|does|do|will|now|any ?more|no longer)\b/i;

/** Whether it asks in so many words for rows to be added. */
export const asksForInsert = (text: string): boolean =>
  verbOf(new WriteReader({ ...NOTHING, text: text.trim().replaceAll(/\s+/g, ' ') }))?.verb === 'insert';

/** Read under the schema's own names, else under the words that these are short for. */
export function planWrite(asked: Question): Outcome {
  const question = { ...asked, values: withCodes(asked.values, asked.schema) };
  const outcome = planNamed(question);
  const spelt = outcome.kind === 'declined' ? speltOut(question.schema) : null;
  if (spelt === null) return outcome;
  const read = planNamed({ ...question, schema: spelt.schema, values: spelt.values(question.values) });
  return read.kind === 'declined' ? outcome : spelt.back(read);
}

function planNamed(question: Question): Outcome {
  const order = restated(question.text);
  const ordered = order === null ? null : planOrder({ ...question, text: order });
  const made = ordered?.kind === 'plan' ? ordered : planOrder(question);
  const isRead = made.kind === 'plan' && !swallowsDay(made.plan, question);
  const fact = isRead || made.kind === 'clarify' ? null : asFact(question.text);
  const told = fact === null ? null : planOrder({ ...question, text: fact });
  if (told?.kind === 'plan' && told.plan.kind === 'update' && !swallowsDay(told.plan, question)) return told;
  return isRead || made.kind !== 'plan' ? made : { kind: 'declined', reason: 'Say the day apart from what is so then.', unclear: [] };
}

function planOrder(question: Question): Outcome {
  const outcome = withoutSource(planByRules(question), question) ?? NOT_SOURCE;
  const made =
    outcome.kind === 'declined'
      ? (withoutSource(changeByLinking(question), question) ??
        changeTwice(question, planOrder) ??
        changeTogether(question, planOrder) ??
        readEvent(question) ??
        readNear(question) ??
        readReworded(question, planRow) ??
        byNumber(question) ??
        outcome)
      : outcome;
  const kept = made.kind === 'plan' ? { ...made, plan: unlinked(made.plan, question) } : made;
  const name = kept.kind === 'plan' ? (kept.oneRow ?? oneRowNamed(kept.plan, question)) : null;
  return kept.kind === 'plan' && name !== null ? { ...kept, oneRow: name } : kept;
}

/** Null where what something is taken from would be deleted with it. */
const withoutSource = <Made extends Outcome | null>(made: Made, question: Question): Made | null =>
  made?.kind === 'plan' && deletesSource(made.plan, question) ? null : made;

const NOT_SOURCE: Outcome = { kind: 'declined', reason: 'Say what is to be deleted, apart from what it is taken from.', unclear: [] };

function byNumber(question: Question): Outcome | null {
  const named = withNoun(question);
  return named === null ? null : planOrder(named);
}

/** What is said as an order to add a row, or as one of what happened. */
function planRow(question: Question): Outcome {
  const outcome = planByRules(question);
  return outcome.kind === 'declined' ? (readEvent(question) ?? outcome) : outcome;
}

function planByRules(question: Question): Outcome {
  try {
    if (isClearAll(question.text)) return clearEverything(question);
    const reader = new WriteReader(question);
    if (reader.tokens.length > MAX_TOKENS) throw new Declined('This is too long for one instruction; split it, or send the rows as data.');
    const found = verbOf(reader);
    // "new treatment: Nail trim, $15"
    if (!found && NEW.test(question.text.trim())) return planByRules({ ...question, text: `add ${newToday(question.text.trim())}` });
    // "sign up Ada as an adult from today"
    if (!found && SIGN_UP.test(question.text.trim()))
      return planByRules({ ...question, text: question.text.trim().replace(SIGN_UP, 'add ') });
    // "claim for parcel 12, damaged, filed today": one row in note form, by its table.
    if (!found && notesRow(reader)) return planByRules({ ...question, text: `add ${question.text.trim()}` });
    if (!found && tellsFact(question.text.trim())) return readFact(question);
    if (!found) return { kind: 'declined', reason: 'This does not read as an instruction to add, change or delete rows.', unclear: [] };
    const unsafe = found.verb === 'insert' ? UNSAFE_ROW : UNSAFE;
    // "Salem OR" is a place.
    const state = (at: number): boolean => reader.tokens[at]?.text === 'OR' && /^\p{Lu}\p{Ll}/u.test(reader.tokens[at - 1]?.text ?? '');
    if (reader.tokens.some((_, at) => unsafe.has(reader.lower(at)) && !state(at))) {
      throw new Declined('I cannot be sure which rows this means; say it in separate instructions, or with SQL.');
    }
    return found.verb === 'insert' ? readInsert(reader, found.at) : readChange(reader, found.verb, found.at);
  } catch (problem) {
    if (problem instanceof Declined) return problem.outcome;
    throw problem;
  }
}

function notesRow(reader: WriteReader): boolean {
  const noun = reader.tableAt(0);
  return noun?.whole === true && !isPlural(reader.lower(noun.next - 1)) && NOTE_OF_ROW.test(reader.question.text);
}

function clearEverything({ schema }: Question): Outcome {
  const options = clearOptions(schema).map(({ label, goal }) => ({ label, goal }));
  if (options.length > 0) return { kind: 'clarify', options };
  return { kind: 'declined', reason: 'This database has no tables, so there is nothing to clear.', unclear: [] };
}

/** Verbs of what becomes of rows: "assign ticket 4 to Lily", "cancel my appointment". */
const ORDERS = new RegExp(
  '^(?:(?:please|can you|could you|now) )*(?:' +
    [
      String.raw`(?:assign|reassign|unassign|cancel|reopen|deactivate|activate|archive|reschedule|postpone|move|transfer|hand)\b`,
      String.raw`(?:enroll?|unenroll?|withdraw|promote|demote|subscribe|unsubscribe|extend|renew|upgrade|downgrade|disable|enable|discontinue)\b`,
      String.raw`(?:un(?:block|freeze|publish|archive|suspend|pause|ban|hide|flag|pin)|push (?:back |out )?the|bring (?:forward|back) the|excuse|restock|retire|void|settle|scrap|discard|unlock|sign [\w ]+ up|replace|swap|merge|hire|dismiss|undo|call off|halve|bump|waive|reimburse|reactivate|unmark|untag|enrol|rebook)\b`,
      String.raw`let (?!me\b|us\b|['’])`,
      String.raw`give (?!me\b|us\b)`,
      String.raw`(?:close|resolve|complete|finish|approve|reject|confirm|pause|suspend|publish|book|switch|turn|refund|ship|schedule|pay|charge|bill|double|drop|cut|fire|block|tag|sign up|note|deduct|subtract|credit|apply|grade|check in|check out) (?:all|every|each|the|my|our|this|that|an?|off|on|in|[a-z]+ #?\d+|\$?\d+|[a-z ]+ (?:tickets?|orders?|appointments?|tasks?|bookings?|deals?|to|for|from|by)\b)`,
      String.raw`(?:get rid of|throw out|throw away|write off|take .{1,40} (?:off|out))\b`,
    ].join('|') +
    ')',
  'i',
);
/** "block Bill Hartley", "close Tallis today" */
const DONE_TO =
  /^(?:[Pp]lease )?(?:[Cc]lose|[Bb]ook|[Ss]chedule|[Bb]lock|[Uu]nblock|[Aa]rchive|[Dd]iscontinue|[Rr]etire|[Ss]uspend|[Rr]efund|[Aa]pprove|[Rr]eject|[Cc]onfirm|[Rr]esolve) \p{Lu}/u;
/** "new treatment: Nail trim, $15", "new customer Jana Vogel, lives in Berlin", "new milker sally benn starts tomorrow at 13.50 an hour" */
const NEW =
  /^(?:(?:we|i)(?:['’]ve| have)?(?: just)? (?:opened|got|hired|added|started|launched|took on) an? |an? )?new (?!.*\?)[a-z]+[ :,][^?]*\S/i;
/** "we opened a new branch called Docks" */
const OPENED = /^(?:we|i)(?:['’]ve| have)?(?: just)? [a-z]+(?: on)? an? new /i;
/** "new customer today: Ada Lee": the day is said of the row. */
const newToday = (text: string): string =>
  text
    .replace(OPENED, 'new ')
    .replace(/^a /i, '')
    .replace(/^(new [a-z ]+?) (today|yesterday): ?(.*)$/i, '$1: $3, $2');
/** "peanut allergy for Lily Martinez, severe": a row told in note form, which nobody asks like that. */
const NOTE =
  /^(?!.*\?)(?!(?:average|total|number|list|count|sum|all|most|top|latest)\b)[a-z]+(?: [a-z]+){0,2} for (?:(?:dr|mr|mrs|ms) )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?, [^,?]+$/u;

const NOTE_OF_ROW = /^[a-z]+(?: [a-z]+)? for [^?]*[,:] [^?]+$/i;
const SIGN_UP = /^(?:please )?(?:sign up|take on|book in|hire) (?=.* (?:as|starting|from) )/i;

const MAX_TOKENS = 400;

interface Verb {
  readonly verb: ChangeVerb | 'insert';
  readonly at: number;
}

/** The first word that is a verb of writing: at the start, after a comma, or in the passive ("was inserted"). */
function verbOf(reader: WriteReader): Verb | null {
  const { tokens } = reader;
  let fresh = true;
  for (let at = 0; at < tokens.length; at++) {
    const word = reader.lower(at);
    const before = reader.lower(at - 1);
    if (fresh && word === 'set' && reader.lower(at + 1) === 'up') return null;
    const active = fresh && !isNoun(word, reader.lower(at + 1)) ? VERBS[word] : undefined;
    if (active && !(word === 'record' && before !== '' && before !== ',')) return { verb: active, at };
    const passive = /^(?:was|were|been|being|be|is|are)$/.test(before) ? PASSIVE[word] : undefined;
    if (passive) return { verb: passive, at };
    fresh = fresh ? POLITE.has(word) || word === ',' : word === ',';
  }
  return null;
}

/** "change in revenue", "log of visits", "add up the totals", "make me a list": no instruction to write. */
const isNoun = (word: string, next: string): boolean =>
  (word === 'add' && next === 'up') ||
  (word === 'make' && /^(?:me|us|an?)$/.test(next)) ||
  (/^(?:change|update|increase|decrease|raise|lower|log|record|store|set|mark|flag)s?$/.test(word) &&
    /^(?:in|of|than|me|us|on|over|count|rate)$/.test(next));

const VERBS = wordTable<Verb['verb']>({
  insert: 'insert',
  add: 'insert',
  create: 'insert',
  register: 'insert',
  record: 'insert',
  log: 'insert',
  save: 'insert',
  append: 'insert',
  enter: 'insert',
  put: 'insert',
  store: 'insert',
  update: 'update',
  change: 'update',
  set: 'update',
  alter: 'update',
  modify: 'update',
  edit: 'update',
  correct: 'update',
  make: 'update',
  increase: 'increase',
  raise: 'increase',
  bump: 'increase',
  decrease: 'decrease',
  reduce: 'decrease',
  lower: 'decrease',
  mark: 'mark',
  flag: 'mark',
  rename: 'rename',
  delete: 'delete',
  remove: 'delete',
  erase: 'delete',
  purge: 'delete',
  clear: 'clear',
  empty: 'clear',
  wipe: 'clear',
  truncate: 'clear',
});

const PASSIVE = wordTable<Verb['verb']>({
  inserted: 'insert',
  added: 'insert',
  updated: 'update',
  changed: 'update',
  set: 'update',
  deleted: 'delete',
  removed: 'delete',
});

/** Words that turn a condition around or widen it in ways that these rules do not read. */
const UNSAFE = words('except unless either neither nor excluding besides apart otherwise');
const UNSAFE_ROW = new Set([...UNSAFE, 'or']);

const ASKS =
  /^(?:(?:please|can you|could you|now|then) )?(?:sort|rank|filter|how|what|which|who|whose|whom|when|where|why|show|list|find|get(?! rid\b)|count|is|are|do|does|did|has|have|return|select|display|give me|tell|calculate|compute|compare|fetch|retrieve|summari[sz]e|describe|search|explain)\b/i;

const OF_WHICH = /\?|\b(?:who|whose|which|what|how|when|where|why)\b|^(?!.*,)(?:[a-z]+ ){0,3}[a-z]+s that\b/i;

const NOTHING: Omit<Question, 'text'> = {
  schema: { fingerprint: '', tables: [] },
  values: { entries: [], find: () => [], of: () => null },
  now: new Date(0),
  signal: new AbortController().signal,
};
