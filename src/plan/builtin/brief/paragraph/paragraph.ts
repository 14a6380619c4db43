import { isPlural, singularName } from '../../english/inflect.ts';
import type { Draft } from '../draft.ts';
import { isEntity } from '../entity.ts';
import { splitItems } from '../list.ts';
import { sortOf } from '../nouns.ts';
import { EXAMPLE, shorten, Unclear } from '../unclear.ts';
import { DoneWith } from './done-with.ts';
import { doneBetween, knownAs } from './knowing.ts';
import { COLUMN, FOR_EACH, LIST_LEAD, leads, plainThing, plural, predicatesIn, subjectOf, WITH } from './phrases.ts';
import { type Statement, statementsOf } from './sentences.ts';
import type { Told } from './things.ts';

/**
 * Reads a brief that is written as a paragraph, statement by statement: what each thing has, whom it is of, and what is done with it.
 * What is pointed at and what is only known of a thing is told by the things that the whole brief speaks of, so that it is read until these
 * are all known. Throws where a statement is of no form.
 */
export function readParagraph(draft: Draft, brief: string): string {
  const { statements, context } = statementsOf(brief);
  let said = '';
  let known: ReadonlyMap<string, boolean> = new Map();
  for (let pass = 0; pass < PASSES; pass++) {
    const paragraph = new Paragraph(known, pass === PASSES - 1);
    for (const statement of statements) paragraph.read(statement);
    said = paragraph.context;
    known = new Map([...paragraph.things].map(([name, { columns }]) => [name, columns.size > 0]));
    if (pass === PASSES - 1) paragraph.putInto(draft);
  }
  return `${context} ${said}`;
}

/** Whether a brief says several things in sentences of their own. */
export const isParagraph = (brief: string): boolean => sentencesIn(brief) >= SENTENCES_LEAST && statementsOf(brief).statements.length > 1;

export const sentencesIn = (brief: string): number => brief.split(/[.!?]\s+(?=[A-Z])|\n/).length;

const SENTENCES_LEAST = 3;
const PASSES = 3;
class Paragraph extends DoneWith {
  /** What the things are kept in or for. */
  context = '';

  read({ text, wanted }: Statement): void {
    const told =
      this.forEach(text) ||
      this.ofEach(text) ||
      (wanted && this.asked(text)) ||
      this.listOf(text, wanted) ||
      this.sentence(text) ||
      this.kept(text) ||
      (wanted && this.more(text));
    if (!told && this.strict) throw new Unclear(`I could not place "${shorten(text)}". ${EXAMPLE}`);
  }

  /** "for each dog we want to know the breed, …" */
  private forEach(text: string): boolean {
    const [, whose = '', maker = '', at = '', list = ''] = FOR_EACH.exec(text) ?? [];
    if (list === '' || (/^(?:for|in|at|on|of) (?:an?|the) /i.test(text) && !/[,:]/.test(text))) return false;
    const thing = this.thing(/^(?:it|them|these|those)$/i.test(whose) ? (this.last ?? whose) : whose);
    if (this.isKnown(maker)) thing.of.set(singularName(this.thing(maker).name), this.thing(maker).name);
    // "in each performance an actor plays a role", "for every player in a match: minutes played"
    const [, actor = '', part = ''] =
      /^(?:an?|one|several|many|the) ([a-z]+) [a-z]+ (?:an?|the|one) ([a-z]+(?: [a-z]+)?)$/i.exec(list) ?? [];
    if (actor !== '' && !this.isKnown(actor)) return false;
    if (actor !== '' || this.isKnown(at)) {
      const other = this.thing(actor || at);
      this.link({
        one: thing.name,
        other: other.name,
        noun: null,
        items: actor === '' ? splitItems(list).map((item) => item.text) : [part],
      });
      return true;
    }
    const [, parts = '', own = ''] = /^(?:the |their )?([a-z]+(?: [a-z]+)?): ?(.+)$/i.exec(list.replace(LIST_LEAD, '')) ?? [];
    if (own !== '') {
      const part = this.thing(parts);
      part.of.set(singularName(thing.name), thing.name);
      this.know(part, own);
    } else this.know(thing, list.replace(LIST_LEAD, ''));
    return true;
  }

  /** "A customer brings in a device; we write down the brand and model": of what was spoken of. */
  private more(text: string): boolean {
    const thing = this.things.get(this.last ?? '');
    if (thing === undefined || splitItems(text).some(({ text: item }) => isEntity(item) || !COLUMN.test(item))) return false;
    this.know(thing, text);
    return true;
  }

