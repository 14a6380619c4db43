import type { Output } from '../../../../src/contract/operations.ts';

type Import = Output<'getImport'>;

const PHASES: Readonly<Record<Import['phase'], string>> = {
  inspecting: 'Waits for its files, and looks at them',
  classifying: 'Finds tables, keys and relations',
  extracting: 'Reads the rows',
  saving: 'Writes the rows',
  verifying: 'Counts what was written',
  complete: 'Done',
};

/** It waits here for somebody who wants to look at what was found. */
export const isRead = ({ phase, progress }: Import): boolean => phase === 'saving' && progress.written === null;

export const stateOf = (record: Import, isLookedAt: boolean): string =>
  record.error ? 'Stands still' : isLookedAt && isRead(record) ? 'All rows are read' : PHASES[record.phase];
