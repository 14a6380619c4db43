import { isPlural, pluralName, snakeCase } from '../english/inflect.ts';
import type { Clause } from './clause-said.ts';
import { isEntity } from './entity.ts';
import { bare, pattern } from './forms.ts';
import { isNameLike } from './names.ts';
import { gathers, happens, sortOf } from './nouns.ts';
import { type Deed, deedOf } from './verbs.ts';

/** "students enroll in courses, with a grade", "customers place orders for products" */
export function readActive(text: string): Clause | null {
  const { subject, verb, preposition, count, object, whom, more } = ACTS.exec(text)?.groups ?? {};
  if (!subject || !verb || !object || /^(?:has|have|had)$/i.test(verb)) return null;
  const one = bare(subject);
  if (!isPlural(one.split(' ').at(-1) ?? '') && one === subject) return null;
  const found = { verb, preposition, one, other: bare(object), many: count !== undefined, said: one === subject };
  // "patients book appointments with doctors"
  const withWhom = more !== undefined && whom === undefined && isNameLike(more) && isEntity(more) && happens(snakeCase(object));
  return act(withWhom ? { ...found, whom: bare(more), more: undefined } : { ...found, whom: whom && bare(whom), more });
}

/** "books are borrowed by members", "employees are assigned to projects", "works are shown in exhibitions" */
export function readPassive(text: string): Clause | null {
  const { subject, verb, preposition, object, more } = PASSIVE.exec(text)?.groups ?? {};
  if (!subject || !verb || !object || !preposition) return null;
  const [one, other] = [bare(subject), bare(object)];
  const deed = deedOf(verb);
  if (/^by$/i.test(preposition)) {
    return deed === null
      ? null
      : act({ verb, preposition: undefined, one: other, other: one, whom: undefined, more, many: false, said: true });
  }
  const rest = more ? { more } : {};
  const plural = pluralName(snakeCase(one));
  const byOne = /^assign/i.test(verb) && !['person', 'staff'].includes(sortOf(plural));
  if (LOCATED.test(verb) || byOne) return { kind: 'of', many: one, ones: [other], ...rest };
  const name = /^assign/i.test(verb) ? 'assignments' : deed?.noun;
  const plain = isEntity(one) && isEntity(other);
  return plain || name ? { kind: 'between', ...(name ? { name } : {}), sides: [one, other], once: false, ...rest } : null;
}

interface Act {
  readonly verb: string;
  readonly preposition: string | undefined;
  /** Who does it, and to what. */
  readonly one: string;
  readonly other: string;
  /** "for products" after "place orders". */
  readonly whom: string | undefined;
  readonly more: string | undefined;
  /** Each does it to many. */
  readonly many: boolean;
  /** Both are named as many, without an article. */
  readonly said: boolean;
}

function act({ verb, preposition, one, other, whom, more, many, said }: Act): Clause | null {
  const rest = more ? { more } : {};
  const deed = deedOf(verb, preposition);
  if (deed === null) {
    // A verb that nobody knows is one only where it stands alone between two things of which there are many.
    const plain = isEntity(one) && isEntity(other) && said && !isPlural(verb) && !NO_VERB.test(verb) && !whom;
    return plain ? { kind: 'between', sides: [one, other], once: false, ...rest } : null;
  }
  const made = pluralName(snakeCase(other));
  if (makes(deed, made)) return { kind: 'of', many: other, ones: whom ? [one, whom] : [one], ...rest };
  if (deed.kind === 'of-object' && !many) return whom ? null : { kind: 'of', many: one, ones: [other], ...rest };
  const sides = whom ? [one, other, whom] : [one, other];
  if (deed.kind === 'of-subject') {
    const gathered = gathers(pluralName(snakeCase(one)));
    return gathered
      ? { kind: 'between', sides, once: false, ...rest }
      : { kind: 'of', many: other, ones: sides.filter((side) => side !== other), ...rest };
  }
  const name = /^tak/i.test(verb) && !COURSES.test(made) ? null : deed.noun;
  return { kind: 'between', ...(name === null ? {} : { name }), sides, once: false, ...rest };
}

/** "customers make bookings", "patients book appointments": the deed is the object. */
const makes = (deed: Deed, made: string): boolean => happens(made) && (deed.kind === 'of-subject' || (deed.kind === 'link' && deed.makes));

const PASSIVE = pattern(
  '^(?<subject>NOUN) (?:is|are|can be|may be|get) (?<verb>[a-z]+)(?: out)? (?<preposition>by|in|on|at|to|for|with|under|into) (?<object>(?:an? |many |several )?NOUN)MORE',
);
const ACTS = pattern(
  '^(?<subject>(?:(?:each|every|an?|all|many) )?NOUN) (?:(?:can|may|could|will|must|also) )*(?<verb>[a-z]+)(?: and [a-z]+)?(?: (?:up|out))?(?: (?<preposition>in|on|for|to|at|from|into|as|with))?(?: (?<count>many|several|multiple|one or more|different)| (?:the|their|an?))? (?<object>NOUN)(?: (?:for|of|on|about|at|in|to|from) (?<whom>(?:an? |the |one |many |several )?NOUN))?MORE',
);
const NO_VERB =
  /^(?:between|among|across|via|through|about|log|table|tracker|database|of|for|in|on|at|to|by|from|with|and|or|per|is|are|the|their|its|who|that|which|as)$/i;
const COURSES = /(?:^|_)(?:courses|classes|lessons|subjects|workshops|trainings|seminars)$/;
const LOCATED =
  /^(?:stored|located|kept|held|housed|placed|grouped|filed|grown|planted|listed|based|sold|organi[sz]ed|parked|enrolled by)$/i;
