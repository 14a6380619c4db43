import type { Expr, Plan } from '../plan/plan.ts';
import type { ValueIndex } from '../plan/planner.ts';

/**
 * A question with its literals taken out, and the plan that answered it. Segments lie one after the other: `words` are
 * compared without case, `exact` ones (values that stand in the plan) with it, and a `slot` takes the new question's
 * own literal.
 */
export interface Template {
  readonly segments: readonly Segment[];
  readonly plan: Plan;
  /** The plan holds days that the question does not spell out ("last month"): right on this day (UTC, ISO) alone. */
  readonly day: string | null;
}

type Segment =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'exact'; readonly text: string }
  /** `path` leads from the plan to the literal, or to the limit. */
  | { readonly kind: 'number'; readonly path: readonly (string | number)[]; readonly whole: boolean }
  | {
      readonly kind: 'value';
      readonly path: readonly (string | number)[];
      readonly table: string;
      readonly column: string;
      readonly quoted: boolean;
    };

/** More slots could be filled in too many ways. */
const SLOTS_MAX = 4;

/** The question as it is compared: single spaces, no closing punctuation. Null when case cannot be folded letter by letter. */
function normalize(text: string): string | null {
  const plain = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s?!.]+$/, '');
  return plain.toLowerCase().length === plain.length ? plain : null;
}

/** The template of a question that `plan` answered; null when it cannot be asked again by text. */
export function templateOf(text: string, plan: Plan, today: string): Template | null {
  const question = normalize(text);
  if (question === null || question === '') return null;
  const literals = literalsOf(plan);
  const marks: { start: number; end: number; segment: Segment }[] = [];
  for (const literal of literals) {
    const found = placesOf(literal.text, question);
    const free = found.filter(({ start, end }) => marks.every((mark) => end <= mark.start || start >= mark.end));
    const alone = literals.filter((other) => other.text.toLowerCase() === literal.text.toLowerCase()).length === 1;
    const [place] = free;
    const slot = place && found.length === 1 && alone ? slotFor(literal, place, question) : null;
    const slots = marks.filter(({ segment }) => segment.kind === 'number' || segment.kind === 'value').length;
    for (const { start, end } of free) {
      marks.push({ start, end, segment: slot && slots < SLOTS_MAX ? slot : { kind: 'exact', text: question.slice(start, end) } });
    }
  }
  for (const [start, end] of quotedParts(question)) {
    if (marks.every((mark) => end <= mark.start || start >= mark.end)) {
      marks.push({ start, end, segment: { kind: 'exact', text: question.slice(start, end) } });
    }
  }
  const relative = literals.some(({ type, text: said }) => !question.includes(said) && (MOMENTS.has(type) || namesYearNear(said, today)));
  return { segments: between(marks, question), plan, day: relative ? today : null };
}

const MOMENTS: ReadonlySet<string> = new Set(['date', 'timestamp']);

/** "This year" may stand in the plan as 2026, and "last month" as '2026-02'. */
function namesYearNear(text: string, today: string): boolean {
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1].some((near) => text.includes(String(near)));
}

/** The template's plan with the literals of another question, itself where they are the same; null when the question is not the same one. */
export function readAgain(template: Template, text: string, values: ValueIndex, today: string): Plan | null {
  if (template.day !== null && template.day !== today) return null;
  const question = normalize(text);
  if (question === null) return null;
  const found = patternOf(template).exec(question.toLowerCase());
  if (!found?.indices) return null;
  let { plan } = template;
  for (const [index, segment] of template.segments.entries()) {
    const [start, end] = found.indices[index + 1] ?? [0, 0];
    const said = question.slice(start, end);
    if (segment.kind === 'words') continue;
    if (segment.kind === 'exact') {
      if (said !== segment.text) return null;
      continue;
    }
    const value = segment.kind === 'number' ? numberSaid(said) : valueSaid(segment, said, template.plan, values);
    if (value === null) return null;
    if (String(value) === String(valueAt(plan, segment.path))) continue;
    if (plan === template.plan) plan = structuredClone(plan);
    put(plan, segment.path, value);
  }
  return plan;
}

/**
 * What the words of the template's question stand for among the stored values, up to three words together, as one text: when
 * it is another than when the plan was made, the question may mean something else by now.
 */
