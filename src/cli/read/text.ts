import { readFile } from 'node:fs/promises';
import { Stop } from '../stop.ts';

/** A whole file of UTF-8 text. @throws Stop usage for what cannot be read */
export async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Stop('usage', `${file}: ${WHY[code ?? ''] ?? (error as Error).message}.`);
  }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'it may not be read',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
};
