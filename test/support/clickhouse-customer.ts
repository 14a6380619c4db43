import { createHash, randomUUID } from 'node:crypto';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { type ClickHouseFront, startClickHouseFront } from './clickhouse-server.ts';
import { noteSecret } from './log-watch.ts';
import { newCertificate } from './tls-front.ts';

/** A customer's ClickHouse: HTTPS before the engine, with logins that the engine itself holds to their grants. */
export interface ClickHouseCustomer {
  readonly front: ClickHouseFront;
  readonly port: number;
  /** Of each login. */
  readonly password: string;
  /** PEM; it is of `localhost`. */
  readonly certificate: string;
  /** The names that were asked for (SNI). */
  readonly names: readonly string[];
  /** Makes a login with these rights, and the settings of its profile. */
  login(name: string, rights: readonly string[], settings?: string): Promise<void>;
  url(user: string, more?: { password?: string; host?: string; path?: string }): string;
  /** As its administrator; what the engine answers. */
  sql(text: string): Promise<string>;
  /** Ends all connections and takes no new ones, until it is called again. */
  leave(isAway: boolean): void;
  close(): Promise<void>;
}

export async function newClickHouseCustomer(): Promise<ClickHouseCustomer> {
  const front = await startClickHouseFront();
  const { key, cert } = await newCertificate();
  const names: string[] = [];
  const open = new Set<Socket>();
  let isAway = false;
  const SNICallback = (name: string, done: (error: Error | null) => void) => {
    names.push(name);
    done(null);
  };
  const server = createServer({ key, cert, SNICallback }, (outer) => {
    if (isAway) return void outer.destroy();
    const inner = connect(front.port, '127.0.0.1');
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const password = `p@ss/%${randomUUID()}`;
  for (const secret of [password, encodeURIComponent(password)]) noteSecret(secret);

  const sql = async (text: string): Promise<string> => {
    const { status, text: answer } = await front.query(text);
    if (status !== 200) throw new Error(`${text}: ${answer}`);
    return answer;
  };
  return {
    front,
    port,
    password,
    certificate: cert,
    names,
    sql,
    async login(name, rights, settings = 'max_threads = 2') {
      const hash = createHash('sha256').update(password).digest('hex');
      await sql(`CREATE SETTINGS PROFILE OR REPLACE ${name}_profile SETTINGS ${settings}`);
      await sql(`CREATE USER OR REPLACE ${name} IDENTIFIED WITH sha256_hash BY '${hash}' SETTINGS PROFILE '${name}_profile'`);
      await sql(`CREATE QUOTA OR REPLACE ${name} FOR INTERVAL 1 hour MAX execution_time = 3600 TO ${name}`);
      for (const right of rights) await sql(`GRANT ${right} TO ${name}`);
    },
    url: (user, { password: other = password, host = 'localhost', path = '/shop' } = {}) =>
      `https://${user}:${encodeURIComponent(other)}@${host}:${port}${path}`,
    leave(away) {
      isAway = away;
      if (away) for (const socket of open) socket.destroy();
    },
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await front.close();
    },
  };
}
