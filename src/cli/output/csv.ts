import type { ResultSet } from '../../contract/ask.ts';

/** RFC 4180, as the service itself writes it. */
export async function csvOf(names: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  return stringify(
    rows.map((row) => names.map((name) => row[name])),
    { header: true, columns: [...names], record_delimiter: 'windows', cast: { boolean: String }, quoted_match: /[\r\n]/ },
  );
}

export const resultCsv = ({ columns, data }: ResultSet): Promise<string> =>
  csvOf(
    columns.map(({ name }) => name),
    data,
  );
