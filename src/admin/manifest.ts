import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The last file of a backup that is written: a folder without it holds none. */
export const MANIFEST = 'backup.json';
/** Of a backup, and of the data folder: what the cluster's files lie under. */
export const CLUSTER_FOLDER = 'postgres';
/** What a data folder holds beside its engines. The secret is among them where the service made it itself. */
export const OWN_FILES = ['secret', 'owner.key', 'place', 'local-models'] as const;

/** Nothing of a backup leads out of its folder. */
const path = z.string().regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^/\\\0][^\\\0]*$/);

const Content = z.strictObject({
  format: z.literal(1),
  /** Of the program that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Major version of the PostgreSQL that runs on these files. */
  postgres: z.string(),
  /** Fingerprint of the secret that the service's passwords and hashes derive from. */
  secret: z.string(),
  /** Ids of databases that are left out. */
  leftOut: z.array(z.string()),
  folders: z.array(path),
  files: z.array(z.strictObject({ path, bytes: z.int().nonnegative(), sha256: z.string().length(64) })),
});

export type Manifest = z.infer<typeof Content>;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const content = JSON.stringify(manifest);
  const file = await open(join(folder, MANIFEST), 'wx', 0o600);
  try {
    await file.writeFile(signed(content));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws Error that says why the folder holds no backup that can be used */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? `${folder} holds no backup: there is no ${MANIFEST} in it.`
        : `${join(folder, MANIFEST)} cannot be read: ${error.message}.`,
      { cause: error },
    );
  });
  const content = text.split('\n', 1)[0] ?? '';
  if (text !== signed(content)) throw damaged(folder, `${MANIFEST} is not as it was written`);
  const manifest = Content.safeParse(JSON.parse(content));
  if (!manifest.success) throw new Error(`${folder} was made by another version of svc, in a form that this one does not read.`);
  return manifest.data;
}

export const damaged = (folder: string, what: string): Error =>
  new Error(`The backup in ${folder} is damaged: ${what}. Nothing was restored; take another backup.`);

/** With its checksum in a second line. */
const signed = (content: string): string => `${content}\n${createHash('sha256').update(content).digest('hex')}\n`;
