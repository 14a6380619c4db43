import { dictionary } from '../english/dictionary.ts';
import { stem } from '../english/stem.ts';
import { conjuncts, DATED, NUMERIC } from '../linking/expressions.ts';
import { type Checked, ownColumn, type PlanCheck, selectsIn, usedIn } from './checked.ts';
import { SIZE_CHECKS } from './sizes.ts';
import { UNIT_CHECKS } from './units.ts';

export const MEASURE_CHECKS: readonly PlanCheck[] = [
  undivided,
  dividedByCount,
  namesOfNothing,
  rateInOne,
  oneForEach,
  uncounted,
  countForAmount,
  codeForCount,
  numberForRow,
  levelForMarks,
  countOfMoney,
  amountForCount,
  namesForThings,
  itselfCounted,
  momentsCounted,
  listedTotal,
  rowsForPieces,
  unsummed,
  sumOfOthers,
  ...SIZE_CHECKS,
  ...UNIT_CHECKS,
  partForGroup,
];

/** "revenue by cinema" asks for a group of each, where a cinema is but a part of a name. */
function partForGroup({ said, plan }: Checked): string | null {
  const by = / (?:by|per|for each|for every) ([a-z]+) /.exec(said)?.[1];
  if (by === undefined || plan.kind !== 'select' || plan.groupBy !== undefined || dictionary()?.entry(by, 'noun') == null) return null;
  const adds = plan.columns.some(({ expr }) => expr.kind === 'aggregate' && ['sum', 'count', 'avg'].includes(expr.fn));
  return adds &&
    JSON.stringify(plan.where ?? null)
      .toLowerCase()
      .includes(`"%${by}%"`)
    ? `It is unclear what "by ${by}" asks for.`
    : null;
}

/** "average number of tracks" counts them, and adds up no numbers that the tracks are known by. */
function codeForCount({ said, plan, lexicon }: Checked): string | null {
  const noun = / number of (?:the |our )?([a-z]+) /.exec(said)?.[1];
  if (noun === undefined || plan.kind !== 'select') return null;
  const isCode = ({ expr }: (typeof plan.columns)[number]) => {
    const arg = expr.kind === 'aggregate' && (expr.fn === 'avg' || expr.fn === 'sum') ? expr.arg : undefined;
    const words =
      arg?.kind === 'column' ? (lexicon.byName.get(arg.table)?.columns.find(({ column }) => column.name === arg.column)?.words ?? []) : [];
    return words.includes(stem(noun)) && ['number', 'no', 'nr'].includes(words.at(-1) ?? '');
  };
  return plan.columns.some(isCode) ? `It is unclear how many ${noun} there are.` : null;
}

/** "members who paid more than 500 in total": one payment of that size is not what is asked for. */
function unsummed({ said, plan }: Checked): string | null {
  const total = / (?:in total|in all|altogether|all together|overall|combined|put together) /.exec(said)?.[0];
  const compared = / (?:more|less|over|under|above|below|at least|at most|exceeding) /.test(said);
  const related = /"kind":"exists"/.test(JSON.stringify(plan));
  return total !== undefined && compared && related && !/"fn":"(?:sum|count)"/.test(JSON.stringify(plan))
    ? `It is unclear what "${total.trim()}" adds up.`
    : null;
}

/** "donations this year in total" is a sum, and no list of them. */
function listedTotal({ said, plan }: Checked): string | null {
  const total = / (?:in total|altogether|all together) /.exec(said)?.[0];
  if (total === undefined || /^ (?:which|who|whos|list|show|find) /.test(said) || plan.kind !== 'select') return null;
  return /"kind":"aggregate"/.test(JSON.stringify(plan)) ? null : `It is unclear what "${total.trim()}" adds up.`;
}

/** "how many chairs have we sold" may be pieces, of rows that each say how many. */
function rowsForPieces({ said, plan, lexicon }: Checked): string | null {
  const noun =
    / how many (?:[a-z-]+ )*?([a-z-]+) (?:have|has|did|do|were|was|got|are) (?:[a-z]+ ){0,2}(?:sold|sell|bought|buy|ordered|order|made|make|used|use|shipped|delivered) /.exec(
      said,
    )?.[1];
  const [only, ...more] = plan.kind === 'select' ? plan.columns : [];
  if (noun === undefined || plan.kind !== 'select' || plan.from?.kind !== 'table' || only?.expr.kind !== 'aggregate' || more.length > 0)
    return null;
  const own = lexicon.byName.get(plan.from.table);
  if (only.expr.fn !== 'count' || own === undefined || own.words.includes(stem(noun))) return null;
  const pieces = own.columns.find(({ column, words }) => NUMERIC.has(column.type) && words.some((word) => PIECES.has(word)));
  return pieces === undefined ? null : `It is unclear whether rows or their ${pieces.words.join(' ')} are counted.`;
}
const PIECES = new Set(['quantity', 'qty', 'pieces', 'units']);

