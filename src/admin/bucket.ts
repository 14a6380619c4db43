import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, paginateListObjectsV2, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { bucketSettings } from '../config.ts';
import { copyFile, type FileFacts } from '../lib/copy-file.ts';
import { MANIFEST } from './manifest.ts';
import type { FileOfBackup, NewBackup, Place } from './place.ts';

/** What is larger is sent in parts, from a copy of its own, since the server writes to it meanwhile. */
const WHOLE_MAX_BYTES = 8 * 1024 * 1024;
const PART_BYTES = 16 * 1024 * 1024;
/** S3's own limit is 10,000 parts; PostgreSQL's files end at 1 GiB. */
const PARTS_AT_ONCE = 2;
const READ_ATTEMPTS = 3;
const CONNECT_MS = 10_000;
/** Nothing of a request or its reply moves for so long: it is sent anew, twice. */
const STALLED_MS = 30_000;

/**
 * Objects of S3, or of what speaks like it: `s3://<bucket>/<prefix>`. Credentials, region and the address of another server than Amazon's
 * are those that Amazon's own programs use (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL_S3`, profiles, the
 * machine's role). An object has the SHA-256 of its content as its name: files of the same content are sent and kept once, and a backup
 * that was broken off goes on with what is there. @throws Error for an address that is none
 */
export function bucketAt(address: string, stalledMs: number = STALLED_MS): Place {
  const [, bucket, given = ''] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined)
    throw new Error(
      `"${address}" names no place for a backup: it may be a folder, or s3://<bucket>/<prefix>, such as s3://backups/monday.`,
    );
  const prefix = given.replace(/\/+$/, '');
  const name = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  const keyOf = (path: string): string => (prefix === '' ? path : `${prefix}/${path}`);
  const objectOf = (sha256: string): string => keyOf(`objects/${sha256}`);
  const { endpoint, region } = bucketSettings();
  if (endpoint !== undefined && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new Error('AWS_ENDPOINT_URL_S3 takes the address of a server, with https:// or http://, such as https://s3.example.com.');
  const client = new S3Client({
    // Servers other than Amazon's have one region, and few of them a name for each bucket.
    ...(endpoint === undefined ? {} : { forcePathStyle: true, region: region ?? 'us-east-1' }),
    // Each object is sent with its SHA-256 and compared with it when it is read.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: stalledMs },
  });
  const read = async (key: string): Promise<Readable> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return Body as Readable;
  };
  const told = <T>(work: () => Promise<T>): Promise<T> => work().catch((error: unknown) => Promise.reject(explained(error, bucket)));
  /** By content, where it has been put already. */
  const placed = new Map<string, Promise<{ readonly at: string; readonly facts: FileFacts }>>();

  return {
    name,
    begin: () => told(begin),
    manifest: () => told(manifest),
    copy: ({ sha256 }, to) =>
      told(async () => {
        const before = placed.get(sha256);
        if (before) return await copyFile((await before).at, to);
        const first = fetched(() => read(objectOf(sha256)), to).then((facts) => ({ at: to, facts }));
        placed.set(sha256, first);
        return (await first).facts;
      }),
    text: ({ sha256 }) => told(() => patiently(async () => await textOf(await read(objectOf(sha256))))),
  };

  async function manifest(): Promise<string | null> {
    try {
      return await patiently(async () => await textOf(await read(keyOf(MANIFEST))));
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async function begin(): Promise<NewBackup> {
    if ((await manifest()) !== null) throw new Error(`${name} holds a backup already: name another prefix.`);
    /** By content; those that are there, or on the way. */
    const stored = new Map<string, Promise<void>>();
    const objects = objectOf('');
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: objects }))
      for (const { Key = '' } of Contents) stored.set(Key.slice(objects.length), Promise.resolve());
    const folders: string[] = [];
    const files: FileOfBackup[] = [];
    const spool = await mkdtemp(join(tmpdir(), 'svc-backup-'));
    let largeBefore: Promise<unknown> = Promise.resolve();
    let copies = 0;

    const once = (sha256: string, send: () => Promise<unknown>): Promise<void> => {
      const known = stored.get(sha256);
      if (known) return known;
      const sent = send().then(() => undefined);
      stored.set(sha256, sent);
      return sent;
    };
    const put = async (path: string, content: Buffer): Promise<void> => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const params = { Bucket: bucket, Key: objectOf(sha256), Body: content, ChecksumSHA256: inBase64(sha256) };
      await once(sha256, () => client.send(new PutObjectCommand(params)));
      files.push({ path, bytes: content.length, sha256 });
    };
    const putLarge = async (from: string, path: string): Promise<void> => {
      const own = join(spool, String(copies++));
      try {
        const facts = await copyFile(from, own);
        await once(facts.sha256, () =>
          new Upload({
            client,
            params: { Bucket: bucket, Key: objectOf(facts.sha256), Body: createReadStream(own) },
            ...{ partSize: PART_BYTES, queueSize: PARTS_AT_ONCE },
          }).done(),
        );
        files.push({ path, ...facts });
      } finally {
        await rm(own, { force: true });
      }
    };
    return {
      ...{ folders, files },
      // Nobody says how much a bucket takes.
      requireRoom: async () => undefined,
      addFolder: async (path) => void folders.push(path),
      copy: (from, path) =>
        told(async () => {
          if ((await stat(from)).size <= WHOLE_MAX_BYTES) return await put(path, await readFile(from));
          // One after the other: each takes as much of the disk as it is large.
          const sent = largeBefore.then(() => putLarge(from, path));
          largeBefore = sent.catch(() => undefined);
          return await sent;
        }),
      write: (path, text) => told(() => put(path, Buffer.from(text))),
      finish: (manifest) =>
        told(async () => {
          const params = { Bucket: bucket, Key: keyOf(MANIFEST), Body: manifest, ContentType: 'application/json' };
          // Of two backups to one place the later one is refused where the server knows conditions (RFC 9110, section 13.1.2).
          await client.send(new PutObjectCommand({ ...params, IfNoneMatch: '*' }));
        }),
      // What has been sent stays for the next attempt.
      abandon: () => rm(spool, { recursive: true, force: true }),
    };
  }
}

