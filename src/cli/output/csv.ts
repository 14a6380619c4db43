import type { ResultSet } from '../../contract/ask.ts';
import { encodeJson } from '../../lib/encode-json.ts';

/** RFC 4180, as the service itself writes it. */
export async function csvOf(names: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  return stringify(
    rows.map((row) => names.map((name) => cellOf(row[name]))),
    { header: true, columns: [...names], record_delimiter: 'windows', cast: { boolean: String }, quoted_match: /[\r\n]/ },
  );
}

/** Numbers keep their digits, documents are JSON. */
const cellOf = (value: unknown): unknown => (typeof value === 'object' && value !== null ? encodeJson(value) : value);

export const resultCsv = ({ columns, data }: ResultSet): Promise<string> =>
  csvOf(
    columns.map(({ name }) => name),
    data,
  );
