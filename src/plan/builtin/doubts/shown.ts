import { stem } from '../english/stem.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { peopleIn, SOMEBODY } from '../linking/people.ts';
import { columnsIn, conjuncts, type Doubt, entryOf, type Heard, isEntity, isSaid } from './judged.ts';

export const SHOWN_DOUBTS: readonly Doubt[] = [
  otherKind,
  nobody,
  nameless,
  bestOfEach,
  flagShown,
  possession,
  echo,
  companion,
  ownerless,
  openEnded,
  numberShown,
  secondOrder,
  dateForNoun,
  onlyTested,
  ofAnother,
  quantityForThing,
];

/** "how much" is a number, "when" a date, "who" a name. */
function otherKind({ said, select, lexicon }: Heard): string | null {
  const asks = /^ (how much|when|who) /.exec(said)?.[1];
  if (asks === undefined) return null;
  const fits = select.columns.some(({ expr }) => {
    const type =
      expr.kind === 'column'
        ? lexicon.byName.get(expr.table)?.columns.find(({ column }) => column.name === expr.column)?.column.type
        : undefined;
    return type === undefined || (asks === 'who' ? type === 'text' : (asks === 'when' ? DATED : NUMERIC).has(type));
  });
  return fits ? null : `What is shown is no answer to "${asks}".`;
}

/** "people" may be any of several kinds of people. */
function nobody({ candidate: { sketch }, lexicon }: Heard): string | null {
  let found: string | undefined;
  JSON.stringify(sketch, (_key, part: unknown) => {
    if (isEntity(part) && part.far !== undefined && SOMEBODY.has(part.words)) found = part.words;
    return part;
  });
  return found === undefined || peopleIn(lexicon).length < 2 ? null : `It is unclear who "${found}" are.`;
}

/** "10 most viewed articles" asks for articles, not for ten numbers of views. */
function nameless({ said, select, lexicon }: Heard): string | null {
  if (select.limit === undefined || select.groupBy !== undefined) return null;
  const ranked = new Set((select.orderBy ?? []).map(({ expr }) => JSON.stringify(expr)));
  const noun = stem(said.trim().split(' ').at(-1) ?? '');
  const thing = lexicon.tables.some(({ words }) => words.at(-1) === noun);
  return thing && select.columns.every(({ expr }) => ranked.has(JSON.stringify(expr))) ? 'What it is that is ranked is not shown.' : null;
}

/** "the most expensive product in each category" is one of every category, not one of all. */
function bestOfEach({ said, select }: Heard): string | null {
  const cut = select.limit !== undefined && select.groupBy === undefined && select.distinctOn === undefined;
  return cut && EACH.test(said) ? 'It asks for the first of each group, which is not read.' : null;
}

const EACH = / (?:(?:in|for|of|within|from|by|at|on) (?:each|every)|per) /;

/** "retired products" are products; the flag alone answers nothing. */
function flagShown({ said, candidate: { sketch }, select, lexicon }: Heard): string | null {
  if (/ (?:whether|flags?|status|if) /.test(said)) return null;
  const flags = select.columns.some(({ expr }) => {
    const shown = expr.kind === 'aggregate' ? expr.arg : expr;
    return shown.kind === 'column' && entryOf(lexicon, shown)?.column.type === 'boolean';
  });
  return flags && sketch.items.length > 0 ? 'It is unclear whether a flag is asked for or what it is set for.' : null;
}

/** "have an email" is said of those that do. */
function possession({ said, select, lexicon }: Heard): string | null {
  const found = / (?:has|have|having|with) (?:(?:a|an|any) ([a-z]+)(?= |$)|([a-z]+) $)/.exec(said)?.slice(1).find(Boolean);
  if (found === undefined) return null;
  const word = stem(found);
  const isColumn = ({ words }: ColumnEntry) => words.length === 1 && words[0] === word;
  if (!lexicon.tables.some(({ columns }) => columns.some(isColumn)) || lexicon.tables.some(({ words }) => words.includes(word)))
    return null;
  const tested = columnsIn([select.where, select.having, select.orderBy]);
  const isTested = lexicon.tables.some(({ table, columns }) =>
    columns.some((entry) => isColumn(entry) && tested.has(`${table.name}.${entry.column.name}`)),
  );
  return isTested ? null : `It is unclear what having "${found}" asks for.`;
}

