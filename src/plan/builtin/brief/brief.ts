import type { CreateSchema } from '../../../contract/create-schema.ts';
import type { Brief, Designer } from '../../planner.ts';
import { refuseMisread } from './accounted.ts';
import { type Bond, bind, knownIn, sharedIn } from './bonds.ts';
import { readCatalogued } from './catalogued.ts';
import { inClauses } from './clauses.ts';
import { connect } from './connect.ts';
import { missingIn, refuseDoubtful } from './doubts/doubts.ts';
import { aloneIn } from './doubts/keys.ts';
import { Draft } from './draft.ts';
import { bareIn, fill } from './fill.ts';
import { finish } from './finish.ts';
import { readHeader } from './header.ts';
import { build, settle } from './inventory/build.ts';
import type { Inventory } from './inventory/entry.ts';
import { readInventory } from './inventory/inventory.ts';
import { keysIn } from './mend/keys.ts';
import { mend } from './mend/mend.ts';
import { keepParticipants } from './mend/participants.ts';
import { fillAsTrade, linkAsTrade, tradeIn } from './of-trade.ts';
import { gather } from './outline/gather.ts';
import { readOutline } from './outline/outline.ts';
import { isSettled, linkedIn } from './outline/settled.ts';
import { isPast } from './outline/verb.ts';
import { isParagraph, readParagraph, sentencesIn } from './paragraph/paragraph.ts';
import { plainProse } from './prose.ts';
import { relate } from './relate.ts';
import { sayInstead, thingsIn } from './say-instead.ts';
import { schemaOf } from './schema-of.ts';
import { plainly } from './shapes/examples.ts';
import { factsIn, plainer } from './shapes/plainer.ts';
import { shapeOf } from './shapes/shapes.ts';
import { withSpelling } from './spelling.ts';
import { suppose } from './suppose.ts';
import { ASKS, isAsking, readText } from './text.ts';
import { EXAMPLE, shorten, Unclear } from './unclear.ts';
import { unplacedIn } from './unplaced.ts';

/** Reads a plain-English brief into a schema, by rules. Declines, with what to add, when part of it found no place. */
export const briefDesigner: Designer = {
  name: 'builtin',
  design: async (brief) => designSchema(brief),
};

export function designSchema(brief: string): Brief {
  const known = fromCatalogue(brief, []);
  if (known !== null) return known;
  const { text, notes } = withSpelling(brief);
  const spelt = notes.length === 0 ? null : fromCatalogue(text, notes);
  if (spelt !== null) return spelt;
  const first = listed(text, notes, true);
  if (first !== null) return first;
  const made = sure(plainly(factsIn(text)), text);
  // What it says beside its things may be nothing to keep.
  const plain = made.kind === 'schema' ? text : plainer(tidy(text));
  const again = plain === tidy(text) ? made : (fromCatalogue(plain, []) ?? sure(plain, text));
  if (again.kind !== 'schema') return listed(text, notes) ?? made;
  return { ...again, assumptions: [...notes, ...again.assumptions] };
}

/** The brief as a list of things, where all of it is one. */
function listed(written: string, notes: readonly string[], several = false): Brief | null {
  const inventory = readInventory(tidy(written));
  if (inventory.unread.length > 0 || inventory.isOfWhole || inventory.entries.length < (several ? 2 : 1)) return null;
  if (isAsking(tidy(written)) || (inventory.entries.length === 1 && inventory.entries[0]?.facts.length === 0)) return null;
  const draft = new Draft();
  try {
    build(draft, inventory);
    const made = complete(draft, tidy(written), tidy(written), [], false, false, inventory);
    if (isApart(draft)) return null;
    if (made.kind !== 'schema' || missingIn(made.schema, written) !== null) return null;
    return { ...made, assumptions: [...notes, ...made.assumptions] };
  } catch (problem) {
    if (problem instanceof Unclear) return null;
    throw problem;
  }
}

