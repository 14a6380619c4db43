import type { DraftColumn, DraftTable } from './draft.ts';

/** What else a column keeps to, in words. */
export function rulesOf({ check, default: filled, comment, onDelete, to }: DraftColumn): readonly string[] {
  return [
    ...(check === undefined ? [] : [checkText(check)]),
    ...(filled === undefined ? [] : [filled.kind === 'now' ? 'filled in with the time it is' : `filled in with ${String(filled.value)}`]),
    ...(to === null || onDelete === undefined ? [] : [ON_DELETE[onDelete]]),
    ...(comment === undefined ? [] : [comment]),
  ];
}

/** Columns that only together are unique, by their names. */
export const togetherOf = ({ uniques, columns }: DraftTable): readonly string[] =>
  uniques.map((ids) => ids.map((id) => columns.find((column) => column.id === id)?.name ?? '').join(', '));

const ON_DELETE = {
  cascade: 'goes with what it points at',
  'set null': 'is emptied when what it points at is deleted',
  restrict: 'keeps what it points at from being deleted',
} as const;

function checkText(check: NonNullable<DraftColumn['check']>): string {
  if (check.kind === 'oneOf') return `one of ${check.values.join(', ')}`;
  const { min, max } = check;
  const { above, below } = check.kind === 'range' ? check : {};
  const said = [
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(above === undefined ? [] : [`more than ${above}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(below === undefined ? [] : [`less than ${below}`]),
  ].join(' and ');
  return check.kind === 'length' ? `${said} characters` : said;
}