  /** "each rabbit's name, breed and sex" */
  private ofEach(text: string): boolean {
    const [, whose = '', list = ''] = /^(?:each |every |the |our |all )?([a-z]+(?: [a-z]+)?)(?:'s|s') (.+)$/i.exec(text) ?? [];
    if (list === '' || !(this.isKnown(whose) || /^(?:each|every) /i.test(text)) || splitItems(list).length < 2) return false;
    this.know(this.thing(whose), list);
    return true;
  }

  /** "who paid and when", "how many of each dish we sold at each event": what is to be told later. */
  private asked(text: string): boolean {
    const per =
      /^([^,()]{3,40}?) (?:of|for|per) (?:each|every) ([a-z]+) .*?\b(?:at|in|on|for|per|to|from|by) (?:each|every) ([a-z]+)$/i.exec(text);
    if (per !== null) {
      const [, what = '', one = '', other = ''] = per;
      this.link({
        one: this.thing(one).name,
        other: this.thing(other).name,
        noun: null,
        items: [/^how many$/i.test(what) ? 'quantity' : knownAs(what)],
      });
      return true;
    }
    const done = doneBetween(text);
    if (done !== null) {
      const people = [...this.known.keys()].filter((name) => ['person', 'staff'].includes(sortOf(name)));
      const between = this.links.findLast(({ noun }) => noun !== null && noun === done.deed);
      const one = done.one === '' ? (between?.one ?? (people.length === 1 ? people[0] : undefined)) : this.thing(done.one).name;
      const other = done.other === '' ? between?.other : this.thing(done.other).name;
      if (one === undefined || other === undefined) return false;
      this.link({
        one,
        other,
        noun: done.deed || null,
        items: splitItems(done.rest).map((item) => (/^when$/i.test(item.text) ? `date ${done.verb}` : item.text)),
      });
      return true;
    }
    if (/^(?:whether|if)\b/i.test(text)) return this.more(text);
    // What can be told of what is kept.
    if (
      /^(?:who|which)\b(?! (?:was|were|came|attended|showed|comes|attends) )/i.test(text) &&
      !/\band (?:when|how|what|where|who)\b|,/i.test(text)
    ) {
      const state =
        /\b(?:is|are|was|were|has been|have been|hasn't|haven't been|still) (?:already |yet |still )?([a-z]+ed|paid|done|lent|sold)\b/i.exec(
          text,
        )?.[1];
      const thing = this.things.get(this.last ?? '');
      if (state !== undefined && thing !== undefined && !/\bwho\b/i.test(text)) this.column(thing, `whether it is ${state}`);
      return this.mentionsKnown(text);
    }
    if (/^(?:how many|how much|when|where|what|how)\b/i.test(text)) {
      const deed = this.links.findLast(({ noun }) => noun !== null);
      const [, subject = ''] = /^when (?:an?|the|each|every) ([a-z]+)/i.exec(text) ?? [];
      if (deed !== undefined && (subject === '' || this.isKnown(subject))) {
        this.link({
          ...deed,
          items: splitItems(text).map((item) => item.text.replace(/^when (?:an?|the|each|every) [a-z]+ /i, 'when it ')),
        });
        return true;
      }
    }
    return false;
  }

