import { folderAt } from './folder.ts';
import type { Place } from './place.ts';

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
