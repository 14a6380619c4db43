/** What of a request says through which name it came. */
export interface Addressed {
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/** A name or address and a port: no user, no path. */
const HOST_FORM = /^[\w.:[\]-]+$/;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why a request is not served, or null. A page of a foreign site may neither call this server from the browser of
 * somebody who can reach it (Origin), nor get there by pointing its own name at this address (Host: DNS rebinding).
 * @param allowed names besides the loopback ones; null accepts any Host, of which the Origin must then be a page
 */
export function foreignTo({ host, origin }: Addressed, allowed: ReadonlySet<string> | null): string | null {
  const hostname = host !== undefined && HOST_FORM.test(host) ? hostnameOf(`http://${host}`) : null;
  if (hostname === null) return 'The Host header is missing or malformed.';
  if (!LOOPBACK.has(hostname) && allowed !== null && !allowed.has(hostname)) return `The Host ${hostname} is not one of this server.`;
  if (origin === undefined) return null;
  const page = hostnameOf(origin);
  const isOwn = page !== null && (LOOPBACK.has(page) ? LOOPBACK.has(hostname) : (allowed?.has(page) ?? page === hostname));
  return isOwn ? null : `Pages of ${origin.slice(0, 200)} may not call this server.`;
}

/** Requests name few hosts, again and again, and a URL costs more to read than all else here. */
const HOSTNAMES_MAX = 200;
const URL_MAX = 300;
const hostnames = new Map<string, string | null>();

function hostnameOf(url: string): string | null {
  const known = hostnames.get(url);
  if (known !== undefined) return known;
  const hostname = URL.canParse(url) ? new URL(url).hostname : null;
  if (url.length > URL_MAX) return hostname;
  if (hostnames.size >= HOSTNAMES_MAX) hostnames.clear();
  hostnames.set(url, hostname);
  return hostname;
}