/** "price per word" of what has a number of words is one divided by the other, and no group for each such number. */
function dividedByCount({ said, plan, lexicon }: Checked): string | null {
  const per = / per ([a-z]+) /.exec(said)?.[1];
  if (per === undefined || plan.kind !== 'select') return null;
  const isCount = (plan.groupBy ?? []).some((expr) => {
    const words = ownColumn(expr, plan, lexicon)?.own.words ?? [];
    return words.includes(stem(per)) && COUNTS.has(words.at(-1) ?? '');
  });
  return isCount ? `It is unclear what "per ${per}" asks for.` : null;
}

const COUNTS = new Set(['count', 'quantity', 'qty']);

/** "give me the numbers" says of nothing whose they are. */
function namesOfNothing({ said, lexicon }: Checked): string | null {
  const [, only = ''] =
    /^ (?:(?:please|can|could|you|give|show|tell|get|list|me|us|all|the|our) )+(numbers|names|dates|codes|amounts|totals|values|figures) $/.exec(
      said,
    ) ?? [];
  return only !== '' && lexicon.tables.length > 1 ? `It is unclear of what the ${only} are asked for.` : null;
}

/** "rentals per shop" is a number for each shop, "attendance rate" a share. */
function undivided({ said, plan, lexicon }: Checked): string | null {
  const text = JSON.stringify(plan);
  const divides = /"(?:groupBy|distinctOn|window|partitionBy)"|"op":"\/"/.test(text);
  if (divides) return null;
  const used = usedIn(plan, lexicon);
  const per = / per (?:the |each |every )?([a-z]+) /.exec(said)?.[1];
  if (per !== undefined && !used.has('per') && !UNITS.has(per) && !used.has(stem(per))) return `It is unclear what "per ${per}" asks for.`;
  const aggregates = /"fn":"(?:avg|sum|count|min|max)"/.test(text);
  const grouped = per !== undefined && !used.has('per') && !aggregates && !UNITS.has(per);
  if (grouped) return `It is unclear what "per ${per}" asks for.`;
  // "price per hour" of what has both is one divided by the other, and not the two side by side.
  const beside = plan.kind === 'select' ? plan.columns.map(({ expr }) => ownColumn(expr, plan, lexicon)?.own.words.join(' ')) : [];
  if (per !== undefined && beside.length > 1 && beside.includes(stem(per))) return `It is unclear what "per ${per}" asks for.`;
  const rate = / rates? (?:per|by|of|for|in) /.test(said) || / rates? $/.test(said);
  return rate && !used.has('rate') && !aggregates ? 'It is unclear what rate is asked for.' : null;
}

/** "no show rate by dentist", "average and maximum charge by kind": one for each of them. */
function rateInOne({ said, plan, lexicon }: Checked): string | null {
  const noun = / by (?:each |every )?([a-z]+) (?:(?:this|last) [a-z]+ )?$/.exec(said)?.[1];
  const named = noun !== undefined && noun === stem(noun) && lexicon.words.has(noun);
  const numbers = plan.kind === 'select' && plan.groupBy === undefined && plan.columns.every(({ expr }) => expr.kind === 'aggregate');
  if (named && numbers && !/"(?:groupBy|distinctOn|partitionBy)"/.test(JSON.stringify(plan)))
    return `It is unclear what "by ${noun}" asks for.`;
  const by = / (?:rates?|percentages?|shares?) (?:by|per) (?:the |each |every )?([a-z]+) /.exec(said)?.[1];
  return by === undefined || UNITS.has(by) || /"(?:groupBy|distinctOn|partitionBy)"/.test(JSON.stringify(plan))
    ? null
    : `It is unclear what "by ${by}" asks for.`;
}

const UNITS = new Set('hour day night week month year person head unit item piece kg minute mile km cent share'.split(' '));

