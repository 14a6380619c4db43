import type { BackupTarget } from '../engines/postgres/embedded-backup.ts';
import type { FileFacts } from '../lib/copy-file.ts';

/** Where a backup is kept: a folder, or the objects of a bucket whose names begin alike. */
export interface Place {
  /** As it was given, made whole. */
  readonly name: string;
  /** @throws Error where something is in the way of a new backup */
  begin(): Promise<NewBackup>;
  /** What says that the backup is whole. Null where there is none. @throws Error for a place that cannot be read */
  manifest(): Promise<string | null>;
  /** One file of it, into a new file that its owner alone may read. Rejects with ENOENT where it is not there. */
  copy(file: FileOfBackup, to: string): Promise<FileFacts>;
  /** A small one. Rejects with ENOENT where it is not there. */
  text(file: FileOfBackup): Promise<string>;
}

export interface FileOfBackup extends FileFacts {
  /** In the backup. */
  readonly path: string;
}

/** A backup that is being made. Nobody takes it for one before it is finished. */
export interface NewBackup extends BackupTarget {
  readonly folders: readonly string[];
  readonly files: readonly FileOfBackup[];
  /** Puts the manifest beside all the rest, as the last of it. */
  finish(manifest: string): Promise<void>;
  /** What is of no use to the next attempt goes. */
  abandon(): Promise<void>;
}
