import { SingleBar } from 'cli-progress';
import type { Mark } from './score.ts';

export interface Progress {
  /** One more question is settled. */
  mark(mark: Mark): void;
  stop(): void;
}

interface Options {
  readonly total: number;
  /** Results of the run that is gone on with. */
  readonly done: Iterable<Mark>;
  readonly stream: NodeJS.WriteStream;
}

/** A bar on a terminal; elsewhere one line for each database. */
export function showProgress({ total, done, stream }: Options): Progress {
  const count = { settled: 0, answered: 0, right: 0 };
  const add = ({ answered, status }: Mark) => {
    count.settled += 1;
    if (answered) count.answered += 1;
    if (answered && status === 'right') count.right += 1;
  };
  for (const one of done) add(one);
  const precision = () => (count.answered === 0 ? '–' : (count.right / count.answered).toFixed(3));
  return stream.isTTY ? bar() : lines();

  function lines(): Progress {
    let database: string | null = null;
    const line = () => database !== null && stream.write(`${count.settled} of ${total}, precision ${precision()} (${database})\n`);
    return {
      mark(one) {
        if (one.db !== database) line();
        database = one.db;
        add(one);
      },
      stop: () => void line(),
    };
  }

  function bar(): Progress {
    const drawn = new SingleBar({
      stream,
      format: '{bar} {value}/{total}  {eta_formatted} left  precision {precision}  {database}',
      barCompleteChar: '█',
      barIncompleteChar: '░',
      barsize: 28,
      hideCursor: true,
      etaBuffer: 60,
      clearOnComplete: true,
      stopOnComplete: false,
      // A signal is the run's to answer.
      gracefulExit: false,
    });
    drawn.start(total, count.settled, { precision: precision(), database: '' });
    return {
      mark(one) {
        add(one);
        drawn.update(count.settled, { precision: precision(), database: one.db });
      },
      stop: () => drawn.stop(),
    };
  }
}
