import Table from 'cli-table3';
import type { Summary, Tally } from './summary.ts';

const HEAD = ['', 'asked', 'answered', 'right', 'wrong', 'declined', 'offered', 'precision', 'coverage', 'accuracy'];
/** More rows than this are for the JSON. */
const ROWS_MAX = 60;

/** A row for each category, the largest first, and one for all. */
export const categoryTable = (summary: Summary): string => tableOf(summary.categories, summary);

/** A row for each database, those with the most questions first. */
export const databaseTable = (databases: Summary['databases']): string => tableOf(databases, null);

function tableOf(tallies: Readonly<Record<string, Tally>>, all: Tally | null): string {
  const table = new Table({
    head: HEAD,
    colAligns: HEAD.map((_name, at) => (at === 0 ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  const rows = Object.entries(tallies);
  for (const [name, own] of rows.slice(0, ROWS_MAX)) table.push(cells(name, own));
  if (rows.length > ROWS_MAX) table.push([`(${rows.length - ROWS_MAX} more)`, ...HEAD.slice(1).map(() => '')]);
  if (all !== null) table.push(cells('all', all));
  return table.toString();
}

const cells = (name: string, own: Tally): string[] => [
  name,
  ...[own.asked, own.answered, own.right, own.wrong, own.declined, own.offered].map(String),
  own.precision === null ? '–' : own.precision.toFixed(3),
  own.coverage.toFixed(3),
  own.accuracy.toFixed(3),
];
