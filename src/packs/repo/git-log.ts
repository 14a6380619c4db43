import { LIMITS } from '../../contract/limits.ts';
import { sheetOf } from '../read/json.ts';
import type { ReadSheets } from '../read/sheet.ts';
import { unreadable } from '../unreadable.ts';

interface Commit {
  readonly hash: string;
  author_id: number | null;
  authored_at: string | null;
  subject: string;
  body: string | null;
  is_merge: boolean;
}

const COMMIT = /^commit ([0-9a-f]{7,64})(?: \(.*\))?$/;
const DATE = /^(?:Date|AuthorDate):\s*(.+)$/;
const NUMSTAT = /^(\d+|-)\t(\d+|-)\t(.+)$/;
const STATUS = /^([ACDMRTUX])\d{0,3}\t(?:.+\t)?([^\t]+)$/;
/** Of --oneline, with the names that point at it. */
const ONE_LINE = /^([0-9a-f]{7,64}) (?:\((?=HEAD\b|tag: |origin\/)[^()]*\) )?(\S.*)$/;
/** Lines of the head that say nothing of their own. */
const HEAD = /^(?:Commit|CommitDate|Reflog|Notes):?/;

/**
 * What `git log` prints, by itself or with --numstat, --name-status or --oneline, as commits, their authors and the files that they touched. An author is told by the address.
 * @throws Fault source_unreadable by line
 */
export function readGitLog(text: string, from: string): ReadSheets {
  const commits: Commit[] = [];
  const authors = new Map<string, { id: number; name: string; email: string }>();
  const files: Record<string, unknown>[] = [];
  let message: string[] = [];
  const isOneLine = !COMMIT.test(text.slice(0, 200).split('\n')[0]?.trimEnd() ?? '');
  const close = () => {
    const commit = commits.at(-1);
    if (!commit) return;
    const [subject = '', ...rest] = message;
    commit.subject = subject;
    commit.body = rest.join('\n').trim() || null;
    message = [];
  };
  for (const [index, whole] of text.split('\n').entries()) {
    const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    const row = index + 1;
    if (line.length > LIMITS.importLogLineMaxLength)
      throw unreadable(`The line is longer than ${LIMITS.importLogLineMaxLength} characters.`, { file: from, row });
    const [, hash] = COMMIT.exec(line) ?? [];
    if (hash !== undefined) {
      close();
      commits.push({ hash, author_id: null, authored_at: null, subject: '', body: null, is_merge: false });
      continue;
    }
    const [, short, subject] = isOneLine ? (ONE_LINE.exec(line) ?? []) : [];
    if (short !== undefined && subject !== undefined) {
      close();
      commits.push({ hash: short, author_id: null, authored_at: null, subject: '', body: null, is_merge: false });
      message.push(subject);
      continue;
    }
    const commit = commits.at(-1);
    if (!commit) throw unreadable('It does not begin as `git log` does: commit, Author, Date and the message.', { file: from, row });
    if (line.startsWith('    ')) {
      message.push(line.slice(4));
      continue;
    }
    const author = authorOf(line);
    const [, date] = DATE.exec(line) ?? [];
    const [, added, deleted, counted] = NUMSTAT.exec(line) ?? [];
    const [, status, named] = STATUS.exec(line) ?? [];
    if (author !== null) {
      const { name, email } = author;
      const known = authors.get(email.toLowerCase()) ?? { id: authors.size + 1, name, email };
      authors.set(email.toLowerCase(), known);
      commit.author_id = known.id;
    } else if (date !== undefined) {
      const at = new Date(/^\d+$/.test(date) ? Number(date) * 1_000 : date);
      if (Number.isNaN(at.getTime())) throw unreadable('The date cannot be read: print it with --date=iso-strict.', { file: from, row });
      commit.authored_at = at.toISOString();
    } else if (line.startsWith('Merge:')) commit.is_merge = true;
    else if (counted !== undefined)
      files.push({ commit_hash: commit.hash, path: counted, status: null, added: count(added), deleted: count(deleted) });
    else if (named !== undefined) files.push({ commit_hash: commit.hash, path: named, status, added: null, deleted: null });
    else if (line.trim() !== '' && !HEAD.test(line))
      throw unreadable('The line is none of `git log`, `git log --numstat` or `git log --name-status`.', { file: from, row });
  }
  close();
  const touched = { ...sheetOf(files, `${from}: files`, 'commit_files'), key: [] };
  if (isOneLine) {
    const shown = commits.map(({ hash, subject }) => ({ hash, subject }));
    const sheets = [{ ...sheetOf(shown, `${from}: commits`, 'commits'), key: ['hash'] }, ...(files.length > 0 ? [touched] : [])];
    const said = `${from} has a line for each commit, which says neither who made it nor when; \`git log --numstat\` prints both`;
    return { sheets, assumptions: [said] };
  }
  const sheets = [
    { ...sheetOf([...authors.values()], `${from}: authors`, 'authors'), key: ['id'] },
    { ...sheetOf(commits, `${from}: commits`, 'commits'), key: ['hash'] },
    touched,
  ];
  return { sheets, assumptions: [] };
}

/** `Author: Name <address>`. Cut by hand: an expression would try each of its spaces with each other. */
function authorOf(line: string): { readonly name: string; readonly email: string } | null {
  const said = line.startsWith(AUTHOR) ? line.slice(AUTHOR.length).trim() : '';
  const begins = said.lastIndexOf('<');
  if (begins < 0 || said.indexOf('>', begins) !== said.length - 1) return null;
  return { name: said.slice(0, begins).trim(), email: said.slice(begins + 1, -1) };
}

const AUTHOR = 'Author:';

/** Of a file that is no text there is a dash. */
const count = (text: string | undefined): number | null => (text === undefined || text === '-' ? null : Number(text));
