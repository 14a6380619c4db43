import type { BackupTarget } from '../engines/postgres/embedded-backup.ts';
import type { FileFacts } from '../lib/copy-file.ts';
import { folderAt } from './folder.ts';
import type { Manifest } from './manifest.ts';

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

export type FileOfBackup = Manifest['files'][number];

/** A backup that is being made. Nobody takes it for one before it is finished. */
export interface NewBackup extends BackupTarget {
  readonly folders: readonly string[];
  readonly files: readonly FileOfBackup[];
  /** Puts the manifest beside all the rest, as the last of it. */
  finish(manifest: string): Promise<void>;
  /** What is of no use to the next attempt goes. */
  abandon(): Promise<void>;
}

/** @throws Error for an address that names no place, and for a bucket where what speaks to one is not installed */
export async function placeOf(given: string): Promise<Place> {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(given)) return folderAt(given);
  const { bucketAt } = await import('./bucket.ts').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('@aws-sdk/') ? new Error(NOT_INSTALLED, { cause: error }) : error;
  });
  return bucketAt(given);
}

/** A tenth of what svc itself takes, for what few use. */
const NOT_INSTALLED =
  'A backup in a bucket needs two packages that svc does not bring: install them beside it (npm install @aws-sdk/client-s3 @aws-sdk/lib-storage, with --global where svc was), and repeat this.';
