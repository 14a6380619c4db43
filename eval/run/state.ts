import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Mark } from './score.ts';

/** What tells one series of runs from another. */
export interface RunKey {
  readonly questions: string;
  readonly planner: string;
  readonly engine: string;
  readonly limit: number | null;
}

export interface RunState {
  /** Results of an unfinished run that this one goes on with; empty for a fresh one. */
  readonly done: ReadonlyMap<string, Mark>;
  /** Results that an unfinished run left and that this one, being fresh, throws away. */
  readonly dropped: number;
  /** The last finished run; null when there is none. */
  readonly last: readonly Mark[] | null;
  /** Kept at once: a process that is killed loses the question it was at, and no other. */
  record(mark: Mark): void;
  /** This run becomes the last one. */
  finish(): void;
  /** Leaves the unfinished run where it is. */
  close(): void;
}

interface Options {
  readonly folder: string;
  readonly key: RunKey;
  /** See `QuestionFile.fingerprint`. */
  readonly fingerprint: string;
  readonly resume: boolean;
}

const UNFINISHED = 'unfinished.jsonl';
const LAST = 'last.jsonl';

/** Opens the folder of one series of runs. An unfinished run with other questions is never gone on with. */
export function openState({ folder, key, fingerprint, resume }: Options): RunState {
  const own = join(folder, nameOf(key));
  mkdirSync(own, { recursive: true });
  const unfinished = join(own, UNFINISHED);
  const found = readRun(unfinished, fingerprint);
  const done = new Map(resume ? found.map((one) => [one.id, one]) : []);
  // Written anew, and whole before it takes the old one's place: what a killed process wrote half of must not stand in front of the next line.
  const fresh = join(own, `${UNFINISHED}.new`);
  writeFileSync(fresh, [{ fingerprint }, ...done.values()].map((value) => `${JSON.stringify(value)}\n`).join(''));
  renameSync(fresh, unfinished);
  const file = openSync(unfinished, 'a');
  return {
    done,
    dropped: resume ? 0 : found.length,
    last: existsSync(join(own, LAST)) ? readRun(join(own, LAST), null) : null,
    record: (mark) => void writeSync(file, `${JSON.stringify(mark)}\n`),
    finish() {
      closeSync(file);
      renameSync(unfinished, join(own, LAST));
    },
    close: () => closeSync(file),
  };
}

function nameOf({ questions, planner, engine, limit }: RunKey): string {
  const path = resolve(questions);
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 8);
  return [basename(path, '.jsonl'), hash, planner, engine, ...(limit === null ? [] : [`first${limit}`])].join('-');
}

/** The whole lines of a run file; none when it is another file's (`fingerprint` null: whatever it is). */
function readRun(path: string, fingerprint: string | null): Mark[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const [head = '', ...lines] = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  if (head === '') return [];
  const { fingerprint: kept } = JSON.parse(head) as { fingerprint?: unknown };
  if (fingerprint !== null && kept !== fingerprint) return [];
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Mark);
}
