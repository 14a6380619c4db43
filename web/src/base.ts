/** The path that a proxy serves these pages under, without a slash at its end; empty where they are at the top. Told by where this script came from. */
export const BASE = new URL(import.meta.url).pathname.replace(/\/assets\/[^/]*$/, '');

/** An address of this service, of a page's link that leaves the app. */
export const addressOf = (path: `/${string}`): string => `${BASE}${path}`;
