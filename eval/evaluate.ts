import { writeFile } from 'node:fs/promises';
import { Fault } from '../src/fault.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { readQuestions } from './questions.ts';
import { report } from './report/report.ts';
import { showProgress } from './run/progress.ts';
import { type Ran, run } from './run/run.ts';
import { openState } from './run/state.ts';
import { type WayRow, wayOf } from './ways/ways.ts';

interface Surroundings {
  /** Where the tables and sentences go. */
  readonly say: (text: string) => void;
  readonly progress: NodeJS.WriteStream;
  /** Aborting breaks the run off; what it has so far is shown and kept. */
  readonly signal: AbortSignal;
  readonly way?: WayRow;
  readonly pausesMs?: readonly number[];
}

/** What the process ends with. */
export const EXIT = { fine: 0, unusable: 2, outage: 3, interrupted: 130 } as const;

const PAUSES_MS = [1_000, 5_000] as const;

/** The whole evaluation: reads the options, puts the questions, shows and writes what came out. Gives the exit code. */
export async function evaluate(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { say } = surroundings;
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return EXIT.unusable;
  }
  try {
    return await measure(options, surroundings);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'unconfigured') throw error;
    say(String(error.params?.reason ?? error.message));
    return EXIT.unusable;
  }
}

async function measure(options: Options, { say, progress, signal, way: row = wayOf(options), pausesMs = PAUSES_MS }: Surroundings) {
  const { planner, engine, limit, resume } = options;
  const file = await readQuestions(options.questions, engine);
  const asked = file.questions.filter(({ kind }) => row.kinds.includes(kind));
  const left = file.questions.length - asked.length;
  if (left > 0) say(`${left} of the file are left out: ${planner} on ${engine} puts ${row.kinds.join(' and ')} questions.`);
  const questions = asked.slice(0, limit ?? undefined);
  const way = await row.open(options);
  const key = { questions: options.questions, planner, engine, limit };
  const state = openState({ folder: options.state, key, fingerprint: file.fingerprint, resume });
  if (state.done.size > 0) say(`Going on: ${state.done.size} of ${questions.length} questions have their result.`);
  if (state.dropped > 0) say(`An unfinished run with ${state.dropped} results is thrown away; --resume would have gone on with it.`);
  const bar = showProgress({ total: questions.length, done: state.done.values(), stream: progress });
  let ran: Ran;
  try {
    ran = await run({
      ...{ questions, way, done: state.done, signal, pausesMs },
      onMark(mark) {
        // An outage is not kept: a resumed run puts the question again.
        if (mark.status !== 'failed') state.record(mark);
        bar.mark(mark);
      },
    });
  } finally {
    bar.stop();
    await way.close();
  }
  const whole = ran.ended === 'complete' && ran.marks.every(({ status }) => status !== 'failed');
  const reported = report({ ran, questions, last: state.last, heldOut: options.heldOut, planner, engine });
  say(reported.text);
  if (options.json) await writeFile(options.json, `${JSON.stringify(reported.figures, null, 2)}\n`);
  if (options.detail) await writeFile(options.detail, reported.detail);
  if (options.out) say(`Drawn: ${(await reported.draw(options.out)).join(', ')}`);
  if (whole) state.finish();
  else state.close();
  return ran.ended === 'interrupted' ? EXIT.interrupted : whole ? EXIT.fine : EXIT.outage;
}
