import { readStatements } from '../read/statements.ts';

const VERBS =
  /^\s*(select|insert|update|delete|with|explain|show|values|table|begin|start\s+transaction|commit|end|rollback|abort|savepoint|release)\b/i;

/** Sentences begin with these words too: what follows tells them apart. */
const FORMS: readonly RegExp[] = [
  /^\s*select\b[^;]*(?:\bfrom\b|[*(=])/i,
  /^\s*select\s+(?:\d|'|null\b|true\b|false\b|current_)/i,
  /^\s*insert\s+into\s+\S+\s*(?:\(|values\b|select\b|default\b|$)/i,
  /^\s*update\s+\S+(?:\s+(?:as\s+)?\w+)?\s+set\b/i,
  /^\s*delete\s+from\s+\S+\s*(?:;|where\b|using\b|$)/i,
  /^\s*with\s+(?:recursive\s+)?\S+\s*(?:\([^)]*\)\s*)?as\s*(?:materialized\s*)?\(/i,
  /^\s*explain\s+(?:\(|analyze\b|select\b|insert\b|update\b|delete\b|with\b)/i,
  /^\s*(?:begin|start\s+transaction|commit|end|rollback|abort)(?:\s+(?:work|transaction))?\s*(?:;|$)/i,
];

/** Whether what was typed is SQL, which goes on until a semicolon, and not a sentence, which ends with its line. */
export const isSql = (text: string): boolean =>
  VERBS.test(text) &&
  (/;\s*$/.test(text) || /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|EXPLAIN)$/.test(text) || FORMS.some((form) => form.test(text)));

/** Whether what was typed has come to the semicolon of its last statement. */
export function isWhole(sql: string): boolean {
  const { statements, isEnded } = readStatements(sql);
  return isEnded && statements.length > 0;
}
