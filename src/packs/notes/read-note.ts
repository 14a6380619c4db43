import { Lexer, type Token, type Tokens } from 'marked';
import { parse } from 'yaml';
import { LIMITS } from '../../contract/limits.ts';
import { requireFlat } from './require-flat.ts';

/** What a note says, as memories without a place in a database yet. */
export type Noted =
  | { readonly kind: 'fact'; readonly content: string; readonly subject: string; readonly tags: readonly string[] }
  | { readonly kind: 'episode'; readonly content: string; readonly role: string }
  | { readonly kind: 'entity'; readonly name: string; readonly category: string; readonly properties: Readonly<Record<string, unknown>> };

/**
 * A note in Markdown by rules alone: its front matter is an entity, each paragraph and each item of a list a fact about the heading above it, a line that begins
 * with a speaker an episode, and what it links to by [[double brackets]] an entity. Code, tables and pictures are facts as they are written.
 * @throws Fault source_unreadable for one that nests too deep
 */
export function readNote(text: string, title: string, file = title): Noted[] {
  requireFlat(text, file);
  const { body, fields } = frontMatter(text);
  const tags = tagsOf(fields.tags);
  const name = short(typeof fields.title === 'string' && fields.title.trim() !== '' ? fields.title.trim() : title);
  const found: Noted[] = [];
  const { tags: _, title: __, ...properties } = fields;
  if (Object.keys(fields).length > 0) found.push({ kind: 'entity', name, category: 'note', properties });
  let subject = name;
  const linked = new Set<string>();
  const take = (raw: string): void => {
    const said = plain(raw);
    if (said === '') return;
    for (const [, target = ''] of raw.matchAll(LINK)) linked.add(short(target.split(/[|#]/)[0]?.trim() ?? ''));
    const [, speaker, words] = SPEAKER.exec(said) ?? [];
    const own = [...new Set([...tags, ...hashTags(raw)])].slice(0, LIMITS.memoryTagsMax);
    for (const content of pieces(words ?? said))
      found.push(
        speaker === undefined ? { kind: 'fact', content, subject, tags: own } : { kind: 'episode', content, role: speaker.toLowerCase() },
      );
  };
  // Blocks alone: what is inside them is read below, in one pass.
  for (const token of new Lexer().blockTokens(body.replaceAll('\r\n', '\n').replaceAll('\r', '\n'))) {
    if (token.type === 'heading') subject = short(plain((token as Tokens.Heading).text)) || name;
    else takeToken(token, take);
  }
  for (const target of linked) if (target !== '') found.push({ kind: 'entity', name: target, category: 'topic', properties: {} });
  return found;
}

function takeToken(token: Token, take: (raw: string) => void): void {
  if (token.type === 'list') {
    for (const item of (token as Tokens.List).items) {
      const nested = item.tokens.filter(({ type }) => type === 'list');
      const own = item.tokens.filter(({ type }) => type !== 'list');
      take(
        own
          .map(({ raw }) => raw)
          .join('')
          .trim(),
      );
      for (const each of nested) takeToken(each, take);
    }
  } else if (token.type === 'blockquote') for (const each of (token as Tokens.Blockquote).tokens) takeToken(each, take);
  // A conversation has a line for each who speaks.
  else if (token.type === 'paragraph') for (const part of paragraphs(token.raw)) take(part);
  else if (!SILENT.has(token.type)) take(token.raw);
}

const SILENT: ReadonlySet<string> = new Set(['space', 'hr', 'def', 'html']);
/** Here and below, what stands in brackets has no bracket that opens in it: a search that fails ends where the next one begins, so that all of them are one pass. */
const LINK = /\[\[([^\][]{1,256})\]\]/g;
const SPEAKER = /^(?:\*\*)?(user|assistant|system|human|agent|customer|me)(?:\*\*)?:(?:\*\*)?\s+(.+)$/is;
const paragraphs = (raw: string): string[] =>
  /^(\*\*)?(user|assistant|system|human|agent|customer|me)(\*\*)?:/im.test(raw) ? raw.split(/\n(?=\S+:)/) : [raw];

const short = (text: string): string => [...text.slice(0, 2 * LIMITS.memoryNameMaxLength)].slice(0, LIMITS.memoryNameMaxLength).join('');

/** YAML between lines of dashes; what is no YAML is a part of the note. */
function frontMatter(text: string): { body: string; fields: Record<string, unknown> } {
  const [whole = '', yaml = ''] = /^---\r?\n([\s\S]{0,65536}?)\r?\n---\s*(?:\r?\n|$)/.exec(text) ?? [];
  if (whole === '') return { body: text, fields: {} };
  try {
    const fields: unknown = parse(yaml, { maxAliasCount: 20 });
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return { body: text.slice(whole.length), fields: { ...fields } };
  } catch {
    // It is no front matter then.
  }
  return { body: text, fields: {} };
}

const tagsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(/[,\s]+/) : [])
    .map((tag) => tag.replace(/^#/, '').trim().slice(0, LIMITS.memoryTagMaxLength))
    .filter((tag) => tag !== '');

const hashTags = (raw: string): string[] => [...raw.matchAll(/(?:^|\s)#([\p{L}][\p{L}\p{N}_/-]{0,63})/gu)].map(([, tag = '']) => tag);

/** Words without the marks of emphasis and links. */
const plain = (raw: string): string =>
  raw
    .replace(/!?\[\[([^\][|#]{1,256})(?:[|#][^\][]*)?\]\]/g, '$1')
    .replace(/!?\[([^\][]*)\]\(([^)\s[]+)(?:\s[^)[]*)?\)/g, (_, text: string, url: string) =>
      text === '' || text === url ? url : `${text} (${url})`,
    )
    .replace(/(\*\*|__)(?=\S)([^*_]+?)\1/g, '$2')
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, '')
    .replaceAll('\0', '')
    .trim();

/** At most so long, cut where a sentence ends. */
function* pieces(text: string): Generator<string> {
  let rest = text;
  for (;;) {
    // A character takes one or two places: never the whole rest, which may be the whole note.
    const next = [...rest.slice(0, 2 * LIMITS.memoryContentMaxLength + 1)];
    if (next.length <= LIMITS.memoryContentMaxLength) break;
    const head = next.slice(0, LIMITS.memoryContentMaxLength).join('');
    const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('\n'));
    const cut = end > head.length / 2 ? end + 1 : head.length;
    yield rest.slice(0, cut).trim();
    rest = rest.slice(cut).trim();
  }
  if (rest !== '') yield rest;
}
