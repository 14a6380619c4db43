import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What of it is used; the package brings no types. */
interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
type S3rverOf = new (options: {
  readonly address: string;
  readonly port: number;
  readonly silent: boolean;
  readonly directory: string;
  readonly configureBuckets: readonly { readonly name: string }[];
}) => S3rver;

export interface S3Server {
  /** Where its buckets are folders, and objects files whose names end in `._S3rver_object`. */
  readonly directory: string;
  /** What Amazon's programs read. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A server that speaks S3 over HTTP, with one bucket. It knows one access key, and compares no signatures. */
export async function startS3Server(bucket: string): Promise<S3Server> {
  const S3rver = createRequire(import.meta.url)('s3rver') as S3rverOf;
  const directory = await mkdtemp(join(tmpdir(), 'svc-s3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();
  return {
    directory,
    env: {
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: '',
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
