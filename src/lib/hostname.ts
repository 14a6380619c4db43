/** A name or address and a port: no user, no path. */
const HOST_FORM = /^[\w.:[\]-]+$/;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The name in a Host header, in lower case and without its port; null when it is missing or malformed. */
export const hostnameIn = (host: string | undefined): string | null =>
  host !== undefined && HOST_FORM.test(host) ? (urlOf(`http://${host}`)?.hostname ?? null) : null;

export const isLoopbackName = (hostname: string | null): boolean => hostname !== null && LOOPBACK.has(hostname);

/** Whether a name is an IP address written out; brackets around it as in a URL. */
export const isAddress = (hostname: string): boolean => /^(\[[\da-f:.]+\]|[\d.]+)$/i.test(hostname);

interface Location {
  readonly hostname: string;
  /** The name with its port, where that is not the scheme's own. */
  readonly host: string;
  readonly port: string;
}

/** Requests name few hosts and origins, again and again, and a URL costs more to read than all else here. */
const REMEMBERED_MAX = 200;
const URL_MAX = 300;
const remembered = new Map<string, Location | null>();

/** The parts of an absolute URL that say where it leads; null for what is none. */
export function urlOf(text: string): Location | null {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const url = URL.canParse(text) ? new URL(text) : null;
  const location = url && { hostname: url.hostname, host: url.host, port: url.port };
  if (text.length > URL_MAX) return location;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(text, location);
  return location;
}
