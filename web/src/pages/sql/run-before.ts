import type { Output } from '../../../../src/contract/operations.ts';
import { keepInBrowser, keepInTab, readOfBrowser, readOfTab } from '../../kept.ts';
import type { Statement } from './statement.ts';

/** What was run in this browser, the latest first. */
const STATEMENTS_MAX = 50;

const nameOf = (account: string): string => `${account}.statements`;

export const remembered = (account: string): readonly string[] => readOfBrowser<string[]>(nameOf(account)) ?? [];

/** As many of the newest as the browser has room for. */
export function remember(account: string, sql: string): readonly string[] {
  let statements = [sql, ...remembered(account).filter((one) => one !== sql)].slice(0, STATEMENTS_MAX);
  while (!keepInBrowser(nameOf(account), statements) && statements.length > 0) statements = statements.slice(0, -1);
  return statements;
}

/** What the latest statement of this tab came to: a reload shows it without running anything. */
export interface RanBefore {
  readonly id: string;
  readonly statement: Statement;
  /** Null of one that writes, and was not run to read. */
  readonly reply: Output<'run'> | null;
}

export const readRan = (account: string): RanBefore | null => readOfTab<RanBefore>(`${account}.ran`);
export const keepRan = (account: string, ran: RanBefore | null): boolean => keepInTab(`${account}.ran`, ran);
