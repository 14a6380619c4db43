import type { EngineName } from '../../../contract/database.ts';

/** What a brief says of where its tables are to be made. */
export interface NamedEngine {
  /** The one that it names; null where it says only that it is a database. */
  readonly engine: EngineName | null;
  /** The brief without that. */
  readonly rest: string;
}

/** "track page views in ClickHouse", "a Postgres database for books", "use clickhouse to store clicks", "… in a transactional database". */
export function engineNamedIn(brief: string): NamedEngine {
  const named = new Set<EngineName>();
  let rest = brief;
  for (const { pattern, left } of SAID)
    rest = rest.replace(pattern, (_, ...found) => {
      const { name = '', kind = '' } = found.at(-1) as { name?: string; kind?: string };
      const engine = NAMES.get(name.toLowerCase().replace(' ', '')) ?? KINDS.find(([words]) => words.test(kind))?.[1];
      if (engine !== undefined) named.add(engine);
      return left;
    });
  const [engine = null] = named;
  rest = rest
    .replaceAll(/\ban (?=database\b)/gi, 'a ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.;:!?])/g, '')
    .trim();
  // Of two of them it is not known which one is meant, and with nothing left the brief says nothing else.
  return named.size > 1 || rest === '' ? { engine: null, rest: brief } : { engine, rest };
}

const NAMES: ReadonlyMap<string, EngineName> = new Map([
  ['clickhouse', 'clickhouse'],
  ['postgres', 'postgres'],
  ['postgresql', 'postgres'],
]);

const KINDS: readonly (readonly [RegExp, EngineName])[] = [
  [/^(?:transactional|relational|oltp)$/i, 'postgres'],
  [/^(?:analytical|analytics|column(?:ar|[- ]oriented)|olap)$/i, 'clickhouse'],
];

const NAME = '(?<name>click ?house|postgres(?:ql)?)';
const KIND = '(?:(?<kind>transactional|relational|oltp|analytical|analytics|column(?:ar|[- ]oriented)|olap)|new|sql)';
/** Where the brief goes on with something else. A thing may have the name: "servers with ClickHouse version". */
const ENDS = '(?=\\s*(?:$|[.,;:!?]|(?:with|for|to|and) ))';

const said = (pattern: string, left: string) => ({ pattern: new RegExp(pattern, 'gi'), left });

const SAID = [
  said(`^(?:please )?(?:use|using|with|in|on) (?:a |an )?${NAME}(?: database| db)?(?: to |,? and |,\\s*|:\\s*)`, ''),
  said(`^${NAME}\\s*[:,-]\\s+`, ''),
  said(`\\b${NAME} (?:database|db|schema)\\b(?!s)`, 'database'),
  said(`\\b${KIND} (?:database|db)\\b(?!s)`, 'database'),
  said(`,? (?:in|on|into|using|via) (?:an? |the |my |our )?${NAME}(?: engine| server| tables?)?${ENDS}`, ''),
  said(`,? (?:in|into|using) (?:an?|the|my|our) (?:database|db)${ENDS}`, ''),
];
