import { snakeCase } from '../../english/inflect.ts';
import { type Change, type Place, rowsAt } from './place.ts';
import { textOf } from './spans.ts';
import type { Verb } from './verb.ts';

/**
 * "the van is back from the workshop", "room 204 is fixed and can be let again": a yes-or-no column that says the opposite
 * (`off_road`, `out_of_order`) no longer holds; "the van is in the workshop": it does.
 */
export function cleared(place: Place, verb: Verb): Change | null {
  const { reader, table, at, end } = place;
  // "is in" and "is at" are verbs of their own.
  const from = verb.kind === 'hold' && verb.word === 'is' ? verb.from - 1 : verb.from;
  const says = verb.kind === 'be' || from < verb.from || CAN.test(reader.lower(verb.at));
  const said = says ? textOf(reader, from, end)?.toLowerCase() : undefined;
  const parts = said?.split(/(?:,| and) (?:(?:is|it['’]?s|it is|they are|are) )?/).map((part) => part.replace(/ again$| now$/, '')) ?? [];
  const holds = parts.length === 1 && OUT.test(parts[0] ?? '');
  const [group, ...others] = OPPOSITES.filter(([states], i) =>
    holds ? i === 0 : parts.length > 0 && parts.every((part) => states.test(part)),
  );
  if (group === undefined || others.length > 0) return null;
  const [column, ...more] = table.columns.filter(
    ({ name, type }) => type === 'boolean' && group[1].test(snakeCase(name).replace(/^(?:is|was|currently)_/, '')),
  );
  const rows = column === undefined || more.length > 0 ? null : rowsAt(place, at, verb.at);
  if (column === undefined || !rows?.identified) return null;
  const assumptions = [`"${said}" read as ${holds ? '' : 'not '}${column.name}`];
  return { table, rows, set: { column, value: { kind: 'literal', value: holds, type: 'boolean' } }, assumptions };
}

/** What is said of things that are not in order. */
const OUT =
  /^(?:(?:in|at) (?:the )?(?:workshop|garage|repair shop)|in for repairs?|(?:being|getting) (?:repaired|fixed)|out of (?:order|service|action|use)|off the road|broken|defective)$/;
const CAN = /^(?:can|may)$/;
/** What is said of things that are in order, and the names of columns for things that are not. */
const OPPOSITES: readonly (readonly [said: RegExp, flag: RegExp])[] = [
  [
    /^(?:(?:fixed|repaired|mended|working|usable|in order|in service|in use|available|up and running|running|okay?|fine|safe)|back(?: (?:in (?:service|use|order|action|stock)|on the road|(?:from|out of) (?:the )?(?:workshop|garage|repair|repairs|service|shop)))?|(?:can )?be (?:sold|used|rented(?: out)?|let|booked|hired(?: out)?|driven|ridden|lent))$/,
    /^(?:out_of_(?:order|service|use|action)|off_(?:road|the_road|duty|line)|broken|defective|faulty|unusable|unavailable|(?:in|under|at)_(?:the_)?(?:repair|repairs|workshop|garage|maintenance)|needs_(?:repair|fixing|mending))$/,
  ],
  [/^(?:open|reopened|back open|open to (?:the public|visitors))$/, /^(?:closed|shut|temporarily_closed)$/],
  [/^(?:allowed in|welcome|unblocked|unbanned)$/, /^(?:blocked|banned|barred)$/],
];
