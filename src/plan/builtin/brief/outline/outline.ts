import { pluralName, singularName, snakeCase } from '../../inflect.ts';
import type { Draft, NewTable } from '../draft.ts';
import { isSome, MASS } from '../entity.ts';
import { readHead } from '../head.ts';
import { stripLead } from '../lead.ts';
import { readListed, splitItems, WITH } from '../list.ts';
import { isNameLike, tableName } from '../names.ts';
import { happens, isPerson, lastWord } from '../nouns.ts';
import { EXAMPLE, shorten, Unclear } from '../unclear.ts';
import { answerAsked } from './answer.ts';
import { readAsked } from './asked.ts';
import { complete } from './complete.ts';
import { isMeasure, KNOWN_OF, nounOf, OF } from './noun.ts';
import { saidOf } from './said.ts';
import { deedsOf, lemmaOf } from './verb.ts';

/** A brief that is a row of things, of what is known of each, and of questions about them, item by item. */
export class Outline {
  readonly draft: Draft;
  /** What stands before the things, as where they are kept. */
  readonly context: string[] = [];
  /** The thing that was spoken of last. */
  last: NewTable | null = null;

  constructor(draft: Draft) {
    this.draft = draft;
  }

  read(brief: string): void {
    const sentences = brief
      .replaceAll(/\s[-–—]+\s/g, ': ')
      .replaceAll(/\bso that\b/gi, '.')
      .split(/(?<=[^.\s])[.!]+(?:\s+|$)|\s*[;\n]\s*|:\s+/)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence !== '');
    for (const [at, sentence] of sentences.entries()) this.sentence(sentence, at, sentences.length);
    for (const table of this.draft.tables.values()) complete(this.draft, table);
    if (this.draft.tables.size === 0) throw new Unclear(`The goal names nothing to keep. ${EXAMPLE}`);
  }

  private sentence(sentence: string, at: number, all: number): void {
    const [, doing = '', more = ''] = I_DO.exec(sentence) ?? [];
    if (doing !== '' && this.business(doing)) {
      if (more !== '') this.items(more);
      return;
    }
    if (/\b(?:rota|roster)\b/i.test(sentence) && at === 0) this.event('shifts');
    const text = stripLead(sentence).replace(KEPT, '').trim();
    if (at === 0 && all > 1 && this.header(text)) return;
    if (text !== '') this.items(text);
  }

  /** "I rent out market gazebos", "I walk peoples dogs": the thing, each time it is done, and whom it is done for. */
  private business(doing: string): boolean {
    const [, verb = '', particle = '', whose, thing = ''] = BUSINESS.exec(doing) ?? [];
    const plain = lemmaOf(verb);
    if (plain === null || thing === '') return false;
    if (!isSome(thing)) {
      this.context.push(doing);
      return true;
    }
    const what = this.thing(thing.split(' ').at(-1) ?? thing);
    this.context.push(thing);
    if (/^(?:run|own|manage|have|keep|collect|breed|grow|make|need|want|track|coach|lead)$/.test(plain)) return true;
    const deed = this.event(deedsOf(plain, particle));
    this.of(deed, what);
    this.context.push(whose ?? '');
    const whom = this.draft.part(whose === undefined ? 'customers' : 'owners');
    if (whose === undefined) this.of(deed, whom);
    else this.of(what, whom);
    this.last = deed;
    return true;
  }

  /** What stands before the list names no row of it: "wedding photographer", "piano lessons" has lessons, "canoe hire" hires. */
  private header(text: string): boolean {
    if (!/^[a-z][\w' -]*$/i.test(text) || readAsked(text) !== null || WITH.test(text)) return false;
    const name = text.replace(/ (?:for|in|at|of) .*$/i, '');
    const last = snakeCase(name.split(' ').at(-1) ?? '');
    if ((isSome(last) && !happens(last)) || isMeasure(name) || KNOWN_OF.test(snakeCase(name))) return false;
    this.draft.title ??= text;
    this.context.push(text);
    if (HANDED_OUT[last] !== undefined) this.event(HANDED_OUT[last] ?? '');
    else if (isSome(last) && happens(last)) this.event(last);
    return true;
  }

  private items(text: string): void {
    const kept = text
      .replace(/,? (?:and|or) (?:such|so on|so forth|the like|more|other (?:stuff|things))$/i, '')
      .replaceAll(/\band (?=(?:i|we|to) (?:want|need|would like))/gi, ', ')
      // "plants when I watered them"
      .replaceAll(/(?<=[a-z]s) (?=(?:when|whether) (?:i|we|they|it|each)\b)/gi, ', ');
    const items = splitItems(kept);
    let open: { table: NewTable } | null = null;
    for (const [at, { text: item, and }] of items.entries()) {
      if (this.last === null && at === 0 && (items.length > 2 || SCHEDULE.test(items[1]?.text ?? '')) && this.header(item)) continue;
      if (open !== null && !isSome(item) && readAsked(item) === null && !WITH.test(item)) {
        this.column(open.table, item);
        if (and) open = null;
        continue;
      }
      this.item(item);
      open = WITH.test(item) && this.last !== null ? { table: this.last } : null;
    }
  }

  private item(said: string): void {
    const item = stripLead(said.replace(/^(?:also|then|plus|maybe|and|or) /i, '').replace(KNOWN, '')).replace(COUNTED, '');
    if (item === '' || SCHEDULE.test(item)) return;
    // What is out is told by the days of what happens.
    if (OUT.test(item) && this.happening() !== null) return;
    const asked = readAsked(item);
    if (asked !== null) {
      if (!answerAsked(this, asked)) throw this.lost(said);
      return;
    }
    const [, flag] = /^(.+?)(?:,? or not|\?)$/i.exec(item) ?? [];
    if (flag !== undefined && isNameLike(flag) && this.last !== null) {
      this.know(this.happening() ?? this.last, `${flag} (boolean)`);
      return;
    }
    const [, has] = /^(?:has|have) (.+)$/i.exec(item) ?? [];
    if (has !== undefined && this.last !== null) {
      const about = this.last;
      if (!nounOf(this, has) && isNameLike(has)) this.column(about, has);
      this.last = about;
      return;
    }
    if (nounOf(this, item.replace(MAKES, '')) || saidOf(this, item)) return;
    const listed = readListed(item);
    if (listed === null) throw this.lost(said);
    this.listed(
      listed.head,
      listed.items.map(({ text }) => text),
    );
  }

  lost(said: string): Unclear {
    return new Unclear(`I could not place "${shorten(said)}". ${EXAMPLE}`);
  }

  /** What is known of each row of a table, by a name alone. */
  private column(table: NewTable, item: string): void {
    if (/\b(?:it|them|they|we|i|he|she)\b|^(?:one|two|three|four|five|six|\d+) /i.test(item)) throw this.lost(item);
    this.know(table, item.replace(/^their /i, ''));
  }

  private listed(head: string, items: readonly string[]): void {
    const table = OF.test(head) && nounOf(this, head) && this.last !== null ? this.last : this.thing(readHead(head).thing || head);
    for (const item of items) {
      this.last = table;
      const asked = readAsked(item);
      if (asked !== null && !answerAsked(this, asked)) throw this.lost(item);
      if (asked !== null) continue;
      if (/^(?:their )?parents$/i.test(item)) for (const role of ['father', 'mother']) this.of(table, table, role);
      else this.column(table, item);
    }
    this.last = table;
  }

  /** The table of these words. */
  thing(words: string): NewTable {
    const said = words.replace(COUNTED, '').replace(/^(?:[a-z]+ )?(?:things|stuff|objects)$/i, 'items');
    const person = said.split(' ').at(-1) ?? '';
    // "hospice shop volunteers" are the volunteers here.
    const bare = said !== person && isPerson(snakeCase(person)) && isSome(person) ? person : said;
    if (bare !== words) this.context.push(words);
    if (!isNameLike(bare)) throw new Unclear(`I could not place "${shorten(words)}". ${EXAMPLE}`);
    const name = tableName(bare);
    this.last = this.draft.known(name) ?? this.draft.part(bare);
    return this.last;
  }

  known(words: string): NewTable | null {
    const bare = words.replace(/^(?:the|each|every|an?|my|our|their|its|all) /i, '');
    if (bare === '' || !isNameLike(bare)) return null;
    const name = MASS.has(bare) ? bare : pluralName(singularName(snakeCase(bare)));
    return this.draft.known(name) ?? this.draft.known(pluralName(singularName(snakeCase(bare.split(' ').at(-1) ?? '')))) ?? null;
  }

  /** What happens on a day. */
  event(words: string): NewTable {
    const name = lastWord(snakeCase(words));
    const alike = ALIKE.find((deeds) => deeds.has(name));
    const met = [...this.draft.tables.values()].find((table) => alike?.has(lastWord(table.name)));
    if (met !== undefined) this.last = met;
    return met ?? this.thing(words.replaceAll('_', ' '));
  }

  /** What was paid, when, and by whom where somebody is known. */
  payments(people: NewTable | null): void {
    const payments = this.event('payments');
    for (const column of ['date', 'amount']) this.know(payments, column);
    if (people !== null) this.of(payments, people);
  }

  of(one: NewTable, other: NewTable, role?: string): void {
    if (one.name !== other.name || role !== undefined) this.draft.point(one.name, other.name, role === undefined ? {} : { role });
  }

  link(one: NewTable, other: NewTable): void {
    const [name, back] = [`${singularName(one.name)}_${other.name}`, `${singularName(other.name)}_${one.name}`];
    if (this.draft.tables.has(name) || this.draft.tables.has(back)) return;
    const links = `${one.name} and ${other.name}`.replaceAll('_', ' ');
    const link = this.draft.add({ name, columns: new Map(), references: new Map(), each: [], links });
    this.draft.point(link.name, one.name, { silent: true });
    this.draft.point(link.name, other.name, { silent: true });
    this.draft.assumptions.push(`${link.name} links ${links}`);
  }

  /** The people that were named last; where there are none, `made` makes them. */
  people(made = false): NewTable | null {
    const found = [...this.draft.tables.values()].filter(({ name }) => isPerson(name)).at(-1) ?? null;
    return found ?? (made ? this.draft.part('people') : null);
  }

  /** What happened that was named last. */
  happening(): NewTable | null {
    if (this.last !== null && happens(this.last.name)) return this.last;
    return [...this.draft.tables.values()].filter(({ name }) => happens(name) || OCCASIONS.test(name)).at(-1) ?? null;
  }

  /** What stands for itself and is nobody. */
  lasting(): NewTable | null {
    const all = [...this.draft.tables.values()].filter(({ name, links }) => links === undefined && !isPerson(name));
    return all.filter(({ name }) => !happens(name)).at(-1) ?? all.at(-1) ?? null;
  }

  know(table: NewTable, column: string): void {
    if (!table.columns.has(snakeCase(column.replace(/^whether /, 'is ').replace(/ \(.*/, '')))) this.draft.column(table, column);
  }
}

/** When something takes place says nothing to keep. */
const SCHEDULE =
  /^(?:(?:every|each|the|on|once|twice|first|second|third|last|other|a|of) )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|days?|weeks?|months?|years?)(?: (?:every|each|of the|in the|a) [a-z]+)?$/i;

const OCCASIONS =
  /(?:^|_)(?:meetings|events|concerts|gigs|races|matches|games|shoots|nights|sessions|stalls|fairs|shows|classes|lessons|walks)$/;
/** Words for the same deed. */
const ALIKE: readonly ReadonlySet<string>[] = [
  'bookings hires rentals reservations',
  'loans lendings borrowings',
  'sessions lessons classes',
  'jobs repairs',
].map((words) => new Set(words.split(' ')));
const OUT = /^what(?:'?s| is) (?:out|available|free|due|in|left)\b/i;
/** Verbs whose object comes about by them: "I send invoices". */
const MAKES =
  /^(?:(?:i|we) )?(?:(?:need|want|have) to )?(?:send|write|issue|do|make|print|give out|run|hold|organi[sz]e|plan|log|record) (?=[a-z]+s\b)/i;
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
const COUNTED =
  /^(?:(?:\d+|two|three|four|five|six|seven|eight|nine|ten|a few|several|some|many|different|various|the|my|our|their|each|every)\s+)+/i;
const I_DO =
  /^(?:i|we) (?!(?:want|need|would|'d|like|also)\b)(.+?)(?:(?: and|,) (?:(?:i|we) )?(?:(?:want|need|would like|keep forgetting|have) (?:to (?:know|see|track|keep track of|remember|record) )?)(.+))?$/i;
const BUSINESS =
  /^([a-z]+)(?: (out|up))? (?:(people'?s'?|others'?|other people'?s|customers'?|clients'?) )?(?:(?:my|our|the|\d+|a few|several|some|two|three|four|five|six) )*([a-z]+(?: [a-z]+)?)$/i;
const KEPT =
  /^(?:keep (?:a |the )?(?:rota|list|log|record|track|diary|register) (?:for|of) (?:our|my|the)?|(?:rota|log|diary) for (?:our|my|the)?)\s*/i;
const KNOWN =
  /^(?:(?:i|we)(?:'d| would)? )?(?:(?:want|need|like|have) )?(?:to )?(?:know|see|note|record|remember|track|keep track of|write down)(?: down)? (?=who|which|what|when|where|whether|if|how)/i;
