import { distance } from 'fastest-levenshtein';
import { Fault } from '../fault.ts';

/** What a safety switch would have kept from happening must not happen for want of its right spelling. */
const SWITCH = 'dryRun';

interface Known {
  /** Fields of the operation, wherever they are sent. */
  readonly fields: readonly string[];
  readonly writes: boolean;
}

/**
 * Fields that nobody knows are ignored, but not one that reads like a known one: a misspelt safety switch must not write.
 * Nor is `dryRun` ignored by an operation that writes and has none. @throws Fault invalid_body with `params.nearest`
 */
export function refuseNearFields(body: Readonly<Record<string, unknown>>, { fields, writes }: Known): void {
  for (const [name, value] of Object.entries(body)) {
    if (fields.includes(name)) continue;
    const nearest = nearTo(name, fields);
    if (nearest.length > 0) throw refusal(name, `There is no such field; is ${listed(nearest)} meant?`, nearest);
    const isOff = value === false || value === null || value === '';
    if (writes && !isOff && isNear(name, SWITCH))
      throw refusal(
        name,
        `This call has no \`${SWITCH}\`: it would write. POST /v1/ask previews a write, in plain English or of SQL in \`sql\`.`,
      );
  }
}

/**
 * The same of the address: a field of the body has no effect there. `addressed` are the fields that may stand in it.
 * @throws Fault invalid_body with `params.nearest`
 */
export function refuseNearParameters(given: readonly string[], addressed: readonly string[], { fields, writes }: Known): void {
  for (const name of given) {
    if (addressed.includes(name)) continue;
    const nearest = nearTo(name, addressed);
    if (nearest.length > 0) throw refusal(name, `The address takes no such field; is ${listed(nearest)} meant?`, nearest);
    const ofBody = (writes ? [...new Set([...fields, SWITCH])] : fields).filter((field) => isNear(name, field));
    if (ofBody.length > 0) throw refusal(name, 'It has no effect in the address: send fields in the body.', ofBody);
  }
}

/** Those that are spelt nearly so, or else the one that says which database: without it another may be read or written. */
function nearTo(name: string, fields: readonly string[]): readonly string[] {
  const alike = fields.filter((field) => isNear(name, field));
  if (alike.length > 0 || !OF_DATABASE.test(letters(name))) return alike;
  return fields.filter((field) => field === 'db');
}

const OF_DATABASE = /^(?:db|database)(?:id|name|slug)?$/;

const listed = (fields: readonly string[]): string => fields.map((field) => `\`${field}\``).join(' or ');

const refusal = (path: string, message: string, nearest: readonly string[] = []): Fault =>
  new Fault('invalid_body', { params: { issues: [{ path, message }], ...(nearest.length > 0 ? { nearest } : {}) } });

/** The same letters in another writing, or one slip in five letters and two in seven. */
function isNear(name: string, field: string): boolean {
  if (name.length > field.length * 2 + 2) return false;
  const [given, known] = [letters(name), letters(field)];
  if (given === known) return true;
  const slips = known.length >= 7 ? 2 : known.length >= 5 ? 1 : 0;
  return slips > 0 && distance(given, known) <= slips;
}

const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
