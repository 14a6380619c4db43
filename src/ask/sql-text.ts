import { Fault } from '../fault.ts';
import type { Verdict } from '../guard/guard.ts';

/**
 * What to say of a request that is SQL: where SQL goes, or why this one goes nowhere.
 * Null for plain English. `judge` is the guard of `/v1/run`; text that does not parse is no SQL.
 */
export async function faultOfSql(text: string, judge: (sql: string) => Promise<Verdict>): Promise<Fault | null> {
  if (!SQL.test(text) || !SIGNS.test(text)) return null;
  const verdict = await judge(text);
  if (verdict.kind === 'deny' && /does not parse/.test(verdict.reason)) return null;
  const where = 'This is SQL, and POST /v1/ask takes plain English';
  const reason = verdict.kind === 'allow' ? `${where}: send it to POST /v1/run, in \`sql\`.` : `${where}; as SQL: ${verdict.reason}.`;
  return new Fault('sql_rejected', { params: { reason } });
}

const SIGNS = /[*=<>();]|^\s*(?:drop|truncate|alter|create|grant|revoke)\b|^\s*delete\s+from\s+\S+\s*$/i;
/** Statements by their shape: English begins with the same words, but has no stars, signs and brackets among them. */
const SQL = new RegExp(
  [
    'select\\b[^]*\\bfrom\\b[^]*',
    'select\\s+\\w+\\s*\\(',
    'with\\s+(?:recursive\\s+)?\\w+\\s*(?:\\([^)]*\\)\\s*)?as\\s*\\(',
    'insert\\s+into\\s+\\S+[^]*\\b(?:values\\s*\\(|select\\b)',
    'update\\s+\\S+\\s+set\\s+\\S+\\s*=',
    'delete\\s+from\\s+\\S+\\s*(?:where\\b[^]*[=<>]|;|$)',
    '(?:drop|truncate|alter|create)\\s+(?:table|index|view|database|schema|role|user|function|extension)\\b',
    '(?:grant|revoke)\\b[^]*\\bon\\b',
    'explain\\s+(?:analyze\\s+)?(?:select|insert|update|delete)\\b',
  ]
    .map((shape) => `^\\s*${shape}`)
    .join('|'),
  'i',
);
