import { plainJson, Verbatim } from './verbatim.ts';

/**
 * JSON text of a value as `JSON.stringify` writes it, but that a `Verbatim` is its own text and a bigint a number. All
 * that becomes a reply, or a reply that is kept, goes through here.
 */
export function encodeJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return encoded(value) ?? 'null';
  const plain = plainJson(value);
  return (plain === null ? encoded(value) : plain) ?? 'null';
}

/** `encodeJson` for rows of one kind: after one that `JSON.stringify` cannot write, it is not tried with the others. */
export function rowEncoder(): (row: unknown) => string {
  let isPlain = true;
  return (row) => {
    const plain = isPlain ? plainJson(row) : null;
    isPlain = plain !== null;
    return (plain === null ? encoded(row) : plain) ?? 'null';
  };
}

/** Undefined for what JSON does not have: a field of it is left out. */
function encoded(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return quoteJson(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? 'null' : encodedObject(value);
    default:
      return undefined;
  }
}

function encodedObject(value: object): string | undefined {
  if (value instanceof Verbatim) return value.json;
  if (Array.isArray(value)) {
    let text = '[';
    for (let index = 0; index < value.length; index++) text += `${index === 0 ? '' : ','}${encoded(value[index]) ?? 'null'}`;
    return `${text}]`;
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') return encoded(value.toJSON());
  let text = '{';
  for (const name of Object.keys(value)) {
    const field = encoded((value as Record<string, unknown>)[name]);
    if (field !== undefined) text += `${text.length === 1 ? '' : ','}${quoteJson(name)}:${field}`;
  }
  return `${text}}`;
}

/** Most text needs no escape, and looking for one costs less than a call of `JSON.stringify`. */
export const quoteJson = (text: string): string => (text.length < SHORT && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

const SHORT = 64;
/** Neither quotes, backslashes and controls nor surrogates, which may have to be escaped. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
