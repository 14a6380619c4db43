import { isEntity, isSome } from './entity.ts';
import { deedOf } from './verbs.ts';

/** Marks that people set for others: a dash after the title, "a status: open or closed", "which must be unique". */
export function marked(text: string): string {
  return text
    .replaceAll(/(^|\n)\s*(?:[-*•]|\d+[.)])\s+/g, '$1')
    .replaceAll(/\s+[-–—]{1,2}\s+/g, (dash, at: number) =>
      /[:.;]/.test(text.slice(0, at)) ? ', ' : text.slice(0, at).includes('\n') ? dash : ': ',
    )
    .replaceAll(/\s\+\s/g, ' and ')
    .replaceAll(/,? (?:and )?(?:which|that|it) (?:must|has to|have to|should|needs? to) be (unique|required|positive)\b/gi, ' ($1)')
    .replaceAll(
      /,? (?:and )?(?:which|that|it)? ?(?:must|should|can|may|is|are) ?(?:not|never|n't|'t) be (?:negative|below zero|less than zero)\b/gi,
      ' (not negative)',
    )
    .replaceAll(/(?<=[a-z]s) (?:of|for|in|at|from|to) (?:my|our) (?:[\w'-]+ ){0,3}[\w'-]*[a-rt-z](?=\s*[.;:]|$)/gi, '')
    .replaceAll(/\b(?:daily|weekly|monthly|yearly|annual) (?=[a-z]+s\b)/gi, '')
    .replaceAll(/, (?=with\b(?! whom))/gi, ' ')
    .replaceAll(/\ban? (?:schedule|list|record|history|log|overview|calendar|set|catalog(?:ue)?|register) of (?=[a-z]+s\b)/gi, '')
    .replaceAll(/\b(has|have) (?:two|three|four|five|six|seven|eight|nine|ten|\d+) (?=[a-z]+s\b)/gi, '$1 many ')
    .replaceAll(/, (?:and )?(?=(?:one|an?) [a-z]+ (?:can|may|has|have|belongs|is|appears) )/gi, '. ')
    .replaceAll(STATES, '$1 ($2)')
    .replaceAll(COMMA_CLAUSES, (all: string, subject: string, verb: string, at: number, whole: string) =>
      isSplit(whole, at, subject, verb) ? `. ${all.replace(/^, (?:and )?/i, '')}` : all,
    )
    .replaceAll(/\s\(((?:each|every|one) [^()]+)\)(.*?)(?=\.\s|$)/gi, '$2. $1')
    .replaceAll(RUN_TOGETHER, (list: string) => commas(list));
}

/** "donors bring items, items have a date, families pick up parcels": each is a sentence. */
const COMMA_CLAUSES = /, (?:and )?([a-z]+s) ((?:can |may )?[a-z]+) (?=[a-z])/gi;
function isSplit(whole: string, at: number, subject: string, verb: string): boolean {
  const before =
    whole
      .slice(0, at)
      .split(/[.;:]\s/)
      .at(-1) ?? '';
  const said = (words: string) =>
    words
      .split(' ')
      .some(
        (word, place) =>
          place > 0 && (/^(?:have|can|may|belong|contain|are|consist|get)$/i.test(word) || (!/s$/i.test(word) && deedOf(word) !== null)),
      );
  return !before.includes('(') && isEntity(subject) && said(`x ${verb}`) && said(before.split(', ').at(-1) ?? '');
}
/** "status new, in progress or done" */
const STATES =
  /\b(status|state|priority|stage|condition|level|type|kind|category|severity|size)(?: (?:is|of|being|like|either|one of))?:? ((?!(?:and|or|of|is|with|in|on|at|as|to|for|from)\b)[a-z]+(?: [a-z]+)?(?:, [a-z]+(?: [a-z]+)?)*,? or [a-z]+(?: [a-z]+)?)(?=[.;,)]|$)/gi;
/** "students teachers classes and grades": three things and more in a row, with no commas between. */
const RUN_TOGETHER =
  /(?<=\b(?:with|of|for|track|store|manage|:|have|has|need|want|are|and) )(?:[a-z]+s ){2,}[a-z]+s?(?:,? and [a-z]+)?(?=[.;]|$)/gi;

function commas(list: string): string {
  const [row = '', last] = list.split(/,? and /i);
  const words = row.split(' ');
  if (words.length < 3 || !words.every((word) => isSome(word, true))) return list;
  return last === undefined ? words.join(', ') : `${words.join(', ')} and ${last}`;
}
