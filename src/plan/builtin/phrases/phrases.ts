import { contradictionIn } from '../../contradiction.ts';
import type { Expr, Query } from '../../plan.ts';
import type { Question, ValueIndex } from '../../planner.ts';
import { agree } from '../checks/agreement.ts';
import { refusalOf } from '../checks/plan-checks.ts';
import { type Token, tokenize } from '../english/tokens.ts';
import { withImpliedKeys } from '../linking/implied-keys.ts';
import { joinGraphOf } from '../linking/joins.ts';
import { type Lexicon, lexiconOf } from '../linking/lexicon.ts';
import { createLinks } from '../linking/link.ts';
import type { Links } from '../linking/links.ts';
import { joinsOverPairs } from '../linking/pairs.ts';
import { respell } from '../linking/respell.ts';
import { joinsAsSaid, withPlainKeys } from '../linking/roles.ts';
import { meaningOf } from '../search/meaning.ts';
import { opened } from './asking-words.ts';
import { type Choice, type Choices, noChoices } from './choices.ts';
import { companionsAt } from './companions.ts';
import { made } from './form.ts';
import { FORMS } from './forms.ts';
import { after, type Ground, type Read } from './ground.ts';
import { isNamePart } from './name-parts.ts';
import { withoutCourtesies } from './openings.ts';

/** A question whose every word was read as a part of one of a few plain forms. */
export interface Phrased {
  readonly plan: Query;
  readonly notes: readonly string[];
}

const TOKENS_MAX = 30;

/**
 * Reads a question as one of the forms that people type most: each word is part of a phrase, and each phrase is a part of
 * the plan. Null when a word is left over, when nothing fits, or when two readings are as near.
 */
export const readPhrases = (question: Asked): Phrased | null => phrasedOf(question).read;

/** The same with the readings that stand against each other where there are several. */
export function phrasedOf(question: Asked): { readonly read: Phrased | null; readonly rivals: readonly Query[] } {
  const { readings, ambiguous, spelt } = phrasesOf(question);
  const lexicon = lexiconOf(withImpliedKeys(question.schema));
  const [best, ...more] = readings;
  if (best === undefined || ambiguous - best.cost < CLOSE) return { read: null, rivals: [] };
  const others = more.filter((next) => next.cost - best.cost < CLOSE && agree(best.plan, next.plan, lexicon) !== true);
  if (others.length > 0) return { read: null, rivals: [best, ...others].map(({ plan }) => plan) };
  return { read: { plan: best.plan, notes: [...new Set([...spelt, ...best.notes])] }, rivals: [] };
}

type Asked = Pick<Question, 'text' | 'schema' | 'values' | 'now'> & { readonly choices?: readonly Choice[] };

export interface Phrases {
  /** Each plan once, the cheapest first. */
  readonly readings: readonly { readonly form: string; readonly plan: Query; readonly cost: number; readonly notes: readonly string[] }[];
  /** What the cheapest reading costs that means several things. */
  readonly ambiguous: number;
  /** Words that were read in another spelling, in words. */
  readonly spelt: readonly string[];
  /** Columns that were left open on the way, each with those that it may be. */
  readonly open: readonly (readonly Choice[])[];
}

const NONE: Phrases = { readings: [], ambiguous: Number.POSITIVE_INFINITY, spelt: [], open: [] };

/** What a question is read from as it is typed, without any of its words put right. */
export function groundOf({ text, schema: live, values, now, choices: made = [] }: Asked): Ground {
  const schema = withImpliedKeys(live);
  const lexicon = lexiconOf(schema);
  const tokens = tokenize(text);
  const comparing = tokens.some(({ lower }) => COMPARING.has(lower));
  return {
    ...{ tokens, lexicon, links: createLinks(tokens, lexicon, values), values, now, comparing, choices: noChoices(made) },
    graph: graphOf(schema, lexicon, tokens),
  };
}

const graphOf = (schema: Question['schema'], lexicon: Lexicon, tokens: readonly Token[]) =>
  withPlainKeys(joinsOverPairs(joinsAsSaid(joinGraphOf(schema, lexicon), lexicon, tokens), lexicon, tokens), lexicon);

/** Every reading of a question as one of the forms. */
export function phrasesOf({ text, schema: live, values, now, choices: made = [] }: Asked): Phrases {
  const schema = withImpliedKeys(live);
  const typed = tokenize(withoutCourtesies(text));
  if (typed.length === 0 || typed.length > TOKENS_MAX || typed.some(({ kind }) => kind === 'stop')) return NONE;
  const lexicon = lexiconOf(schema);
  const asTyped = createLinks(typed, lexicon, values);
  const { tokens, respelled } = respell(typed, asTyped.unlinked(), lexicon, values);
  const links = respelled.length === 0 ? asTyped : createLinks(tokens, lexicon, values);
  const spelt = respelled.map(({ from, to }) => `'${from}' read as '${to}'`);
  const comparing = tokens.some(({ lower }) => COMPARING.has(lower));
  const graph = graphOf(schema, lexicon, tokens);
  const choices: Choices = noChoices(made);
  const plain = readAs({ tokens, lexicon, links, values, graph, now, comparing, choices }, text);
  if (plain.readings.length > 0 || plain.ambiguous < Number.POSITIVE_INFINITY) return { ...plain, spelt, open: [...choices.open.values()] };
  const bare = tokens.filter(({ kind, lower }) => kind !== 'word' || !EMPTY.has(lower));
  if (bare.length < tokens.length) {
    const ground = { tokens: bare, lexicon, links: createLinks(bare, lexicon, values), values, graph, now, comparing, choices };
    const plainer = readAs(ground, text);
    if (plainer.readings.length > 0) return { ...plainer, spelt, open: [...choices.open.values()] };
  }
  const owned = withOwners(tokens, links, lexicon, values);
  if (owned === null) return { ...NONE, open: [...choices.open.values()] };
  const apart = readAs(
    { tokens: owned, lexicon, links: createLinks(owned, lexicon, values), values, graph, now, comparing, choices },
    text,
  );
  return { ...apart, spelt, open: [...choices.open.values()] };
}

