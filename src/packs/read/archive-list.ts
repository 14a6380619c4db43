import { LIMITS } from '../../contract/limits.ts';

/**
 * What is wrong with an archive's list of its files, by which it is unpacked: files that share their bytes, or that say they are longer than is read; null where nothing is
 * (PKWARE APPNOTE, 4.3). ZIP64 is for what is longer than is read.
 */
export function wrongInList(bytes: Buffer): 'broken' | 'large' | null {
  const end = bytes.lastIndexOf(END);
  if (end < 0 || end + END_BYTES > bytes.length) return 'broken';
  const count = bytes.readUInt16LE(end + 10);
  const list = bytes.readUInt32LE(end + 16);
  const taken: { readonly from: number; readonly to: number }[] = [];
  let at = list;
  let size = 0;
  for (let file = 0; file < count; file++) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY) return 'broken';
    const from = bytes.readUInt32LE(at + 42);
    if (from + LOCAL_BYTES > list || bytes.readUInt32LE(from) !== LOCAL) return 'broken';
    const head = LOCAL_BYTES + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28);
    taken.push({ from, to: from + head + bytes.readUInt32LE(at + 20) });
    size += bytes.readUInt32LE(at + 24);
    at += ENTRY_BYTES + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (size > LIMITS.importWorkbookMaxBytes) return 'large';
  taken.sort((one, other) => one.from - other.from);
  return taken.some(({ to }, index) => to > (taken[index + 1]?.from ?? list)) ? 'broken' : null;
}

const END = Buffer.from('PK\u0005\u0006', 'latin1');
const END_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
