import type { Query } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { fronted } from '../english/fronted.ts';
import { type Token, tokenize } from '../english/tokens.ts';
import { withImpliedKeys } from '../linking/implied-keys.ts';
import { joinGraphOf } from '../linking/joins.ts';
import { type Lexicon, lexiconOf } from '../linking/lexicon.ts';
import { createLinks } from '../linking/link.ts';
import { joinsOverPairs } from '../linking/pairs.ts';
import { type Respelled, respell } from '../linking/respell.ts';
import { joinsAsSaid } from '../linking/roles.ts';
import { resolve } from './build/resolve.ts';
import { meaningOf } from './meaning.ts';
import { spokenIn } from './rank/naming.ts';
import { rank } from './rank/ranking.ts';
import { shapeWords } from './rank/shape-words.ts';
import type { Asked } from './rank/signals.ts';
import { read } from './read.ts';
import type { Sketch } from './sketch.ts';
import { unclearIn } from './unclear.ts';

/** One thing that a question may mean. */
export interface Candidate {
  readonly plan: Query;
  readonly sketch: Sketch;
  /** Of the words, of what they were taken for and of the joins; see `reading`. */
  readonly cost: number;
  /** Of the words alone. */
  readonly reading: number;
}

export type Candidates =
  | { readonly kind: 'none'; readonly reason: string; readonly unclear: readonly string[] }
  | {
      readonly kind: 'some';
      readonly candidates: readonly [Candidate, ...Candidate[]];
      readonly tokens: readonly Token[];
      readonly respelled: readonly Respelled[];
      /** Of the first, between 0 and 1. */
      readonly confidence: number;
      /** How much likelier the first is than the second. */
      readonly lead: number;
      /** The question as `shapeWords` has it. */
      readonly words: readonly string[];
      readonly asked: Asked;
    };

const MAX_TOKENS = 60;
/** Some half a second's worth; a question about twenty tables takes a few hundred. */
const CHOICES_MAX = 120_000;

/** What a question may mean in this schema, likeliest first; plans of the same meaning are one. */
export function candidatesFor({ text, schema: live, values, now }: Pick<Question, 'text' | 'schema' | 'values' | 'now'>): Candidates {
  const schema = withImpliedKeys(live);
  const tokens = tokenize(text);
  if (tokens.length === 0 || schema.tables.length === 0) return none('There is nothing to read.');
  if (tokens.length > MAX_TOKENS) return none('The question is longer than the built-in reading handles.');
  const lexicon = lexiconOf(schema);
  const asTyped = createLinks(tokens, lexicon, values);
  const { tokens: spelt, respelled } = respell(tokens, asTyped.unlinked(), lexicon, values);
  const reader = { tokens: spelt, links: respelled.length === 0 ? asTyped : createLinks(spelt, lexicon, values), now };
  const plain = read(reader);
  const turned = plain.readings.length > 0 ? null : fronted(spelt);
  const { readings, reached } =
    turned === null ? plain : { ...read({ tokens: turned, links: createLinks(turned, lexicon, values), now }), reached: plain.reached };
  if (readings.length === 0) {
    const { reason, unclear } = unclearIn(reader, reached);
    return none(reason, unclear);
  }
  const graph = joinsOverPairs(joinsAsSaid(joinGraphOf(schema, lexicon), lexicon, tokens), lexicon, tokens);
  const found = new Map<string, Candidate>();
  const work = { left: CHOICES_MAX };
  for (const { sketch, cost: reading } of readings) {
    for (const { plan, cost } of resolve(sketch, lexicon, graph, work)) {
      const key = meaningOf(plan, keysOf(lexicon));
      const known = found.get(key);
      if (known === undefined || reading + cost < known.cost) found.set(key, { plan, sketch, cost: reading + cost, reading });
    }
  }
  if (work.left < 0) return none('The question can be read in too many ways in a database as wide as this one.');
  const [first, ...more] = [...found.values()].sort((a, b) => a.cost - b.cost);
  if (first === undefined) return none('The parts of the question do not fit together in this database.');
  const words = shapeWords(spelt, reader.links, lexicon);
  const asked = { words: spelt.length, spoken: spokenIn(spelt, reader.links), graph, lexicon };
  return { kind: 'some', ...rank([first, ...more], words, asked), words, asked, tokens: spelt, respelled };
}

const keysOf = (lexicon: Lexicon) => (table: string) => lexicon.byName.get(table)?.table.primaryKey ?? [];

const none = (reason: string, unclear: readonly string[] = []): Candidates => ({ kind: 'none', reason, unclear });
