import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Editor, endedLine, faultAt, lineEndOf, lineStart, splice } from './editor.ts';

/** JSON, with comments and trailing commas where a file has them. */
export const jsonEditor: Editor = {
  parse(text) {
    const tree = treeOf(text);
    return tree === null ? undefined : JSON.parse(JSON.stringify(getNodeValue(tree)));
  },

  put(text, { path }, name, entry) {
    let node = treeOf(text);
    const keys = [...path, name];
    if (node === null) return `${endedLine(text)}${render(nested(keys, entry), DEFAULT_UNIT, lineEndOf(text))}${lineEndOf(text)}`;
    for (const [index, key] of keys.entries()) {
      const member: Node | null = memberOf(text, node, key);
      if (member === null) return insertMember(text, node, key, nested(keys.slice(index + 1), entry));
      node = valueIn(member);
    }
    const indent = indentAt(text, node.offset);
    return splice(text, node.offset, node.offset + node.length, render(entry, unitOf(text), lineEndOf(text) + indent));
  },

  remove(text, { path }, name) {
    let node = treeOf(text);
    for (const key of path) {
      const member: Node | null = node === null ? null : memberOf(text, node, key);
      node = member === null ? null : valueIn(member);
    }
    const member = node === null ? null : memberOf(text, node, name);
    return node === null || member === null ? text : removeMember(text, node, member);
  },
};

const DEFAULT_UNIT = '  ';

/** Null for a text of blanks and comments. */
function treeOf(text: string): Node | null {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first) throw faultAt(text, first.offset, `this is not JSON: ${wordsOf(printParseErrorCode(first.error))}`);
  return tree ?? null;
}

/** `CommaExpected` → `comma expected` */
const wordsOf = (code: string): string => code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** @throws ConfigFault for a value that is no object, and for a key that is there twice: programs differ in which they take */
function memberOf(text: string, node: Node, key: string): Node | null {
  if (node.type !== 'object') throw faultAt(text, node.offset, 'an object is expected here');
  const [first, second] = (node.children ?? []).filter((member) => member.children?.[0]?.value === key);
  if (second) throw faultAt(text, second.offset, `${JSON.stringify(key)} is there twice`);
  return first ?? null;
}

function valueIn(member: Node): Node {
  const value = member.children?.[1];
  if (!value) throw new Error('a member without a value was parsed');
  return value;
}

const nested = (keys: readonly string[], value: unknown): unknown => keys.reduceRight((inner, key) => ({ [key]: inner }), value);

const render = (value: unknown, unit: string, lineEnd: string): string => JSON.stringify(value, null, unit).replaceAll('\n', lineEnd);

function insertMember(text: string, object: Node, key: string, value: unknown): string {
  const close = endOf(object) - 1;
  const last = object.children?.at(-1);
  const { end, comma } = lastToken(text, last ? endOf(last) : object.offset + 1, close);
  const after = last && comma !== null ? ',' : '';
  const body =
    last && !text.slice(object.offset, close).includes('\n') ? onOneLine(text, object, key, value) : onLines(text, object, key, value);
  const closing =
    last || text.slice(end, close).includes('\n') || text[end - 1] === '\n' ? '' : lineEndOf(text) + indentAt(text, object.offset);
  const inserted = splice(text, end, end, body + after + closing);
  return last && comma === null ? splice(inserted, endOf(last), endOf(last), ',') : inserted;
}

function onLines(text: string, object: Node, key: string, value: unknown): string {
  const outer = indentAt(text, object.offset);
  const sibling = object.children?.findLast(({ offset }) => startsLine(text, offset));
  const indent = sibling ? indentAt(text, sibling.offset) : outer + unitOf(text);
  const unit = sibling && indent.startsWith(outer) && indent.length > outer.length ? indent.slice(outer.length) : unitOf(text);
  const lineEnd = lineEndOf(text) + indent;
  return `${lineEnd}${JSON.stringify(key)}: ${render(value, unit, lineEnd)}`;
}

function onOneLine(text: string, object: Node, key: string, value: unknown): string {
  const isTight = !/":\s/.test(text.slice(object.offset, endOf(object)));
  const json = isTight ? JSON.stringify(value) : JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  return isTight ? `${JSON.stringify(key)}:${json}` : ` ${JSON.stringify(key)}: ${json}`;
}

function removeMember(text: string, object: Node, member: Node): string {
  const members = object.children ?? [];
  const index = members.indexOf(member);
  const [previous, next] = [members[index - 1], members[index + 1]];
  const close = endOf(object) - 1;
  const before = lastToken(text, previous ? endOf(previous) : object.offset + 1, member.offset);
  const after = lastToken(text, endOf(member), next ? next.offset : close);
  const end = after.comma === null ? endOf(member) : after.comma + 1;
  if (previous && !next && after.comma === null && before.comma !== null)
    return splice(splice(text, before.end, end, ''), before.comma, before.comma + 1, '');
  const isAlone = !previous && !next && before.end === object.offset + 1 && after.end <= end;
  return splice(text, before.end, isAlone ? close : end, '');
}

/** Between two offsets where no value is: the end of the last comma or comment, and where the comma is. */
function lastToken(text: string, from: number, to: number): { readonly end: number; readonly comma: number | null } {
  let end = from;
  let comma: number | null = null;
  for (const { 0: token, index } of text.slice(from, to).matchAll(/,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g)) {
    if (token === ',') comma = from + index;
    end = from + index + token.length;
  }
  return { end, comma };
}

const endOf = ({ offset, length }: Node): number => offset + length;

/** The blanks that the line of an offset begins with. */
const indentAt = (text: string, offset: number): string => /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';

const startsLine = (text: string, offset: number): boolean => text.slice(lineStart(text, offset), offset).trim() === '';

/** One step of indentation: that of the first member which is indented. */
const unitOf = (text: string): string => /^([ \t]+)"/m.exec(text)?.[1] ?? DEFAULT_UNIT;
