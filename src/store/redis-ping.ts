const ANSWER_MS = 3_000;

/** Null when the Redis of the URL answers this login, else why not. */
export async function pingRedis(url: string): Promise<string | null> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    ...{ lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy: () => null },
    ...{ connectTimeout: ANSWER_MS, commandTimeout: ANSWER_MS },
  });
  let lost: Error | null = null;
  redis.on('error', (error: Error) => {
    lost = error;
  });
  try {
    await redis.connect();
    await redis.ping();
    return null;
  } catch (error) {
    return (lost ?? (error as Error)).message;
  } finally {
    redis.disconnect();
  }
}
