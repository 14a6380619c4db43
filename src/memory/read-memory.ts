import { LIMITS } from '../contract/limits.ts';
import type { MemoryKind, RememberItem } from '../contract/memory.ts';
import type { Memory } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { readTtl } from './ttl.ts';

type Fields = Pick<RememberItem, 'content' | 'type' | 'subject' | 'tags' | 'role' | 'canonical_name' | 'properties' | 'recalledFrom'>;
type Field = keyof Fields;

/** Which fields a kind takes; any other would be lost. */
const TAKEN: Readonly<Record<MemoryKind, readonly (Field | 'ttl')[]>> = {
  fact: ['content', 'type', 'subject', 'tags', 'ttl', 'recalledFrom'],
  episode: ['content', 'role', 'ttl', 'recalledFrom'],
  entity: ['content', 'canonical_name', 'type', 'properties'],
};

export const FIELD_NAMES: readonly Field[] = ['content', 'type', 'subject', 'tags', 'role', 'canonical_name', 'properties', 'recalledFrom'];

export const takesTtl = (kind: MemoryKind): boolean => TAKEN[kind].includes('ttl');

/** What of a memory its request alone tells. @throws Fault invalid_body */
export function readMemory(request: RememberItem & { kind: MemoryKind }, about: Pick<Memory, 'id' | 'scope' | 'source'>): Memory {
  const { kind } = request;
  const fields = mergedFields(request);
  for (const name of [...FIELD_NAMES, 'ttl'] as const) {
    const isGiven = (name === 'ttl' ? request.ttl : fields[name]) !== undefined;
    if (isGiven && !TAKEN[kind].includes(name))
      throw refused(name, `${kind === 'fact' ? 'A' : 'An'} ${kind} has no ${name}; it takes ${TAKEN[kind].join(', ')}.`);
  }
  const content = textOf(fields.content);
  const category = textOf(fields.type);
  switch (kind) {
    case 'fact':
      return {
        ...about,
        kind,
        content: content ?? missing('content', 'Say the fact.'),
        subject: textOf(fields.subject),
        category,
        tags: [...new Set((fields.tags ?? []).map((tag) => tag.trim()).filter(Boolean))],
        ttlSeconds: ttlOf(request.ttl),
        recalledFrom: fields.recalledFrom ?? null,
      };
    case 'episode':
      return {
        ...about,
        kind,
        content: content ?? missing('content', 'Give the message.'),
        role: textOf(fields.role) ?? missing('role', 'Say who spoke, such as user or assistant.'),
        ttlSeconds: ttlOf(request.ttl),
        recalledFrom: fields.recalledFrom ?? null,
      };
    case 'entity':
      return {
        ...about,
        kind,
        name: nameOf(textOf(fields.canonical_name), content),
        category: category ?? missing('payload.kind', 'Say what type of thing it is, such as person or company.'),
        properties: propertiesOf(fields.properties),
      };
  }
}

/** `payload` and the fields beside it are two spellings of one thing. */
function mergedFields({ payload = {}, ...flat }: RememberItem): { [Name in Field]?: NonNullable<Fields[Name]> } {
  const { kind, ...inside } = payload;
  const found: Record<string, unknown> = {};
  const add = (path: string, name: string, value: unknown): void => {
    if (value === undefined || value === null || value === '') return;
    if (found[name] !== undefined && encodeJson(found[name]) !== encodeJson(value))
      throw refused(path, `\`${name}\` is there twice, and differs.`);
    found[name] = value;
  };
  for (const name of FIELD_NAMES) {
    add(name, name, flat[name]);
    add(`payload.${name}`, name, inside[name]);
  }
  add('payload.kind', 'type', kind);
  return found;
}

/** Space around a text is no part of it. */
const textOf = (text: string | undefined): string | null => text?.trim() || null;

function nameOf(name: string | null, content: string | null): string {
  if (name !== null && content !== null && name !== content)
    throw refused('content', 'The `content` of an entity is its name, and differs from `canonical_name`.');
  const found = name ?? content ?? missing('canonical_name', 'Name the entity.');
  if ([...found].length > LIMITS.memoryNameMaxLength)
    throw refused('content', `A name has at most ${LIMITS.memoryNameMaxLength} characters.`);
  return found;
}

function propertiesOf(properties: Record<string, unknown> | undefined): string {
  const text = encodeJson(properties ?? {});
  if (text.length > LIMITS.memoryPropertiesMaxLength)
    throw refused('properties', `At most ${LIMITS.memoryPropertiesMaxLength.toLocaleString('en-US')} characters as JSON.`);
  // The engine's documents hold every character but this one.
  if (text.includes('\\u0000')) throw refused('properties', 'The NUL character cannot be stored.');
  return text;
}

function ttlOf(ttl: string | undefined): number | null {
  if (ttl === undefined) return null;
  return readTtl(ttl) ?? refuse('ttl', 'A number of days, hours or minutes, such as 7d, 24h or 30m; ten years at the most.');
}

const refused = (path: string, message: string): Fault => new Fault('invalid_body', { params: { issues: [{ path, message }] } });
const refuse = (path: string, message: string): never => {
  throw refused(path, message);
};
const missing = refuse;
