const ROOT = new URL('../..', import.meta.url).href;

const { startWorker: start }: typeof import('../../src/lib/start-worker.ts') = await import(`${ROOT}dist/src/lib/start-worker.js`);

/** Stands for `src/lib/start-worker.ts` where `built.ts` has built: a thread starts from what is built in a third of the time that its sources take. */
export const startWorker: typeof start = (module, options) =>
  start(new URL(module.href.replace(`${ROOT}src/`, `${ROOT}dist/src/`)), options);