/** Words that change nothing of what is asked. */
const EMPTY = new Set(
  'just really actually exactly altogether overall anyway again basically roughly simply possibly maybe perhaps ever even guys mate ok okay hmm kinda whole'.split(
    ' ',
  ),
);

const COMPARING = new Set(['vs', 'versus', 'compare', 'compared', 'comparison']);

function readAs(ground: Ground, text: string): Omit<Phrases, 'spelt' | 'open'> {
  const found = new Map<string, Phrases['readings'][number]>();
  const saysNew = ground.tokens.some(({ lower }) => lower === 'new');
  const keysOf = (table: string) => ground.lexicon.byName.get(table)?.table.primaryKey ?? [];
  let ambiguous = Number.POSITIVE_INFINITY;
  for (const { name, read } of FORMS)
    for (const at of opened(ground))
      for (const { value, end, cost, notes } of read(ground, at).flatMap((one) => [one, ...accompanied(ground, one)])) {
        const plan = isWhole(ground, end) ? made(value) : null;
        if (plan === 'ambiguous') ambiguous = Math.min(ambiguous, cost);
        if (plan === null || plan === 'ambiguous' || (saysNew && !isDated(plan))) continue;
        if (contradictionIn(plan) !== null || deniesItself(plan)) continue;
        const key = meaningOf(plan, keysOf);
        const known = found.get(key);
        if (known !== undefined && cost >= known.cost) continue;
        // What a check refuses is no reading, and no rival of one.
        if (refusalOf(plan, text, ground.lexicon, ground.now) === null) found.set(key, { form: name, plan, cost, notes });
      }
  return { readings: [...found.values()].sort((a, b) => a.cost - b.cost), ambiguous };
}

/** With a second question about the same rows: "… and when were they hired". */
const accompanied = (ground: Ground, { value, end, cost, notes }: Read<() => Query>): Read<() => Query>[] =>
  companionsAt(ground, end).map((more) => ({
    value: () => more.value(value()),
    end: more.end,
    cost: cost + more.cost,
    notes: [...notes, ...more.notes],
  }));

/** "emily hills manager": the 's of a possessive as it is typed without its apostrophe, of words that a name holds. */
function withOwners(tokens: readonly Token[], links: Links, lexicon: Lexicon, values: ValueIndex): readonly Token[] | null {
  const unlinked = links.unlinked();
  let changed = false;
  const split = tokens.flatMap((token, at): Token[] => {
    const bare = token.lower.replace(/s$/, '');
    const last = at + 1 >= tokens.length;
    if (
      token.kind !== 'word' ||
      last ||
      bare === token.lower ||
      bare.length < 3 ||
      !(unlinked.has(at) || values.find(`${tokens[at - 1]?.lower ?? ''} ${bare}`).length > 0 || isPluralOfName(values, token.lower)) ||
      !isNamePart(values, lexicon, bare)
    )
      return [token];
    changed = true;
    const name: Token = { ...token, text: token.text.slice(0, -1), lower: bare, end: token.end - 1 };
    return [name, { kind: 'owner', text: 's', lower: 's', number: null, start: token.end - 1, end: token.end }];
  });
  return changed ? split : null;
}

/** "vinks", of what is stored as Vink alone. */
function isPluralOfName(values: ValueIndex, said: string): boolean {
  const stored = values.find(said);
  return stored.length > 0 && stored.every((hit) => hit.stored.toLowerCase() !== said);
}

/** "with visits" and "no visits" at once. */
function deniesItself(plan: Query): boolean {
  const parts: readonly Expr[] = plan.kind === 'select' && plan.where?.kind === 'and' ? plan.where.args : [];
  const said = (part: Expr) => JSON.stringify(part).replaceAll(/("(?:as|table)":"\w+?)_\d+"/g, '$1"');
  const denied = new Set(parts.flatMap((part) => (part.kind === 'not' ? [said(part.arg)] : [])));
  return parts.some((part) => denied.has(said(part)));
}

/** What is new came about in some stretch of time, which has to be said. */
const isDated = (plan: Query): boolean => /"type":"(?:date|timestamp)"|date_trunc/.test(JSON.stringify(plan));

const CLOSE = 0.08;

/** Whether nothing but what closes a question is left. */
function isWhole(ground: Ground, end: number): boolean {
  if (end >= ground.tokens.length) return true;
  const closed = after(ground, end, CLOSERS);
  return closed !== null && isWhole(ground, closed);
}

const CLOSERS =
  `are there, do we have, do i have, there are, right now, currently, at the moment, now, in total, altogether, overall, please, so far,
exist, have we got, did we have, did we get, we have, we had, i have, do we currently have, are there currently, were there, we got, do you have,
did i have, were there, was there, do people use, do we use, do i use, do customers use, are used, are in use, have we had, ever, do we sell, do we offer, do we carry, do we stock, do we make, do we do, we sell, we offer, we make, we do, we carry, we stock, on file, on record, in the system, in the database, in our
database, in our system, are registered, do we own, do we work with, did we receive, have we received, do we know, thanks, again, still, there, yet, anymore, any more,
we currently have, we know of, on the books, did we do, we did, have we done, did i do, did i make, did we make, have i made, happened, took place, only, at the mo, just now, all together, alltogether, with us, to us, from us, for us, as of now, to date, of all, of all time, all told, on the system, any more then`.split(
    /,\s+/,
  );
