import type { Outcome } from '../../planner.ts';
import type { Asked } from './asked.ts';
import { answer, type by, selected, where } from './build.ts';
import { type Row, theRows } from './rows.ts';

export const FACT = ['content', 'subject', 'kind', 'created_at', 'id'];
export const HELD = ['content', 'subject', 'kind', 'valid_from', 'valid_to', 'id'];
export const isNow = ({ until }: Row): boolean => until === null;

/** The rows themselves. */
export function shown(
  table: string,
  names: readonly string[],
  rows: readonly Row[],
  notes: readonly (string | null)[],
  order: ReturnType<typeof by>,
): Outcome {
  const plan = { ...where(selected(table, names), [theRows(table, rows)]), orderBy: [order] };
  return answer(plan, notes);
}

export const noteOf = ({ names, words }: Asked): string =>
  `looked for rows with the words "${[...names.flatMap((name) => name.said), ...words.map(({ text }) => text)].join(' ')}"`;
