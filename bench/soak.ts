import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient, SvcError } from '../src/client/index.ts';
import { type Running, withService } from './children.ts';

/**
 * Whether a service that is used for long stays as it is: `npm run bench:soak -- 30` asks, reads, writes, previews and confirms by sixteen
 * connections for so many minutes. The memory and the descriptors of the last third are to be no more than those of the middle one, but for a tenth.
 */
const MINUTES = Number(process.argv[2] ?? 30);
if (!(MINUTES > 0)) throw new RangeError('The first argument is a number of minutes.');
const CONNECTIONS = 16;
const SAMPLE_MS = 5_000;
const GROWTH_MAX = 1.1;
const BOOKS = Array.from({ length: 200 }, (_, at) => ({
  title: `Book ${at}`,
  price: (at % 40) + 0.5,
  genre: ['poetry', 'essays', 'crime'][at % 3],
}));

interface Sample {
  readonly rssMb: number;
  readonly descriptors: number;
}

async function soak(running: Running): Promise<void> {
  const ended = performance.now() + MINUTES * 60_000;
  const failures = new Map<string, number>();
  let requests = 0;
  const work = async (): Promise<void> => {
    const svc = createClient({ baseUrl: running.url });
    const { dbId: db } = await svc.createDatabase({ goal: 'books with title, price and genre' });
    await svc.insert({ db, table: 'books', rows: BOOKS });
    for (let round = 0; performance.now() < ended; round++) {
      for (const step of STEPS) {
        requests += 1;
        await step(svc, db, round).catch((error: unknown) => {
          const code = error instanceof SvcError ? error.code : String(error);
          failures.set(code, (failures.get(code) ?? 0) + 1);
        });
      }
    }
  };
  const samples: Sample[] = [];
  const watch = async (): Promise<void> => {
    for (let told = 0; performance.now() < ended; ) {
      await delay(SAMPLE_MS);
      const sample = await sampleOf(running.pid);
      samples.push(sample);
      const minutes = Math.floor((samples.length * SAMPLE_MS) / 60_000);
      if (minutes === told) continue;
      told = minutes;
      console.log(`${minutes} min: ${requests} requests, ${Math.round(sample.rssMb)} MB, ${sample.descriptors} descriptors`);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: CONNECTIONS }, work)]);
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const figures = (['rssMb', 'descriptors'] as const).map((what) => {
    const [before, after] = [median(middle.map((one) => one[what])), median(last.map((one) => one[what]))];
    return {
      what,
      'middle third': Math.round(before),
      'last third': Math.round(after),
      ratio: after / before,
      met: after <= before * GROWTH_MAX,
    };
  });
  console.table(figures);
  console.log(`${requests} requests; failed: ${JSON.stringify(Object.fromEntries(failures))}`);
  process.exitCode = figures.every(({ met }) => met) && failures.size === 0 ? 0 : 1;
}

/** Each round writes what it takes away again, so that the databases stay as large as they are. */
const STEPS: readonly ((svc: Client, db: string, round: number) => Promise<unknown>)[] = [
  (svc, db) => svc.run({ db, sql: 'SELECT genre, avg(price) FROM books GROUP BY genre ORDER BY genre' }),
  (svc, db, round) => svc.ask({ db, goal: `how many books cost more than ${round % 40}?` }),
  (svc, db, round) => svc.insert({ db, table: 'books', rows: [{ title: `New ${round}`, price: 1, genre: 'new' }] }),
  (svc, db) => svc.ask({ db, goal: 'average price of the books by genre' }),
  (svc, db, round) => svc.run({ db, sql: 'SELECT title FROM books WHERE price > $1 ORDER BY id LIMIT 20', params: [round % 40] }),
  async (svc, db) => {
    const preview = await svc.ask({ db, goal: "delete the books with genre 'new'" });
    if (!('confirmToken' in preview)) throw new Error('A delete was not previewed.');
    return await svc.ask({ db, confirm: true, confirmToken: preview.confirmToken });
  },
];

async function sampleOf(pid: number): Promise<Sample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return { rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024, descriptors: (await readdir(`/proc/${pid}/fd`)).length };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

await withService(soak);
