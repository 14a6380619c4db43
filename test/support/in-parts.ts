import { ByteParts } from '../../src/lib/byte-parts.ts';

/** Text as it may arrive, in parts of so many bytes. */
export function inParts(text: string, size = 10_007): ByteParts {
  const bytes = Buffer.from(text);
  return new ByteParts(Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)));
}
