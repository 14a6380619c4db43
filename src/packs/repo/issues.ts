import { Verbatim } from '../../lib/verbatim.ts';
import { readWhole, sheetOf } from '../read/json.ts';
import type { ReadSheets } from '../read/sheet.ts';
import { unreadable } from '../unreadable.ts';

type Fields = Record<string, unknown>;

/** What an export calls a field: GitHub's API, its `gh --json`, and GitLab's. */
const NAMES = {
  number: ['number', 'iid'],
  title: ['title'],
  state: ['state'],
  body: ['body', 'description'],
  author: ['author', 'user'],
  milestone: ['milestone'],
  created_at: ['created_at', 'createdAt'],
  updated_at: ['updated_at', 'updatedAt'],
  closed_at: ['closed_at', 'closedAt'],
  url: ['html_url', 'web_url', 'url'],
} as const;

/**
 * An export of issues in JSON as issues, their labels, assignees and comments. Other fields are left out, which is said.
 * @throws Fault source_unreadable
 */
export function readIssues(text: string, from: string): ReadSheets {
  let list = readWhole(text, from);
  if (isFields(list)) list = list.issues ?? list.items;
  if (!Array.isArray(list) || !list.every(isFields)) throw unreadable('It is no list of issues.', { file: from });
  const [issues, labels, assignees, comments]: [Fields[], Fields[], Fields[], Fields[]] = [[], [], [], []];
  const left = new Set<string>();
  for (const [index, issue] of list.entries()) {
    const number = pick(issue, NAMES.number);
    if (number === null || pick(issue, NAMES.title) === null)
      throw unreadable('An issue has a number and a title.', { file: from, row: index + 1 });
    const row: Fields = Object.fromEntries(Object.entries(NAMES).map(([name, spelled]) => [name, named(pick(issue, spelled))]));
    issues.push({ ...row, is_pull_request: issue.pull_request !== undefined && issue.pull_request !== null });
    for (const label of listOf(issue.labels)) labels.push({ issue_number: number, label: named(label) });
    for (const person of listOf(issue.assignees)) assignees.push({ issue_number: number, assignee: named(person) });
    for (const one of listOf(issue.comments).filter(isFields))
      comments.push({
        issue_number: number,
        author: named(pick(one, NAMES.author)),
        body: pick(one, NAMES.body),
        created_at: pick(one, NAMES.created_at),
      });
    for (const key of Object.keys(issue)) if (!KNOWN.has(key)) left.add(key);
  }
  const sheets = [
    { ...sheetOf(issues, `${from}: issues`, 'issues'), key: ['number'] },
    { ...sheetOf(labels, `${from}: labels`, 'issue_labels'), key: [] },
    { ...sheetOf(assignees, `${from}: assignees`, 'issue_assignees'), key: [] },
    { ...sheetOf(comments, `${from}: comments`, 'issue_comments'), key: [] },
  ];
  return {
    sheets: sheets.filter(({ columns }) => columns.length > 0),
    assumptions:
      left.size === 0 ? [] : [`${from}: fields of issues that have no place were left out (${[...left].slice(0, 20).join(', ')})`],
  };
}

const KNOWN: ReadonlySet<string> = new Set([...Object.values(NAMES).flat(), 'labels', 'assignees', 'comments', 'pull_request']);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Verbatim);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const pick = (of: Fields, spelled: readonly string[]): unknown =>
  spelled.map((name) => of[name]).find((value) => value !== undefined && value !== null) ?? null;

/** A person, a label or a milestone by its name. */
const named = (value: unknown): unknown => (isFields(value) ? pick(value, ['login', 'username', 'name', 'title']) : value);
