/**
 * Holds what the services of a test file write to their logs at the default level against what their callers sent: no stored or
 * bound value, literal, question, token or key of a request may be in a line. `log-watch-each.ts` asks after each file.
 */

/** Beside what is taken from requests, anything that has it may be in no line. */
const MARK = /canary/i;

const SECRETS: readonly RegExp[] = [
  MARK,
  /\banon_[\w-]{32}/,
  /\b(sk|pk)_live_[0-9A-Za-z]{38}/,
  /\bsk_mcp_\w+_[0-9A-Za-z]{38}/,
  /Bearer /,
  /postgres(ql)?:\/\/[^:@/]+:[^@/]+@/,
];

/** A body beyond this is a test of sizes. */
const BODY_MAX = 100_000;
const VALUES_MAX = 20_000;

const values = new Set<string>();
const lines = new Map<string, string>();

/** Of the settings that the services were started with. */
export const noteSecret = (secret: string): void => void values.add(secret);

/** A request as it came in. */
export function noteRequest(headers: Readonly<Record<string, unknown>>, body: string): void {
  for (const name of ['authorization', 'idempotency-key']) {
    const text = headers[name];
    if (typeof text === 'string') noteText(text.replace(/^Bearer /i, ''));
  }
  if (typeof headers.cookie === 'string') for (const part of headers.cookie.split(/[=;]\s*/)) noteText(part);
  if (body.length > BODY_MAX) return;
  try {
    noteParts(JSON.parse(body), '');
  } catch {
    noteText(body);
  }
}

const VARYING = new Set(['time', 'pid', 'hostname', 'requestId', 'ms']);

/** One line of a log at the default level. */
export function noteLine(line: string): void {
  const said = Object.entries(JSON.parse(line) as Record<string, unknown>).filter(([name]) => !VARYING.has(name));
  // A service without a mail server tells whoever can read its log how to sign in.
  const isLink = said.some(([name]) => name === 'link') && said.some(([name]) => name === 'email');
  const text = JSON.stringify(Object.fromEntries(isLink ? said.filter(([name]) => name !== 'link' && name !== 'email') : said));
  if (!lines.has(text)) lines.set(text, line);
}

/** The lines that tell what they must not, each with what it tells. */
export function leaks(): string[] {
  const found: string[] = [];
  for (const [text, line] of lines) {
    const secret = SECRETS.find((pattern) => pattern.test(text))?.source ?? [...values].find((value) => text.includes(value));
    if (secret !== undefined) found.push(`${secret} is in a log line: ${line}`);
  }
  return found;
}

export function forgetLog(): void {
  values.clear();
  lines.clear();
}

/** Names of tables and the like are in the log on purpose. */
const NAMING = new Set(['db', 'dbId', 'table', 'column']);

function noteParts(part: unknown, under: string): void {
  if (typeof part === 'string' && !NAMING.has(under)) {
    noteText(part);
    for (const [, literal = ''] of part.matchAll(/'((?:[^']|'')*)'/g)) noteText(literal.replaceAll("''", "'"));
  } else if (Array.isArray(part)) for (const item of part) noteParts(item, under);
  else if (typeof part === 'object' && part !== null) for (const [name, value] of Object.entries(part)) noteParts(value, name);
}

function noteText(text: string): void {
  if (values.size < VALUES_MAX && isTelling(text)) values.add(JSON.stringify(text).slice(1, -1));
}

/** More than a name or a number that a line may have for other reasons; ids of databases and of requests are there on purpose. */
function isTelling(text: string): boolean {
  if (text.length < 8 || ID.test(text)) return false;
  return /[^\w.:/-]/.test(text) || (text.length >= 16 && /\d/.test(text) && /[a-z]/i.test(text));
}

const ID = /^(db_\w+|[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