const ADDRESS = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/+(.*))?$/;

const inBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

async function textOf(body: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** From the start again where the connection breaks off on the way. */
async function patiently<T>(read: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read(attempt);
    } catch (error) {
      if (attempt === READ_ATTEMPTS || isAbsent(error) || isOfTheDisk(error)) throw error;
    }
  }
}

/** Into a new file. */
const fetched = (open: () => Promise<Readable>, to: string): Promise<FileFacts> =>
  patiently(async (attempt) => {
    const hash = createHash('sha256');
    let bytes = 0;
    await pipeline(
      await open(),
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          hash.update(part);
          bytes += part.length;
          yield part;
        }
      },
      createWriteStream(to, { mode: 0o600, flags: attempt === 1 ? 'wx' : 'w' }),
    );
    return { bytes, sha256: hash.digest('hex') };
  });

const isOfTheDisk = (error: unknown): boolean => FILE_CALLS.has((error as NodeJS.ErrnoException).syscall ?? '');
const isAbsent = (error: unknown): boolean => error instanceof NoSuchKey;

/** In one line, with what to look at. What is not of the store is as it was. */
function explained(error: unknown, bucket: string): unknown {
  if (isAbsent(error)) return Object.assign(new Error('It is not there'), { code: 'ENOENT', cause: error });
  const { name, code = '', syscall, message, $metadata } = error as S3ServiceException & NodeJS.ErrnoException;
  if (error instanceof S3ServiceException) {
    const what = name === 'Unknown' || name === 'UnknownError' ? `HTTP ${$metadata.httpStatusCode}` : name;
    const why = message && message !== name ? `: ${message.replace(/\.$/, '')}` : '';
    return new Error(`The bucket ${bucket} answers ${what}${HINTS[name] ?? why}.`, { cause: error });
  }
  if ($metadata?.httpStatusCode !== undefined)
    return new Error(
      `What answers for the bucket ${bucket} (HTTP ${$metadata.httpStatusCode}) does not speak S3: look at AWS_ENDPOINT_URL_S3.`,
      {
        cause: error,
      },
    );
  if (name === 'TimeoutError')
    return new Error(`The server of the bucket ${bucket} does not answer any more: look at it, and run the same command again.`, {
      cause: error,
    });
  if (name === 'CredentialsProviderError')
    return new Error(
      `There are no credentials for the bucket ${bucket}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE.`,
      { cause: error },
    );
  if (message === 'Region is missing')
    return new Error(`It is not known in which region the bucket ${bucket} is: set AWS_REGION.`, { cause: error });
  if (NETWORK.has(code) && (syscall === undefined || !FILE_CALLS.has(syscall)))
    return new Error(`The server of the bucket ${bucket} cannot be reached (${code}): look at AWS_ENDPOINT_URL_S3 and AWS_REGION.`, {
      cause: error,
    });
  if (TLS.test(code))
    return new Error(
      `The server of the bucket ${bucket} cannot be reached by TLS (${code}): look at AWS_ENDPOINT_URL_S3; NODE_EXTRA_CA_CERTS names the file of an authority of your own.`,
      { cause: error },
    );
  return error;
}

const HINTS: Readonly<Record<string, string>> = {
  NoSuchBucket: ': there is none of this name. Make it, or look at AWS_REGION and AWS_ENDPOINT_URL_S3',
  AccessDenied: ': these credentials need s3:ListBucket, s3:GetObject and s3:PutObject on it',
  InvalidAccessKeyId: ': the server does not know AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: ': AWS_SECRET_ACCESS_KEY is not that of AWS_ACCESS_KEY_ID',
  PermanentRedirect: ': it is in another region, or on another server. Look at AWS_REGION and AWS_ENDPOINT_URL_S3',
};
const NETWORK = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE']);
const TLS = /^EPROTO$|^ERR_(?:SSL|TLS)_|CERT|^UNABLE_TO_/;
const FILE_CALLS = new Set(['open', 'read', 'write', 'stat']);
