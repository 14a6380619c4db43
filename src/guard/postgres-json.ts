/** Reading a parse tree that has not been checked yet: `{Type: {field: value, …}}`. */
export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export const entries = (body: Json): [string, unknown][] => Object.entries(body);

/** `{Type: body}` taken apart; null for anything that is not exactly one wrapped node. */
export const unwrap = (value: unknown): { readonly type: string; readonly body: unknown } | null => {
  if (!isRecord(value)) return null;
  // A list of the names would cost more than all else that is done with most nodes. What JSON.parse made has no inherited ones.
  let type: string | null = null;
  for (const name in value) {
    if (type !== null) return null;
    type = name;
  }
  return type === null ? null : { type, body: value[type] };
};

/** The text of a String node; null for any other. */
export const nameOf = (value: unknown): string | null => {
  const wrapped = unwrap(value);
  if (wrapped?.type !== 'String' || !isRecord(wrapped.body)) return null;
  const keys = Object.keys(wrapped.body);
  if (keys.length === 0) return '';
  const text = wrapped.body.sval;
  return keys.length === 1 && typeof text === 'string' ? text : null;
};

/** A list of String nodes as texts; null when anything else is in it. */
export const namesOf = (value: unknown): readonly string[] | null => {
  if (!Array.isArray(value)) return null;
  const names: string[] = [];
  for (const item of value) {
    const name = nameOf(item);
    if (name === null) return null;
    names.push(name);
  }
  return names;
};