/** Whether a table leads nowhere and nothing leads to it. */
const isApart = ({ tables }: Draft): boolean => {
  const pointedAt = new Set([...tables.values()].flatMap(({ references }) => [...references.values()]));
  return tables.size > 1 && [...tables.values()].some(({ name, references }) => references.size === 0 && !pointedAt.has(name));
};

/** A design that leaves out nothing of what the brief counts, hands out or measures. */
function sure(text: string, written = text): Brief {
  const made = designed(text);
  const lost = made.kind === 'schema' ? (missingIn(made.schema, text) ?? missingIn(made.schema, written)) : null;
  if (lost === null) return made;
  return { kind: 'declined', ...howToSay(text, `I could not tell what to make of "${lost}". ${EXAMPLE}`) };
}

/** What a brief that only names a trade, a hobby or a list has in mind. */
function fromCatalogue(brief: string, notes: readonly string[]): Brief | null {
  const whole = readCatalogued(tidy(brief));
  return whole === null
    ? null
    : { kind: 'schema', schema: schemaOf(whole, []), assumptions: [...new Set([...notes, ...whole.assumptions])] };
}

function designed(brief: string): Brief {
  const { text, bonds } = shapeOf(tidy(brief));
  if (text === tidy(brief)) return design(brief, []);
  const made = design(text, bonds);
  return made.kind === 'schema' ? made : { ...made, ...howToSay(brief, made.reason) };
}

function design(brief: string, bonds: readonly Bond[]): Brief {
  const text = tidy(brief);
  // What is asked of things that were named before is no column of the last of them.
  const isLoose = LOOSE.test(text) && !ASKED_ALONE.test(text);
  const isLong = sentencesIn(text) > 3;
  try {
    // A list has its own reader; of several sentences each says more of what others name.
    const told =
      (isLong && isParagraph(text) ? readAsParagraph(brief, bonds) : null) ??
      (isLoose ? outlined(text, bonds) : null) ??
      (!isLong && isParagraph(text) ? readAsParagraph(brief, bonds) : null);
    const listed = told ?? read(text, bonds);
    // Of several things that are asked about a list tells no more than the names.
    if (told === null && ASKED.test(text) && !isLong && listed.kind === 'schema' && listed.schema.tables.length > 1)
      throw new Unclear(`I could not place all of "${shorten(text)}". ${EXAMPLE}`);
    if (listed.kind === 'schema' && isScattered(listed.schema, text))
      throw new Unclear(`I could not tell how the things of "${shorten(text)}" belong together. ${EXAMPLE}`);
    return listed;
  } catch (problem) {
    if (!(problem instanceof Unclear)) throw problem;
    return (
      readApart(brief, bonds) ??
      (problem.message.startsWith(ASKS) || thingsIn(brief).length === 0 || isLoose ? null : outlined(text, bonds)) ?? {
        kind: 'declined',
        ...howToSay(brief, problem.message),
      }
    );
  }
}

