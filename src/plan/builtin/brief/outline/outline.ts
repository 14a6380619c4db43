import { isPlural, pluralName, snakeCase } from '../../english/inflect.ts';
import type { Draft } from '../draft.ts';
import { isSome } from '../entity.ts';
import { readHead } from '../head.ts';
import { stripLead } from '../lead.ts';
import { splitItems, WITH } from '../list.ts';
import { isNameLike } from '../names.ts';
import type { NewTable } from '../new-table.ts';
import { happens } from '../nouns.ts';
import { EXAMPLE, Unclear } from '../unclear.ts';
import { answerAsked } from './answer.ts';
import { readAsked } from './asked.ts';
import { readClause } from './clause.ts';
import { complete } from './complete.ts';
import { isKnownOf, kindOf } from './kind.ts';
import { readNoun, readPart, readWith } from './noun.ts';
import { OCCASIONS, Sketch } from './sketch.ts';
import { readStatement } from './statement.ts';
import { deedsOf, lemmaOf } from './verb.ts';

/** Reads a brief that is a row of things, of what is known of each, of what they do and of questions about them, item by item. */
export function readOutline(draft: Draft, brief: string): Sketch {
  const sketch = new Sketch(draft);
  const sentences = plain(brief)
    .split(/(?<=[^.\s])[.!]+(?:\s+|$)|\s*[;\n]\s*|:\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  for (const [at, sentence] of sentences.entries()) readSentence(sketch, sentence, at, sentences.length);
  nameCustomers(sketch);
  for (const table of draft.tables.values()) complete(draft, table);
  if (draft.tables.size === 0) throw new Unclear(`The goal names nothing to keep. ${EXAMPLE}`);
  return sketch;
}

/** Whom a trade is for, where nobody was named: customers. */
function nameCustomers(sketch: Sketch): void {
  const { trade } = sketch;
  if (trade === null || !sketch.draft.tables.has(trade.name)) return;
  const others = [...sketch.draft.tables.values()].filter((table) => table !== trade);
  const targets = [...trade.references.values()];
  // What is done says nothing where what happens by it is told: the orders of portraits.
  if (
    trade.columns.size === targets.length &&
    others.some((one) => happens(one.name) && targets.some((name) => [...one.references.values()].includes(name)))
  ) {
    sketch.draft.tables.delete(trade.name);
    return;
  }
  if (sketch.people() === null) sketch.of(trade, sketch.draft.part('customers'));
  else if (![...sketch.draft.tables.values()].some((table) => [...table.references.values()].some((name) => kindOf(name) === 'person')))
    sketch.of(trade, sketch.people() ?? trade);
}

/** Examples in brackets, and clauses apart from what stands before them. */
const plain = (brief: string): string =>
  brief
    .replaceAll(/\s[-–—]+\s/g, ': ')
    .replaceAll(/\bso that\b/gi, '.')
    .replaceAll(
      /\bwho (?:i|we) (?:have )?(lent|gave|sold)( (?:them|it))? to\b/gi,
      (_, verb: string) => `who ${TAKEN[verb.toLowerCase()] ?? 'got'} them`,
    )
    .replaceAll(/ every (?:[a-z]+ )?(?:minutes?|hours?)\b/gi, '')
    .replaceAll(/\b([a-z]+s) (?:about|around) (?=\d)/gi, '$1, ')
    .replaceAll(/(?<=(?:^|[,:] |for ))([a-z]+s) ([a-z]+s) and (?=[a-z]+s\b)/gi, (all: string, one: string, other: string) =>
      isPlural(one) && isPlural(other) ? `${one}, ${other} and ` : all,
    )
    // "which customer has which piano": customers have pianos.
    .replaceAll(/\b(?:which|what) ([a-z]+) ([a-z]+)((?: [a-z]+)?) which ([a-z]+)(,? (?:and )?when| (?:on|in) which [a-z]+)?/gi, sayPlainly)
    .replaceAll(/\b([a-z]+) and ([a-z]+) of the ([a-z]+)\b/gi, '$1 of the $3, $2 of the $3')
    .replaceAll(
      /\b([a-z]+s),? (?:like|such as|e\.g\.|for example) ((?:[a-z-]+(?: [a-z-]+)?, )*[a-z-]+(?: [a-z-]+)?,? (?:and|or) [a-z-]+(?: [a-z-]+)?)(?=,|\.|;|$)/gi,
      '$1 ($2)',
    )
    .replaceAll(/,? (?:and|or) (?:such|so on|so forth|the like|more|other (?:stuff|things))(?=[,.;]|$)/gi, '')
    .replaceAll(/\band (?=(?:i|we|to) (?:want|need|would like))/gi, ', ')
    .replaceAll(/(?<=[a-z]),? and (?=(?:who|which|what|when|where|whether|if|how|did)\b)/gi, ', ')
    // "plants when I watered them"
    .replaceAll(/(?<=[a-z]s) (?=(?:when|whether) (?:i|we|they|it|each)\b)/gi, ', ')
    // "we lift and service elevators": one doing.
    .replaceAll(/\b(i|we|they|[a-z]+s) ([a-z]+) and ([a-z]+) (?=[a-z]+s\b)/gi, (all: string, who: string, one: string, other: string) =>
      lemmaOf(one) === one && lemmaOf(other) === other && !isPlural(one) ? `${who} ${other} ` : all,
    );

function sayPlainly(all: string, who: string, verb: string, preposition: string, what: string, when = ''): string {
  const plainVerb = lemmaOf(verb);
  if (
    plainVerb === null ||
    plainVerb === 'be' ||
    /^(?:is|are|was|were|has|have|to)$/.test(who) ||
    (preposition !== '' && !/^ (?:to|into|in|on|for|at|with)$/.test(preposition))
  )
    return all;
  return `${pluralName(who)} ${plainVerb}${preposition} ${pluralName(what)}${when === '' ? '' : ', when'}`;
}

function readSentence(sketch: Sketch, sentence: string, at: number, all: number): void {
  const [, doing = '', more = ''] = I_DO.exec(sentence) ?? [];
  if (doing !== '' && readBusiness(sketch, doing)) {
    if (more !== '') readItems(sketch, more);
    return;
  }
  if (/\b(?:rota|roster)\b/i.test(sentence) && at === 0) sketch.event('shifts');
  const text = stripLead(sentence).replace(KEPT, '').trim();
  const [, whole = '', rest = ''] = at > 0 ? [] : (/^([^,:()]+?) (?:with|where|that has) (.+)$/i.exec(text) ?? []);
  if (
    whole !== '' &&
    !isSome(whole) &&
    (!isKnownOf(whole) || / place$/.test(whole)) &&
    !LASTING.has(kindOf(whole)) &&
    readHeader(sketch, whole)
  ) {
    readItems(sketch, rest);
    return;
  }
  if (at === 0 && all > 1 && readHeader(sketch, text)) return;
  if (text !== '') readItems(sketch, text);
}

/** "I rent out market gazebos", "I walk peoples dogs": the thing, each time it is done, and whom it is done for. */
function readBusiness(sketch: Sketch, doing: string): boolean {
  const [, being = '', then = ''] = /^(?:are|am|'re|'m) ([^,]+)(?:, (.+))?$/i.exec(doing) ?? [];
  if (being !== '') {
    sketch.context.push(being);
    if (then !== '') readItems(sketch, then);
    return true;
  }
  const [, verb = '', particle = '', whose, thing = '', list = '', whom = ''] = BUSINESS.exec(doing) ?? [];
  const plainVerb = lemmaOf(verb);
  if (plainVerb === null || thing === '' || NOTES.test(plainVerb)) return false;
  if (TRADES.test(plainVerb)) sketch.everybody = 'customers';
  sketch.context.push(doing);
  if (happens(snakeCase(thing))) {
    sketch.event(thing.split(' ').at(-1) ?? thing);
    return true;
  }
  if (!isSome(thing)) return true;
  const what = sketch.thing(thing.split(' ').at(-1) ?? thing);
  if (list !== '') sketch.know(what, `type (${list})`);
  if (/^(?:run|own|manage|have|keep|collect|breed|grow|make|track|coach|lead)$/.test(plainVerb)) return true;
  const deed = sketch.event(deedsOf(plainVerb, particle));
  sketch.of(deed, what);
  if (whom !== '' && kindOf(whom) === 'event') sketch.context.push(whom);
  else if (whom !== '') sketch.of(what, sketch.thing(whom));
  else if (whose !== undefined) sketch.of(what, sketch.draft.part('owners'));
  else sketch.trade = deed;
  sketch.last = deed;
  return true;
}

/** What stands before the list names no row of it: "wedding photographer", "piano lessons" has lessons, "canoe hire" hires. */
function readHeader(sketch: Sketch, text: string, isListed = false): boolean {
  if (
    !/^[a-z][\w' -]*$/i.test(text) ||
    readAsked(text) !== null ||
    WITH.test(text) ||
    / (?:i|we|they) /i.test(text) ||
    readClause(text) !== null
  )
    return false;
  const name = text.replace(/ (?:for|in|at|of|to|our|my) .*$/i, '');
  const last = snakeCase(name.split(' ').at(-1) ?? '');
  const isThing = isSome(last) && !happens(last) && !OCCASIONS.test(last) && !(kindOf(last) === 'place' && name === last && !isListed);
  if (isListed && LASTING.has(kindOf(last))) return false;
  if (isThing || (isKnownOf(name) && !happens(last) && last !== 'place')) return false;
  sketch.draft.title ??= text;
  sketch.context.push(text, last);
  if (/^(?:clubs?|society|group|association|circle|union|choir|band|troop)$/.test(last)) sketch.everybody = 'members';
  if (/^(?:hire|rental|rentals|shop|store|company|business|studio)$/.test(last)) sketch.everybody = 'customers';
  if (/^(?:camp|trip|party|retreat|weekend|festival|wedding|reunion|excursion|tour|holiday|hackathon)$/.test(last))
    sketch.everybody = 'participants';
  const kept = readHead(name);
  if (HANDED_OUT[last] !== undefined) sketch.event(HANDED_OUT[last] ?? '');
  else if (isSome(last) && (happens(last) || OCCASIONS.test(last))) sketch.event(last);
  else if (kept.kept && kept.thing !== '' && snakeCase(kept.thing) !== snakeCase(name)) {
    const of = sketch.thing(
      pluralName(snakeCase(happens(snakeCase(kept.thing)) ? kept.thing : (kept.thing.split(' ').at(-1) ?? ''))).replaceAll('_', ' '),
    );
    if (happens(of.name) || kindOf(of.name) === 'event') sketch.log = of;
  }
  return true;
}

function readItems(sketch: Sketch, text: string): void {
  const items = splitItems(text);
  const header = sketch.last;
  // "readings: temperature, rain": of each.
  const isOf = header !== null && happens(header.name) && items.every(({ text: item }) => !isSome(item.split(' ')[0] ?? ''));
  let open: NewTable | null = isOf && sketch.log === null ? header : null;
  for (const [at, { text: item, and }] of items.entries()) {
    if (sketch.last === null && at === 0 && (items.length > 2 || SCHEDULE.test(items[1]?.text ?? '')) && readHeader(sketch, item, true))
      continue;
    const bare = item.replace(/\s*\(.*/, '');
    if (open !== null && (!isSome(bare) || isKnownOf(bare)) && readAsked(item) === null && !WITH.test(item) && readClause(item) === null) {
      readPart(sketch, open, item);
      sketch.last = open;
      if (and) open = null;
      continue;
    }
    open = readItem(sketch, item);
  }
}

/** Gives the table of which the items after it may tell more. */
function readItem(sketch: Sketch, said: string): NewTable | null {
  const item = stripLead(said.replace(/^(?:also|then|plus|maybe|and|or|some) /i, '').replace(KNOWN, ''));
  if (item === '') return null;
  if (SCHEDULE.test(item)) {
    sketch.context.push(item);
    return null;
  }
  // What is out is told by the days of what happens.
  if (OUT.test(item) && sketch.happening() !== null) return null;
  const asked = readAsked(item.replace(/^(when|if|whether|where) its /i, '$1 it is '));
  if (asked !== null) {
    sketch.context.push(asked.verb);
    if (!answerAsked(sketch, asked)) throw sketch.lost(said);
    return null;
  }
  const [, flag] = /^(.+?)(?:,? or not|\?)$/i.exec(item) ?? [];
  if (flag !== undefined && isNameLike(flag) && sketch.last !== null) {
    sketch.know(sketch.happening() ?? sketch.last, `${flag} (boolean)`);
    return null;
  }
  const [, has] = /^(?:has|have|with|in|get|gets) (.+)$/i.exec(item) ?? [];
  if (has !== undefined && sketch.last !== null) {
    const about = sketch.last;
    readPart(sketch, about, has);
    sketch.last = about;
    return about;
  }
  // "pays 30 cents per km": of those that were spoken of.
  if (
    sketch.last !== null &&
    /^(?:pays?|costs?|enters?|gets?|needs?|wants?) /.test(item) &&
    readClause(item) === null &&
    lemmaOf(item.split(' ')[0] ?? '') !== null &&
    readStatement(sketch, `they ${item}`)
  )
    return null;
  const [, noun = '', does = ''] = /^(.+?) (?:that|which|who) ((?!is |are |i |we |they )[a-z]+ .+)$/i.exec(item) ?? [];
  if (noun !== '' && readNoun(sketch, noun) && readStatement(sketch, `${noun} ${does}`)) return null;
  if (sketch.handing() !== null && readClause(item) !== null && / ha(?:s|ve) /.test(item) && readStatement(sketch, item)) return null;
  const listed = readWith(sketch, item);
  if (listed !== null) return listed;
  if (readClause(item) !== null) {
    if (!readStatement(sketch, item)) throw sketch.lost(said);
    return null;
  }
  if (!readNoun(sketch, item.replace(MAKES, ''))) throw sketch.lost(said);
  return null;
}

/** When something takes place says nothing to keep. */
const SCHEDULE =
  /^(?:(?:every|each|the|on|once|twice|first|second|third|last|other|a|of) )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|days?|weeks?|months?|years?|weekly|monthly|daily|yearly)(?: (?:every|each|of the|in the|a) [a-z]+)?$/i;
/** Kinds of which one is kept among others, and none is run. */
const LASTING: ReadonlySet<string> = new Set(['goods', 'animal', 'plant', 'machine', 'work', 'measure']);
/** What they do to whom it is done. */
const TAKEN: Readonly<Record<string, string>> = { lent: 'borrowed', gave: 'got', sold: 'bought' };
const OUT = /^what(?:'?s| is) (?:out|available|free|due|in|left)\b/i;
/** Verbs whose object comes about by them: "I send invoices". */
const MAKES =
  /^(?:(?:i|we) )?(?:(?:need|want|have) to )?(?:send|write|issue|do|make|print|give out|run|hold|organi[sz]e|plan|log|record|note|keep) (?=[a-z]+s\b)/i;
const HANDED_OUT: Readonly<Record<string, string>> = {
  hire: 'hires',
  rental: 'rentals',
  rentals: 'rentals',
  lending: 'loans',
  repair: 'repairs',
  library: 'loans',
  rota: 'shifts',
  roster: 'shifts',
  repairs: 'repairs',
  walking: 'walks',
  grooming: 'appointments',
  racing: 'races',
};
const I_DO =
  /^(?:i|we)(?: |(?='(?:re|m) ))(?!(?:want|need|would|'d|like|also|note|record|log)\b)(.+?)(?:(?: and|,) (?:(?:i|we) )?(?:(?:want|need|would like|keep forgetting|have) (?:to (?:know|see|track|keep track of|remember|record) )?)(.+))?$/i;
const BUSINESS =
  /^([a-z]+)(?: (out|up))? (?:(people'?s'?|others'?|other people'?s|customers'?|clients'?) )?(?:(?:my|our|the|\d+|a few|several|some|two|three|four|five|six) )*([a-z]+(?: [a-z]+)?)(?: \(([^()]*)\))?(?: for (?:(?:\d+|our|my|several|some|many) )?([a-z]+s))?$/i;
const TRADES = /^(?:rent|hire|sell|repair|fix|alter|tune|clean|make|service|groom|build|bake|print|cut|lend|let|deliver|cater|mend)$/;
const NOTES = /^(?:want|need|note|record|log|write|see|know|track|print)$/;
const KEPT =
  /^(?:keep (?:a |the )?(?:rota|list|log|record|track|diary|register) (?:for|of) (?:our|my|the)?|(?:rota|log|diary) for (?:our|my|the)?)\s*/i;
const KNOWN =
  /^(?:(?:i|we)(?:'d| would)? )?(?:(?:want|need|like|have) )?(?:to )?(?:(?:know|see)\b|(?:note|record|remember|track|keep track of|write down)(?: down)? (?=who|which|what|when|where|whether|if|how))\s*/i;
