import { Stop } from '../stop.ts';

/** Rows by the names of the header, every value as text. @throws Stop usage for a ragged or broken file, with the line */
export async function readCsv(text: string, name: string): Promise<Record<string, unknown>[]> {
  const { parse, CsvError } = await import('csv-parse/sync');
  let records: Numbered[];
  try {
    records = parse(text, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: delimiterOf(text),
    }) as unknown as Numbered[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as { lines?: number };
    throw new Stop(
      'usage',
      `${name}${lines === undefined ? '' : `, line ${lines}`}: ${error.message.replace(/ (at|on) line \d+.*$/, '')}.`,
    );
  }
  const [head, ...rows] = records;
  const header = (head?.record ?? []).map((column) => column.trim());
  checkHeader(header, name);
  return rows.map(({ record, info }) => {
    if (record.length !== header.length)
      throw new Stop(
        'usage',
        `${name}, line ${info.lines}: ${record.length} ${record.length === 1 ? 'value' : 'values'} where the header has ${header.length}.`,
        'Nothing was sent. Put text that holds a comma in double quotes.',
      );
    return Object.fromEntries(header.map((column, index) => [column, record[index]]));
  });
}

/** What `info` makes of a record, which the types of the package do not tell. */
interface Numbered {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

function checkHeader(header: readonly string[], name: string): void {
  const nameless = header.indexOf('');
  if (nameless >= 0) throw new Stop('usage', `${name}, line 1: column ${nameless + 1} of the header has no name.`);
  const twice = header.find((column, index) => header.indexOf(column) !== index);
  if (twice !== undefined) throw new Stop('usage', `${name}, line 1: the header names ${JSON.stringify(twice)} twice.`);
}

/** Of the marks that are in use, the one that the header has most of. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '');
  const count = (mark: string) => header.split(mark).length;
  return MARKS.reduce((most, mark) => (count(mark) > count(most) ? mark : most), ',');
}

const MARKS: readonly string[] = [',', ';', '\t'];
