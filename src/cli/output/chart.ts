import stringWidth from 'string-width';
import { safeCell } from './safe-text.ts';
import { cellText, isNumber, isNumeric, type Row } from './table.ts';

/**
 * Grouped numbers as bars, one line a row: the last column of numbers is drawn, the columns without numbers name the
 * bars. Null when the rows are not grouped numbers.
 */
export function drawChart(names: readonly string[], rows: readonly Row[], width: number): string | null {
  const numbers = names.filter((name) => isNumeric(name, rows));
  const [drawn] = numbers.slice(-1);
  const labelled = names.filter((name) => name !== drawn && !numbers.includes(name));
  const naming = labelled.length > 0 ? labelled : numbers.slice(0, -1).slice(0, 1);
  if (drawn === undefined || naming.length === 0 || rows.length === 0) return null;

  const bars = rows.map((row) => ({
    label: cut(naming.map((name) => safeCell(cellText(row[name]))).join(', '), LABEL_MAX),
    value: isNumber(row[drawn]) ? Number(row[drawn]) : 0,
    text: cellText(row[drawn]),
  }));
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)));
  const label = Math.max(...bars.map((bar) => stringWidth(bar.label)));
  const figure = Math.max(...bars.map(({ text }) => text.length));
  const room = Math.max(MIN_BAR, Math.min(width, CHART_MAX) - label - figure - 4);
  const head = safeCell(drawn);
  return [
    `${' '.repeat(label)}  ${head}`,
    ...bars.map(
      (bar) =>
        `${bar.label}${' '.repeat(label - stringWidth(bar.label))}  ${drawBar(bar.value, most, room)}${bar.text === '' ? '' : ` ${bar.text}`}`,
    ),
  ].join('\n');
}

const LABEL_MAX = 32;
const CHART_MAX = 100;
const MIN_BAR = 8;
/** Eighths of a block, so that a bar's length tells more than whole columns do. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** Negative bars are hatched, so that they are told apart without colour. */
function drawBar(value: number, most: number, room: number): string {
  if (most === 0 || value === 0) return '';
  const eighths = Math.max(1, Math.round((Math.abs(value) / most) * room * 8));
  const whole = Math.floor(eighths / 8);
  return value < 0 ? '░'.repeat(Math.max(1, whole)) : `${'█'.repeat(whole)}${EIGHTHS[eighths % 8] ?? ''}`;
}

function cut(text: string, most: number): string {
  if (stringWidth(text) <= most) return text;
  let kept = '';
  for (const character of text) {
    if (stringWidth(kept + character) > most - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
