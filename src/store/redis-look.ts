const ANSWER_MS = 3_000;
const OLDEST = 6;

/** What is wrong with a Redis. `final`: it answered so, and would again. */
export interface RedisFault {
  readonly reason: string;
  readonly final: boolean;
}

/** Null when the Redis of the URL answers this login and is new enough. Some do not tell their version: these are taken. */
export async function lookAtRedis(url: string): Promise<RedisFault | null> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    ...{ lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy: () => null },
    ...{ connectTimeout: ANSWER_MS, commandTimeout: ANSWER_MS },
  });
  const lost: Error[] = [];
  redis.on('error', (error: Error) => lost.push(error));
  try {
    await redis.connect();
    await redis.ping();
    // Such as for a database that it has not: commands go on in another one then.
    if (lost[0]) throw lost[0];
    const facts = await redis.info('server').catch(() => '');
    const version = /^redis_version:(\d+)(\S*)/m.exec(facts);
    if (version === null || Number(version[1]) >= OLDEST) return null;
    return { reason: `it is Redis ${version[1]}${version[2]}, and version ${OLDEST} or later is needed`, final: true };
  } catch (error) {
    const { message } = lost[0] ?? (error as Error);
    if (message.includes('RESP type')) return { reason: 'what answers there is no Redis', final: true };
    if (message.startsWith('NOAUTH ')) return { reason: 'it wants a password', final: true };
    return { reason: message.replace(/\.$/, ''), final: REFUSED.test(message) };
  } finally {
    redis.disconnect();
  }
}

/** A login, a database or an address that is not let in; that it is loading or follows another passes. */
const REFUSED = /^(WRONGPASS|NOPERM|DENIED|ERR) /;
