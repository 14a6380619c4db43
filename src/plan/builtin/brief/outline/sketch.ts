import { pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import { isAdjective } from '../../english/related-words.ts';
import type { Draft } from '../draft.ts';
import { MASS } from '../entity.ts';
import { isNameLike, tableName } from '../names.ts';
import type { NewTable } from '../new-table.ts';
import { happens, lastWord } from '../nouns.ts';
import { EXAMPLE, shorten, Unclear } from '../unclear.ts';
import { isKnownOf, kindOf } from './kind.ts';

/** The things of a brief, what is known of each and how they stand to each other, while it is read item by item. */
export class Sketch {
  readonly draft: Draft;
  /** Words that are no thing to keep, as what is run and where. */
  readonly context: string[] = [];
  /** The thing that was spoken of last. */
  last: NewTable | null = null;
  /** What is done to earn by it, each time. */
  trade: NewTable | null = null;
  /** What a diary or a log is of. */
  log: NewTable | null = null;
  /** What those are called whom nobody named. */
  everybody = 'people';

  constructor(draft: Draft) {
    this.draft = draft;
  }

  lost(said: string): Unclear {
    return new Unclear(`I could not place "${shorten(said)}". ${EXAMPLE}`);
  }

  /** The table of these words. */
  thing(words: string): NewTable {
    const said = this.bare(words);
    if (said !== words.toLowerCase()) this.context.push(words);
    if (!isNameLike(said)) throw this.lost(words);
    const known = this.known(said);
    const name = tableName(said);
    this.last = known !== null && (known.name === name || !said.includes(' ')) ? known : (this.draft.known(name) ?? this.draft.part(said));
    return this.last;
  }

  /** A thing by its noun alone: "hospice shop volunteers" and "volunteer drivers" are volunteers and drivers here, "old people" people. */
  bare(words: string): string {
    let said = words
      .toLowerCase()
      .replace(COUNTED, '')
      .replace(/^(?:[a-z]+ )?(?:things|stuff)$/, 'items');
    while (PLAIN.test(said)) said = said.replace(PLAIN, '');
    const parts = said.split(' ');
    const noun = parts.at(-1) ?? '';
    const [first = ''] = parts;
    if (parts.length > 1 && kindOf(snakeCase(noun)) === 'person' && (parts.length > 2 || kindOf(snakeCase(first)) === 'person'))
      return noun;
    return parts.length > 1 && isAdjective(first) && kindOf(first) === 'thing' && !/(?:ing|ed)$/.test(first)
      ? parts.slice(1).join(' ')
      : said;
  }

  known(words: string): NewTable | null {
    const bare = words.toLowerCase().replace(COUNTED, '');
    if (bare === '' || !isNameLike(bare)) return null;
    const one = (said: string) => (MASS.has(said) ? said : pluralName(singularName(snakeCase(said))));
    return this.draft.known(one(bare)) ?? this.draft.known(one(bare.split(' ').at(-1) ?? '')) ?? null;
  }

  /** What happens on a day, by any word for the same. */
  event(words: string): NewTable {
    const name = lastWord(pluralName(singularName(snakeCase(words))));
    const alike = ALIKE.find((deeds) => deeds.has(name));
    const booked = name === 'bookings' ? OCCASIONED : null;
    const met = [...this.draft.tables.values()].find((table) => alike?.has(lastWord(table.name)) || booked?.test(table.name));
    if (met !== undefined) this.last = met;
    return met ?? this.thing(pluralName(singularName(snakeCase(words))).replaceAll('_', ' '));
  }

  of(one: NewTable, other: NewTable, role?: string): void {
    if (one.name !== other.name || role !== undefined) this.draft.point(one.name, other.name, role === undefined ? {} : { role });
  }

  /** Each of the one may have several of the other. */
  link(one: NewTable, other: NewTable): void {
    const [name, back] = [`${singularName(one.name)}_${other.name}`, `${singularName(other.name)}_${one.name}`];
    if (one === other || this.draft.tables.has(name) || this.draft.tables.has(back)) return;
    const links = `${one.name} and ${other.name}`.replaceAll('_', ' ');
    const link = this.draft.add({ name, columns: new Map(), references: new Map(), each: [], links });
    this.draft.point(link.name, one.name, { silent: true });
    this.draft.point(link.name, other.name, { silent: true });
    this.draft.assumptions.push(`${link.name} links ${links}`);
  }

  know(table: NewTable, column: string): void {
    const name = snakeCase(column.replace(/^(?:whether|if) /, 'is ').replace(/ \(.*/, ''));
    if (!table.columns.has(name) && !table.columns.has(singularName(name))) this.draft.column(table, column);
  }

  /** What is known of a thing, or the thing among those that are kept that it names. */
  tell(table: NewTable, words: string): void {
    const said = words.replace(COUNTED, '');
    const [, unit = '', of = ''] = /^(hours|minutes|days|kilos) of ([a-z]+)$/i.exec(said) ?? [];
    if (unit !== '') {
      this.know(table, `${of} ${unit}`);
      return;
    }
    const [, noun = said] = /^(.+?) (?:of|for|in|at|on|to|from) .+$/.exec(said) ?? [];
    const other = /\(/.test(said) ? null : this.known(noun);
    if (other !== null && other !== table && !isKnownOf(noun)) this.of(table, other);
    else this.know(table, said);
  }

  /** What was paid, when, and by whom where somebody is known. */
  payments(people: NewTable | null): void {
    const payments = this.event('payments');
    for (const column of ['date', 'amount']) this.know(payments, column);
    if (people !== null) this.of(payments, people);
  }

  /** The people that were named last; where there are none, `made` makes them. */
  people(made = false): NewTable | null {
    const found = [...this.draft.tables.values()].filter(({ name }) => kindOf(name) === 'person' || GROUPS.test(name)).at(-1) ?? null;
    return found ?? (made ? this.draft.part(this.everybody) : null);
  }

  /** What happened that was named last. */
  happening(): NewTable | null {
    const isEvent = ({ name, links }: NewTable) => links === undefined && (happens(name) || OCCASIONS.test(name));
    if (this.last !== null && isEvent(this.last)) return this.last;
    return [...this.draft.tables.values()].filter(isEvent).at(-1) ?? null;
  }

  /** What hands things out for a time. */
  handing(): NewTable | null {
    return [...this.draft.tables.values()].find(({ name }) => HANDED.test(name)) ?? null;
  }

  /** What stands for itself and is nobody. */
  lasting(): NewTable | null {
    const all = [...this.draft.tables.values()].filter(({ name, links }) => links === undefined && kindOf(name) !== 'person');
    return all.filter(({ name }) => !happens(name) && !OCCASIONS.test(name)).at(-1) ?? all.at(-1) ?? null;
  }
}

/** What is booked is there for who books it alone. */
const OCCASIONED = /(?:^|_)(?:parties|weddings|funerals|shoots|ceremonies)$/;
export const HANDED = /(?:^|_)(?:hires|rentals|loans|lendings|bookings|reservations)$/;
const GROUPS = /(?:^|_)(?:families|households|teams|groups|couples|companies|businesses)$/;
export const OCCASIONS =
  /(?:^|_)(?:meetings|events|concerts|gigs|races|matches|games|shoots|nights|sessions|stalls|fairs|shows|classes|lessons|walks|tours|evenings|parties|debates|outings|trips|tastings|camps|hikes)$/;
/** Words for the same deed. */
const ALIKE: readonly ReadonlySet<string>[] = [
  'bookings hires rentals reservations',
  'loans lendings borrowings',
  'sessions lessons classes',
  'jobs repairs alterations orders',
].map((words) => new Set(words.split(' ')));
export const COUNTED =
  /^(?:(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|about|around|over|a few|several|some|many|most|different|various|the|an?|my|our|your|his|her|their|its|each|every|all|any|both|other|what|which)\s+)+(?=\S)/i;
/** What they are like, before the name of things. */
const PLAIN =
  /^(?:old|new|own|local|daily|weekly|monthly|yearly|annual|regular|small|big|large|little|broken|private|fixed|certain)\s+(?=\S)/;
