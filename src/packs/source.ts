import { LIMITS } from '../contract/limits.ts';
import type { CreateImportRequest } from '../contract/packs.ts';
import { Fault } from '../fault.ts';

/** A file of a new import: with its content, with an address, or announced by its length. */
export type NewFile = { readonly name: string } & ({ readonly content: Buffer } | { readonly url: string } | { readonly bytes: number });

/** @throws Fault source_required, invalid_body, invalid_request, payload_too_large */
export function readSource(source: CreateImportRequest['source']): readonly NewFile[] {
  const { text, url, files = [], name } = typeof source === 'string' ? { text: source } : source;
  const given = [text, url, files.length > 0 ? files : undefined].filter((one) => one !== undefined && one !== '');
  if (given.length === 0) throw new Fault('source_required');
  if (given.length > 1) throw invalid('source', 'Give `text`, `url` or `files`, one of them.');
  const found = url ? [atUrl(url, name)] : text ? [{ name: name ?? 'data', content: Buffer.from(text) }] : files.map(ofFile);
  const names = new Set<string>();
  for (const file of found) {
    if (names.has(file.name)) throw invalid('source.files', 'Two files have the same name.');
    names.add(file.name);
  }
  const bytes = found.reduce((sum, file) => sum + sizeOf(file), 0);
  if (bytes > LIMITS.importSourceMaxBytes) throw new Fault('payload_too_large', { params: { maxBytes: LIMITS.importSourceMaxBytes } });
  if (found.every((file) => !('url' in file) && sizeOf(file) === 0))
    throw new Fault('source_required', { params: { reason: 'It is empty.' } });
  return found;
}

export const sizeOf = (file: NewFile): number => ('content' in file ? file.content.length : 'bytes' in file ? file.bytes : 0);

function ofFile({
  name,
  text,
  base64,
  bytes,
}: {
  name: string;
  text?: string | undefined;
  base64?: string | undefined;
  bytes?: number | undefined;
}): NewFile {
  if (bytes !== undefined) return { name, bytes };
  return { name, content: text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text) };
}

/** Where it leads is looked at when it is fetched. */
function atUrl(text: string, name: string | undefined): NewFile {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Fault('invalid_request', { params: { reason: 'The URL of the source is no https URL.' } });
  return { name: name ?? (decoded(url.pathname.split('/').at(-1) ?? '') || 'data'), url: text };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).slice(0, LIMITS.importFileNameMaxLength);
  } catch {
    return text.slice(0, LIMITS.importFileNameMaxLength);
  }
}

const invalid = (path: string, message: string): Fault => new Fault('invalid_body', { params: { issues: [{ path, message }] } });
