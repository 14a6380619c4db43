import type { JsonSurvey, LongPart } from './json-survey.ts';

interface Reading {
  /** Reads JSON text. @throws SyntaxError */
  readonly read: (text: string) => unknown;
  readonly pace: () => Promise<void> | null;
}

/**
 * `read`, for long text of JSON in UTF-8: its long arrays and objects are read in pieces, with a turn for others after each.
 * @param bytes what `surveyJson` looked at
 * @throws SyntaxError as `read` does
 */
export async function readJsonInTurns(bytes: Buffer, { whole, isBroken }: JsonSurvey, { read, pace }: Reading): Promise<unknown> {
  const text = (from: number, to: number) => bytes.toString('utf8', from, to);
  if (isBroken) throw new SyntaxError('Brackets do not match.');
  if (whole === null) return read(text(0, bytes.length));
  if (!isSpace(text(0, whole.from - 1)) || !isSpace(text(whole.to + 1, bytes.length))) throw new SyntaxError('More than one value.');
  // Nobody can have put it into the text.
  const mark = `${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12))))}:`;

  async function readPart({ isArray, from, to, cuts, parts }: LongPart): Promise<unknown> {
    // As it stands: what is put together is copied before it is read.
    if (cuts.length === 0 && parts.length === 0) return read(text(from - 1, to + 1));
    const items: unknown[] = [];
    const fields: Fields = {};
    let [start, nextPart] = [from, 0];
    for (const cut of [...cuts, to]) {
      /** The long ones in this piece, for which marks stand in the text. */
      const inner: unknown[] = [];
      const texts: string[] = [];
      for (let part = parts[nextPart]; part !== undefined && part.to < cut; part = parts[nextPart]) {
        texts.push(text(start, part.from - 1), `"${mark}${inner.length}"`);
        inner.push(await readPart(part));
        start = part.to + 1;
        nextPart += 1;
      }
      const piece = texts.join('') + text(start, cut);
      start = cut + 1;
      // By itself it would be an empty array or object, where the whole has a comma too many.
      if (isSpace(piece)) throw new SyntaxError('Something is missing beside a comma.');
      const own = (value: unknown) =>
        inner.length > 0 && typeof value === 'string' && value.startsWith(mark) ? inner[Number(value.slice(mark.length))] : value;
      if (isArray) for (const item of read(`[${piece}]`) as unknown[]) items.push(own(item));
      else
        for (const [name, value] of Object.entries(read(`{${piece}}`) as Fields)) {
          if (name.startsWith(mark)) throw new SyntaxError('An array or object stands for a name.');
          setField(fields, name, own(value));
        }
      await pace();
    }
    return isArray ? items : fields;
  }

  return await readPart(whole);
}

type Fields = Record<string, unknown>;

/** As `JSON.parse` does it: a field called `__proto__` is a field. */
function setField(fields: Fields, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  else fields[name] = value;
}

/** RFC 8259, 2. */
const isSpace = (text: string): boolean => /^[ \t\n\r]*$/.test(text);
