import { Unzip, UnzipInflate } from 'fflate';
import { LIMITS } from '../../contract/limits.ts';
import { unreadable } from '../unreadable.ts';
import { wrongInList } from './archive-list.ts';
import type { ReadSheets, Sheet } from './sheet.ts';
import { createSheetBounds } from './sheet-bounds.ts';
import { isTooLarge } from './too-large.ts';

const CHUNK_BYTES = 64 * 1024;

/**
 * The sheets of a workbook, by `read-excel-file`. What is in the archive is counted first as it unpacks, whatever it says of itself.
 * @throws Fault source_unreadable
 */
export async function readXlsxSheets(bytes: Buffer, from: string, name: string): Promise<ReadSheets> {
  requireSmall(bytes, from);
  const { default: read } = await import('read-excel-file/node');
  const found = await read(bytes).catch((error: unknown) => {
    throw isTooLarge(error) ? error : unreadable('It is no workbook that can be read.', { file: from });
  });
  const sheets = found
    .map(({ sheet, data }) => ({ sheet, data: data.filter((row) => row.some((cell) => cell !== null)) }))
    .filter(({ data }) => data.length > 0);
  const assumptions: string[] = [];
  return {
    sheets: sheets.map(({ sheet, data }): Sheet => {
      const own = sheets.length === 1 ? from : `${from}: ${sheet}`;
      const above = titlesOf(data);
      if (above > 0)
        assumptions.push(`${own}: ${above === 1 ? 'the title above its table was' : `${above} titles above its table were`} left out`);
      const table = data.slice(above);
      const [first = [], ...rows] = table;
      const hasHeader = first.every((cell) => cell === null || typeof cell === 'string');
      const width = table.reduce((most, row) => Math.max(most, row.length), 0);
      const columns = Array.from({ length: width }, (_, index) => (hasHeader ? String(first[index] ?? '') : ''));
      return {
        from: own,
        name: sheets.length === 1 ? name : sheet,
        columns,
        rowsBefore: above + (hasHeader ? 1 : 0),
        rows: hasHeader ? rows : table,
      };
    }),
    assumptions,
  };
}

/** How many rows at the top have one text alone, above a table of several columns: they name none of these. */
function titlesOf(data: readonly (readonly unknown[])[]): number {
  const filled = (row: readonly unknown[]) => row.filter((cell) => cell !== null);
  const table = data.findIndex((row) => filled(row).length > 1);
  const isTitle = (row: readonly unknown[]) => filled(row).every((cell) => typeof cell === 'string');
  return table > 0 && data.slice(0, table).every(isTitle) ? table : 0;
}

/** @throws Fault source_unreadable for an archive that unpacks to more than is read, or to what would take minutes to read, or that is broken */
function requireSmall(bytes: Buffer, from: string): void {
  // It is unpacked by its list, which may name the same bytes again and again; what follows counts them once.
  const wrong = wrongInList(bytes);
  let size = wrong === 'large' ? Number.POSITIVE_INFINITY : 0;
  let failure: unknown = wrong === 'broken' ? wrong : null;
  let excess: string | null = null;
  const unzip = new Unzip((file) => {
    const excessOf = file.name.endsWith('.xml') ? createSheetBounds() : () => null;
    file.ondata = (error, chunk) => {
      failure ??= error;
      size += chunk?.length ?? 0;
      if (chunk) excess ??= excessOf(chunk);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length && failure === null && excess === null && size <= LIMITS.importWorkbookMaxBytes; at += CHUNK_BYTES)
      unzip.push(bytes.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= bytes.length);
  } catch (error) {
    failure = error;
  }
  if (size > LIMITS.importWorkbookMaxBytes)
    throw unreadable(`It unpacks to more than ${LIMITS.importWorkbookMaxBytes} bytes: save its sheets as CSV.`, { file: from });
  if (failure !== null) throw unreadable('The archive is broken.', { file: from });
  if (excess !== null) throw unreadable(excess, { file: from });
}
