import { LIMITS } from '../../contract/limits.ts';

/** Of one text in a workbook, as XML. A cell of Excel has 32,767 characters (its "specifications and limits"); what is several times as long as this takes minutes to be read. */
const TEXT_MAX_BYTES = 1_000_000;
const TAG = 0x3c;
/** `r="XFD1048576"`, which says where a cell is: rows and columns before it are made, even where they are empty. */
const CELL = /\br=["']([A-Z]{1,3})(\d{1,7})["']/g;
/** As long as what the pattern finds. */
const TAIL_LENGTH = 20;

/**
 * Looks through a file of a workbook while it is unpacked, for what would take its reader minutes.
 * @returns takes the next bytes; what is wrong with them, null while nothing is
 */
export function createSheetBounds(): (bytes: Uint8Array) => string | null {
  let textBytes = 0;
  let tail = '';
  let [rows, columns] = [0, 0];
  return (chunk) => {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const tag = bytes.indexOf(TAG, at);
      textBytes += (tag < 0 ? bytes.length : tag) - at;
      if (textBytes > TEXT_MAX_BYTES) return `A text in it is longer than ${TEXT_MAX_BYTES} bytes: save its sheets as CSV.`;
      if (tag < 0) break;
      textBytes = 0;
      at = tag + 1;
    }
    const text = tail + bytes.toString('latin1');
    for (const [, letters = '', row] of text.matchAll(CELL)) {
      rows = Math.max(rows, Number(row));
      columns = Math.max(columns, columnOf(letters));
    }
    tail = text.slice(-TAIL_LENGTH);
    return rows * columns > LIMITS.importCellsMax
      ? `Its cells reach to row ${rows} and column ${columns}: more than ${LIMITS.importCellsMax} cells. Delete what stands far outside of the table, or save its sheets as CSV.`
      : null;
  };
}

/** A is 1, Z 26, AA 27. */
const columnOf = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
