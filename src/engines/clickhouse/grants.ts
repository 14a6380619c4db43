import { identifier } from './quote.ts';

/** What a login may do, from the lines of `SHOW GRANTS FINAL`. */
export interface Grants {
  /** Whether it may do this to the table, or to the column of it. */
  may(privilege: string, place: Place): boolean;
  /** Whether it may do this to anything at all. */
  mayAnywhere(privilege: string): boolean;
  /** How many rights the lines hold. */
  readonly count: number;
}

export interface Place {
  readonly database: string;
  readonly table: string;
  readonly column?: string;
}

interface Right {
  readonly revokes: boolean;
  readonly privilege: string;
  /** Null for all columns. */
  readonly columns: ReadonlySet<string> | null;
  /** As in the line: a name, or its beginning followed by `*`. */
  readonly database: string;
  readonly table: string;
}

/** What a right to more than one thing gives (manual, "GRANT Statement", "Privileges"): the parts that are asked for here. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'ALTER UPDATE': ['ALTER', 'ALTER TABLE', 'ALTER COLUMN'],
  'ALTER DELETE': ['ALTER', 'ALTER TABLE', 'ALTER COLUMN'],
};

/** A line that is not understood gives nothing, and takes nothing away. */
export function readGrants(lines: readonly string[]): Grants {
  const rights = lines.flatMap(rightsIn);
  const known = new Map<string, readonly Right[]>();
  const of = (privilege: string): readonly Right[] => {
    const names = new Set([privilege, 'ALL', ...(PARTS[privilege] ?? [])]);
    const found = known.get(privilege) ?? rights.filter((right) => names.has(right.privilege));
    known.set(privilege, found);
    return found;
  };
  return {
    may(privilege, place) {
      const about = of(privilege).filter((right) => covers(right, place));
      return about.some(({ revokes }) => !revokes) && !about.some(({ revokes }) => revokes);
    },
    mayAnywhere: (privilege) => of(privilege).some(({ revokes }) => !revokes),
    count: rights.length,
  };
}

function covers({ columns, database, table }: Right, place: Place): boolean {
  if (!matches(database, place.database) || !matches(table, place.table)) return false;
  return columns === null || (place.column !== undefined && columns.has(place.column));
}

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;

/** `GRANT SELECT(a, b), INSERT ON shop.* TO reader`, `REVOKE SELECT ON shop.secrets FROM reader`. */
function rightsIn(line: string): readonly Right[] {
  const verb = VERBS.find((one) => line.startsWith(one));
  // The server is somebody else's, and a line as long as a reply: it is gone through once, and not by a pattern that looks back.
  const on = line.lastIndexOf(ON, Math.max(line.lastIndexOf(' TO '), line.lastIndexOf(' FROM ')));
  if (verb === undefined || on < verb.length) return [];
  const ends = [' TO ', ' FROM '].map((word) => line.indexOf(word, on + ON.length)).filter((at) => at >= 0);
  const target = targetOf(line.slice(on + ON.length, Math.min(...ends)));
  if (target === null) return [];
  return partsOf(line.slice(verb.length, on)).flatMap((part) => {
    const [, privilege, columns] = /^([A-Za-z][A-Za-z ]*)(?:\((.*)\))?$/s.exec(part) ?? [];
    if (privilege === undefined) return [];
    return {
      revokes: verb === 'REVOKE ',
      privilege: privilege.trim(),
      columns: columns === undefined ? null : new Set(columns.split(', ').map(unquoted)),
      ...target,
    };
  });
}

const VERBS = ['GRANT ', 'REVOKE '] as const;
const ON = ' ON ';

/** `SELECT(a, b), INSERT` → `SELECT(a, b)` and `INSERT`. */
function partsOf(given: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at < given.length; at += 1) {
    const char = given.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '`') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(given.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, given.slice(from).trim()];
}

/** `*.*`, `db.*`, `db.table`; a right to something else, as to a user, has no dot. */
function targetOf(text: string): { database: string; table: string } | null {
  const found = /^(`(?:[^`\\]|\\.)*`\*?|[^.`]+)\.(`(?:[^`\\]|\\.)*`\*?|[^.`]+)$/.exec(text);
  return found ? { database: unquoted(found[1] ?? ''), table: unquoted(found[2] ?? '') } : null;
}

const unquoted = (name: string): string =>
  name.startsWith('`')
    ? name.replace(/^`(.*)`(\*?)$/s, (_, inside: string, star: string) => inside.replaceAll(/\\(.)/g, '$1') + star)
    : name;

/** SQL that makes a login which reads these databases, and what comes to them. */
export const readerSql = (databases: readonly string[]): string =>
  ["CREATE USER svc_reader IDENTIFIED BY '<a new password>' SETTINGS readonly = 2;", ...readingGrants('svc_reader', databases)].join('\n');

/** The same for one that also writes rows, and sees what became of a write whose answer was lost. */
export const writerSql = (databases: readonly string[]): string =>
  ["CREATE USER svc_writer IDENTIFIED BY '<a new password>';", ...writingGrants('svc_writer', databases)].join('\n');

export const ACCESS_DENIED = 497;
export const MAY_READ_NOTHING = 'This user may read none of its tables.';

export const readingGrants = (user: string, databases: readonly string[]): string[] =>
  databases.map((database) => `GRANT SELECT ON ${identifier(database)}.* TO ${identifier(user)};`);

export const writingGrants = (user: string, databases: readonly string[]): string[] => [
  ...databases.map((database) => `GRANT SELECT, INSERT, ALTER UPDATE, ALTER DELETE ON ${identifier(database)}.* TO ${identifier(user)};`),
  ...WATCHED.map((table) => `GRANT SELECT ON system.${table} TO ${identifier(user)};`),
];

/** What tells which writes a table has seen. */
export const WATCHED = ['parts', 'mutations', 'tables', 'processes'] as const;
