import { refuseArguments } from './lib/no-arguments.ts';
import { startServing } from './serve.ts';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** The service as a supervisor runs it; a person has `svc serve`. */
try {
  refuseArguments(process.argv.slice(2));
  const url = await startServing({ onStep: say, onLocalModels: ({ text }) => say(text), onFirstSignIn: say });
  say(`svc listens on ${url} (reference: /docs)`);
} catch (error) {
  say(`svc could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
