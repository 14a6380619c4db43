import { anyPhraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import { stem } from '../../english/stem.ts';
import { GLUE, LINK_VERBS } from '../../english/words.ts';
import { rootOf } from '../../linking/lexicon.ts';
import { mentionsAt, step, valuedAt } from '../match.ts';
import type { Having } from '../sketch.ts';
import type { Reader, Rule, State } from '../state.ts';
import { readAgain } from './read-again.ts';
import { isVerbOfDate } from './read-asked.ts';
import { readDone } from './read-done.ts';
import { readGroup } from './read-group.ts';
import { readKinds } from './read-kinds.ts';
import { readListed } from './read-listed.ts';
import { readOrder } from './read-order.ts';
import { readRanking } from './read-ranking.ts';

/** What follows the things shown and is no condition: other entities, ranking, order, groups, a second sentence. */
export const readModifiers = (reader: Reader, state: State): State[] => MODIFIER_RULES.flatMap((rule) => rule(reader, state));

/** "the number of players in that position": the position that was asked for. */
function readBack(reader: Reader, state: State): State[] {
  const that = ['that', 'this', 'those', 'these'].includes(wordAt(reader, state.at)) && BACK.has(wordAt(reader, state.at - 1));
  if (!that || state.not || state.or) return [];
  const shown = state.sketch.items.flatMap(({ of }) => (of === null || of === 'all' ? [] : [of]));
  const known = new Set([...shown, ...state.sketch.groups].flatMap(({ words }) => words.split(' ').map(stem)));
  const ends = mentionsAt(reader, state.at + 1)
    .filter(({ value }) => value.words.split(' ').every((word) => known.has(stem(word))))
    .map(({ end }) => end);
  const end = Math.max(0, ...ends);
  return end === 0 ? [] : [step(state, end, 0.03)];
}

/** "How many points do players score on average?", "with more than 14 bikes on average": not of all together, not of each row. */
function readOnAverage(reader: Reader, state: State): State[] {
  const end = anyPhraseAt(reader, state.at, ['on average', ', on average ,', ', on average']);
  if (end === null || state.not || state.or || state.inside) return [];
  const { items, conditions, having } = state.sketch;
  const last = conditions.at(-1);
  if (last?.kind === 'compare' && last.value.number !== null && last.op !== '=' && last.op !== '<>') {
    const entry: Having = { aggregate: 'avg', of: last.left, op: last.op, value: last.value.number };
    return [step(state, end, 0.05, { conditions: conditions.slice(0, -1), having: [...having, entry] })];
  }
  if (!items.some(({ aggregate }) => aggregate === 'sum')) return [];
  const averaged = items.map((item) => (item.aggregate === 'sum' ? { ...item, aggregate: 'avg' as const } : item));
  return [step(state, end, -SUMMED, { items: averaged })];
}

/** The sum was the dearer reading of "how many", and no longer is. */
const SUMMED = 0.4;

const BACK = new Set(['in', 'of', 'for', 'from', 'at', 'with', 'on', 'to', 'by', 'having', 'have', 'under']);

const IDLE = [
  'in charge of',
  'in total',
  'in the past',
  'taken place',
  'take place',
  'took place',
  'as well',
  'at all',
  'in the database',
  'if any',
  'if it has',
  'a part of',
  'part of',
  'in our record',
  'in our records',
  'in the record',
  'in the records',
  'on record',
  'in the system',
  'in this database',
  'in the table',
  'at least once',
  "inclusive of today 's date",
  'inclusive of today',
  'inclusive',
  'including today',
];
const NOTS = ['never', 'not', 'without', 'no', 'except', 'excluding', 'neither', 'cannot', 'outside'];

const JOINERS = ['and', ',', 'but', 'also', 'yet', 'while'];

/** Function words, verbs that only state a relation, connectors and negations. */
function readSteps(reader: Reader, state: State): State[] {
  const word = wordAt(reader, state.at);
  const kind = reader.tokens[state.at]?.kind;
  const after = state.at + 1;
  const idle = anyPhraseAt(reader, state.at, IDLE);
  if (idle !== null) return [step(state, idle, 0.02)];
  if (isVerbOfDate(word, state.sketch)) return [step(state, after, 0.1)];
  if (kind === 'owner') return [step(state, after, 0.2)];
  if (NOTS.includes(word)) return state.not ? [] : [step(state, after, 0.02, {}, { not: true })];
  if (word === 'or') return state.or ? [] : [step(state, after, 0.02, {}, { or: true })];
  if (JOINERS.includes(word)) return state.or ? [] : [step(state, after, 0.02, {}, { inside: false })];
  if (word === 'each' && isEndOfPhrase(reader, after)) return [step(state, after, 0.02)];
  if (reader.tokens[state.at]?.text === 'A' && state.at > 0) return [];
  if (word === 'one' && wordAt(reader, state.at - 1) === 'each') return [step(state, after, 0.01)];
  const few = (word === 'only' || word === 'just') && (reader.tokens[after]?.number ?? reader.tokens[after + 1]?.number ?? null) !== null;
  if (few) return [step(state, after, 0.01)];
  // "the days when the price was above 5"
  const told = (word === 'when' || word === 'if') && reader.tokens[state.at - 1]?.kind === 'word' && wordAt(reader, state.at - 1) !== 'and';
  if (told && !ASKS.has(wordAt(reader, after))) return [step(state, after, 0.05)];
  if (GLUE.has(word) && reader.tokens[state.at]?.text !== 'US') return [step(state, after, 0.01)];
  const mentioned = [...reader.links.attributes(state.at), ...reader.links.entities(state.at)].some(({ cost }) => cost < 0.9);
  const doing = reader.links.doing(word);
  const known = doing === null || doing.candidates.some(({ table }) => state.sketch.subject?.candidates.some((own) => own.table === table));
  // "have been shipped" says which ones, where a date of it is kept.
  if (readDone(reader, state).length > 0) return [];
  if (LINK_VERBS.has(word) || (/(?<!er|or|ist|ian|ment|tion|es)(s|ed|ing)$/.test(word) && LINK_ROOTS.has(rootOf(word)))) {
    if (isState(reader, state) || isKind(reader, state.at)) return [];
    const plain = step(state, after, mentioned ? 0.5 : known ? 0.15 : 0.3);
    return known || doing === null || state.not
      ? [plain]
      : [plain, step(state, after, 0.25, { touches: [...state.sketch.touches, doing] })];
  }
  // "that can interact with": what the keys relate.
  if (MODALS.has(wordAt(reader, state.at - 1)) && /^[a-z]{5,}$/.test(word) && reader.links.related(word)) return [step(state, after, 0.3)];
  if (!mentioned && /(ed|ing|es|s|en|[ai]ble)$/.test(word) && reader.links.related(word)) {
    const plain = step(state, after, 0.2);
    return known || doing === null || state.not ? [plain] : [plain, step(state, after, 0.1, { touches: [...state.sketch.touches, doing] })];
  }
  if (mentioned || reader.links.values(state.at).length > 0) return [];
  if (/^[a-z]{3,}ly$/.test(word) && !TELLING_ADVERBS.has(word)) return [step(state, after, 0.2)];
  return isRelation(reader, state.at) ? [step(state, after, 0.3)] : [];
}

/** "orders that are open": a verb's form that ends the clause and is a stored value of what is asked about says which rows. */
function isState(reader: Reader, { at, sketch }: State): boolean {
  const before = wordAt(reader, at - 1);
  const earlier = wordAt(reader, at - 2);
  const said = BE.has(['not', 'still', 'currently', 'already'].includes(before) ? earlier : before);
  // "with status open"
  const named = reader.links.attributes(at - 1).some(({ end, cost }) => end === at && cost < 0.5);
  // "open and shipped": two of a kind.
  if (!said && !named && !((before === 'and' || before === 'or') && reader.links.values(at - 2).some(({ end }) => end === at - 1)))
    return false;
  const next = reader.tokens[at + 1];
  if (next !== undefined && next.kind !== 'stop' && next.kind !== 'comma' && !['and', 'or'].includes(next.lower)) return false;
  const own = sketch.subject?.candidates.map(({ table }) => table);
  return reader.links.values(at).some(({ value }) => value.hits.some(({ table }) => own === undefined || own.includes(table)));
}

/** "the average total of shipped orders": a stored value before what it is a value of is no verb. */
const isKind = (reader: Reader, at: number): boolean =>
  valuedAt(reader, at).some(
    ({ span, condition }) =>
      condition.kind === 'value' &&
      condition.value.hits.some((hit) => span.value.candidates.some(({ table, cost }) => table === hit.table && cost < 0.5)),
  );

const ASKS = new Set(['did', 'do', 'does', 'is', 'was', 'were', 'are', 'has', 'have']);
const MODALS = new Set(['can', 'could', 'may', 'might', 'did', 'does', 'do', 'will']);
const BE = new Set(['is', 'are', 'was', 'were', 'be', 'been']);
const LINK_ROOTS: ReadonlySet<string> = new Set([...LINK_VERBS].map(rootOf));

/** Adverbs without which the question would be another. */
const TELLING_ADVERBS = new Set(
  'only daily weekly monthly quarterly yearly hourly approximately nearly roughly early primarily exactly solely partially mainly likely newly'.split(
    ' ',
  ),
);

/** A verb or participle that no list has, between two things that the schema's keys relate: "songs composed by …". */
function isRelation(reader: Reader, at: number): boolean {
  const token = reader.tokens[at];
  if (token === undefined || !/^[a-z]{4,}(ed|ing)$/.test(token.text) || TELLING.has(token.lower)) return false;
  const to = skip(reader, at + 1, RELATION_GLUE);
  const next = reader.tokens[to];
  if (next === undefined || next.kind === 'stop' || next.kind === 'comma') return false;
  return next.kind === 'quoted' || next.number !== null || mentionsAt(reader, to).length > 0 || reader.links.values(to).length > 0;
}

const RELATION_GLUE = new Set(
  'by in from to at on with for of the a an as into under over through any some all each every both either'.split(' '),
);
const TELLING = new Set(
  'exceeding containing including starting ending beginning excluding missing cancelled canceled failed unpaid pending being'.split(' '),
);

/** "based on joining the orders and customers tables": each has to have rows for what is asked. */
function readJoining(reader: Reader, state: State): State[] {
  const opened = anyPhraseAt(reader, state.at, [', based on joining', 'based on joining', ', by joining', 'by joining']);
  if (opened === null || state.not || state.or) return [];
  const touches = [...state.sketch.touches];
  let at = opened;
  for (;;) {
    at = skip(reader, at, JOINING_GLUE);
    const [span] = [...reader.links.entities(at)].sort((a, b) => a.cost - b.cost || b.end - a.end);
    if (span === undefined || span.cost > 0.3) break;
    touches.push(span.value);
    at = span.end;
  }
  const read = touches.length - state.sketch.touches.length;
  return read < 2 ? [] : [step(state, at, 0.05, { touches })];
}

const JOINING_GLUE = new Set([',', 'and', 'the', 'table', 'tables', 'with', 'to']);

/** "in Fall but not in Spring": what follows is left out. */
function readButNot(reader: Reader, state: State): State[] {
  if (state.not || state.or || state.sketch.conditions.length === 0 || state.sketch.items.some(({ aggregate }) => aggregate !== undefined))
    return [];
  const end = anyPhraseAt(reader, state.at, BUT_NOTS);
  if (end === null) return [];
  return [step(state, end, 0.3, { conditions: [...state.sketch.conditions, { kind: 'except', conditions: [] }] }, { inside: true })];
}

const BUT_NOTS = [
  ', but not',
  'but not',
  'but did not',
  'but never',
  'but do not',
  'but does not',
  'but no',
  'but is not',
  'but are not',
  'but have never',
  'but has never',
  'and not',
  'but have not',
  'but has not',
];

/** "of each", "for each of them": each of what was shown. */
function skipBack(reader: Reader, at: number): number {
  let back = at - 1;
  while (back > at - 4 && PASSED.has(wordAt(reader, back))) back -= 1;
  return back;
}

const PASSED = new Set(['the', 'a', 'an', 'all', 'their', 'its', 'corresponding', 'respective', 'associated', 'related']);

function isEndOfPhrase(reader: Reader, at: number): boolean {
  const token = reader.tokens[at];
  return (
    token === undefined || token.kind === 'stop' || token.kind === 'comma' || ['and', 'of', 'one', 'have', 'has'].includes(token.lower)
  );
}

/** Another entity or column that the question only passes through. */
function readTouch(reader: Reader, state: State): State[] {
  if (state.not || state.or) return [];
  const { sketch } = state;
  const done = wordAt(reader, state.at - 2);
  const by = wordAt(reader, state.at - 1) === 'by' && !LINK_VERBS.has(done) && !/(ed|en|wn)$/.test(done);
  // "the name of the customers" is the customers' name first of all.
  const last = sketch.items.at(-1)?.of;
  const grouped = sketch.items.some(
    ({ aggregate, of }) => aggregate !== undefined || (of !== null && of !== 'all' && of.kind === 'attribute'),
  );
  if (by && grouped) return [];
  const named = last !== undefined && last !== null && last !== 'all' && last.kind === 'attribute' && last.owner === undefined;
  const unowned = named && wordAt(reader, skipBack(reader, state.at)) === 'of' ? 0.3 : 0;
  const listed = ['and', ','].includes(wordAt(reader, skipBack(reader, state.at))) ? 0.4 : 0;
  const before = wordAt(reader, skipBack(reader, state.at));
  const held = HOLDING.has(before) || LINK_VERBS.has(before) ? reader.links.holders(state.at) : [];
  return [...reader.links.entities(state.at), ...held].map((span) => {
    if (state.inside) return step(state, span.end, span.cost * 0.5 + 0.1);
    if (sketch.subject === null) return step(state, span.end, span.cost * 0.5 + 0.05 + unowned + listed, { subject: span.value });
    return step(state, span.end, span.cost * 0.5 + 0.15 + listed, { touches: [...sketch.touches, span.value] });
  });
}

const HOLDING = new Set(['have', 'has', 'had', 'with', 'of', 'for', 'by', 'from', 'to', 'some', 'any']);

export const MODIFIER_RULES: readonly Rule[] = [
  readSteps,
  readJoining,
  readBack,
  readOnAverage,
  readKinds,
  readButNot,
  readTouch,
  readRanking,
  readOrder,
  readListed,
  readGroup,
  readAgain,
];
