import { isDeed } from '../deed.ts';
import { isEntity, MASS } from '../entity.ts';
import { stripLead } from '../lead.ts';
import { splitList } from '../list.ts';
import { isPerson, sortOf } from '../nouns.ts';
import { isKnownOf, kindOf } from '../outline/kind.ts';
import { isPast, lemmaOf } from '../outline/verb.ts';
import { plainItem } from '../plain-items.ts';
import { plainly } from '../shapes/examples.ts';
import { isShared, OWNED } from '../shapes/shared.ts';
import type { Entry, Inventory, Pair } from './entry.ts';
import { apart, dealtIn, type Head } from './head.ts';
import { CAME, entryOf, readPair } from './pair.ts';
import { ARTICLE, CLAUSE, countOf, isFact, isListed, isMany, itemsOf, nameOf, WITH } from './words.ts';

/** Reads a brief as a list of things, with what is known of each and clauses of which went with which. What is none of these is left over. */
export function readInventory(brief: string): Inventory {
  // What several sentences say has its own reader.
  if ((brief.match(/\.\s+\S/g) ?? []).length > 1) return { setting: null, entries: [], pairs: [], unread: [brief], isOfWhole: false };
  const head = apart(
    plainly(brief)
      .toLowerCase()
      .trim()
      .replace(/[.!]+$/, '')
      .replaceAll(REACHED, 'phone, email'),
  );
  const { setting, rest } = head;
  const dealt = setting === null ? null : dealtIn(setting, rest);
  const reading = new Reading(head);
  if (dealt !== null) reading.segment(dealt);
  for (const segment of rest.split(/\s*(?:[;\n]|\.(?=\s))\s*/)) reading.segment(stripLead(segment.replace(JOINS, '')).replace(JOINS, ''));
  return reading;
}

class Reading implements Inventory {
  readonly setting: string | null;
  readonly entries: Entry[] = [];
  readonly pairs: Pair[] = [];
  readonly unread: string[] = [];
  /** Whether what follows may be known of the last entry. */
  private open = false;
  /** Whether an "and" has ended the list of what is known of it. */
  private ended = false;
  /** Where the entries of this sentence begin. */
  private first = 0;

  /** Whether all of it is known of the first. */
  private readonly row: boolean;

  readonly isOfWhole: boolean;

  constructor({ setting, row, isOfWhole }: Head) {
    this.setting = setting;
    this.row = row;
    this.isOfWhole = isOfWhole;
  }

  segment(text: string): void {
    const items = itemsOf(text.replaceAll(THEY, '$1 they_$2'));
    this.open = false;
    this.first = this.entries.length;
    for (const [at, { text: said, and }] of items.entries()) {
      const item = said.replace(ARTICLE, '').replace(DONE, (all: string, noun: string, verb: string) => (isPast(verb) ? noun : all));
      const more = items.slice(at + 1).map((next) => next.text);
      // "jobs like pins, patches and medals": what follows may be more of these.
      if (items.slice(0, at + 1).some((before) => / (?:like|such as) /.test(before.text)) || !this.item(item, more, and))
        this.unread.push(item);
      if (and && this.open) this.ended = true;
    }
  }

