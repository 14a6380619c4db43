import { singularName, snakeCase } from '../../english/inflect.ts';
import type { Draft } from '../draft.ts';
import { EXAMPLE, shorten, Unclear } from '../unclear.ts';
import { NAMED, plainThing, plural } from './phrases.ts';

/** What a brief says of one thing. */
export interface Told {
  readonly name: string;
  readonly columns: Map<string, string>;
  /** What it is of: role → thing. */
  readonly of: Map<string, string>;
}

/** Two things, of which each may have several of the other. */
export interface Link {
  readonly one: string;
  readonly other: string;
  /** What the deed between them is called. */
  readonly noun: string | null;
  readonly items: readonly string[];
  /** Whether it is another deed than the one that stands between them already. */
  readonly apart?: boolean;
}

/** The things that a brief speaks of, by what was read so far. */
export abstract class Things {
  readonly things = new Map<string, Told>();
  protected readonly links: Link[] = [];
  /** Tables between two things that no noun of the brief names, and what they are for. */
  protected readonly between = new Map<string, string>();
  /** The things of the brief, and whether something is known of each. */
  protected readonly known: ReadonlyMap<string, boolean>;
  protected readonly strict: boolean;
  protected lastDeed: string | null = null;
  /** What was spoken of last. */
  protected last: string | null = null;

  constructor(known: ReadonlyMap<string, boolean>, strict: boolean) {
    this.known = known;
    this.strict = strict;
  }

  /** Says of a thing what else to know of each. */
  protected abstract know(thing: Told, list: string, gathers?: boolean): void;

  protected standsAlone(name: string): boolean {
    return this.known.get(name) ?? false;
  }

  protected column(thing: Told, item: string): void {
    const key = snakeCase(item.replace(/\(.*/, ''));
    if (!thing.columns.has(key)) thing.columns.set(key, item);
  }

  protected link(link: Link): void {
    this.links.push(link);
    if (link.noun !== null) this.lastDeed = null;
  }

  protected roleOf(noun: string, name: string): string {
    const said = singularName(snakeCase(noun));
    return said !== singularName(name) && said.endsWith(`_${singularName(name)}`) ? said : singularName(name);
  }

  protected nameOf(words: string): string {
    const name = plural(words);
    const all = [...this.known.keys(), ...this.things.keys()];
    if (all.includes(name)) return name;
    const near = [...new Set(all)].filter((one) => one.endsWith(`_${name}`) || name.endsWith(`_${one}`));
    return near.length === 1 ? (near[0] ?? name) : name;
  }

  protected isKnown(words: string, _name = ''): boolean {
    return this.known.has(this.nameOf(words));
  }

  protected mentionsKnown(text: string): boolean {
    return (
      (text.match(/[a-z]{3,}/gi) ?? []).some((word) => this.isKnown(word)) ||
      /\b(?:ones?|it|they|them)\b/i.test(text) ||
      /^who (?:is|has|owes|paid)\b/i.test(text)
    );
  }

  protected thing(words: string, exact = false): Told {
    const name = exact ? plural(words) : this.nameOf(plainThing(words));
    if (!NAMED.test(words.trim()) && this.strict) throw new Unclear(`I could not place "${shorten(words)}". ${EXAMPLE}`);
    const met = this.things.get(name);
    if (met !== undefined) return met;
    const made: Told = { name, columns: new Map(), of: new Map() };
    this.things.set(name, made);
    return made;
  }

  putInto(draft: Draft): void {
    for (const link of this.links) this.settle(link);
    for (const [one, other] of this.mutual()) {
      this.things.get(one)?.of.delete(singularName(other));
      this.things.get(other)?.of.delete(singularName(one));
      this.settle({ one, other, noun: null, items: [] });
    }
    for (const { name, columns } of this.things.values()) {
      const links = this.between.get(name);
      const table =
        links === undefined
          ? draft.part(name.replaceAll('_', ' '))
          : draft.add({ name, columns: new Map(), references: new Map(), each: [], links });
      for (const item of columns.values()) draft.column(table, item);
    }
    for (const { name, of } of this.things.values())
      for (const [role, other] of of) draft.point(name, other, role === singularName(other) ? {} : { role });
  }

  /** "authors write books; a book can have several authors": each has many of the other. */
  protected mutual(): [string, string][] {
    const names = [...this.things.keys()];
    const isOf = (one: string, other: string) => this.things.get(one)?.of.get(singularName(other)) === other;
    return names.flatMap((one, at) =>
      names.slice(at + 1).flatMap((other) => (isOf(one, other) && isOf(other, one) ? [[one, other] as [string, string]] : [])),
    );
  }

  /** Where a thing of the brief stands between the two already, it is meant. */
  protected settle({ one, other, noun, items, apart = false }: Link): void {
    const between = apart
      ? undefined
      : [...this.things.values()].find(({ name, of }) => {
          const targets = [...of.values()];
          return name !== one && name !== other && targets.includes(one) && targets.includes(other);
        });
    const thing =
      between ?? (noun === null ? this.thing(`${singularName(one)} ${other}`.replaceAll('_', ' '), true) : this.thing(noun, apart));
    if (between === undefined && noun === null) this.between.set(thing.name, `${one} and ${other}`.replaceAll('_', ' '));
    for (const side of [one, other])
      if (thing.name !== side && !this.links.some((link) => link.noun === null && link.one === thing.name && link.other === side))
        thing.of.set(singularName(side), side);
    for (const item of items) this.know(thing, item);
  }
}
