import { KEPT_PREFIX } from '../../me.ts';

/** What was run, the latest first, and what is typed: kept by the browser under the account, until its person signs out. */
const STATEMENTS_MAX = 50;

const nameOf = (account: string): string => `${KEPT_PREFIX}${account}.sql`;

export function remembered(account: string): readonly string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(nameOf(account)) ?? '[]');
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}

export function remember(account: string, sql: string): readonly string[] {
  const statements = [sql, ...remembered(account).filter((one) => one !== sql)].slice(0, STATEMENTS_MAX);
  localStorage.setItem(nameOf(account), JSON.stringify(statements));
  return statements;
}

export const readDraft = (account: string): string => sessionStorage.getItem(nameOf(account)) ?? '';
export const keepDraft = (account: string, sql: string): void => sessionStorage.setItem(nameOf(account), sql);
