/** What a request says more than once and may say once. */
export type Repeated = 'host' | 'authorization';

/**
 * Node takes the first of several, where a proxy in front may have judged by the last: which was meant cannot be told
 * (RFC 9112, 3.2; RFC 6750, 2). `rawHeaders` are names and values in turn.
 */
export function repeatedIn(rawHeaders: readonly string[]): Repeated | null {
  let [hosts, credentials] = [0, 0];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') credentials += 1;
  }
  if (hosts > 1) return 'host';
  return credentials > 1 ? 'authorization' : null;
}
