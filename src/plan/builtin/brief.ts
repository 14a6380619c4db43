import { type CreateSchema, CreateSchema as Schema } from '../plan.ts';
import type { Brief, Designer } from '../planner.ts';
import { guessType, TYPE_WORDS } from './column-type.ts';
import { isPlural, pluralName, singularName, snakeCase } from './inflect.ts';

/** Reads a plain-English brief into a schema, by rules. Declines, with what to add, when part of it found no place. */
export const briefDesigner: Designer = {
  name: 'builtin',
  design: async (brief) => designSchema(brief),
};

export function designSchema(brief: string): Brief {
  try {
    return new Reading().read(brief);
  } catch (problem) {
    if (problem instanceof Unclear) return { kind: 'declined', reason: problem.message };
    throw problem;
  }
}

type NewColumn = CreateSchema['tables'][number]['columns'][number];

interface Draft {
  readonly name: string;
  readonly columns: Map<string, NewColumn>;
  readonly references: Map<string, string>;
  comment?: string;
}

/** Carries the sentence that says what to add. */
class Unclear extends Error {}

const MAX_TABLES = 32;
const MAX_COLUMNS = 100;

class Reading {
  private readonly tables = new Map<string, Draft>();
  private readonly assumptions: string[] = [];
  private title: string | null = null;
  /** Relations wait until every table is known. */
  private readonly owns: { one: string; many: string }[] = [];
  private readonly verbs: { left: string; right: string; text: string }[] = [];

  read(brief: string): Brief {
    const text = brief
      .trim()
      .replaceAll(/[ \t]+/g, ' ')
      .replaceAll(/[“”]/g, '"')
      .replace(/[.!]+$/, '');
    if (!this.readHeader(text)) this.readText(this.takeTitle(text));
    const named = [...this.tables.keys()].slice(0, 3);
    this.relate();
    return this.finish(named);
  }

  /** "create a table from: name,email,signup_date", or such a line alone. */
  private readHeader(text: string): boolean {
    const match = HEADER.exec(text);
    if (!match?.groups) return false;
    const columns = (match.groups.columns ?? '').split(/[,;\t]/).map((each) => each.trim().replaceAll(/^"|"$/g, ''));
    const named = stripLead(match.groups.lead ?? '').replace(
      /\b(?:from|with|using)?\s*(?:this |the |a )?(?:csv|header|headers|columns|fields)?\s*(?:header|line|file|row)?s?$/i,
      '',
    );
    const words = named
      .replaceAll(FILLER, '')
      .replaceAll(/\b(?:from|with|using)\b/gi, '')
      .trim();
    const table = words ? this.table(words) : this.table('records');
    if (!words) this.assumptions.push('the table is called records');
    for (const column of columns) if (snakeCase(column) !== 'id') this.column(table, column);
    return true;
  }

