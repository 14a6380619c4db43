import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser';
import { type Editor, type Entry, endedLine, faultAt, lineAfter, lineEndOf, lineStart, splice } from './editor.ts';

/** TOML: our table goes to the end, and comes out in whichever form it is there. */
export const tomlEditor: Editor = {
  parse(text) {
    const value = JSON.parse(JSON.stringify(getStaticTOMLValue(programOf(text))));
    return Object.keys(value).length === 0 ? undefined : value;
  },

  put(text, place, name, entry) {
    const before = endedLine(removed(text, [...place.path, name]));
    const lineEnd = lineEndOf(text);
    const lines = [
      `[${[...place.path, name].map(keyText).join('.')}]`,
      ...Object.entries(entry).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`),
    ];
    return `${before}${before === '' ? '' : lineEnd}${lines.join(lineEnd)}${lineEnd}`;
  },

  remove: (text, place, name) => removed(text, [...place.path, name]),
};

/** @throws ConfigFault */
function programOf(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    // What lacks its end is told behind the line end, on the next line.
    const isLacking = /^Un(terminated|specified)/.test(error.message) && text[error.index - 1] === '\n';
    throw faultAt(text, isLacking ? error.index - 1 : error.index, `this is not TOML: ${error.message}`);
  }
}

/** Without the tables of a key and below it, and without the lines that set values of it elsewhere. */
function removed(text: string, path: readonly string[]): string {
  const isUnder = (keys: readonly (string | number)[]): boolean => path.every((key, index) => keys[index] === key);
  const nodes = (programOf(text).body[0]?.body ?? []).flatMap((node): (AST.TOMLTable | AST.TOMLKeyValue)[] => {
    if (node.type === 'TOMLKeyValue') return isUnder(namesOf(node)) ? [node] : [];
    if (isUnder(node.resolvedKey)) return [node];
    return node.body.filter((pair) => isUnder([...node.resolvedKey, ...namesOf(pair)]));
  });
  return nodes.reduceRight((left, { type, range: [from, to] }) => {
    const start = lineStart(left, from);
    const end = lineAfter(left, to);
    if (type === 'TOMLKeyValue') return splice(left, start, end, '');
    // With the blank line that parts it from its neighbour.
    const gap = /(?<=\n)\r?\n$/.exec(left.slice(0, start))?.[0].length ?? 0;
    const next = start === 0 ? (/^\r?\n/.exec(left.slice(end))?.[0].length ?? 0) : 0;
    return splice(left, start - gap, end + next, '');
  }, text);
}

const namesOf = ({ key }: AST.TOMLKeyValue): string[] => key.keys.map((one) => (one.type === 'TOMLBare' ? one.name : one.value));

const keyText = (key: string): string => (/^[\w-]+$/.test(key) ? key : stringText(key));

/** A basic string: what JSON escapes, and DEL. */
const stringText = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

function valueText(value: unknown): string {
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const pairs = Object.entries(value as Entry).map(([key, one]) => `${keyText(key)} = ${valueText(one)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}
