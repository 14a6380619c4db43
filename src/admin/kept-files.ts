import { createHash } from 'node:crypto';
import { CLUSTER_FOLDER, damaged, type Manifest } from './manifest.ts';
import type { FileOfBackup, Place } from './place.ts';

/** The files of a backup, each compared with what was written. */
export interface KeptFiles {
  has(name: string): boolean;
  /** A small one, with its checksum. @throws Error for a damaged backup */
  text(name: string): Promise<{ readonly content: string; readonly sha256: string }>;
  /** Those of PostgreSQL's cluster, by their paths below it. */
  readonly cluster: {
    readonly folders: readonly string[];
    readonly files: readonly string[];
    /** Of all files. */
    readonly bytes: number;
    /** @throws Error for a damaged backup */
    copy(path: string, to: string): Promise<void>;
  };
}

export function keptFiles(kept: Place, manifest: Manifest): KeptFiles {
  const facts = new Map(manifest.files.map((file) => [file.path, file]));
  const fileOf = (path: string): FileOfBackup => {
    const file = facts.get(path);
    if (file === undefined) throw damaged(kept.name, `${path} is not named in it`);
    return file;
  };
  const isThere = (path: string) => (error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? damaged(kept.name, `${path} is not there`) : error;
  };
  const prefix = `${CLUSTER_FOLDER}/`;
  const below = (paths: Iterable<string>) => [...paths].flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []));
  return {
    has: (name) => facts.has(name),
    async text(name) {
      const file = fileOf(name);
      const content = await kept.text(file).catch(isThere(name));
      if (createHash('sha256').update(content).digest('hex') !== file.sha256) throw damaged(kept.name, `${name} is not as it was written`);
      return { content, sha256: file.sha256 };
    },
    cluster: {
      folders: below(manifest.folders),
      files: below(facts.keys()),
      bytes: manifest.files.reduce((sum, { path, bytes }) => sum + (path.startsWith(prefix) ? bytes : 0), 0),
      async copy(below, to) {
        const path = `${prefix}${below}`;
        const known = fileOf(path);
        // Of the copy itself the file system says what is wrong; of the backup, that it is not whole.
        const found = await kept.copy(known, to).catch(isThere(path));
        if (found.sha256 !== known.sha256) throw damaged(kept.name, `${path} is not as it was written`);
      },
    },
  };
}
