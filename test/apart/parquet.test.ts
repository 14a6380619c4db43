import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test, vi } from 'vitest';
import { readParquetSheets } from '../../src/packs/read/parquet.ts';
import { createReadApart } from '../../src/packs/read/read-apart.ts';
import type { Piece } from '../../src/packs/read/source.ts';

/** A thrift varint in zigzag, as file metadata counts rows. */
function zigzag(count: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(count) * 2n;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/** Each count of `rows` in the metadata as another number: of the file, its groups and its columns. */
function claiming(file: Buffer, rows: number, claimed: number, atMost = Number.POSITIVE_INFINITY): Buffer {
  const length = file.readUInt32LE(file.length - 8);
  const begins = file.length - 8 - length;
  const [old, instead] = [zigzag(rows), zigzag(claimed)];
  let metadata = file.subarray(begins, begins + length);
  let from = 0;
  for (let done = 0; done < atMost; done++) {
    const at = metadata.indexOf(old, from);
    if (at < 0) break;
    metadata = Buffer.concat([metadata.subarray(0, at), instead, metadata.subarray(at + old.length)]);
    from = at + instead.length;
  }
  const size = Buffer.alloc(4);
  size.writeUInt32LE(metadata.length);
  return Buffer.concat([file.subarray(0, begins), metadata, size, Buffer.from('PAR1')]);
}

const ROWS = 777;
const constant = Buffer.from(
  parquetWriteBuffer({ columnData: [{ name: 'n', data: new Array(ROWS).fill(7), type: 'INT32', nullable: false }] }),
);

test('a file as it is', async () => {
  const { sheets } = await readParquetSheets(constant, 'a.parquet', 'a');
  expect(sheets[0]?.columns).toEqual(['n']);
  expect([...(sheets[0]?.rows ?? [])]).toEqual(new Array(ROWS).fill([7]));
});

test('one that says of itself that it is far longer is refused before it is read', async () => {
  await expect(readParquetSheets(claiming(constant, ROWS, 500_000_000), 'a.parquet', 'a')).rejects.toMatchObject({
    code: 'source_unreadable',
    params: { file: 'a.parquet', reason: expect.stringContaining('cells') },
  });
});

test('so is one whose groups have other rows than it says', async () => {
  await expect(readParquetSheets(claiming(constant, ROWS, 500_000_000, 1), 'a.parquet', 'a')).rejects.toMatchObject({
    code: 'source_unreadable',
    params: { file: 'a.parquet', reason: expect.stringMatching(/groups|cells/) },
  });
});

const read = createReadApart({ heapMb: 128 });

// Readers give way to all else, and beside four files of tests have a twentieth of the processors.
vi.setConfig({ testTimeout: 300_000 });

/** What a reader in a process of its own hands over. */
async function readApart(name: string, format: 'json' | 'parquet', text: Buffer, signal = new AbortController().signal): Promise<Piece[]> {
  const pieces: Piece[] = [];
  async function* content() {
    for (let at = 0; at < text.length; at += 512 * 1024) yield text.subarray(at, at + 512 * 1024);
  }
  const reading = { content: content(), owner: 'somebody', signal };
  await read({ format, files: [{ name, bytes: text.length }] }, reading, async (piece) => void pieces.push(piece));
  return pieces;
}

test('what a process of its own reads comes in order, and is the same', async () => {
  expect(await readApart('a.parquet', 'parquet', constant)).toEqual([
    { kind: 'rows', content: Buffer.from('7\n'.repeat(ROWS)) },
    { kind: 'table', from: 'a.parquet', name: 'a', rowsBefore: 0, columns: [{ text: 'n', kinds: 0 }] },
  ]);
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ n, text: `row ${n}` }));
  const pieces = await readApart('b.json', 'json', Buffer.from(JSON.stringify(rows)));
  const csv = pieces.map((piece) => (piece.kind === 'rows' ? Buffer.from(piece.content).toString() : '')).join('');
  expect(pieces.length).toBeGreaterThan(2);
  expect(csv).toBe(rows.map(({ n, text }) => `${n},${text}\n`).join(''));
  await expect(readApart('c.json', 'json', Buffer.from(`[${'1,'.repeat(20_000)}]`))).rejects.toMatchObject({
    code: 'source_unreadable',
    params: { file: 'c.json', reason: 'It is no JSON.' },
  });
});

test('a reader that needs all memory ends alone, and one that is not wanted any more is ended', async () => {
  const lists = Buffer.from(`[${'[],'.repeat(4_000_000)}[]]`);
  await expect(readApart('a.json', 'json', lists)).rejects.toMatchObject({
    code: 'source_unreadable',
    params: { file: 'a.json', reason: expect.stringContaining('memory') },
  });
  const leaving = new AbortController();
  const left = readApart('a.json', 'json', lists, leaving.signal);
  setTimeout(() => leaving.abort(), 50);
  await expect(left).rejects.toMatchObject({ code: 'source_unreadable', params: { reason: 'Reading it was ended.' } });
  // Its turn is free for the next.
  expect(await readApart('a.parquet', 'parquet', constant)).toHaveLength(2);
});
