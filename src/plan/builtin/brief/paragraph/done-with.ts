import { isPlural, singularName } from '../../english/inflect.ts';
import { isEntity } from '../entity.ts';
import { splitItems } from '../list.ts';
import { happens } from '../nouns.ts';
import { deedOf } from '../verbs.ts';
import { knownAs } from './knowing.ts';
import { KnownOf } from './known-of.ts';
import { COUNTED, HAS, MAKES, NAMED, PREPOSITION, phrasesIn, STAYS } from './phrases.ts';
import type { Link, Told } from './things.ts';

/** What is done with a thing, by whom and for what. */
export abstract class DoneWith extends KnownOf {
  /** Whether what is said to be done is told of by a list: "Students also take exams: date, result". */
  protected makes = false;
  /** What the verb of the sentence was last said of. */
  protected object: Told | null = null;

  protected predicate(thing: Told, said: string, all: boolean): boolean {
    const text = said
      .replace(/^(?:(?:can|may|might|could|should|must|will|also|always|usually|often|then|sometimes|only) )+/i, '')
      .replaceAll(
        /(?: (?:(?:to |from |for |with )?(?:us|me|you)|monthly|weekly|daily|yearly|regularly|separately|together|again|online))+(?= (?:by|for|to|at|in|on|with)\b|,|$)/gi,
        '',
      )
      .replace(/^when .*$/i, '');
    if (text === '' || /^(?:is|are) when /i.test(text)) return text === '';
    const list = HAS.exec(text)?.[1];
    if (list !== undefined) {
      this.know(thing, list, /^(?:includ|contain|consist|compris|(?:is|are) made up)/i.test(text));
      return true;
    }
    const [, aux = '', verb = '', rest = ''] =
      /^(is |are |was |were |be |gets? )?([a-z]+)(?: (?:out|off|back|up|(?<!^(?:is|are|was|were) [a-z]+ )in(?= (?:an?|the) )))?(?: (.+))?$/i.exec(
        text,
      ) ?? [];
    const isPreposition = PREPOSITION.test(`${verb} `);
    const phrases = phrasesIn(isPreposition ? `${verb} ${rest}` : rest);
    const deed = isPreposition ? null : deedOf(verb);
    const isTaken = /^tak/i.test(verb) && !/\b(?:course|class|lesson|workshop|training|module|subject)/i.test(rest);
    const pairs = all || /^(?:an? |the |one )?(?:several|many|multiple|more than one|one or more|different)\b/i.test(rest);
    let linked: { other: string; link: Link | null } | null = null;
    const extra: string[] = [];
    for (const { preposition, words } of phrases) {
      if (/^(?:one or more times|now and then|us|me|home|again|more|first|monthly|weekly|daily|yearly|regularly|together)$/i.test(words))
        continue;
      if (preposition === 'with' || (preposition === ':' && words !== '')) {
        extra.push(words);
        continue;
      }
      for (const item of words.split(/, (?:and )?| and /)) {
        const bare = item
          .replace(COUNTED, '')
          .replace(/^(?:(?:our|my|two|three|four|its|their|the|a|an|one|each|of|other|another) )+/i, '');
        const noun = knownAs(bare);
        const last = noun.split(' ').at(-1) ?? '';
        const several = COUNTED.test(item) || (isPlural(last) && isEntity(noun));
        if (!this.isKnown(noun) && !((several || /^belongs?$/i.test(verb)) && NAMED.test(noun))) {
          if (several || !NAMED.test(noun)) return false;
          // "on consignment", "at home": how, and nothing to know.
          if (preposition !== '' && bare === item) continue;
          if (
            /^(?:period|while|time being)$/.test(last) &&
            deed?.noun != null &&
            this.isKnown(deed.noun) &&
            this.standsAlone(this.nameOf(deed.noun))
          )
            continue;
          if (/^(?:period|while|time being)$/.test(last)) extra.push('start date', 'end date');
          else if (!/^(?:studio|shop|office|system|church|school|company|club|service|us)$/.test(last)) extra.push(noun);
          continue;
        }
        const other = this.thing(noun);
        const role = this.roleOf(noun, other.name);
        const direct = preposition === '';
        if (direct) this.object = other;
        if (linked !== null && linked.link !== null) {
          this.links.push({ ...linked.link, other: other.name, items: [] });
        } else if (linked !== null && !direct && linked.other !== other.name) {
          this.things.get(linked.other)?.of.set(role, other.name);
        } else if (!direct && aux === '' && deed !== null && !/^belong/i.test(verb) && happens(other.name) && !happens(thing.name)) {
          other.of.set(singularName(thing.name), thing.name);
        } else if (
          deed?.kind === 'of-subject' ||
          (direct && MAKES.test(verb)) ||
          this.makes ||
          (direct && /^[a-z]+ (?:in|up|back) /i.test(text)) ||
          (direct && happens(other.name) && (deed?.makes ?? true))
        ) {
          if (several && !happens(other.name) && COUNTED.test(item) && deed?.kind !== 'of-subject')
            this.link({ one: thing.name, other: other.name, noun: null, items: [] });
          else if (preposition === 'by' || (aux !== '' && !direct)) thing.of.set(role, other.name);
          else other.of.set(singularName(thing.name), thing.name);
          linked ??= { other: other.name, link: null };
          if (direct) this.lastDeed = other.name;
        } else if ((direct || (aux !== '' && all && deed?.noun != null && !happens(thing.name))) && !STAYS.test(verb)) {
          if (!pairs && !several && !all) thing.of.set(role, other.name);
          else {
            const link: Link = {
              one: thing.name,
              other: other.name,
              noun: isTaken ? null : (deed?.noun ?? null),
              items: [],
              apart: /\balso\b/i.test(said),
            };
            this.link(link);
            linked = { other: other.name, link };
          }
        } else if (COUNTED.test(item)) this.link({ one: thing.name, other: other.name, noun: null, items: [] });
        else thing.of.set(role, other.name);
      }
    }
    const target = linked?.link ?? null;
    if (extra.length > 0 && target !== null)
      this.links.push({ ...target, items: extra.flatMap((one) => splitItems(one).map((item) => item.text)) });
    else if (extra.length > 0) for (const one of extra) this.know(linked === null ? thing : (this.things.get(linked.other) ?? thing), one);
    const made =
      deed?.noun == null ? undefined : (this.things.get(deed.noun) ?? (this.known.has(deed.noun) ? this.thing(deed.noun) : undefined));
    if (phrases.length === 0 && aux === '' && made !== undefined && made !== thing) {
      made.of.set(singularName(thing.name), thing.name);
      return true;
    }
    const flag = /^(?:is|are|was|were) ([a-z]+)$/i.exec(text)?.[1];
    if (flag === undefined || phrases.length > 0) return phrases.length > 0;
    // "each donation is tested; a test has a kind"
    const stem = flag.replace(/ed$/i, '');
    if (this.isKnown(stem)) this.thing(stem).of.set(singularName(thing.name), thing.name);
    else this.column(thing, `whether it is ${flag}`);
    return /ed$/i.test(flag);
  }
}