  private item(item: string, more: readonly string[], and: boolean): boolean {
    const last = this.entries.at(-1);
    const [, done = ''] = /^(?:by )?who (?:has |have |had )?([a-z]+)(?: (?:it|them))?$/.exec(item) ?? [];
    const verb = done === '' || !this.open || last === undefined || CAME.test(item) ? null : lemmaOf(done);
    const isOfOne = last !== undefined && (!isDeed(last.name) || kindOf(last.name) === 'money');
    if (verb !== null && verb !== 'be' && isOfOne && this.entries.some(({ name }) => isPerson(name))) {
      last?.doers.push(verb);
      return true;
    }
    if (this.theirs(item) || this.perEach(item) || this.of(item)) return true;
    const pair = readPair(item, this.entries);
    if (pair !== null) {
      this.pairs.push(pair);
      this.open = false;
      return true;
    }
    const [, listed = '', inside = ''] = /^([^()]+?) ?\(([^()]+)\)$/.exec(item) ?? [];
    if (listed !== '' && isMany(listed)) return this.add(listed, splitList(inside), false);
    const [, noun = '', first = ''] = WITH.exec(item) ?? [];
    if (noun !== '' && isMany(noun)) return this.add(noun, [], true) && this.item(first.replace(ARTICLE, ''), more, false);
    const inList = this.open && last !== undefined;
    const [, dated = ''] = /^([a-z]+s) from ?\/? ?to$/.exec(item) ?? [];
    if (dated !== '' && isMany(dated)) return this.add(dated, ['from date', 'to date'], false);
    const [, per = '', part = ''] = /^([a-z]+(?: [a-z]+)?) (?:per|for each|of each) ([a-z]+)$/.exec(item) ?? [];
    const whole = last !== undefined && (this.open || (isDeed(last.name) && last.facts.length === 0)) ? entryOf(part, this.entries) : null;
    if (whole !== null && last !== undefined && whole !== last.name && isFact(per)) {
      last.facts.push(per);
      last.of.push(whole);
      return true;
    }
    if (this.open && last !== undefined && isDeed(last.name) && /^(?:persons|people|pax)$/.test(item)) {
      last.facts.push('number of people');
      return true;
    }
    const plain = /^what (?:i|we) (?:did|do|have done)$/.test(item)
      ? 'description'
      : /^what (?:i|we) (?:saw|found|noticed|heard)$/.test(item)
        ? 'notes'
        : CLAUSE.test(item)
          ? plainItem(item)
          : item;
    if (plain !== item && last !== undefined && this.open && isFact(plain)) {
      last.facts.push(plain);
      return true;
    }
    // "with composer, voices, number of copies": a plural among facts may be either.
    const [next = ''] = more;
    const isMiddle = inList && !this.ended && last.facts.length > 0 && isFact(next) && !isListed(next);
    if (inList && SIDES.test(item) && entryOf(item.replace(SIDES, ''), this.entries) !== null) return true;
    const isRow = inList
      ? isListed(item)
      : isMany(item) && (PAID.test(item) || (isEntity(item) && (this.unread.length === 0 || isListed(item))));
    // "hikes: date, distance, companions": all of it is of the hikes.
    if (isRow && inList && MASS.has(item)) return false;
    if (isRow && this.row && last !== undefined) return this.shares(item, last);
    if (isRow) return !isMiddle && this.add(item, [], this.entries.length === 0);
    // "market days" are rather occasions than a number.
    if (
      !isFact(item) ||
      last === undefined ||
      / days$/.test(item) ||
      kindOf(item) === 'fault' ||
      /^(?:[a-z]+ )?(?:languages|skills|hobbies|qualifications)$/.test(item)
    )
      return false;
    // After a bare list of things a fact is of what happens, where that stands last.
    const isOfDeed =
      !MASS.has(item) &&
      nameOf(item) !== item &&
      more.every((each) => isFact(each) && !isMany(each)) &&
      this.entries.length > this.first &&
      isDeed(last.name) &&
      last.facts.length === 0;
    if (!this.open && (!isOfDeed || isMany(item) || isDeed(nameOf(item)))) return false;
    // "lessons with date and topic, homework": what stands after the last of a list may be anything.
    if (this.open && this.ended && !and && !isKnownOf(item) && !/ or not$/.test(item)) return false;
    last.facts.push(item.replace(/^with /, '').replace(ARTICLE, ''));
    this.open = true;
    return true;
  }

  /** "repairs they report", "songs they can play": of who reports them, or of each of many who may play the same. */
  private theirs(item: string): boolean {
    const [, noun = '', verb = ''] = /^(?:the )?([a-z]+(?: [a-z]+)?) they_([a-z]+)$/.exec(item) ?? [];
    const plain = verb === '' ? null : lemmaOf(verb);
    const whose = this.entries.findLast(({ name }) => isPerson(name)) ?? this.entries.at(-1);
    const name = nameOf(noun);
    if (plain === null || whose === undefined || !isMany(noun) || !isEntity(noun) || this.entries.some((entry) => entry.name === name))
      return false;
    const isOwn = OWNED.test(plain) && !isShared(noun);
    this.entries.push({ name, words: noun, facts: [], of: isOwn ? [whose.name] : [], doers: [] });
    if (!isOwn) this.pairs.push({ one: whose.name, other: name, verb: '', particle: '', facts: [] });
    this.open = false;
    return true;
  }

  /** "each judge's score for each cake", "points per team per night": known of the two together. */
  private perEach(item: string): boolean {
    const [, given = '', giver = '', to = ''] = GIVEN.exec(item) ?? [];
    const [, whose = '', its = '', what = ''] =
      /^(?:each|every) ([a-z]+(?: [a-z]+)?)'s ([a-z]+) (?:for|in|of|at|on) (?:each|every|the) ([a-z]+(?: [a-z]+)?)$/.exec(item) ?? [];
    const [, fact = '', first = '', second = ''] =
      /^([a-z]+(?: [a-z]+)?) (?:per|for each|of each|for every) ([a-z]+) (?:per|and|in each|for each|at each|on each|and per|in every|at every) ([a-z]+)$/.exec(
        item,
      ) ?? [];
    // "pace of each runner", told of what happened.
    const [, own = '', runner = ''] = /^(?:the )?([a-z]+(?: [a-z]+)?) (?:of|for|by) (?:each|every) ([a-z]+)$/.exec(item) ?? [];
    const each = own === '' ? null : entryOf(runner, this.entries);
    const occasion = this.entries.at(-1);
    if (each !== null && occasion !== undefined && occasion.name !== each && isDeed(occasion.name)) {
      this.pairs.push({ one: occasion.name, other: each, verb: '', particle: '', facts: [countOf(own)] });
      this.open = false;
      return true;
    }
    // "what was in each order", where one sort of things is listed.
    const [, holder = ''] = /^what (?:was|is|were|are|went|goes) in(?:to)? (?:each|every|which|the) ([a-z]+)$/.exec(item) ?? [];
    const whole = holder === '' ? null : entryOf(holder, this.entries);
    const [content, ...rest] = this.entries.filter(({ name }) => name !== whole && !isPerson(name) && !isDeed(name));
    if (whole !== null && content !== undefined && rest.length === 0) {
      this.pairs.push({ one: whole, other: content.name, verb: '', particle: '', facts: ['quantity'] });
      this.open = false;
      return true;
    }
    const isGiven = giver !== '' && !CLAUSE.test(given) && entryOf(giver, this.entries) !== null;
    const [one, other] = [
      entryOf((isGiven ? giver : '') || whose || first, this.entries),
      entryOf((isGiven ? to : '') || what || second, this.entries),
    ];
    if (one === null || other === null || one === other) return false;
    this.pairs.push({ one, other, verb: '', particle: '', facts: [countOf((isGiven ? given : '') || its || fact)] });
    this.open = false;
    return true;
  }

