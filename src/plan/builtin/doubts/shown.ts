import { stem } from '../english/stem.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { conjuncts, DATED } from '../linking/expressions.ts';
import { peopleIn, SOMEBODY } from '../linking/people.ts';
import { type Doubt, entryOf, isEntity, type Judged } from './judged.ts';

export const SHOWN_DOUBTS: readonly Doubt[] = [
  nobody,
  bestOfEach,
  flagShown,
  echo,
  ownerless,
  openEnded,
  secondOrder,
  dateForNoun,
  onlyTested,
  ofAnother,
];

/** "people" may be any of several kinds of people. */
function nobody({ candidate: { sketch }, lexicon }: Judged): string | null {
  let found: string | undefined;
  JSON.stringify(sketch, (_key, part: unknown) => {
    if (isEntity(part) && part.far !== undefined && SOMEBODY.has(part.words)) found = part.words;
    return part;
  });
  return found === undefined || peopleIn(lexicon).length < 2 ? null : `It is unclear who "${found}" are.`;
}

/** "the most expensive product in each category" is one of every category, not one of all. */
function bestOfEach({ said, select }: Judged): string | null {
  const cut = select.limit !== undefined && select.groupBy === undefined && select.distinctOn === undefined;
  return cut && EACH.test(said) ? 'It asks for the first of each group, which is not read.' : null;
}

const EACH = / (?:(?:in|for|of|within|from|by|at|on) (?:each|every)|per) /;

/** "retired products" are products; the flag alone answers nothing. */
function flagShown({ said, candidate: { sketch }, select, lexicon }: Judged): string | null {
  if (/ (?:whether|flags?|status|if) /.test(said)) return null;
  const flags = select.columns.some(({ expr }) => {
    const shown = expr.kind === 'aggregate' ? expr.arg : expr;
    return shown.kind === 'column' && entryOf(lexicon, shown)?.column.type === 'boolean';
  });
  return flags && sketch.items.length > 0 ? 'It is unclear whether a flag is asked for or what it is set for.' : null;
}

/** "Who teaches Ann?" is not answered by Ann. */
function echo({ said, select }: Judged): string | null {
  if (!/^ (?:by )?who /.test(said) || / who (?:is|are|was|were) /.test(said)) return null;
  const pinned = new Set(
    conjuncts(select.where).flatMap((test) => (test.kind === 'compare' && test.op === '=' ? [JSON.stringify(test.left)] : [])),
  );
  return select.columns.every(({ expr }) => pinned.has(JSON.stringify(expr))) ? 'It is unclear who is asked for.' : null;
}

/** "whose car is that": somebody else than the car. "whose licence expires in May": somebody, and no date. */
function ownerless({ said, select, lexicon }: Judged): string | null {
  const named = select.columns.some(({ expr }) => expr.kind !== 'column' || lexicon.byName.get(expr.table)?.label.includes(expr.column));
  if (/^ (?:and )?whose /.test(said) && !named) return 'It is unclear whose it is.';
  return /^ (?:and )?whose [a-z]+ (?:is|are|was|were) /.test(said) &&
    (select.joins ?? []).length === 0 &&
    !/"exists"/.test(JSON.stringify(select))
    ? 'It is unclear whose it is.'
    : null;
}

/** "parts we are out of" says something of the parts, by a word that is a preposition elsewhere. */
function openEnded({ said, select }: Judged): string | null {
  const open = / (?:out|short|low|behind|over|under|left|missing|lacking|away|off)(?: of| on| with)? $/.exec(said)?.[0];
  return open !== undefined && select.where === undefined && select.having === undefined
    ? `It is unclear what "${open.trim()}" asks for.`
    : null;
}

/** "ordered by year and class" has two keys. */
function secondOrder({ said, select }: Judged): string | null {
  const sorts = / (?:ordered|sorted|arranged|order|sort) by [^,.]* and (?:by |then |their |its |the )*[a-z]+ $/.test(said);
  return sorts && (select.orderBy ?? []).length === 1 ? 'It is unclear what the order is by.' : null;
}

/** "the most popular class" is a class, and no `class_date`. */
function dateForNoun({ said, words, select, lexicon }: Judged): string | null {
  if (/ (?:dates?|when|days?|times?) /.test(said)) return null;
  const dated = select.columns.some(({ expr }) => {
    const own = expr.kind === 'column' ? entryOf(lexicon, expr) : undefined;
    if (own === undefined || !DATED.has(own.column.type)) return false;
    const noun = own.words.filter((word) => !['date', 'time', 'at', 'on', 'day'].includes(word));
    return noun.some((word) => words.has(word)) && lexicon.tables.some((table) => table.words.join(' ') === noun.join(' '));
  });
  return dated ? 'A date of theirs is no answer.' : null;
}

/** "the type of the document whose description starts with A" asks for no description. */
function onlyTested({ said, select, lexicon }: Judged): string | null {
  const [before, after] = said.split(/ (?:whose|where) /);
  if (after === undefined || select.columns.length < 2) return null;
  const last = (part: string | undefined, own: ColumnEntry) => part?.split(' ').some((word) => own.words.at(-1) === stem(word)) === true;
  const shown = select.columns.flatMap(({ expr }) => (expr.kind === 'column' ? (entryOf(lexicon, expr) ?? []) : []));
  const asked = before?.split(' ').map(stem) ?? [];
  const tested = shown.find((own) => last(after, own) && !last(before, own));
  return tested !== undefined && shown.some((own) => own !== tested && own.words.some((word) => asked.includes(word)))
    ? `It is unclear whether ${tested.column.name} is asked for.`
    : null;
}

/** "the description and code of the attraction type" is no description of attractions. */
function ofAnother({ said, select, lexicon }: Judged): string | null {
  for (const [, listed = '', first = '', second = ''] of said.matchAll(
    / ((?:[a-z]+ and (?:the )?)?[a-z]+) of the ([a-z]+) ([a-z]+)(?= )/g,
  )) {
    const owners = lexicon.tables.filter(({ words }) => words.slice(-2).join(' ') === `${first} ${stem(second)}`);
    const [owner, ...more] = owners;
    if (owner === undefined || more.length > 0) continue;
    const asked = listed.split(' ').map(stem);
    const other = select.columns.find(({ expr }) => {
      const own = expr.kind === 'column' ? entryOf(lexicon, expr) : undefined;
      const last = own?.words.at(-1) ?? '';
      return (
        expr.kind === 'column' &&
        expr.table !== owner.table.name &&
        asked.includes(last) &&
        owner.columns.some(({ words }) => words.at(-1) === last)
      );
    });
    if (other !== undefined) return `It is unclear what of ${owner.table.name} is asked for.`;
  }
  return null;
}
