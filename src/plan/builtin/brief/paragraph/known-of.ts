import { isPlural, singularName } from '../../english/inflect.ts';
import { isEntity } from '../entity.ts';
import { splitItems } from '../list.ts';
import { happens, sortOf } from '../nouns.ts';
import { knownAs } from './knowing.ts';
import { COUNTED, LIST_LEAD, NAMED, plainThing, WITH } from './phrases.ts';
import { Things, type Told } from './things.ts';

/** What each thing has: what is known of it, what it is of, and what it has many of. */
export abstract class KnownOf extends Things {
  /** What is known of each row of the thing, and what it has many of. */
  protected know(thing: Told, list: string, gathers = false): void {
    this.last = thing.name;
    const items = splitItems(list.replaceAll(/ and, /gi, ', ').replaceAll(/, each (?:with|having) /gi, ' with '));
    let open: Told | null = null;
    let closes = true;
    let per = '';
    for (const { text, and } of items) {
      const each = /^(?:per|for each|for every) ([a-z]+)$/i.exec(text)?.[1];
      if (each !== undefined && this.isKnown(each)) {
        per = each;
        continue;
      }
      const item = `${text.replace(LIST_LEAD, '')}${per === '' ? '' : ` per ${per}`}`;
      const [, head = item, own = ''] = /^(?:whether|if|how|when|who|which|what)\b/i.test(item)
        ? []
        : (WITH.exec(
            item.replace(/^(.+?) ?\((?:with (?:their |its )?)?((?:[^()]*,)+[^()]*|(?<=with (?:their |its )?)[^()]+)\)$/, '$1 with $2'),
          ) ?? []);
      const noun = plainThing(head.replace(COUNTED, ''));
      const last = noun.split(' ').at(-1) ?? '';
      const several = isPlural(last) && isEntity(noun) && NAMED.test(noun);
      if (several && !/ or /.test(own) && (own !== '' || COUNTED.test(head) || this.isKnown(noun))) {
        const other = this.thing(noun);
        const stands =
          this.isKnown(noun, other.name) &&
          !happens(other.name) &&
          (gathers || (own !== '' && this.standsAlone(other.name)) || (COUNTED.test(head) && happens(thing.name)));
        if (stands) this.links.push({ one: thing.name, other: other.name, noun: null, items: own === '' ? [] : [own] });
        else {
          other.of.set(singularName(thing.name), thing.name);
          if (own !== '') {
            this.know(other, own);
            open = other;
            closes = !and;
          }
        }
        this.last = thing.name;
      } else if (open !== null) {
        this.add(open, item);
        if (and && closes) open = null;
      } else this.add(thing, item);
    }
  }

  protected add(thing: Told, item: string): void {
    const [, measure = '', each = ''] = /^(.+?) (?:per|for each|for every|of each) ([a-z]+)$/i.exec(item) ?? [];
    if (measure !== '' && this.isKnown(each)) {
      const other = this.thing(each);
      if (other !== thing) this.links.push({ one: thing.name, other: other.name, noun: null, items: [measure] });
      return;
    }
    const [, plurals = '', singulars = ''] = /^which ([a-z]+s) .*\bwhich ([a-z]+)$/i.exec(item) ?? [];
    if (plurals !== '' && this.isKnown(plurals) && this.isKnown(singulars)) {
      this.links.push({ one: thing.name, other: this.thing(plurals).name, noun: null, items: [singulars] });
      return;
    }
    const [, which = ''] =
      /^(?:for )?(?:which|whose|what) ([a-z]+(?: [a-z]+)??)(?: (?:it|they|he|she|was|is|were|did|ran|went|won|has|we|i|[a-z]+ed)\b.*)?$/i.exec(
        item,
      ) ?? [];
    const who = /^(?:who|whom)(?: (?:it|they))?(?: (?:was|is|has|had|were))? ?([a-z]+)?(?: (?:it|to|for|them|by))?$/i.exec(item);
    if (who !== null) {
      const people = [...this.known.keys()].filter((name) => ['person', 'staff'].includes(sortOf(name)) && name !== thing.name);
      if (people.length === 1) thing.of.set(singularName(people[0] ?? ''), people[0] ?? '');
      else this.column(thing, who[1] === undefined ? 'person' : `${who[1]} by`);
      return;
    }
    const name = which !== '' && NAMED.test(which) ? which : knownAs(item);
    if (this.isKnown(name) && !isPlural(name.split(' ').at(-1) ?? '')) {
      const other = this.thing(name);
      if (other !== thing || this.roleOf(name, other.name) !== singularName(other.name)) {
        thing.of.set(this.roleOf(name, other.name), other.name);
        return;
      }
    }
    this.column(thing, name);
  }
}
