import type { Place } from './embedded-place.ts';

const NO_SPACE = /No space left on device|Disk quota exceeded|Check free disk space/;

/** Whether a server that ended said so for want of room. */
export const saysDiskIsFull = (said: string): boolean => NO_SPACE.test(said);

/** One line of a server that does not start, which says what to do. `said` is what it wrote, of which the last refusal counts. */
export function refusedStart({ pgData, logFile }: Pick<Place, 'pgData' | 'logFile'>, said: string, isDiskFull: boolean): Error {
  if (isDiskFull || saysDiskIsFull(said))
    return new Error(
      `PostgreSQL could not be started in ${pgData}: the disk is full. Make room there, some 100 MB, and start again; what was stored is there then.`,
    );
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const refusal = lines.findLast((line) => REFUSAL.test(line)) ?? lines.at(-1) ?? 'it ended without a word';
  return new Error(`PostgreSQL could not be started in ${pgData}: ${refusal.replace(STAMP, '').trim()}. More of it is in ${logFile}.`);
}

const REFUSAL = /(FATAL|PANIC): /;
/** When, by which process, how grave. */
const STAMP = /^.*\[\d+\] [A-Z]+: +/;
