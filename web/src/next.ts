import { PAGES } from '../../src/contract/pages.ts';
import { BASE } from './base.ts';

const STORED = 'svc.next';

/** Where to go after signing in: a page of these alone, or the first one. */
export function safeNext(next: string | null): string {
  // As the app has its addresses: without the path that a proxy serves it under.
  if (next === null || !URL.canParse(next, location.origin)) return '/';
  const { origin, pathname, search, hash } = new URL(next, location.origin);
  const isOurs = origin === location.origin && (PAGES as readonly string[]).includes(pathname) && !pathname.startsWith('/sign-in');
  return isOurs ? `${pathname}${search}${hash}` : '/';
}

/** The page for signing in, which leads back to this one. */
export const signInHref = (): string =>
  `/sign-in?next=${encodeURIComponent(`${location.pathname.slice(BASE.length)}${location.search}${location.hash}`)}`;

/** A link from a mail opens a page that knows nothing of the one that asked for it. */
export const keepNext = (next: string): void => localStorage.setItem(STORED, next);

export function takeNext(): string {
  const next = localStorage.getItem(STORED);
  localStorage.removeItem(STORED);
  return safeNext(next);
}
