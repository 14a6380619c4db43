import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { BASE } from './base.ts';

/**
 * What a person typed and has not sent, under the account, until its person signs out here or somebody else signs in. A tab keeps its own, so that
 * two do not write into each other; where it has none, there is what was typed last in this browser, which outlives its being closed.
 * Answers are kept by their tab alone. Services under several paths of one address share its storage: each has names of its own.
 */
const PREFIX = `svc.kept${BASE}.`;

/** Wide whole numbers, which JSON has no type for, are kept as text behind a NUL; text that begins with one has a second. */
const MARK = '\u0000';
const write = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${MARK}${value}` : typeof value === 'string' && value.startsWith(MARK) ? MARK + value : value;
const read = (_: string, value: unknown): unknown =>
  typeof value !== 'string' || !value.startsWith(MARK) ? value : value.startsWith(MARK + MARK) ? value.slice(1) : BigInt(value.slice(1));

/** Null where nothing is kept, as if it had never been. */
function readFrom<T>(storage: Storage, name: string): T | null {
  const text = storage.getItem(PREFIX + name);
  return text === null ? null : (JSON.parse(text, read) as T);
}

/** @returns false where the browser has no room for it: nothing is kept under the name then, rather than what it was before */
function keepIn(storage: Storage, name: string, value: unknown): boolean {
  try {
    storage.setItem(PREFIX + name, JSON.stringify(value, write));
    return true;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
    storage.removeItem(PREFIX + name);
    return false;
  }
}

export const readOfTab = <T>(name: string): T | null => readFrom(sessionStorage, name);
export const keepInTab = (name: string, value: unknown): boolean => keepIn(sessionStorage, name, value);
export const readOfBrowser = <T>(name: string): T | null => readFrom(localStorage, name);
export const keepInBrowser = (name: string, value: unknown): boolean => keepIn(localStorage, name, value);

export function forgetKept(name: string): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(PREFIX + name);
}

/** Of all that is kept, what is not under this account; all of it where nobody is named. */
export function forgetAllKept(but?: string): void {
  for (const storage of [sessionStorage, localStorage])
    for (const name of Object.keys(storage))
      if (name.startsWith(PREFIX) && (but === undefined || !name.startsWith(`${PREFIX}${but}.`))) storage.removeItem(name);
}

/** A state that is kept. What was not changed here is not written over what another tab has changed since. */
export function useKept<T>(name: string, initial: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(
    () => readOfTab<T>(name) ?? readOfBrowser<T>(name) ?? (typeof initial === 'function' ? (initial as () => T)() : initial),
  );
  const kept = useRef(value);
  useEffect(() => {
    if (value === kept.current) return;
    kept.current = value;
    keepInTab(name, value);
    keepInBrowser(name, value);
  }, [name, value]);
  return [value, setValue];
}
