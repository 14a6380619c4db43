import { isDeepStrictEqual } from 'node:util';
import { jsonEditor } from './edit-json.ts';
import { tomlEditor } from './edit-toml.ts';
import { yamlEditor } from './edit-yaml.ts';
import { ConfigFault, type Editor, type Entry, isRecord, type Place } from './editor.ts';
import type { Host } from './hosts.ts';

/** The name of our entry in every host. */
export const ENTRY_NAME = 'svc';

const EDITORS: Readonly<Record<Host['format'], Editor>> = { json: jsonEditor, yaml: yamlEditor, toml: tomlEditor };

/** What a file says under our name, and whether that starts svc, or is the address of one. @throws ConfigFault */
export function readEntry({ format, place }: Host, text: string): { readonly entry: unknown; readonly isOurs: boolean } {
  const entry = entryIn(EDITORS[format].parse(unmarked(text).body), place);
  return { entry, isOurs: isRecord(entry) && formOf(entry) !== null };
}

/** Which way an entry of ours goes; null for an entry of something else. */
export function formOf(entry: Entry): 'stdio' | 'remote' | null {
  const words = [entry.command, entry.cmd, entry.args].flat();
  if (words.some((word, index) => word === 'mcp' && words[index + 1] === 'serve')) return 'stdio';
  return ADDRESSES.some((key) => isOurAddress(entry[key])) ? 'remote' : null;
}

const isOurAddress = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).pathname.endsWith('/mcp');

const ADDRESSES = ['url', 'uri', 'httpUrl', 'serverUrl'];
/** How a host reaches a server: what an entry of another form leaves behind. */
const WAYS = ['type', 'transport', 'source', 'command', 'cmd', 'args', ...ADDRESSES];
const OF_PROCESSES = ['env', 'envs', 'env_vars', 'environment', 'cwd'];
const OF_ADDRESSES = ['headers', 'http_headers', 'bearer_token_env_var'];

/**
 * The text with our entry; the text itself where it is there already. What a user added to the entry, such as `disabled`,
 * stays. @throws ConfigFault
 */
export function withEntry({ format, place }: Host, text: string, entry: Entry): string {
  const { mark, body } = unmarked(text);
  const editor = EDITORS[format];
  const before = editor.parse(body);
  const found = entryIn(before, place);
  const wanted = isRecord(found) ? { ...entry, ...ownSettings(found, formOf(entry) === 'remote') } : entry;
  if (isDeepStrictEqual(found, wanted)) return text;
  const begun = before === undefined ? body + (place.preamble ?? '') : body;
  const after = editor.put(begun, place, ENTRY_NAME, wanted);
  check(editor, place, { before: editor.parse(begun), after, wanted });
  return mark + after;
}

function ownSettings(found: Entry, isRemote: boolean): Entry {
  const left = new Set([...WAYS, ...(isRemote ? OF_PROCESSES : OF_ADDRESSES)]);
  return Object.fromEntries(Object.entries(found).filter(([key]) => !left.has(key)));
}

/**
 * The text without our entry: that of before the install, where `backup` is it; null where nothing else was ever in it.
 * @throws ConfigFault
 */
export function withoutEntry(host: Host, text: string, backup: string | null): string | null {
  const { entry } = readEntry(host, text);
  if (!isRecord(entry)) return text;
  if (backup !== null && isBefore(host, backup, entry, text)) return backup;
  if (isBefore(host, '', entry, text)) return null;
  const { mark, body } = unmarked(text);
  const editor = EDITORS[host.format];
  const after = editor.remove(body, host.place, ENTRY_NAME);
  check(editor, host.place, { before: editor.parse(body), after, wanted: undefined });
  return mark + after;
}

/** An install makes this text of that one. */
function isBefore(host: Host, backup: string, entry: Entry, text: string): boolean {
  try {
    return readEntry(host, backup).entry === undefined && withEntry(host, backup, entry) === text;
  } catch (error) {
    if (error instanceof ConfigFault) return false;
    throw error;
  }
}

/** A changed text is never written unless it parses, has what was wanted, and is the same in all else. */
function check(
  editor: Editor,
  place: Place,
  { before, after, wanted }: { before: unknown; after: string; wanted: Entry | undefined },
): void {
  const parsed = editor.parse(after);
  if (isDeepStrictEqual(entryIn(parsed, place), wanted) && isDeepStrictEqual(theRest(parsed, place), theRest(before, place))) return;
  throw new ConfigFault('this file is laid out in a way that cannot be changed here without touching the rest', 1, 1);
}

function entryIn(document: unknown, { path, isList }: Place): unknown {
  const servers = path.reduce((node, key) => (isRecord(node) ? node[key] : undefined), document);
  if (!isList) return isRecord(servers) ? servers[ENTRY_NAME] : undefined;
  return Array.isArray(servers) ? servers.find((one) => isRecord(one) && one.name === ENTRY_NAME) : undefined;
}

/** All but our entry; an empty place for servers counts as none. */
function theRest(node: unknown, place: Place, depth = 0): unknown {
  const key = place.path[depth];
  if (key === undefined && place.isList && Array.isArray(node))
    return somethingOf(node.filter((one) => !isRecord(one) || one.name !== ENTRY_NAME));
  if (!isRecord(node)) return node ?? undefined;
  const { [key ?? ENTRY_NAME]: inner, ...others } = node;
  const left = key === undefined ? undefined : theRest(inner, place, depth + 1);
  return somethingOf(left === undefined ? others : { ...others, [key ?? '']: left });
}

const somethingOf = (value: object): unknown => (Object.keys(value).length === 0 ? undefined : value);

/** Editors see no byte order mark. */
function unmarked(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith('\ufeff') ? { mark: '\ufeff', body: text.slice(1) } : { mark: '', body: text };
}
