import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConnectionUrl } from '../../src/engines/postgres/connection-url.ts';
import { resolveHost } from '../../src/engines/postgres/resolve-host.ts';
import { Fault } from '../../src/fault.ts';
import { isPublicAddress, listOf } from '../../src/lib/public-address.ts';

interface UrlCase {
  readonly id: string;
  readonly url: string;
  readonly engine: 'postgres' | 'clickhouse';
  readonly expect: 'allow' | 'block';
  readonly stage?: 'parse' | 'resolve' | 'connect';
  readonly resolves?: readonly string[];
}

const path = join(process.env.SVC_CORPUS_DIR ?? '', 'attacks/urls.jsonl');
const present = process.env.SVC_CORPUS_DIR !== undefined && existsSync(path);
if (!present) console.info('The corpus of URLs is skipped: set SVC_CORPUS_DIR to the directory that holds attacks/urls.jsonl.');

const all = present
  ? readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as UrlCase)
  : [];

/** Where a URL of HTTPS is about its host alone, the same host is asked of a URL of Postgres. */
const cases = all.flatMap((one): UrlCase[] => {
  if (one.engine === 'postgres') return [one];
  const host = /^https:\/\/(?:[^@/?#\\]*@)?([^@/?#\\:]+|\[[^\]/]*\])(?::8443)?\/[^?]*$/.exec(one.url)?.[1];
  return host === undefined || one.stage === 'connect' ? [] : [{ ...one, url: `postgres://u:p@${host}/db` }];
});

/** This deployment's own address, as the corpus has it. */
const denied = listOf(['93.184.215.99']);

/** `allow`, or where it was refused. */
async function outcome({ url, resolves = [] }: UrlCase): Promise<string> {
  try {
    const { host } = readConnectionUrl(url, { allowPrivate: false });
    try {
      const lookUp = async () => resolves.map((address) => ({ address }));
      await resolveHost(host, { allowPrivate: false, denied, lookUp });
      return 'allow';
    } catch (error) {
      return error instanceof Fault ? 'resolve' : String(error);
    }
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid_request') return String(error);
    expect(JSON.stringify(error.params)).not.toContain('p@');
    return 'parse';
  }
}

test.skipIf(!present)('the corpus is read', () => expect(cases.length).toBeGreaterThan(70));
test.skipIf(!present).each(cases.map((one) => [`${one.id} ${one.url}`, one] as const))('%s', async (_name, one) => {
  const found = await outcome(one);
  if (one.expect === 'allow') expect(found).toBe('allow');
  // A literal address is known when the URL is read, though it is held against the ranges where names are.
  else expect(found).not.toBe('allow');
  if (one.stage === 'parse' && one.resolves) expect(found).toBe('parse');
});

describe('a connection URL', () => {
  const read = (text: string, allowPrivate = false) => readConnectionUrl(text, { allowPrivate });
  const reasonOf = (text: string, allowPrivate = false): string => {
    try {
      return JSON.stringify(read(text, allowPrivate));
    } catch (error) {
      return String((error as Fault).params?.reason);
    }
  };

  test('is read to its parts, decoded', () => {
    expect(read('postgresql://us%40er:p%3Aw%2Fd%25@DB.Example.com:6543/my%20db?sslmode=verify-full&application_name=x')).toEqual({
      host: 'db.example.com',
      port: 6543,
      user: 'us@er',
      password: 'p:w/d%',
      database: 'my db',
      tls: 'verify-full',
    });
    expect(read('postgres://u:p@db.example.com')).toMatchObject({ port: 5432, database: 'u', tls: 'by address' });
    expect(read('postgres://u:p@bücher.example.com/d').host).toBe('xn--bcher-kva.example.com');
    expect(read('postgres://u:p@[2606:4700::1111]/d').host).toBe('2606:4700::1111');
  });

  test.each([
    'postgres://u:p@db.example.com/d?sslrootcert=/etc/passwd',
    'postgres://u:p@db.example.com/d?hostaddr=10.0.0.1',
    'postgres://u:p@db.example.com/d?port=22',
    'postgres://u:p@db.example.com/d?user=other',
    'postgres://u:p@db.example.com/d?sslmode=require&sslmode=disable',
    'postgres://u:p@db.example.com/d?made_up=1',
    'postgres://u:p@db.example.com/a/b',
    'postgres://u:p@db.example.com/d%00user%00postgres',
    'postgres://u:p@db.example.com:6379/d',
    'postgres://u:p@db.example.com.:5432/d',
    'postgres://u@db.example.com/d',
    'postgres://:p@db.example.com/d',
    'postgres://u:p%@db.example.com/d',
    'postgres://u:p@/d',
    'postgres://u:p@db/d',
    'postgres:u:p@db.example.com/d',
    'mysql://u:p@db.example.com/d',
    'postgres://u:p@db.example.com:1,b.example.com:2/d',
    'postgres://u:p@db.example.com/d#x',
    'postgres://u:p@db.example.com/d\n',
  ])('%s is refused, and not told', (text) => {
    expect(reasonOf(text)).toMatch(/^The connection URL cannot be used\. \S/);
    expect(reasonOf(text)).not.toMatch(/u:p|p%|example\.com/);
  });

  test('of a private network is taken where that is allowed, and what leads elsewhere is not', () => {
    expect(read('postgres://u:p@db:22/d', true)).toMatchObject({ host: 'db', port: 22 });
    expect(read('postgres://u:p@localhost/d?sslmode=disable', true)).toMatchObject({ tls: 'disable' });
    for (const text of [
      'postgres://u:p@h/d?host=/tmp',
      'postgres://u:p@%2Ftmp/d',
      'postgres://u:p@0x7f.1/d',
      'postgres://u:p@h/d?sslmode=prefer',
    ])
      expect(reasonOf(text, true), text).toMatch(/^The connection URL cannot be used/);
  });
});

describe('addresses', () => {
  test.each(['8.8.8.8', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001:81b::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  test.each([
    '::1',
    '::',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    'fe80::1',
    'fc00::1',
    '2002:7f00:1::',
    '2001:0:1::1',
    '255.255.255.255',
    '224.0.0.1',
    'x',
    '',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

  test('of a name are refused all together when one of them is private, and are the ones that are dialled', async () => {
    const reach = (...found: string[]) => ({
      allowPrivate: false,
      denied: listOf([]),
      lookUp: async () => found.map((address) => ({ address })),
    });
    await expect(resolveHost('a.example.com', reach('8.8.8.8', '10.0.0.1'))).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(resolveHost('a.example.com', reach())).rejects.toMatchObject({ code: 'db_unreachable' });
    expect(await resolveHost('a.example.com', reach('8.8.8.8', '2606:4700::1111'))).toEqual(['8.8.8.8', '2606:4700::1111']);
    await expect(resolveHost('8.8.8.8', { allowPrivate: true, denied: listOf(['8.8.8.0/24']) })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
