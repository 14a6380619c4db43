import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import { snakeCase } from '../../english/inflect.ts';
import type { WriteReader } from '../write-reader.ts';
import type { RawValue } from '../write-values.ts';
import { words } from '../write-words.ts';

/** By how much a number changes: "5%", "4 percent", "$5", "50 cents", "2.50". */
export interface Step {
  readonly by: number;
  readonly percent: boolean;
  readonly money: boolean;
  /** The token after it. */
  readonly next: number;
}

export function stepAt(reader: WriteReader, at: number): Step | null {
  const said = /^([$€£])?(\d[\d,]*(?:\.\d+)?)(%|p|c)?$/.exec(reader.tokens[at]?.text ?? '');
  if (said?.[2] === undefined) return null;
  const number = Number(said[2].replaceAll(',', ''));
  const unit = reader.lower(at + 1);
  if (said[3] === '%' || PERCENT.has(unit)) return { by: number, percent: true, money: false, next: said[3] === '%' ? at + 1 : at + 2 };
  if (said[3] !== undefined || CENTS.has(unit))
    return { by: number / 100, percent: false, money: true, next: said[3] === undefined ? at + 2 : at + 1 };
  const currency = CURRENCY.has(unit);
  return { by: number, percent: false, money: currency || said[1] !== undefined, next: currency ? at + 2 : at + 1 };
}

/** The column's value after the step up or down; null where a share of a whole number would be no such number. */
export function stepped(table: Table, column: Column, sign: number, step: Step): Expr | null {
  const { percent } = step;
  const by = percent ? step.by : asKept(column, step.by);
  // A share of whole cents is rounded to a cent; of pieces it would be no number of them.
  const rounds = column.type === 'integer' && percent && HUNDREDTHS.test(snakeCase(column.name));
  if (column.type === 'integer' && !rounds && (percent || !Number.isInteger(by))) return null;
  const factor = percent ? Number((1 + (sign * by) / 100).toFixed(10)) : by;
  const right: Expr = { kind: 'literal', value: factor, type: Number.isInteger(factor) ? 'integer' : 'decimal' };
  const left: Expr = { kind: 'column', table: table.name, column: column.name };
  const value: Expr = { kind: 'arithmetic', op: percent ? '*' : sign > 0 ? '+' : '-', left, right };
  return rounds ? { kind: 'call', fn: 'round', args: [value] } : value;
}

/** Money as a column keeps it: of `price_cents` a hundred times what is said. */
export const asKept = ({ name }: Column, said: number): number =>
  HUNDREDTHS.test(snakeCase(name)) ? Number((said * 100).toFixed(6)) : said;

/** "1.60", "$2" as a column keeps it. */
export function moneyAsKept(raw: RawValue, column: Column): RawValue {
  const said = /^[$€£]?(\d[\d,]*(?:\.\d+)?)(?: (?:dollars?|euros?|pounds?))?$/.exec(raw.text)?.[1];
  return raw.quoted || said === undefined || !HUNDREDTHS.test(snakeCase(column.name))
    ? raw
    : { text: String(asKept(column, Number(said.replaceAll(',', '')))), quoted: false };
}

const HUNDREDTHS = /(?:^|_)(?:cents?|pence|pennies)$|(?:^|_)(?:fee|rent|price|amt|amount|deposit|cost|charge|pay|total|rate|wage)_cts?$/;
const PERCENT = words('percent % per-cent');
const CENTS = words('cents cent pence');
const CURRENCY = words('quid pounds pound dollars dollar euros euro eur usd gbp bucks');
