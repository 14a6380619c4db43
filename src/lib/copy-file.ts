import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

export interface FileFacts {
  readonly bytes: number;
  /** Of what was copied, in hex. */
  readonly sha256: string;
}

const PART_BYTES = 1024 * 1024;

/** Copies what a file holds now into a new one that its owner alone may read, and tells what was copied. */
export async function copyFile(from: string, to: string): Promise<FileFacts> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const part = Buffer.allocUnsafe(Math.min(PART_BYTES, (await source.stat()).size + 1));
      let bytes = 0;
      for (;;) {
        const { bytesRead } = await source.read(part, 0, part.length);
        if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
        const read = part.subarray(0, bytesRead);
        hash.update(read);
        await target.writeFile(read);
        bytes += bytesRead;
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
