import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readClickHouseUrl } from '../../src/engines/clickhouse/connection-url.ts';
import { readConnectionUrl } from '../../src/engines/postgres/connection-url.ts';
import { resolveHost } from '../../src/engines/resolve-host.ts';
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

/** Where a URL of HTTPS is about its host alone, the same host is asked of a URL of Postgres too. What happens on the wire is `connect-clickhouse.test.ts`. */
const cases = all.flatMap((one): UrlCase[] => {
  if (one.stage === 'connect') return [];
  if (one.engine === 'postgres') return [one];
  const host = /^https:\/\/(?:[^@/?#\\]*@)?([^@/?#\\:]+|\[[^\]/]*\])(?::8443)?\/[^?]*$/.exec(one.url)?.[1];
  // Few of the corpus name a user: one that is refused for its host alone has to be refused with one.
  const withUser = one.url.includes('@') ? one.url : one.url.replace('//', '//u:p@');
  const own = withUser === one.url ? [one] : [one, { ...one, url: withUser }];
  return host === undefined ? own : [...own, { ...one, engine: 'postgres', url: `postgres://u:p@${host}/db` }];
});

/** This deployment's own address, as the corpus has it. */
const denied = listOf(['93.184.215.99']);

/** `allow`, or where it was refused. */
async function outcome({ url, engine, resolves = ['93.184.215.14'] }: UrlCase): Promise<string> {
  try {
    const { host } = (engine === 'postgres' ? readConnectionUrl : readClickHouseUrl)(url, { allowPrivate: false });
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

test.skipIf(!present)('the corpus is read', () => expect(cases.length).toBeGreaterThan(170));
test.skipIf(!present).each(cases.map((one) => [`${one.id} ${one.engine} ${one.url}`, one] as const))('%s', async (_name, one) => {
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
    'postgres://u:p@db.example.com/.%2E/d',
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
    expect(read('postgres://u@localhost/d', true)).toMatchObject({ user: 'u', password: '' });
    expect(reasonOf('postgres://localhost/d', true)).toMatch(/user and a password: postgres:/);
    for (const text of [
      'postgres://u:p@h/d?host=/tmp',
      'postgres://u:p@%2Ftmp/d',
      'postgres://u:p@0x7f.1/d',
      'postgres://u:p@h/d?sslmode=prefer',
    ])
      expect(reasonOf(text, true), text).toMatch(/^The connection URL cannot be used/);
  });
});

describe('a connection URL of ClickHouse', () => {
  const read = (text: string, allowPrivate = false) => readClickHouseUrl(text, { allowPrivate });
  const reasonOf = (text: string, allowPrivate = false): string => {
    try {
      return JSON.stringify(read(text, allowPrivate));
    } catch (error) {
      return String((error as Fault).params?.reason);
    }
  };

  test('is read to its parts, decoded', () => {
    expect(read('https://us%40er:p%3Aw%2Fd%25@CH.Example.com:8443/my%20db?secure=true')).toEqual({
      host: 'ch.example.com',
      port: 8443,
      isTls: true,
      user: 'us@er',
      password: 'p:w/d%',
      database: 'my db',
    });
    expect(read('https://u:p@ch.example.com')).toMatchObject({ port: 443, database: 'default' });
    expect(read('https://u:p@ch.example.com/?database=shop')).toMatchObject({ database: 'shop' });
    expect(read('https://u:p@ch.example.com/shop?database=shop')).toMatchObject({ database: 'shop' });
    expect(read('http://default:@localhost/', true)).toMatchObject({ port: 8123, isTls: false, password: '' });
  });

  test.each([
    ['clickhouse://u:p@ch.example.com:9000/d', /HTTPS interface: https:/],
    ['clickhouses://u:p@ch.example.com:8443/d', /HTTPS interface: https:/],
    ['jdbc:clickhouse:https://ch.example.com:8443/d?user=u&password=p', /HTTPS interface: https:/],
    ['clickhouse+native://u:p@ch.example.com/d', /HTTPS interface: https:/],
    ['https://u:p@ch.example.com:9440/d', /native protocol/],
    ['https://u:p@ch.example.com:9000/d', /native protocol/],
    ['https://ch.example.com:8443/?user=u&password=p', /before the host/],
    ['https://u:p@ch.example.com:8443/d?max_memory_usage=0', /parameter/],
    ['https://u:p@ch.example.com:8443/d?query=SELECT', /parameter/],
    ['https://u:p@ch.example.com:8443/d?database=e', /two databases/],
    ['https://u:p@ch.example.com:8443/system', /own/],
    ['https://u:p@ch.example.com:8443/a/b', /one database/],
    ['https://u:p@ch.example.com:8443/%2e%2e', /one database/],
    ['https://u:p@ch.example.com:8443/../d', /one database/],
    ['https://u:p@ch.example.com:8443/./d?secure=1', /one database/],
    ['https://u:@ch.example.com:8443/d', /user and a password/],
    ['https://u:p@ch.example.com:80/d', /port/],
    ['http://u:p@ch.example.com:8123/d', /encrypted/],
    ['https:/u:p@ch.example.com/d', /It takes/],
    ['https:u:p@ch.example.com/d', /It takes/],
  ])('%s is refused, with what to write', (text, reason) => {
    expect(reasonOf(text)).toMatch(reason);
    expect(reasonOf(text)).not.toMatch(/u:p@ch|example\.com/);
  });
});

/** Ways to a host that nobody may be led to. Each is refused before a name is looked up, or by the addresses that it has. */
const LEADING_INSIDE: readonly (readonly [host: string, resolves?: readonly string[]])[] = [
  ['[::ffff:10.0.0.1]'],
  ['[0:0:0:0:0:ffff:a00:1]'],
  ['[::ffff:0:10.0.0.1]'],
  ['[64:ff9b::10.0.0.1]'],
  ['[64:ff9b:1::a00:1]'],
  ['[2002:a00:1::]'],
  ['[2001:0:a00:1::]'],
  ['[fe80::1]'],
  ['[fe80::1%25eth0]'],
  ['[::1%25lo]'],
  ['[::]'],
  ['[fd00:ec2::254]'],
  ['[ff05::2]'],
  ['[::7f00:1]'],
  ['0177.0.0.1'],
  ['017700000001'],
  ['0x7f.0.0.1'],
  ['0x7f000001'],
  ['127.0.1'],
  ['2852039166'],
  ['0.0.0.0'],
  ['0'],
  ['100.100.100.200'],
  ['192.0.0.192'],
  ['169.254.170.2'],
  ['metadata.google.internal', ['169.254.169.254']],
  ['metadata.google.internal.', ['169.254.169.254']],
  ['localhost.', ['127.0.0.1']],
  ['LOCALHOST', ['127.0.0.1']],
  ['loc%61lhost', ['127.0.0.1']],
  ['ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', ['127.0.0.1']],
  ['①②⑦.⓪.⓪.①'],
  ['127。0。0。1'],
  ['db.example.com@10.0.0.1'],
  ['10.0.0.1%2edb.example.com', ['10.0.0.1']],
  ['db.example.com%00.10.0.0.1'],
  ['db.example.com%23@10.0.0.1'],
  ['db.example.com,10.0.0.1'],
  ['db.example.com%2c10.0.0.1'],
  ['%2fvar%2frun%2fpostgresql'],
  ['rebinding.example.com', ['8.8.8.8', '10.0.0.1']],
  ['mapped.example.com', ['::ffff:169.254.169.254']],
  ['translated.example.com', ['64:ff9b::a9fe:a9fe']],
  ['scoped.example.com', ['fe80::1%eth0']],
  ['ipfs.onion', ['8.8.8.8']],
  ['etcd.kube-system.svc', ['8.8.8.8']],
];

test.each(LEADING_INSIDE.map(([host, resolves = []]) => ({ host, resolves })))(
  '$host is not reached, by either engine',
  async ({ host, resolves }) => {
    for (const [engine, url] of [
      ['postgres', `postgres://u:p@${host}:5432/d`],
      ['clickhouse', `https://u:p@${host}:8443/d`],
    ] as const)
      expect(await outcome({ id: '', expect: 'block', url, engine, resolves }), url).toMatch(/^(parse|resolve)$/);
  },
);

test.each([
  'hostaddr=10.0.0.1',
  'host=10.0.0.1',
  'host=%2Ftmp',
  'HOSTADDR=10.0.0.1',
  'service=inside',
  'servicefile=%2Ftmp%2Fpg_service.conf',
  'sslrootcert=%2Fetc%2Fpasswd',
  'sslkey=%2Froot%2F.ssh%2Fid_rsa',
  'sslcert=%2Fetc%2Fpasswd',
  'passfile=%2Fetc%2Fpasswd',
  'options=-c%20session_authorization%3Dpostgres',
  'replication=database',
  'target_session_attrs=any',
  'load_balance_hosts=random',
  'sslmode=require&host=10.0.0.1',
  'sslmode=allow',
  'sslsni=0',
])('?%s is refused in a URL of PostgreSQL', (query) => {
  expect(() => readConnectionUrl(`postgres://u:p@db.example.com/d?${query}`, { allowPrivate: false })).toThrow();
  expect(() => readConnectionUrl(`postgres://u:p@db.example.com/d?${query}`, { allowPrivate: true })).toThrow();
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
