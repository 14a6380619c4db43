import type { Token } from '../english/tokens.ts';
import type { Span } from '../linking/links.ts';
import type { Value } from '../linking/mention.ts';
import type { Reader } from '../search/state.ts';
import { type Parts, SURE } from './parts.ts';

interface Said {
  readonly start: number;
  readonly end: number;
  readonly value: Value;
}

const VALUE_GLUE = new Set('in for from with the a an of at on is are was were that which by to who as'.split(' '));

/** "and in APAC?", "only the paid ones": another value of the column that the question names one of, or one more condition. */
export function valued(before: string, old: Reader, { text, not }: Parts, fresh: Reader): string[] {
  const said = valuesIn(fresh);
  if (said === null || said.length === 0) return [];
  const [first] = said;
  if (first === undefined) return [];
  const there = everyValueIn(old);
  const hits = first.value.hits;
  const replaced =
    not || said.length > 1
      ? []
      : there
          .filter(({ value }) => value.hits.some((hit) => hits.some(({ table, column }) => hit.table === table && hit.column === column)))
          .map(({ start, end }) => `${before.slice(0, start)}${text.slice(first.start, first.end)}${before.slice(end)}`);
  if (replaced.length > 0) return replaced;
  const plain = text.slice(said[0]?.start ?? 0, said.at(-1)?.end);
  const columns = [...new Set(hits.map(({ column }) => column.replaceAll('_', ' ')))];
  if (not)
    return columns.flatMap((column) => [`${before} where ${column} is not '${plain}'`, `${before} with ${column} other than ${plain}`]);
  const opened = /^(?:in|for|from|with|at|on|of|by|to|where)\b/i.test(text);
  return [
    ...(opened ? [`${before} ${text}`] : []),
    ...columns.flatMap((column) => [`${before} with ${column} ${quoted(plain)}`, `${before} where ${column} is ${quoted(plain)}`]),
    ...columns.flatMap((column) => [`${before} and ${column} is ${quoted(plain)}`, `${before} and ${column} ${quoted(plain)}`]),
    `${before} that are ${plain}`,
    ...(opened ? [] : [`${before} in ${plain}`]),
  ];
}

const quoted = (value: string): string => (/^['"]/.test(value) ? value : `'${value}'`);

/** The values that a fragment consists of, but for glue and the names of their columns; null when other words stand there. */
function valuesIn({ tokens, links }: Reader): Said[] | null {
  const said: Said[] = [];
  for (let at = 0; at < tokens.length; ) {
    const value = links
      .values(at)
      .filter((span) => span.value.number === null && span.value.hits.length > 0)
      .sort((a, b) => b.end - a.end || a.cost - b.cost)[0];
    if (value) {
      said.push(saidAt(tokens, at, value));
      at = value.end;
      continue;
    }
    const name = [...links.attributes(at), ...links.entities(at)].filter(({ cost }) => cost < SURE).sort((a, b) => b.end - a.end)[0];
    if (name) at = name.end;
    else if (VALUE_GLUE.has(tokens[at]?.lower ?? '') || /^(?:and|or)$/.test(tokens[at]?.lower ?? '')) at += 1;
    else return null;
  }
  return said;
}

function everyValueIn({ tokens, links }: Reader): Said[] {
  const said: Said[] = [];
  for (let at = 0; at < tokens.length; ) {
    const value = links
      .values(at)
      .filter((span) => span.value.number === null && span.value.hits.length > 0)
      .sort((a, b) => b.end - a.end || a.cost - b.cost)[0];
    if (value) said.push(saidAt(tokens, at, value));
    at = value?.end ?? at + 1;
  }
  return said;
}

/** An article may be part of a stored value; of these words it is none. */
function saidAt(tokens: readonly Token[], at: number, { value, end }: Span<Value>): Said {
  const from = /^(?:the|a|an)$/.test(tokens[at]?.lower ?? '') && end > at + 1 ? at + 1 : at;
  return { start: tokens[from]?.start ?? 0, end: tokens[end - 1]?.end ?? 0, value };
}
