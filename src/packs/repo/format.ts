import { beginsGitLog } from '../../contract/packs.ts';
import { tabularFormat } from '../formats.ts';
import type { Format } from '../state.ts';
import { unreadable } from '../unreadable.ts';

/** What a repository's export is: what `git log` prints, issues as JSON, or a list of them as CSV. @throws Fault source_unreadable */
export function repoFormat(name: string, head: Buffer): Format {
  if (beginsGitLog(head.toString('latin1', 0, HEAD_BYTES))) return 'git-log';
  const format = tabularFormat(name, head);
  if (format === 'json') return 'issues';
  if (format === 'ndjson' || (format === 'csv' && /\.csv$/i.test(name))) return format;
  throw unreadable(
    'It is neither what `git log` prints, by itself or with --numstat or --oneline, nor an export of issues, as JSON or CSV.',
    {
      file: name,
    },
  );
}

const HEAD_BYTES = 4_096;
