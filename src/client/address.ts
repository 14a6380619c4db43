import type { WireRow } from '../contract/wire.ts';

/** The address of a call, with its path and query filled in, and the input that is left for the body. */
export function addressOf(
  baseUrl: string,
  { path, query: names }: Pick<WireRow, 'path' | 'query'>,
  input: Readonly<Record<string, unknown>>,
): { readonly url: string; readonly rest: Record<string, unknown> } {
  const rest = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const name of names) {
    if (rest[name] !== undefined) query.set(name, String(rest[name]));
    delete rest[name];
  }
  const search = query.size > 0 ? `?${query}` : '';
  return { url: `${baseUrl.replace(/\/+$/, '')}${filled}${search}`, rest };
}

/** Of a `Link` header (RFC 8288) with one link, as this service sends it. */
export function nextCursor(link: string | null, url: string): string | null {
  const target = /^<([^>]*)>; *rel="next"$/.exec(link ?? '')?.[1];
  return target === undefined ? null : new URL(target, url).searchParams.get('cursor');
}
