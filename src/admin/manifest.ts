import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Place } from './place.ts';

/** The last file of a backup that is written: a place without it holds none. */
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

/** As it is kept, with its checksum in a second line. */
export function manifestText(manifest: Manifest): string {
  return signed(JSON.stringify(manifest));
}

/** @throws Error that says why the place holds no backup that can be used */
export async function readManifest(place: Place): Promise<Manifest> {
  const { name } = place;
  const text = await place.manifest();
  if (text === null) throw new Error(`${name} holds no backup: there is no ${MANIFEST} in it.`);
  const content = text.split('\n', 1)[0] ?? '';
  if (text !== signed(content)) throw damaged(name, `${MANIFEST} is not as it was written`);
  const manifest = Content.safeParse(JSON.parse(content));
  if (!manifest.success) throw new Error(`${name} was made by another version of svc, in a form that this one does not read.`);
  return manifest.data;
}

export const damaged = (place: string, what: string): Error =>
  new Error(`The backup in ${place} is damaged: ${what}. Nothing was restored; take another backup.`);

const signed = (content: string): string => `${content}\n${createHash('sha256').update(content).digest('hex')}\n`;
