import { DATED } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { momentsOf, tells } from '../linking/moment-columns.ts';
import { columnsIn, type Doubt, entryOf, isSaid, type Judged } from './judged.ts';

export const DATES_DOUBTS: readonly Doubt[] = [ageless, otherMoment, mostOfDays];

/** Someone's oldest is by age, and a date of anything else says nothing about that. */
function ageless({ said, words: spoken, candidate: { sketch }, select, lexicon }: Judged): string | null {
  if (!sketch.orders.some(({ of }) => of !== null && /^(?:youngest|oldest)$/.test(of.words)) && !/ (?:youngest|oldest) /.test(said))
    return null;
  const dated = (select.orderBy ?? []).flatMap(({ expr }) => (expr.kind === 'column' ? [entryOf(lexicon, expr)] : []));
  const other = dated.some(
    (entry) =>
      entry !== undefined && DATED.has(entry.column.type) && entry.words.some((word) => TAKEN_ON.test(word) && !isSaid(word, spoken)),
  );
  return other ? 'No column says how old they are.' : null;
}

/** What a date is of, that is not the beginning of a life. */
const TAKEN_ON = /^(hir|join|start|employ|regist|enrol|sign|admi|admit|updat|log|end|le[af]|death|died|enter|creat|visit|appoint)/;

/** "customers who ordered last month" is said of their orders' date, not of the customers' own. */
function otherMoment({ said, words, candidate: { sketch, plan }, select, lexicon }: Judged): string | null {
  const conditions = [...sketch.conditions, ...(sketch.both?.flat() ?? [])];
  if (!conditions.some((of) => of.kind === 'period' && of.left === undefined)) return null;
  const tested = columnsIn([plan.kind === 'set' ? plan : select.where]);
  const dated = lexicon.tables.flatMap((entry) =>
    momentsOf(entry)
      .filter(({ column }) => DATED.has(column.type))
      .map((column) => ({ entry, column, telling: column.words.filter((word) => !WHENS.has(word)) })),
  );
  for (const { entry, column, telling } of dated.filter((one) => tested.has(`${one.entry.table.name}.${one.column.column.name}`))) {
    if (telling.some((word) => isSaid(word, words) || said.split(' ').some((spoken) => tells(spoken, word)))) continue;
    const others = dated.filter((one) => one.column !== column);
    const named = others.some((one) => one.telling.some((word) => !entry.words.includes(word) && isDone(word, said)));
    const done = others.some(
      (one) => one.entry !== entry && one.entry.words.some((word) => !entry.words.includes(word) && isDone(word, said)),
    );
    const bare = telling.every((word) => entry.words.includes(word));
    const lives = telling.some((word) => LIVES.test(word));
    const several = !bare && others.some((one) => one.entry === entry);
    const happened = !bare && entry.label.length > 0 && DONE.test(said);
    if (named || done || lives || several || happened) return 'It is unclear which date is meant.';
  }
  return null;
}

/** "the least borrowed book" asks how often, where "borrowed" is a date: the first of the days is no answer. */
function mostOfDays({ said, select, lexicon }: Judged): string | null {
  if (!/ (?:most|least|fewest) (?:often |frequently )?[a-z]+(?:ed|en|ught|old|ent) /.test(said)) return null;
  const days = select.columns.some(
    ({ expr }) =>
      expr.kind === 'aggregate' &&
      (expr.fn === 'max' || expr.fn === 'min') &&
      expr.arg?.kind === 'column' &&
      DATED.has(entryOf(lexicon, expr.arg)?.column.type ?? 'text'),
  );
  return days ? 'It is unclear of what there is the most.' : null;
}

/** Words of a date's name that do not say what happened then. */
const WHENS = new Set('date time year day month on at in of timestamp datetime when the'.split(' '));

const LIVES = /^(birth|born|dob|death|died|expir)/;

/** Some form of a verb for what was done. */
const DONE =
  / (?!need|unit|name|call|relat|associat|locat|bas|includ)[a-z]{2,}ed | (?:bought|sold|taken|took|seen|saw|met|paid|sent|gave|given|won|held|made|came|left|went) /;

/** Whether a verb of the question is of this word's root: "ordered" of orders. */
const isDone = (word: string, said: string): boolean =>
  said.split(' ').some((spoken) => /(ed|ing)$/.test(spoken) && rootOf(spoken) === rootOf(word));