/** Whether several things stand there that nothing leads from to each other. */
const isScattered = ({ tables }: CreateSchema, text: string): boolean =>
  tables.length > 2 && /^[^:(]+(?::| with )[^(.]+$/.test(text) && tables.every(({ references = [] }) => references.length === 0);

/** The brief with its sentences taken apart, where they are of no form as they stand. */
function readApart(brief: string, bonds: readonly Bond[]): Brief | null {
  const text = tidy(brief);
  const clauses = inClauses(text);
  try {
    if (clauses.text === text) return null;
    // What somebody does is said by a verb, though it ends as a plural does.
    return read(
      clauses.text,
      bonds,
      text.replaceAll(/\b(someone|somebody|nobody|everybody|everyone|anyone) [a-z]+s\b/gi, '$1'),
      clauses.context,
    );
  } catch (problem) {
    if (problem instanceof Unclear) return null;
    throw problem;
  }
}

/** The brief statement by statement, where no list and no form takes it whole. */
function readAsParagraph(brief: string, bonds: readonly Bond[]): Brief | null {
  const draft = new Draft();
  try {
    const context = readParagraph(draft, tidy(brief));
    return complete(draft, tidy(brief), context, bonds, isAllOfSomething(draft));
  } catch (problem) {
    if (problem instanceof Unclear) return null;
    throw problem;
  }
}

/** The brief item by item, where it is a row of things and of questions about them, and each thing has its place among the others. */
function outlined(text: string, bonds: readonly Bond[]): Brief | null {
  if (isAsking(text)) return null;
  const draft = new Draft();
  try {
    const { context } = readOutline(draft, text);
    const linked = linkedIn(draft);
    const made = complete(draft, text, context.join(' '), bonds, false, true);
    return isSettled(draft, linked) ? made : null;
  } catch (problem) {
    if (problem instanceof Unclear) return null;
    throw problem;
  }
}

/** Whether every table is said to be of another, or to have some: there is nothing to suppose. */
function isAllOfSomething({ tables }: Draft): boolean {
  const pointedAt = new Set([...tables.values()].flatMap(({ references }) => [...references.values()]));
  return [...tables.values()].every(({ name, references }) => references.size > 0 || pointedAt.has(name));
}

/** Every thing that the brief names has to be in what was read of it. */
function read(text: string, bonds: readonly Bond[], brief = text, said = ''): Brief {
  const draft = new Draft();
  const prose = plainProse(text);
  if (!readHeader(draft, text)) readText(draft, prose.text);
  return complete(draft, brief, `${prose.context} ${said}`, bonds);
}

/** A list of things in one sentence, of which nothing is said but what they are: it leaves open how they stand to each other. */
const isRow = (brief: string): boolean => !/[;\n(]|\. |\b(?:where|who|which|that|each|every|belongs?|have|has|can|is|are)\b/i.test(brief);

/** What was read, with what is supposed of the rest. */
function complete(
  draft: Draft,
  brief: string,
  context: string,
  bonds: readonly Bond[],
  isLinked = false,
  isLoose = false,
  inventory?: Inventory,
): Brief {
  const named = [...draft.tables.keys()];
  relate(draft);
  const bare = bareIn(draft);
  bind(draft, bonds);
  const said = keysIn(draft);
  const trade = tradeIn(brief);
  if (trade !== null) linkAsTrade(draft, trade, bare);
  if (!isLinked) suppose(draft);
  if (isLoose) gather(draft);
  const open = isRow(brief) || bonds.length > 0 || inventory !== undefined;
  if ((open || aloneIn(draft, brief) !== null) && !isLinked) connect(draft);
  if (inventory !== undefined) settle(draft, inventory);
  mend(draft, said, brief);
  const unsaid = trade === null ? bare : fillAsTrade(draft, trade, bare);
  finish(draft, brief);
  keepParticipants(draft, brief);
  if (open) fill(draft, unsaid, sharedIn(draft, bonds), knownIn(draft, bonds));
  refuseMisread(draft, brief, context);
  refuseDoubtful(draft, brief);
  const [lost] = unplacedIn(draft, brief, context);
  if (lost !== undefined) throw new Unclear(`I could not place "${lost}". Say each thing with what to know of it: "${sayInstead(brief)}".`);
  return { kind: 'schema', schema: schemaOf(draft, named), assumptions: [...new Set(draft.assumptions)] };
}

/** What was not understood, and the brief's own things in words that are. */
function howToSay(brief: string, reason: string): { reason: string; instead?: string } {
  // A question is no brief said badly.
  if (thingsIn(brief).length === 0 || reason.startsWith(ASKS) || / per [a-z]+$/i.test(brief)) return { reason };
  const instead = sayInstead(brief);
  if (reason.includes(instead)) return { reason, instead };
  return { reason: `${reason.replace(EXAMPLE, '').trim()} Say each thing with what to know of it: "${instead}".`, instead };
}

const tidy = (brief: string): string =>
  brief
    .trim()
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(' & ', ' and ')
    // "birth and death dates": one of each.
    .replaceAll(/\b([a-z]*(?:[^s\W]|ss)) and ([a-z]+) (date|time|name|address)s\b/gi, '$1 $3, $2 $3')
    .replaceAll(/\b(start|end|begin|departure|opening|check-in|pick-?up|from) and ([a-z-]+) (date|time)\b/gi, '$1 $3, $2 $3')
    .replaceAll(/\bfirst and last name\b/gi, 'first name, last name')
    .replaceAll(/(?<![a-z])w\/ ?(?=[a-z])/gi, 'with ')
    // What stands in brackets is one remark, and a range one limit: neither ends a sentence or an item of a list.
    .replaceAll(/\([^()]*\)/g, (inside) =>
      inside
        .replaceAll(';', ',')
        .replaceAll(/\be\.\s?g\.?/gi, 'for example')
        .replaceAll(/\.\s/g, ', '),
    )
    .replaceAll(/(?<!\b(?:emergency|parent|parents'|guardian) )\bcontact (?:details|info|information|data)\b/gi, 'phone, email')
    // "billions of clicks per day for analytics": how many there will be, and what for, is nothing to keep.
    .replaceAll(MANY, '$1')
    .replaceAll(/ for (?:analytics|analysis|reporting|statistics|dashboards)(?=\s*(?:[:,.;]|$))/gi, '')
    // Of what happens it is a moment, and no word of a list that follows "they".
    .replaceAll(/\bwhen (?:it|they|this|these) (?:happen(?:ed|s)?|occur(?:red|s)?)(?=[,.;)]| and |$)/gi, 'happened at')
    .replaceAll(/\bbetween (-?\d+(?:\.\d+)?) and (-?\d)/gi, 'from $1 to $2')
    .replaceAll(
      /\b(from|source|pick-?up|old|home|sender|billing) and ([a-z-]+) (address|language|account|location|place|station)\b/gi,
      '$1 $3, $2 $3',
    )
    // "pitches have electricity or not"
    .replaceAll(/\b(?:have|has|with) ([a-z]+) or not\b/gi, (all, noun: string) => (isPast(noun) ? all : `with has ${noun} (yes/no)`))
    // "drink by year" is one fact.
    .replaceAll(
      /\b(drink|use|best|sell|eat|return|reply|due|finish) by( (?:year|date|day))?(?=[,.;)]|$| and )/gi,
      (_, verb: string, unit = '') => `${verb}-by${unit.replace(' ', '-')}`,
    )
    .replace(/[.!]+$/, '');

/** A question about what was named before. */
const ASKED = /(?:[,.;:]| and) (?:who|which|what|when|where|how) /i;
const LOOSE =
  /(?:[,.;:]| and|\bto know|\bto see) (?:who|which) |^(?![^,:.]* with [^.]*$).*(?:[,.;:]| and|\bto know|\bto see|\bi [a-z]+|\bwe [a-z]+) (?:what|when|where|whether|if|how|did) |[a-z]s (?:like|such as) [a-z ]+(?:,| and )|^(?:i|we) (?!want|need|would|have|.*\. )|^[a-z]+(?: [a-z]+)?\. (?!.*\()/i;

/** "keep track of who borrowed my tools": one sentence, of which other readers know more. */
const ASKED_ALONE = /^[^,.;:]*\b(?:of|know|record|remember|see|note|track) (?:who|which|what|when|where|how)\b/i;

const MANY =
  /\b(?:(?:tens|hundreds) of )?(?:thousands|millions|billions|trillions) of (?:(?:rows|records) of )?([a-z][\w-]*(?: (?!per |a |each |every |with |for )[a-z][\w-]*){0,3})(?: (?:per|an?|each|every) (?:second|minute|hour|day|week|month|year))?/gi;
