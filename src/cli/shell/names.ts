import type { DatabaseSchemaReply } from '../../contract/database.ts';

const KEYWORDS =
  'SELECT FROM WHERE GROUP BY ORDER LIMIT HAVING JOIN LEFT ON AND OR NOT NULL IS IN LIKE BETWEEN AS DISTINCT COUNT SUM AVG MIN MAX INSERT INTO VALUES UPDATE SET DELETE WITH RETURNING EXPLAIN CASE WHEN THEN ELSE END';

/** Completes the last word: names of tables and columns, words of SQL, and what begins with a backslash. */
export function completerOf(schema: DatabaseSchemaReply | null, commands: readonly string[]): (line: string) => [string[], string] {
  const names = schema ? schema.tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]) : [];
  const words = [...new Set(names)].map((name) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`));
  return (line) => {
    const word = /(?:\\\w*|"[^"]*|[\p{L}\p{N}_]*)$/u.exec(line)?.[0] ?? '';
    if (word.startsWith('\\')) return [commands.filter((one) => one.startsWith(word)), word];
    if (word === '') return [[], word];
    const isUpper = word === word.toUpperCase();
    const keywords = KEYWORDS.split(' ').map((one) => (isUpper ? one : one.toLowerCase()));
    const bare = word.toLowerCase();
    return [[...words.filter((name) => name.toLowerCase().startsWith(bare)), ...keywords.filter((one) => one.startsWith(word))], word];
  };
}