/** "Who teaches Ann?" is not answered by Ann. */
function echo({ said, select }: Heard): string | null {
  if (!/^ (?:by )?who /.test(said) || / who (?:is|are|was|were) /.test(said)) return null;
  const pinned = new Set(
    conjuncts(select.where).flatMap((test) => (test.kind === 'compare' && test.op === '=' ? [JSON.stringify(test.left)] : [])),
  );
  return select.columns.every(({ expr }) => pinned.has(JSON.stringify(expr))) ? 'It is unclear who is asked for.' : null;
}

/** "students with their mentors" shows both. */
function companion({ said, select, lexicon }: Heard): string | null {
  const found = / (?:with|and) (?:their|its|his|her) ((?:[a-z]+ )?[a-z]+) $/.exec(said)?.[1];
  if (found === undefined) return null;
  const last = stem(found.split(' ').at(-1) ?? '');
  const shown = select.columns.map(({ expr }) => expr);
  const tables = new Set([...columnsIn(shown)].map((name) => name.slice(0, name.lastIndexOf('.'))));
  const counts = shown.some(({ kind }) => kind === 'aggregate');
  const nouns = lexicon.tables.filter(({ words }) => words.includes(last));
  if (nouns.length === 0 || counts || shown.length > 1) return null;
  return nouns.some(({ table }) => tables.has(table.name)) && tables.size > 1 ? null : `What is shown beside them is not read: "${found}".`;
}

/** "whose car is that": somebody else than the car. "whose licence expires in May": somebody, and no date. */
function ownerless({ said, select, lexicon }: Heard): string | null {
  const named = select.columns.some(({ expr }) => expr.kind !== 'column' || lexicon.byName.get(expr.table)?.label.includes(expr.column));
  if (/^ (?:and )?whose /.test(said) && !named) return 'It is unclear whose it is.';
  return /^ (?:and )?whose [a-z]+ (?:is|are|was|were) /.test(said) &&
    (select.joins ?? []).length === 0 &&
    !/"exists"/.test(JSON.stringify(select))
    ? 'It is unclear whose it is.'
    : null;
}

/** "parts we are out of" says something of the parts, by a word that is a preposition elsewhere. */
function openEnded({ said, select }: Heard): string | null {
  const open = / (?:out|short|low|behind|over|under|left|missing|lacking|away|off)(?: of| on| with)? $/.exec(said)?.[0];
  return open !== undefined && select.where === undefined && select.having === undefined
    ? `It is unclear what "${open.trim()}" asks for.`
    : null;
}

/** "number of strikers" counts, though there is a shirt number. */
function numberShown({ said, words, select, lexicon }: Heard): string | null {
  if (!/ numbers? of /.test(said)) return null;
  const told = select.columns.some(({ expr }) => {
    const own = expr.kind === 'column' ? entryOf(lexicon, expr) : undefined;
    return own?.words.includes('number') === true && own.words.some((word) => word !== 'number' && !isSaid(word, words));
  });
  return told ? 'It is unclear which number is asked for.' : null;
}

/** "ordered by year and class" has two keys. */
function secondOrder({ said, select }: Heard): string | null {
  const sorts = / (?:ordered|sorted|arranged|order|sort) by [^,.]* and (?:by |then |their |its |the )*[a-z]+ $/.test(said);
  return sorts && (select.orderBy ?? []).length === 1 ? 'It is unclear what the order is by.' : null;
}

/** "the most popular class" is a class, and no `class_date`. */
function dateForNoun({ said, words, select, lexicon }: Heard): string | null {
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
function onlyTested({ said, select, lexicon }: Heard): string | null {
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
function ofAnother({ said, select, lexicon }: Heard): string | null {
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

/** "patients who came 3 times" are patients, and no patient_amount that bills have 3 times. */
function quantityForThing({ words, select, lexicon }: Heard): string | null {
  if (select.having === undefined) return null;
  const tables = new Set(
    [select.from, ...(select.joins ?? []).map(({ source }) => source)].flatMap((from) => (from?.kind === 'table' ? [from.table] : [])),
  );
  const thing = lexicon.tables.find(({ table, words: [name, ...more] }) => {
    if (name === undefined || more.length > 0 || tables.has(table.name) || !words.has(name)) return false;
    return select.columns.some(({ expr }) => {
      const entry = expr.kind === 'column' ? entryOf(lexicon, expr) : undefined;
      return (
        entry !== undefined && NUMERIC.has(entry.column.type) && !entry.reference && entry.words.length > 1 && entry.words.includes(name)
      );
    });
  });
  return thing === undefined ? null : `It is unclear how ${thing.table.name} are asked for.`;
}