export function standingOf(template: Template, values: ValueIndex): string {
  const words = questionOf(template)
    .split(/[^\p{L}\p{N}'&+#-]+/u)
    .filter((word) => word !== '');
  const found = words.flatMap((_, at) =>
    [1, 2, 3].flatMap((count) => (at + count > words.length ? [] : homesOf(words.slice(at, at + count).join(' '), values))),
  );
  return [...new Set(found)].sort().join('\n');
}

const homesOf = (text: string, values: ValueIndex): string[] =>
  values.find(text).map(({ table, column }) => `${table}.${column} ${text.toLowerCase()}`);

/** The question that the template was made of, in lower case but for its values. */
export const questionOf = ({ segments, plan }: Template): string =>
  segments.map((segment) => ('path' in segment ? String(valueAt(plan, segment.path)) : segment.text)).join('');

interface LiteralAt {
  readonly path: readonly (string | number)[];
  readonly text: string;
  readonly type: string;
  /** The column that an equality compares it with, and the stored table that it is one of. */
  readonly column: { readonly table: string; readonly column: string } | null;
}

/** Every literal of the plan, and its limit. */
function literalsOf(plan: Plan): LiteralAt[] {
  const found: LiteralAt[] = [];
  const sources = tablesBySource(plan);
  const walk = (node: unknown, path: readonly (string | number)[], column: LiteralAt['column']): void => {
    if (Array.isArray(node)) {
      node.forEach((each, i) => {
        walk(each, [...path, i], column);
      });
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    if (isLiteral(node)) {
      if (node.value !== null && typeof node.value !== 'boolean') {
        const text = String(node.value);
        found.push({ path: [...path, 'value'], text: node.type === 'text' ? bare(text) : text, type: node.type, column });
      }
      return;
    }
    if ('limit' in node && typeof node.limit === 'number') {
      found.push({ path: [...path, 'limit'], text: String(node.limit), type: 'integer', column: null });
    }
    const beside = comparedColumn(node, sources);
    for (const [key, value] of Object.entries(node)) walk(value, [...path, key], beside);
  };
  walk(plan, [], null);
  return found.filter(({ text }) => text !== '');
}

const isLiteral = (node: object): node is Extract<Expr, { kind: 'literal' }> => 'kind' in node && node.kind === 'literal';

function comparedColumn(node: object, sources: ReadonlyMap<string, string | null>): LiteralAt['column'] {
  if (!('kind' in node) || node.kind !== 'compare' || !('op' in node) || (node.op !== '=' && node.op !== '<>')) return null;
  const { left, right } = node as Extract<Expr, { kind: 'compare' }>;
  const column = left.kind === 'column' ? left : right.kind === 'column' ? right : null;
  const table = column && sources.get(column.table);
  return column && table ? { table, column: column.column } : null;
}

/** The stored table that each source of the plan stands for; null where it stands for something else or for several. */
function tablesBySource(plan: Plan): ReadonlyMap<string, string | null> {
  const sources = new Map<string, string | null>();
  JSON.stringify(plan, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'as' in value && 'kind' in value && typeof value.as === 'string') {
      const table = value.kind === 'table' && 'table' in value ? String(value.table) : null;
      const known = sources.get(value.as);
      sources.set(value.as, known === undefined || known === table ? table : null);
    }
    return value;
  });
  return sources;
}

/** What a pattern looks for, without its wildcards. */
const bare = (text: string): string => text.replace(/^[%_]+|[%_]+$/g, '');

function placesOf(text: string, question: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  const [wanted, within] = [text.toLowerCase(), question.toLowerCase()];
  for (let start = within.indexOf(wanted); start >= 0; start = within.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    const inside = /[\p{L}\p{N}.]/u;
    const cut = inside.test(within[start - 1] ?? ' ') || /[\p{L}\p{N}]/u.test(within[end] ?? ' ') || /^[.,]\d/.test(within.slice(end));
    if (!cut) places.push({ start, end });
  }
  return places;
}

function slotFor(
  { path, text, type, column }: LiteralAt,
  { start, end }: { start: number; end: number },
  question: string,
): Segment | null {
  if (type === 'integer' || type === 'decimal' || type === 'float') {
    return /^\d+(\.\d+)?$/.test(text) ? { kind: 'number', path, whole: !text.includes('.') } : null;
  }
  if (type !== 'text' || column === null) return null;
  return { kind: 'value', path, ...column, quoted: /['"]/.test(question[start - 1] ?? '') && question[start - 1] === question[end] };
}

function* quotedParts(question: string): Generator<[number, number]> {
  for (const match of question.matchAll(/(?<![\p{L}\p{N}])(['"])(.+?)\1(?![\p{L}\p{N}])/gu)) {
    yield [match.index, match.index + match[0].length];
  }
}

function between(marks: readonly { start: number; end: number; segment: Segment }[], question: string): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  const words = (until: number): void => {
    if (until > at) segments.push({ kind: 'words', text: question.slice(at, until).toLowerCase() });
  };
  for (const { start, end, segment } of [...marks].sort((a, b) => a.start - b.start)) {
    words(start);
    segments.push(segment);
    at = end;
  }
  words(question.length);
  return segments;
}

const patterns = new WeakMap<Template, RegExp>();

/** One group a segment, over the question in lower case. */
function patternOf(template: Template): RegExp {
  let pattern = patterns.get(template);
  if (!pattern) {
    const groups = template.segments.map((segment) => {
      if (segment.kind === 'number') return segment.whole ? '(\\d{1,15})' : '(\\d{1,12}(?:\\.\\d{1,6})?)';
      if (segment.kind === 'value') return segment.quoted ? '([^\'"]{1,100})' : '([^\'"]{1,100}?)';
      return `(${segment.text.toLowerCase().replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`;
    });
    pattern = new RegExp(`^${groups.join('')}$`, 'du');
    patterns.set(template, pattern);
  }
  return pattern;
}

const numberSaid = (said: string): number | null => (Number.isFinite(Number(said)) ? Number(said) : null);

/** Quoted text is taken as it is; other words only when the column stores exactly them. */
function valueSaid(segment: Extract<Segment, { kind: 'value' }>, said: string, plan: Plan, values: ValueIndex): string | null {
  if (segment.quoted) return said;
  const before = valueAt(plan, segment.path);
  if (said === before) return said;
  const hits = values.find(said);
  const stored = hits.some((hit) => hit.table === segment.table && hit.column === segment.column && hit.stored === said);
  // A value that is stored elsewhere as well may be meant there.
  const places = (of: readonly { table: string; column: string }[]) =>
    [...new Set(of.map((hit) => `${hit.table}.${hit.column}`))].sort().join();
  return stored && places(hits) === places(values.find(String(before))) ? said : null;
}

function valueAt(node: unknown, path: readonly (string | number)[]): unknown {
  let at = node;
  for (const key of path) at = (at as Record<string | number, unknown> | undefined)?.[key];
  return at;
}

function put(plan: Plan, path: readonly (string | number)[], value: string | number): void {
  const parent = valueAt(plan, path.slice(0, -1)) as Record<string | number, unknown>;
  const key = path.at(-1);
  if (key !== undefined) parent[key] = typeof parent[key] === 'string' ? String(value) : value;
}
