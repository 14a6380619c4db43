import { AGGREGATE_WORDS } from '../../english/measure-words.ts';
import { anyPhraseAt, DETERMINERS, phraseAt, skip, wordAt } from '../../english/phrase-at.ts';
import { stem } from '../../english/stem.ts';
import { SYNONYMS } from '../../english/synonyms.ts';
import { rootOf } from '../../linking/lexicon.ts';
import type { Span } from '../../linking/links.ts';
import type { Attribute, Entity } from '../../linking/mention.ts';
import { step } from '../match.ts';
import type { Sketch } from '../sketch.ts';
import type { Reader, State } from '../state.ts';

/** Questions whose first word says what is asked for: "When was it built?", "How old is the doctor?". */
export function readAsked(reader: Reader, state: State): State[] {
  return [...readWhen(reader, state), ...readHow(reader, state)];
}

/** "When …", "On what day …" asks for a date: of what the verb says, where a column does. */
function readWhen(reader: Reader, state: State): State[] {
  const end = anyPhraseAt(reader, state.at, WHENS);
  if (end === null) return [];
  const date = reader.links.moments();
  const done = whenDone(reader, end);
  const shown = (of: Attribute, cost: number) => step(state, end, cost, { items: [...state.sketch.items, { of }] }, { mode: 'rest' });
  return [
    ...(date === null ? [] : [shown({ ...date, words: 'when' }, 0.4)]),
    ...(done === null ? [] : [shown(done, 0.1)]),
    ...readNamed(reader, state, end),
  ];
}

/** "When is the hire date …", "How long is the total time …": what is asked for is named as well. */
function readNamed(reader: Reader, state: State, verb: number): State[] {
  if (state.mode !== 'open' || !BEING.has(wordAt(reader, verb))) return [];
  const start = skip(reader, verb + 1, DETERMINERS);
  const named = wordAt(reader, start) in AGGREGATE_WORDS || reader.links.attributes(start).some(({ cost }) => cost < 0.4);
  return named ? [step(state, verb + 1, 0.15, {}, { mode: 'open' })] : [];
}

const WHENS = ['when', 'on what day', 'on which day', 'on what date', 'on which date', 'what day', 'which day'];

/** The dates that share a root with the verb of the sentence, which is then used up: "join" and date_joined. */
function whenDone(reader: Reader, from: number): Attribute | null {
  const date = reader.links.moments();
  if (date === null) return null;
  const found: Attribute[] = [];
  for (let at = from; at < reader.tokens.length && reader.tokens[at]?.kind !== 'stop' && wordAt(reader, at) !== 'when'; at += 1) {
    const word = wordAt(reader, at);
    if (word.length < 4 || CALENDAR.has(word) || reader.links.entities(at).some(({ cost }) => cost < 0.3)) continue;
    const roots = new Set([word, PAST[word] ?? word, ...(SYNONYMS.get(stem(word)) ?? [])].map(rootOf));
    const candidates = date.candidates.flatMap(({ table, columns }) =>
      reader.links
        .wordsOf(table, columns[0] ?? '')
        .some((own) => !CALENDAR.has(own) && [own, PAST[own] ?? own].some((one) => roots.has(rootOf(one))))
        ? [{ table, columns, cost: 0.1 }]
        : [],
    );
    if (candidates.length > 0) found.push({ ...date, words: `when ${word}`, candidates });
  }
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : only;
}

/** The verb by which a date was chosen has said its part. */
export const isVerbOfDate = (word: string, { items }: Sketch): boolean =>
  items.some(({ of }) => of !== null && of !== 'all' && of.words === `when ${word}`);

const CALENDAR = new Set('date time day year month timestamp datetime when'.split(' '));

/** Verbs whose past is no form of theirs. */
const PAST: Readonly<Record<string, string>> = {
  became: 'become',
  began: 'begin',
  begun: 'begin',
  left: 'leave',
  built: 'build',
  bought: 'buy',
  sold: 'sell',
  sent: 'send',
  paid: 'pay',
  took: 'take',
  taken: 'take',
  made: 'make',
  held: 'hold',
  died: 'death',
  die: 'death',
  born: 'birth',
};

/** "How old is the doctor?", "How long are the songs …": the measure that the adjective is said of. */
function readHow(reader: Reader, state: State): State[] {
  if (wordAt(reader, state.at) !== 'how') return [];
  const found = HOWS.find(({ words }) => phraseAt(reader, state.at + 1, words) !== null);
  const verb = found === undefined ? null : phraseAt(reader, state.at + 1, found.words);
  if (found === undefined || verb === null || !BEING.has(wordAt(reader, verb))) return [];
  const passed = readNamed(reader, state, verb);
  const of = found.of.map((name) => reader.links.named([name])).find((named) => named !== null && (named.candidates[0]?.cost ?? 1) < 0.5);
  if (of === undefined || of === null) return passed;
  const items = (owner?: Entity) => [...state.sketch.items, { of: owner === undefined ? of : { ...of, owner } }];
  const start = skip(reader, verb + 1, DETERMINERS);
  const owned = reader.links
    .entities(start)
    .map((span: Span<Entity>) =>
      step(
        state,
        span.end,
        span.cost * 0.5 + 0.05,
        { items: items(span.value), subject: state.sketch.subject ?? span.value },
        { mode: 'rest' },
      ),
    );
  return [...passed, ...owned, step(state, verb + 1, 0.2, { items: items() }, { mode: 'rest' })];
}

const BEING = new Set(['is', 'are', 'was', 'were']);

const HOWS: readonly { words: string; of: readonly string[] }[] = [
  { words: 'old', of: ['age'] },
  { words: 'long', of: ['length', 'duration'] },
  { words: 'tall', of: ['height'] },
  { words: 'high', of: ['height', 'elevation', 'altitude'] },
  { words: 'heavy', of: ['weight'] },
  { words: 'deep', of: ['depth'] },
  { words: 'wide', of: ['width'] },
  { words: 'fast', of: ['speed'] },
  { words: 'large', of: ['size', 'area'] },
  { words: 'big', of: ['size', 'area'] },
  { words: 'far', of: ['distance'] },
  { words: 'expensive', of: ['price', 'cost'] },
];
