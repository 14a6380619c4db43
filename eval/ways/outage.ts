/** Codes of a machine that is not there or not well; they say nothing of an answer. */
const OUTAGES: ReadonlySet<string> = new Set([
  'network_error',
  'aborted',
  'non_json_response',
  'unknown_error',
  'db_unreachable',
  'schema_unavailable',
  'auth_unavailable',
  'rate_limited',
  'provision_failed',
]);

export const isOutage = (code: string): boolean => OUTAGES.has(code);