/** "the member with the most firings per kind": a member for each of them, and not one of all; an average is of each. */
function oneForEach({ said, plan, lexicon }: Checked): string | null {
  const each = / (?:per|(?:for|of|in|from) (?:each|every)|each|every) ([a-z]+) /.exec(said)?.[1];
  if (each === undefined || plan.kind !== 'select' || plan.limit !== 1) return null;
  if (/"(?:distinctOn|partitionBy)"|"fn":"avg"|"op":"\/"/.test(JSON.stringify(plan)) || usedIn(plan, lexicon).has('per')) return null;
  const names = JSON.stringify(plan.columns).matchAll(/"(?:column|table|as|value)":"([^"]+)"/g);
  const shown = [...names].flatMap(([, name = '']) => name.toLowerCase().split(/[^a-z]+/)).map(stem);
  return shown.includes(stem(each)) ? null : `It is unclear what "${each}" asks for.`;
}

/** "repaired more than twice", "3 times": how often, which has to be counted. */
function uncounted({ said, plan }: Checked): string | null {
  const often = / (?:more than|less than|fewer than|at least|at most|exactly|over|only|just) (?:once|twice|thrice|[a-z0-9]+ times) /.exec(
    said,
  )?.[0];
  return often !== undefined && !/"fn":"(?:count|sum)"/.test(JSON.stringify(plan)) ? `It is unclear what "${often.trim()}" counts.` : null;
}