  /** "loans to singers", "parts used in each repair": of another that is listed. */
  private of(item: string): boolean {
    const [, noun = '', verb = '', preposition = '', each = '', words = ''] =
      /^([a-z]+(?: [a-z]+)??)(?: ([a-z]+))? (to|by|of|for|from|at|in|on|per|into) (each |every |which |the |our |my )?([a-z]+)$/.exec(
        item,
      ) ?? [];
    if (sortOf(nameOf(noun)) === 'classifier' || noun === '' || (verb !== '' && !isPast(verb)) || !isMany(noun) || !isEntity(noun))
      return false;
    const one = entryOf(words, this.entries);
    const name = nameOf(noun);
    const isEach = preposition === 'per' || /each|every|which/.test(each);
    if (one === null || one === name || (verb !== '' && !isEach)) return false;
    if (!this.entries.some((entry) => entry.name === name))
      this.entries.push({ name, words: noun, facts: [], of: verb === '' ? [one] : [], doers: [] });
    else if (verb === '') return false;
    if (verb !== '')
      this.pairs.push({
        one,
        other: name,
        verb: '',
        particle: '',
        facts: /^(?:used|needed|sold|ordered|eaten|bought)$/.test(verb) ? ['quantity'] : [],
      });
    this.open = false;
    return true;
  }

  /** People who take part in what the whole list is about. */
  private shares(item: string, last: Entry): boolean {
    if (!isPerson(nameOf(item)) || !isDeed(last.name)) return false;
    this.entries.push({ name: nameOf(item), words: item, facts: [], of: [], doers: [] });
    this.pairs.push({ one: last.name, other: nameOf(item), verb: '', particle: '', facts: [] });
    return true;
  }

  private add(said: string, facts: readonly string[], open: boolean): boolean {
    const theirs = /^their /.test(said);
    const named = said.replace(/^(?:their|the|my|our|all|some|different) /, '');
    // "amateur theatre props" are props here.
    const last = named.split(' ').at(-1) ?? '';
    const [where = '', ...noun] = named.split(' ');
    // "theatre volunteers": where they are, before the first of a list.
    const isPlaced =
      noun.length === 1 &&
      this.setting === null &&
      this.entries.length === 0 &&
      ['place', 'group'].includes(kindOf(where)) &&
      isPerson(nameOf(last));
    const words =
      (isPlaced || named.split(' ').length > 2) && isEntity(last) && !isKnownOf(last) && entryOf(last, this.entries) === null
        ? last
        : named;
    const whose = theirs ? (this.entries.findLast(({ name }) => isPerson(name)) ?? this.entries.at(-1)) : undefined;
    if (theirs && whose === undefined) return false;
    this.entries.push({
      name: nameOf(words),
      words,
      facts: facts.map((fact) => fact.replace(ARTICLE, '')),
      of: whose === undefined ? [] : [whose.name],
      doers: [],
    });
    this.open = open;
    this.ended = false;
    return true;
  }
}

const JOINS = /^(?:and|also|then|plus|i need|we need|i want|we want) (?:also |to (?:know|see|record|note|keep) )?/;
/** "fees paid", "parts used": what was done with them says nothing more. */
const DONE = /^([a-z]+s) ([a-z]+)$/;
const THEY =
  /\b([a-z]+s) (?:that |which )?they (?:can |also |have |had |want to |like to )?([a-z]+)(?: (?:me|us|to me|to us|in|with us|for us|about|on|up))?(?=[,.;]|$| and )/g;
const SIDES = /^(?:both|two|the two) /;
/** What is due again and again, which as a column would be a sum. */
export const PAID = /(?:^|[ _])(?:fees|dues|rents|charges|subs|takings|deposits|fines)$/;
const REACHED = /(?<!\b(?:emergency|parent|parents'|guardian) )\bcontact (?:details|info|information|data)\b/g;
/** "ratings members give to films", "goals each player scored per match". */
const GIVEN =
  /^([a-z]+(?: [a-z]+)??) (?:that |which )?(?:each |every |the |our )?([a-z]+) (?:can |have |has )?[a-z]+ (?:to|for|per|in each|in every|in|at each|on each|for each|to each|of each) (?:the |our |each |every )?([a-z]+)$/;
