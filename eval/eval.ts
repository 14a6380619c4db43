import { evaluate } from './evaluate.ts';

const interrupted = new AbortController();
// The first Ctrl-C shows what there is; a second one does not wait.
process.once('SIGINT', () => {
  interrupted.abort();
  process.once('SIGINT', () => process.exit(130));
});
process.exitCode = await evaluate(process.argv.slice(2), {
  say: (text) => console.log(text),
  progress: process.stderr,
  signal: interrupted.signal,
});
