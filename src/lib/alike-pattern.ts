import type { ColumnSeen } from './alike-value.ts';

/** A row that shows of no column what was not seen before: the platform's patterns run faster than code of ours. Null where it would be too long. */
export function patternOf(between: string, columns: readonly ColumnSeen[]): RegExp | null {
  if (columns.length > COLUMNS_MAX) return null;
  const parts = columns.map((column, index) => `${index === 0 ? '' : literally(column.before)}${formOf(column)}`);
  const source = `${literally(between)}${parts.join('')}`;
  return source.length > SOURCE_MAX ? null : new RegExp(source, 'y');
}

const COLUMNS_MAX = 64;
/** Spaces between may be many. */
const SOURCE_MAX = 32 * 1024;

function formOf(column: ColumnSeen): string {
  const { hasNulls, hasBooleans, hasNumbers, hasNegatives, whole, fraction, texts } = column;
  const number = `${hasNegatives ? '-?' : ''}(?:0|[1-9]\\d{0,${whole - 1}})${fraction === 0 ? '' : `(?:\\.\\d{1,${fraction}})?`}(?![\\d.eE])`;
  const forms = [
    // Of more digits together some would be lost.
    ...(hasNumbers && whole + fraction <= DIGITS_MAX ? [number] : []),
    ...(texts === null ? [] : [`"${texts === 'other' ? TEXT : `${yearsOf(column)}${MONTH_AND_DAY}${texts === 'moment' ? TIME : ''}`}"`]),
    ...(hasNulls ? ['null'] : []),
    ...(hasBooleans ? ['true', 'false'] : []),
  ];
  return forms.length === 0 ? NOTHING : `(?:${forms.join('|')})`;
}

/** Sign and point are characters of the 15 that are safe. */
const DIGITS_MAX = 13;
const NOTHING = '(?!)';
const TEXT = '[^"\\\\\\x00-\\x1f]{0,1000}';
/** Of those that every month has. */
const MONTH_AND_DAY = '-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])';
const TIME = 'T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ';

function yearsOf({ firstYear, lastYear }: ColumnSeen): string {
  if (lastYear - firstYear >= YEARS_MAX) return NOTHING;
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, after) => String(firstYear + after).padStart(4, '0'));
  return `(?:${years.join('|')})`;
}

const YEARS_MAX = 40;

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
