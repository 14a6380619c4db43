import { newId } from '../../lib/id.ts';
import type { Piece, SourceFile } from '../read/source.ts';
import { utf8 } from '../read/utf8.ts';
import { looksSecret } from '../secrets.ts';
import { type Noted, readNote } from './read-note.ts';

/** With the id that its row gets, so that it is the same however often it is written. */
export type NotedRow = Noted & { readonly id: string };

/** Memories of one transaction: so many, and characters of JSON up to the one that goes beyond. */
const [PORTION, PORTION_CHARACTERS] = [200, 256 * 1024];

/** What some notes say, in portions. @throws Fault source_unreadable */
export function* readNotes(files: readonly SourceFile[], content: Buffer): Generator<Piece> {
  let at = 0;
  for (const { name, bytes } of files) {
    const title = name.split('/').at(-1) ?? name;
    const noted = readNote(utf8(content.subarray(at, at + bytes), name), title.replace(/\.[a-z0-9]{1,10}$/i, ''), name);
    at += bytes;
    let skipped = 0;
    let portion: string[] = [];
    let length = 0;
    const whole = (): Piece => {
      const memories = { kind: 'memories', content: Buffer.from(`[${portion.join(',')}]`), rows: portion.length } as const;
      portion = [];
      length = 0;
      return memories;
    };
    for (const one of noted) {
      const row = JSON.stringify({ id: newId(), ...one } satisfies NotedRow);
      if (looksSecret(row)) {
        skipped += 1;
        continue;
      }
      portion.push(row);
      length += row.length;
      if (portion.length === PORTION || length > PORTION_CHARACTERS) yield whole();
    }
    if (portion.length > 0) yield whole();
    yield { kind: 'note', name, records: noted.length, skipped };
  }
}
