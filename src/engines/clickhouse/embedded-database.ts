import { type ClickHouseDriver, createClickHouseDriver } from './driver.ts';
import { type EmbeddedWorker, startEmbeddedWorker } from './embedded.ts';

export interface EmbeddedDatabaseOptions {
  readonly dir: string;
  /** Where else than beside the service the library may be. */
  readonly dataDir?: string | null;
  readonly timeoutMs: number;
  /** Of one statement; the whole process may have twice as much. */
  readonly memoryBytes: number;
  readonly threads: number;
  readonly replyMaxBytes?: number;
  readonly readRowsMax?: number;
}

/** One directory. Its process starts when it is first wanted, and again when it has ended. */
export interface EmbeddedDatabase {
  readonly isAlive: boolean;
  driver(): Promise<ClickHouseDriver>;
  /** May be started again. */
  stop(): Promise<void>;
}

interface Running {
  readonly worker: EmbeddedWorker;
  readonly driver: ClickHouseDriver;
}

export function createEmbeddedDatabase(options: EmbeddedDatabaseOptions): EmbeddedDatabase {
  let running: Promise<Running> | null = null;

  async function start(): Promise<Running> {
    const worker = await startEmbeddedWorker({ ...options, memoryBytes: options.memoryBytes * 2 });
    const driver = createClickHouseDriver({ ...options, endpoint: worker.endpoint });
    return { worker, driver };
  }

  return {
    get isAlive() {
      return running !== null;
    },
    async driver() {
      if (running === null) {
        const mine = start();
        running = mine;
        const forget = () => {
          if (running === mine) running = null;
        };
        void mine.then(({ worker, driver }) => worker.ended.then(forget).then(() => driver.close()), forget);
      }
      return (await running).driver;
    },
    async stop() {
      const found = await running?.catch(() => null);
      await found?.worker.stop();
    },
  };
}
