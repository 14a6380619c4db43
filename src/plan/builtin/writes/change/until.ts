import type { Expr } from '../../../plan.ts';
import type { Column } from '../../../schema.ts';
import { dayAhead } from '../../english/dates/day-ahead.ts';
import { snakeCase } from '../../english/inflect.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { DATED } from './become.ts';
import { allOf, type Form, type Place } from './place.ts';
import { textOf } from './spans.ts';
import { joined, oneRow } from './told-rows.ts';

/** "Ada can keep the drill until 30 November", "her lease now runs until …", "extend loan 4 to …": the day on which a row ends. */
export const until: Form = (place) => {
  const { reader, table, at, end } = place;
  const ends = table.columns.filter(({ name, type }) => DATED.has(type) && ENDS.test(snakeCase(name)));
  const [column, ...more] = ends;
  if (column === undefined || more.length > 0) return null;
  const ordered = /^(?:extend|prolong|renew)$/.test(reader.lower(at));
  for (const to of allOf(reader, at, end, words('until till to'))) {
    const day = dayAhead(textOf(reader, to + 1, end) ?? '', reader.question.now, column);
    const phrase = phrasesIn({ ...place, end: to }, reader.lower(to) === 'to' ? ['extended', 'prolonged', 'renewed'] : LASTS)[0];
    // "frank nolan paid his fee till …" of fee_paid_until.
    const own0 = ordered || phrase !== undefined ? undefined : ownWords(place, to, column);
    const verb = ordered ? at : (phrase?.verb ?? own0);
    if (day === null || verb === undefined) continue;
    const from = ordered ? at + 1 : (phrase?.from ?? to);
    const own = nameWords(column.name).includes(reader.tokens[to - 1]?.words[0] ?? '')
      ? reader.skip(from, words('their the his her its'))
      : to;
    const rows = joined(oneRow(place, at, verb, true), oneRow(place, from, own === to - 1 ? from : to, true));
    if (rows === null || rows.conditions.length === 0) continue;
    const over = table.columns.filter(
      ({ name, nullable, type }) => nullable && DATED.has(type) && OVER.test(snakeCase(name)) && name !== column.name,
    );
    const still: Expr[] = rows.identified
      ? []
      : over.map(({ name }) => ({ kind: 'isNull', arg: { kind: 'column', table: table.name, column: name } }));
    return {
      table,
      rows: { ...rows, conditions: [...rows.conditions, ...still] },
      set: { column, value: { kind: 'literal', value: day, type: column.type === 'date' ? 'date' : 'timestamp' } },
      one: rows.owner,
      assumptions: [`until ${day.slice(0, 10)} read as ${column.name}`],
    };
  }
  return null;
};

/** Where the words of the column's own name begin that stand before its new value. */
function ownWords({ reader, at }: Place, to: number, column: Column): number | undefined {
  const known = nameWords(column.name);
  let from = to;
  while (
    from > at + 1 &&
    (known.includes(reader.tokens[from - 1]?.words[0] ?? '') || words('his her their the its now is was has').has(reader.lower(from - 1)))
  )
    from--;
  return from < to && reader.tokens.slice(from, to).some((token) => known.includes(token.words[0] ?? '')) ? from : undefined;
}

interface Phrase {
  readonly said: string;
  readonly verb: number;
  /** The token after it. */
  readonly from: number;
}

/** Where the phrases stand, the longer of two at one place first. */
function phrasesIn({ reader, at, end }: Place, phrases: readonly string[]): Phrase[] {
  const found: Phrase[] = [];
  for (let verb = at + 1; verb < end; verb++) {
    for (const said of phrases) {
      const parts = said.split(' ');
      if (parts.every((word, i) => reader.lower(verb + i) === word)) found.push({ said, verb, from: verb + parts.length });
    }
  }
  return found.sort((a, b) => a.verb - b.verb || b.from - a.from);
}

const LASTS = [
  'now runs',
  'runs',
  'can keep',
  'keeps',
  'may keep',
  'can have',
  'now lasts',
  'lasts',
  'now goes',
  'stays',
  'extended',
  'prolonged',
  'renewed',
  'was extended',
  'is extended',
  'is valid',
  'is now valid',
];
const ENDS =
  /^(?:end|ends|ending|due|expir[a-z]*|valid|until|return_by|check_out|checkout)(?:_|$)|_(?:end|ends|until|due|expiry|expires)(?:_|$)/;
const OVER = /^(?:returned|closed|finished|cancelled|left|completed|brought_back)(?:_|$)/;