/** "who has the highest invoice" is told by its amount, and not by how many there are. */
function countForAmount({ said, plan, lexicon }: Checked): string | null {
  const noun = / (?:highest|largest|biggest|lowest|smallest|cheapest|priciest|most expensive|least expensive) ([a-z]+) /.exec(said)?.[1];
  const named = noun !== undefined && lexicon.tables.some(({ words }) => words.at(-1) === stem(noun));
  if (!named) return null;
  for (const select of selectsIn(plan))
    if ((select.orderBy ?? []).some(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count'))
      return `It is unclear what "${noun}" is ranked by.`;
  return null;
}

/** "average grade" is of the grades that are given, and not of the level that a class is of. */
function levelForMarks({ said, plan, lexicon }: Checked): string | null {
  for (const select of selectsIn(plan))
    for (const { expr } of select.columns) {
      if (expr.kind !== 'aggregate' || expr.fn !== 'avg') continue;
      const found = ownColumn(expr.arg, select, lexicon);
      const [noun, ...more] = found?.own.words ?? [];
      if (found === undefined || noun === undefined || more.length === 0 || found.entry.words.at(-1) === noun) continue;
      const saidWhole = more.some((word) => said.includes(` ${word}`));
      const isTable = lexicon.tables.some(({ words }) => words.length === 1 && words[0] === noun);
      if (isTable && !saidWhole && said.includes(` ${noun}`)) return `It is unclear which ${noun} is averaged.`;
    }
  return null;
}

/** "invoiced per month" is an amount, and not how many there were. */
function countOfMoney({ said, plan }: Checked): string | null {
  const deed = /^ (?:total |amount )?(invoiced|billed|earned|donated|raised|refunded|spent|paid) (?:per|by|each|every) /.exec(said)?.[1];
  if (deed === undefined || plan.kind !== 'select') return null;
  const summed = /"fn":"(?:sum|avg)"/.test(JSON.stringify(plan));
  return summed ? null : `It is unclear what amount was ${deed}.`;
}

/** "average orders per customer" is how many they have, and not what an order comes to. */
function amountForCount({ said, plan, lexicon }: Checked): string | null {
  const noun = / (?:average|avg|mean) ([a-z]+[^s]s) (?:per|for each|for every) /.exec(said)?.[1];
  const named = noun !== undefined && lexicon.tables.some(({ words }) => words.at(-1) === stem(noun));
  if (!named || usedIn(plan, lexicon).has(stem(noun))) return amountForNumber({ said, plan, lexicon });
  return / (?:average|avg|mean) [a-z]+ /.test(said) && !/"fn":"count"/.test(JSON.stringify(plan))
    ? `It is unclear what of ${noun} is averaged.`
    : null;
}

/** "average number of gifts per donor" is no average of what gifts come to, and "average number of yellow cards" none of the numbers on shirts. */
function amountForNumber({ said, plan, lexicon }: Pick<Checked, 'said' | 'plan' | 'lexicon'>): string | null {
  const noun = / (?:average|avg|mean) number of ([a-z]+) /.exec(said)?.[1];
  if (noun === undefined) return null;
  const isTable = lexicon.tables.some(({ words }) => words.at(-1) === stem(noun));
  for (const select of selectsIn(plan))
    for (const { expr } of select.columns) {
      const averaged = expr.kind === 'aggregate' && expr.fn === 'avg' ? ownColumn(expr.arg, select, lexicon)?.own : undefined;
      if (averaged === undefined) continue;
      const named = averaged.words.some((word) => word !== 'number' && said.includes(` ${word}`));
      if (!named || (isTable && averaged.column.type === 'decimal')) return `It is unclear what of ${noun} is averaged.`;
    }
  return null;
}

/** "most stocked item" is an item, and no number. */
function numberForRow({ said, plan, lexicon }: Checked): string | null {
  const noun = / (?:most|least) [a-z]+ed ([a-z]+) /.exec(said)?.[1];
  if (noun === undefined || plan.kind !== 'select' || plan.groupBy !== undefined) return null;
  const [only, ...more] = plan.columns;
  const number = only?.expr.kind === 'aggregate' && more.length === 0;
  return number && lexicon.tables.some(({ words }) => words.at(-1) === stem(noun)) ? `It is unclear which ${noun} is asked for.` : null;
}

/** "number of screenings", of names that repeat: screenings are counted, unless it asks for different ones. */
function namesForThings({ said, plan, lexicon }: Checked): string | null {
  for (const select of selectsIn(plan))
    for (const { expr } of select.columns) {
      if (expr.kind !== 'aggregate' || expr.fn !== 'count' || expr.distinct !== true) continue;
      const found = ownColumn(expr.arg, select, lexicon);
      if (found === undefined || found.own.reference || found.entry.table.primaryKey.includes(found.own.column.name)) continue;
      const [noun] = found.own.words.filter((word) => found.entry.words.includes(word));
      const several = new RegExp(` (?:different|distinct|unique|various) (?:[a-z]+ ){0,2}${noun}(?:s|es)? `).test(said);
      const named = found.own.words.some((word) => word !== noun && (said.includes(` ${word} `) || said.includes(` ${word}s `)));
      if (noun !== undefined && !several && !named) return `It is unclear whether ${noun} rows or their different names are counted.`;
    }
  return null;
}

/** "the genre of the play that was staged the most often", of genres that are counted by themselves: each is there once. */
function itselfCounted({ said, plan, lexicon }: Checked): string | null {
  if (plan.kind !== 'select' || plan.joins !== undefined || plan.where !== undefined || plan.groupBy === undefined) return null;
  if (!/ (?:times|often|frequently) /.test(said) || / (?:common|appears?|occurs?|repeated|used|same) /.test(said)) return null;
  const counted = (plan.orderBy ?? []).some(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count');
  const labels = plan.groupBy.every((key) => {
    const found = ownColumn(key, plan, lexicon);
    return (
      found !== undefined &&
      (found.entry.label.includes(found.own.column.name) || found.entry.words.some((word) => found.own.words.includes(word)))
    );
  });
  return counted && labels ? 'It is unclear what is counted.' : null;
}

/** "bookings in october" are rows, and not the different moments at which they were booked. */
function momentsCounted({ said, plan, lexicon }: Checked): string | null {
  const [only, ...more] = plan.kind === 'select' ? plan.columns : [];
  if (plan.kind !== 'select' || only?.expr.kind !== 'aggregate' || more.length > 0 || only.expr.fn !== 'count') return null;
  const found = only.expr.arg === undefined ? undefined : ownColumn(only.expr.arg, plan, lexicon);
  return found !== undefined &&
    DATED.has(found.own.column.type) &&
    !/ (?:many|number of|count|different|distinct) (?:[a-z]+ )?(?:dates?|days?|times?|moments?|months?|years?) /.test(said)
    ? 'It is unclear what is counted.'
    : null;
}

/** "hours keith taught" are not those of the bundles that some learner of his has bought. */
function sumOfOthers({ plan }: Checked): string | null {
  const [only, ...more] = plan.kind === 'select' ? plan.columns : [];
  if (plan.kind !== 'select' || only?.expr.kind !== 'aggregate' || more.length > 0 || !['sum', 'avg'].includes(only.expr.fn)) return null;
  const far = conjuncts(plan.where).some(
    (test) => test.kind === 'exists' && test.query.kind === 'select' && (test.query.joins ?? []).some(({ type }) => type === 'inner'),
  );
  return far ? 'It is unclear what is added up.' : null;
}
