import { expect, test } from 'vitest';
import type { Job } from '../../src/packs/job.ts';
import { createExtract } from '../../src/packs/phases/extract.ts';
import { readGitLog } from '../../src/packs/repo/git-log.ts';
import { readIssues } from '../../src/packs/repo/issues.ts';
import { NO_PROGRESS, newState, type TableState } from '../../src/packs/state.ts';
import { KIND } from '../../src/packs/tabular/kinds.ts';

const LOG = `commit ${'a'.repeat(40)}\nAuthor: Ana <ana@example.com>\n\n    One file\n\n1\t0\ta.ts\n`;
const ISSUE = { number: 7, title: 'It breaks', labels: [{ name: 'bug' }], assignees: [{ login: 'ana' }], comments: [{ body: 'Looking' }] };

/** A column of numbers without a gap: what a key is guessed from. */
const column = (name: string) => ({
  ...{ name, kinds: KIND.bigint, values: 1, textAt: null, textAfter: 0, looked: 1, numbers: 1, days: 0 },
  ...({ type: 'bigint', form: null } as const),
});

test.each([
  ['a log', readGitLog(LOG, 'log.txt').sheets],
  ['issues', readIssues(JSON.stringify([ISSUE]), 'issues.json').sheets],
])('of %s, tables of which a row may have several have no key, though each has one', async (_, sheets) => {
  const tables = sheets.map(({ name, columns, key }) => ({
    ...({ from: 'a', no: 0, bytes: 1, delimiter: ',', begins: 0, rowsBefore: 1, at: 1, rows: 1, seen: 1, skipped: 0 } as const),
    ...({ hasWide: false, isScanned: true, isDecoded: false } as const),
    name,
    columns: columns.map(column),
    key: key === undefined ? null : [...key],
  })) as TableState[];
  const job = { state: { ...newState(), tables }, progress: NO_PROGRESS } as unknown as Job;
  const scan = () => Promise.reject(new Error('All of it is scanned.'));
  expect(await createExtract(scan)(job)).toBe('done');
  const keys = Object.fromEntries(job.state.tables.map(({ name, key }) => [name, key]));
  expect(keys).toEqual(
    'commits' in keys
      ? { authors: ['id'], commits: ['hash'], commit_files: null }
      : { issues: ['number'], issue_labels: null, issue_assignees: null, issue_comments: null },
  );
});