  private takeTitle(text: string): string {
    return text.replace(
      /\b(database|db|schema|app|project) (?:called|named) ["']?([\w -]+?)["']?(?=\s+(?:with|for|to|that|of|where)\b|[:;,.]|$)/i,
      (_, what: string, name: string) => {
        this.title = name;
        return what;
      },
    );
  }

  private readText(text: string): void {
    const body = stripLead(text);
    if (body.replaceAll(FILLER, '').trim() === '') throw new Unclear(`The goal names nothing to keep. ${EXAMPLE}`);
    const [, whole, parts] = WHOLE.exec(body) ?? [];
    if (whole) this.title ??= whole.replaceAll(FILLER, '').trim();
    for (const segment of (parts ?? body).split(SEGMENTS)) {
      const clean = stripLead(
        segment
          .trim()
          .replace(/^(?:and|also|plus|then)\b\s*/i, '')
          .replace(/[,.]+$/, ''),
      );
      if (clean) this.readSegment(clean);
    }
  }

  private readSegment(segment: string): void {
    const belongs = BELONGS.exec(segment);
    if (belongs?.[1] && belongs[2]) {
      this.owns.push({ many: this.table(belongs[1]).name, one: this.table(belongs[2]).name });
      return;
    }
    const listed = LIST.exec(segment);
    if (listed?.[1] && listed[3] !== undefined) {
      this.readList(listed[1], unwrap(listed));
      return;
    }
    const acts = ACTS.exec(segment);
    if (acts?.[1] && acts[3] && !ARTICLE.test(segment)) {
      this.verbs.push({ left: tableName(acts[1]), right: tableName(acts[3]), text: segment });
      return;
    }
    const head = segment.replaceAll(FILLER, '').trim();
    if (!isNameLike(head)) throw new Unclear(`I could not place "${shorten(segment)}". ${EXAMPLE}`);
    throw new Unclear(`Say what to know of each of the ${head}: "${head} with name, …". ${EXAMPLE}`);
  }

  private readList(head: string, list: string): void {
    const items = splitList(list);
    // "a CRM with contacts (name, email)": the head is the whole, its items are the tables.
    if (BRACKETED.test(items[0] ?? '') || /\bwith\b/i.test(items[0] ?? '')) {
      this.title ??= head.replaceAll(FILLER, '');
      for (const item of items) this.readSegment(item);
      return;
    }
    const bare = items.every((item) => isNameLike(item) && isPlural(item.split(' ').at(-1) ?? '') && guessType(snakeCase(item)) === 'text');
    if (bare && items.length > 1 && !isPlural(containerless(head).split(' ').at(-1) ?? '')) {
      throw new Unclear(`Say what to know of each: "${items[0]} (name, …), ${items[1]} (…)". ${EXAMPLE}`);
    }
    const table = this.table(containerless(head));
    for (const item of items) {
      const many = /^(?:many|multiple|several|lots of|one or more|a list of|zero or more|any number of) (.+)$/i.exec(item)?.[1];
      if (many) {
        const segment = LIST.exec(many);
        if (segment?.[1]) this.readList(segment[1], unwrap(segment));
        this.owns.push({ one: table.name, many: this.table(segment?.[1] ?? many).name });
      } else if (/\(.*,.*\)$/.test(item)) {
        // "recipes with name and ingredients (name, quantity)": what stands in brackets inside a list belongs to it.
        const inner = LIST.exec(item);
        if (inner?.[1]) this.owns.push({ one: table.name, many: this.table(inner[1]).name });
        this.readSegment(item);
      } else if (/\bwith\b|\bhave\b/i.test(item)) {
        const rest = items.slice(items.indexOf(item));
        this.readSegment(rest.join(', '));
        return;
      } else {
        this.column(table, item);
      }
    }
  }

  private table(words: string): Draft {
    const name = tableName(words);
    const known = this.tables.get(name);
    if (known) return known;
    if (this.tables.size >= MAX_TABLES) throw new Unclear(`That is more than ${MAX_TABLES} tables; start with the most important ones.`);
    const draft: Draft = { name, columns: new Map(), references: new Map() };
    this.tables.set(name, draft);
    return draft;
  }

  private column(table: Draft, item: string): void {
    const column = readColumn(item);
    if (column.name === 'id') return;
    if (table.columns.has(column.name)) throw new Unclear(`"${column.name}" is named twice for ${table.name}; name each column once.`);
    if (table.columns.size >= MAX_COLUMNS) throw new Unclear(`That is more than ${MAX_COLUMNS} columns for ${table.name}.`);
    table.columns.set(column.name, column);
  }

  private relate(): void {
    for (const table of this.tables.values()) this.linkColumns(table);
    for (const { one, many } of this.owns) {
      const mutual = this.owns.some((other) => other.one === many && other.many === one && one !== many);
      if (mutual) this.joinTable(one, many, `${one} and ${many}`);
      else this.point(many, one);
    }
    for (const { left, right, text } of this.verbs) {
      if (!this.tables.has(left) || !this.tables.has(right)) throw new Unclear(`I could not place "${shorten(text)}". ${EXAMPLE}`);
      const join = this.joinTable(left, right, text);
      this.assumptions.push(`"${text}" is kept in ${join}, so that each may be linked many times`);
    }
  }

  /** A column named after another table points at it: `supplier` beside a table `suppliers`. */
  private linkColumns(table: Draft): void {
    for (const [name] of [...table.columns]) {
      const target = pluralName(name.replace(/_id$/, ''));
      if (!this.tables.has(target) || target === table.name) continue;
      table.columns.delete(name);
      if (isPlural(name.split('_').at(-1) ?? '')) this.owns.push({ one: table.name, many: target });
      else this.point(table.name, target);
    }
  }

  private point(from: string, to: string): void {
    const [source, target] = [this.tables.get(from), this.tables.get(to)];
    if (!source || !target) return;
    const column = `${from === to ? 'parent' : singularName(to)}_id`;
    if (source.references.has(column)) return;
    source.columns.set(column, { name: column, type: 'integer', nullable: true });
    source.references.set(column, to);
    this.assumptions.push(`${from}.${column} points at ${to}`);
  }

  private joinTable(left: string, right: string, comment: string): string {
    const [first, second] = [left, right].sort();
    const name =
      comment.startsWith(left) && !comment.includes(' and ')
        ? `${singularName(left)}_${right}`
        : `${singularName(first ?? left)}_${second}`;
    if (this.tables.has(name)) return name;
    this.tables.set(name, { name, columns: new Map(), references: new Map(), comment });
    this.point(name, left);
    this.point(name, right);
    return name;
  }

  private finish(named: readonly string[]): Brief {
    const tables = [...this.tables.values()];
    if (tables.length === 0) throw new Unclear(`The goal names nothing to keep. ${EXAMPLE}`);
    if (tables.every(({ columns }) => columns.size === 0))
      throw new Unclear(`Say what to know of each of the ${tables[0]?.name.replaceAll('_', ' ')}. ${EXAMPLE}`);
    const title = snakeCase(this.title ?? named.join('-')).replaceAll('_', '-');
    const schema = Schema.safeParse({
      title: title.slice(0, 60) || 'database',
      tables: tables.map(({ name, columns, references, comment }) => ({
        name,
        columns: [...columns.values()],
        ...(comment === undefined ? {} : { comment: comment.slice(0, 500) }),
        ...(references.size ? { references: [...references].map(([column, table]) => ({ column, table })) } : {}),
      })),
    });
    if (!schema.success) throw new Unclear(`The goal does not make a schema that holds together. ${EXAMPLE}`);
    return { kind: 'schema', schema: schema.data, assumptions: [...new Set(this.assumptions)] };
  }
}

/** Sentences, and lists in brackets that stand beside each other. */
const SEGMENTS = /[;\n]+|\.\s+|(?<=\([^()]*,[^()]*\))(?:\s*,)?\s+(?:and\s+)?(?=[a-z])/i;

/** "a coffee shop: customers with …; products with …": what stands before the colon is the whole, each part a table. */
const WHOLE = /^([\w '-]{1,60}):\s*([\w '-]+?\s(?:with|has|have|having)\s.*)$/is;

const EXAMPLE = 'For example: "track coffee beans with roaster, price and rating".';

const HEADER = /^(?<lead>[^:]*?):?\s*\n?(?<columns>(?<=^|[:\n]\s*)"?[A-Za-z_][\w-]*"?(?:[,;\t]\s?"?[A-Za-z_][\w-]*"?)+)$/;
/** "contacts (name, email)" is a table; "name (required)" and "price (decimal)" are columns with a note. */
const BRACKETED =
  /\((?!(?:required|unique|optional|mandatory|not null|int|integer|bigint|number|numeric|decimal|money|float|text|string|boolean|bool|date|datetime|timestamp|time|uuid|json)\b)/i;
const BELONGS =
  /^(?:each |every |an? |all )?([\w -]+?) (?:belongs? to|(?:is|are) part of|(?:is|are) (?:made|written|placed|owned|sold|supplied) by|references?|refers? to|comes? from) (?:an? |one |the |exactly one )?([\w -]+)$/i;
const LIST =
  /^(?:each |every |all )?([\w '-]+?),?(\s*:\s*|\s(?:with|has|have|having|that (?:has|have)|which (?:has|have)|can have|contains?|includ(?:e|es|ing)|containing|consisting of|by)\s(?:the (?:following )?(?:columns?|fields?):?\s)?(?:columns?:?\s|fields?:?\s)?|\s*\()(.+)$/is;
/** "readers borrow books" */
const ACTS = /^([a-z-]+(?: [a-z-]+)?s) (?:can |may )?([a-z]+)(?: (?:in|on|for|to|at))? ([a-z-]+(?: [a-z-]+)?s)$/i;
const ARTICLE = /\b(?:an?|the|my|is|are|this|that)\b/i;

const LEADS: readonly RegExp[] = [
  /^(?:please|hi|hello|hey|ok|okay)[,!]?\s+/i,
  /^(?:can|could|would|will) you\s+/i,
  /^(?:i|we)(?:'d| would)? (?:want|need|like|have)(?: to)?\s+/i,
  /^(?:i|we)(?:'m| am|'re| are) (?:looking for|building|making)\s+/i,
  /^help me(?: to)?\s+/i,
  /^let'?s\s+/i,
  /^(?:create|make|build|set ?up|design|start|generate|give|spin up|provision|add)(?: (?:me|us))?(?=\s|$)\s*/i,
  /^(?:to )?(?:keep track of|track(?:ing)?|manag(?:e|ing)|stor(?:e|ing)|record(?:ing)?|log(?:ging)?|organi[sz](?:e|ing)|sav(?:e|ing)|catalog(?:ue|ing)?|monitor(?:ing)?|hold(?:ing)?|collect(?:ing)?|keep(?:ing)?)\s+(?!:)/i,
  /^(?:an?|the|my|our|some|all|new|simple|small|little|basic|tiny)\s+(?=(?:[\w-]+\s+){0,2}?(?:database|db|schema|table|list|log|record|collection|catalog(?:ue)?|inventory|register)s?(?:\s|$)|(?:my|our|all|new|simple|small|basic)\s)/i,
  /^(?:database|db|schema|tables?|app|system|list|log|records?|collection|catalog(?:ue)?|inventory|register|tracker)(?: (?:for|of|to|that|which|where|called|named|about|from)\b|\s*:|$)\s*/i,
  /^(?:(?:database|db|schema|tables?) with (?:tables?\b:?)?)\s*/i,
  /^(?:my|our|all(?: the| my| our)?|the|some|different|various)\s+/i,
  /^for\s+/i,
];

function stripLead(text: string): string {
  let rest = text;
  for (let changed = true; changed; ) {
    const before = rest;
    for (const lead of LEADS) rest = rest.replace(lead, '');
    changed = rest !== before;
  }
  return rest.trim();
}

const FILLER =
  /\b(?:an?|the|my|our|your|me|us|new|simple|small|basic|database|db|schema|table|tables|tracker|list|please|called|named|each|every|all)\b/gi;
const VAGUE =
  /^(?:somethings?|stuffs?|things?|data|nice|everythings?|anythings?|whatevers?|informations?|infos?|items and stuff|cool|goods?|useful|businesses|projects? data|ones?|its?|them|this|that)$/i;

/** "product inventory" and "inventory of products" are both about products. */
function containerless(head: string): string {
  const of = /^(?:an? )?(?:inventory|list|catalog(?:ue)?|collection|library|log|register|record|directory|database|table) of (.+)$/i.exec(
    head,
  );
  const named = /\b(?:table|called|named)\s+(?:called |named )?["']?([\w -]+?)["']?$/i.exec(head.replace(/\btables?$/i, ''));
  return (of?.[1] ?? named?.[1] ?? head)
    .replace(/\s+(?:for|in|at|from) (?:my|our|the|an?) .*$/i, '')
    .replace(/\s+(?:tables?|tracker|database|db|list|log|inventory)$/i, '')
    .replace(/\s+(?:that |which )?(?:i|we) [a-z]+(?: [a-z]+)?$/i, '')
    .replace(/,$/, '');
}

/** The list of a `LIST` match, without the bracket that closes it. */
const unwrap = (match: RegExpExecArray): string =>
  (match[2] ?? '').includes('(') ? (match[3] ?? '').replace(/\)$/, '') : (match[3] ?? '');

function tableName(words: string): string {
  const head = containerless(words.trim()).replaceAll(FILLER, '').replaceAll(/\s+/g, ' ').trim();
  if (!isNameLike(head)) throw new Unclear(`I could not read "${shorten(words)}" as the name of a thing to keep. ${EXAMPLE}`);
  return pluralName(snakeCase(head));
}

const isNameLike = (words: string): boolean =>
  /^[\p{L}][\p{L}\p{N}_'’-]*(?: [\p{L}\p{N}][\p{L}\p{N}_'’-]*){0,3}$/u.test(words) &&
  !VAGUE.test(words.split(' ').at(-1) ?? '') &&
  snakeCase(words) !== '' &&
  !/\b(?:i|you|we|it|that|which|so|because|when|if|and|or|with|to|not|is|are)\b/i.test(words);

/** Splits at commas and "and", but not inside brackets. */
function splitList(list: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let current = '';
  for (const part of list.split(/(\(|\)|,|\s+(?:and|&|plus|as well as)\s+)/i)) {
    if (part === '(') depth++;
    if (part === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && (part === ',' || /^\s+(?:and|&|plus|as well as)\s+$/i.test(part))) {
      items.push(current);
      current = '';
    } else current += part;
  }
  return [...items, current]
    .map((item) => item.trim().replace(/^(?:and|also|plus)\s+/i, ''))
    .filter((item) => item !== '' && !/^etc\.?$/i.test(item));
}

function readColumn(item: string): NewColumn {
  let text = item.replace(/\s+for (?:my|our|the) .*$/i, '').replace(/^(?:an?|the|their|its|his|her|exactly one|one|each)\s+/i, '');
  const note = /\(([^)]*)\)/.exec(text)?.[1]?.trim() ?? '';
  text = text.replace(/\s*\([^)]*\)/, '');
  const said = `${text} ${note}`;
  const unique = /\bunique\b/i.test(said);
  const required = /\b(?:required|mandatory|not null)\b/i.test(said);
  text = text
    .replaceAll(/\b(?:unique|required|mandatory|optional|not null|primary key)\b/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const flag = /^whether (?:or not )?(?:it|they|he|she|the [\w-]+)?\s*(is|are|has|have|was)?\s*(.+)$/i.exec(text);
  const typed = /^(.+?)(?:\s+as|\s*:)?\s+(?:an?\s+)?(\w+)$/i.exec(text);
  const explicit = typed?.[1] && typed[2] && EXPLICIT.has(typed[2].toLowerCase()) ? TYPE_WORDS[typed[2].toLowerCase()] : undefined;
  const words = flag?.[2]
    ? `${/^ha/i.test(flag[1] ?? '') ? 'has' : 'is'} ${flag[2]}`
    : explicit && typed?.[1]
      ? typed[1].replace(/\s+as$/i, '')
      : text;
  if (!isNameLike(words.replaceAll(/\b(?:is|are|it|to)\b/gi, 'x')))
    throw new Unclear(`I could not read "${shorten(item)}" as something to know. ${EXAMPLE}`);
  const name = snakeCase(words);
  const type = explicit ?? TYPE_WORDS[note.toLowerCase()] ?? (flag ? 'boolean' : guessType(name));
  return { name, type, nullable: !required, ...(unique ? { unique: true } : {}) };
}

/** Words that mean a type when they end a column's description; "date" and "number" rather end its name. */
const EXPLICIT = new Set([
  'int',
  'integer',
  'bigint',
  'numeric',
  'decimal',
  'float',
  'text',
  'string',
  'varchar',
  'boolean',
  'bool',
  'datetime',
  'timestamp',
  'uuid',
  'json',
  'jsonb',
]);

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