  /** "tents (size, colour)", "events: name and date", "clients with a name and a phone", "invoices per patient with amount" */
  private listOf(text: string, wanted: boolean): boolean {
    const [, head = '', sign = '', list = ''] = /^([^,():]+?)( ?: | \()(.+)$/.exec(text.replace(/: ?/, ' : ')) ?? [];
    if (list === '') return false;
    const of = /^(?:all |our |my |the |every |each |an? )*((?:[a-z][\w-]* ){0,2}[a-z][\w-]*)$/i.exec(head)?.[1] ?? '';
    const last = of.split(' ').at(-1) ?? '';
    const [, part = '', whole = ''] =
      /^(?:the |our |all )?([a-z]+(?: [a-z]+)?) (?:on|to|for|from|of|by|at|in|per) (?:each |every |the |our |an? )?([a-z]+)$/i.exec(head) ??
      [];
    if (wanted && part !== '' && this.isKnown(whole)) {
      const thing = this.thing(part);
      thing.of.set(singularName(this.thing(whole).name), this.thing(whole).name);
      this.know(thing, list);
      return true;
    }
    if (sign.includes('(')) return wanted || isPlural(last) ? this.kept(text) : false;
    if (of === '') {
      // "Students also take exams: date, result"
      const [, object = ''] = /([a-z]+)$/i.exec(head) ?? [];
      this.makes = true;
      const read = this.sentence(head);
      this.makes = false;
      if (!read || object === '') return false;
      const about = this.last;
      const thing = this.thing(object);
      if (about !== null && about !== thing.name && !thing.of.has(singularName(about))) thing.of.set(singularName(about), about);
      this.know(thing, list);
      return true;
    }
    const parts = splitItems(list);
    if (/^(?:an? |my |our )/i.test(head) || (!isPlural(last) && !this.isKnown(of) && !/^(?:each|every) /i.test(head))) {
      const several = parts.filter(({ text: item }) => /[(]/.test(item) || isEntity(item)).length;
      if (2 * several > parts.length) return this.kept(list);
      if (!wanted || !/^an? /i.test(head)) return false;
    }
    this.know(this.thing(of), list);
    return true;
  }

  /** Things in a row: "our clients, their dogs and the appointments they make" */
  private kept(text: string): boolean {
    let owner: Told | null = null;
    let open: Told | null = null;
    const items = splitItems(text.replaceAll(/, each (?:with|having) /gi, ' with '));
    if (items.length === 0) return false;
    for (const { text: item, and } of items) {
      if (/^how m.* each /i.test(item) && this.asked(item)) continue;
      const [, head = '', inside = ''] = /^(.+?) ?\((.+)\)$/.exec(item) ?? [];
      const [, before = head || item, list = inside] = WITH.exec(head || item) ?? [];
      const [, noun = '', per = ''] = /^(.+?)(?: per (?:each )?([a-z]+(?: [a-z]+)?))?$/i.exec(plainThing(before)) ?? [];
      const last = noun.split(' ').at(-1) ?? '';
      const several = (isPlural(last) && isEntity(noun)) || this.isKnown(noun);
      if (open !== null && !several) {
        this.add(open, item);
        if (and) open = null;
        continue;
      }
      if (!several) {
        // "a tool library", "a warehouse with products": what the things are in.
        if (
          items.length === 1 &&
          /^(?:(?:an?|my|our|this|his|her|their) (?!.* (?:who|that|which) )|the .* (?:i|we) [a-z]+$)/i.test(before)
        ) {
          this.context = `${this.context} ${before}`;
          return list === '' ? true : this.kept(list);
        }
        return false;
      }
      const thing = this.thing(noun);
      if (/^(?:their|its) /i.test(before) && owner !== null && leads(thing.name, owner.name))
        owner.of.set(singularName(thing.name), thing.name);
      else if (/^(?:their|its) /i.test(before) && owner !== null) thing.of.set(singularName(owner.name), owner.name);
      else if (owner !== null && / they [a-z]+$/i.test(before)) thing.of.set(singularName(owner.name), owner.name);
      else if (owner !== null && / they [a-z]+ (?:to|in|for|at|on)$/i.test(before))
        this.link({ one: owner.name, other: thing.name, noun: null, items: [] });
      else owner = thing;
      this.last = thing.name;
      if (per !== '') thing.of.set(singularName(plural(per)), this.thing(per).name);
      if (list !== '') this.know(thing, list);
      open = list !== '' && inside === '' ? thing : null;
      const [, placed = ''] = /^[a-z ]+? [a-z]+(?:ed|en|t) (?:in|on|at|by|from) ([a-z]+s)$/i.exec(before) ?? [];
      if (placed !== '') this.link({ one: thing.name, other: this.thing(placed).name, noun: null, items: [] });
    }
    return true;
  }

  /** A subject and what its verbs say of it. */
  private sentence(text: string): boolean {
    const found = subjectOf(text, (noun) => this.isKnown(noun));
    if (found === null) return false;
    const { det, noun, rest } = found;
    const it = /^(?:it|they|he|she|this|these)$/i.test(noun);
    if (it && this.last === null) return false;
    const thing = it ? this.things.get(this.last ?? '') : this.thing(noun);
    if (thing === undefined) return false;
    if (/^their$/i.test(det) && this.last !== null && this.last !== thing.name) thing.of.set(singularName(this.last), this.last);
    const all = isPlural(noun) && det === '';
    const [, known = '', done = rest] = /^with (.+?) ((?:is|are|can|may|have been|has been) .+)$/i.exec(rest) ?? [];
    if (known !== '') this.know(thing, known);
    const [main = '', of = ''] = done.split(/, (?:which|who|that) (?=(?:has|have|is|are|belongs?|can|may|contains?|includes?) )/i);
    this.object = null;
    for (const predicate of predicatesIn(main)) if (!this.predicate(thing, predicate, all)) return false;
    const about = this.object ?? thing;
    if (of !== '') for (const predicate of predicatesIn(of)) if (!this.predicate(about, predicate, false)) return false;
    this.last = this.lastDeed ?? (of === '' ? thing.name : about.name);
    this.lastDeed = null;
    return true;
  }
}
