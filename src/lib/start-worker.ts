import { Worker } from 'node:worker_threads';

interface Options {
  /** What a debugger and the system call it. */
  readonly name: string;
  readonly heapMb: number;
}

/** A thread that runs a module (without its ending) and holds up nobody's end. In development the sources run as they are, through tsx. */
export function startWorker(module: URL, { name, heapMb }: Options): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: heapMb }, env: {}, name };
  const worker = import.meta.url.endsWith('.ts')
    ? new Worker(fromSource(`${module.href}.ts`), { ...options, eval: true })
    : new Worker(new URL(`${module.href}.js`), options);
  worker.unref();
  return worker;
}

const fromSource = (main: string): string =>
  `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => (register(), import(${JSON.stringify(main)})))`;
