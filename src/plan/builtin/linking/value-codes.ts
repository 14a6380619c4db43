import type { ValueIndex } from '../../planner.ts';
import type { Schema } from '../../schema.ts';
import { stem } from '../english/stem.ts';
import { knownCodes } from './known-codes.ts';

type Hit = ReturnType<ValueIndex['find']>[number];

interface Code {
  readonly code: string;
  readonly meaning: string;
}

/** "NEW = open, DLVD = delivered", "A: active": codes with a sign before what they mean. */
const SIGNED = /([\p{L}\p{N}_-]+)(?:\s*[=:]\s*|\s+(?:->|=>|[-–—]|means|stands for)\s+)(?=\p{L})/gu;
/** "F full, J junior", "h house, s shop", "1 alive, 2 dead": a list of nothing else. */
const BARE = /^(\p{Lu}{1,4}|\p{Ll}|\d{1,2})\s+(\p{L}[\p{L} -]*)$/u;

/** "status: " before a list. */
const OPENING = /^[\p{L} ]{3,}:\s*/u;

/** The codes that a comment explains, each with all names of what it means: "W = storm and water" is either, or both. */
function codesIn(comment: string): Code[] {
  const listed = bareIn(comment);
  if (listed.length > 0) return listed;
  const signs = [...comment.matchAll(SIGNED)];
  return signs.flatMap((sign, at): Code[] => {
    const said = comment.slice(sign.index + sign[0].length, signs[at + 1]?.index);
    const phrase = /^[\p{L} /-]*/u.exec(said)?.[0].replace(/(?:[ /]|\b(?:and|or)\b)+$/u, '') ?? '';
    return namesOf(phrase).map((meaning) => ({ code: sign[1] ?? '', meaning }));
  });
}

function bareIn(comment: string): Code[] {
  const parts = comment
    .replace(OPENING, '')
    .split(/[,;/|]|\band\b/u)
    .map((part) => BARE.exec(part.trim()));
  const codes = parts.flatMap((part) => (part === null ? [] : [{ code: part[1] ?? '', meaning: (part[2] ?? '').toLowerCase() }]));
  return codes.length > 1 && codes.length === parts.length ? codes : [];
}

/** What a comment says of its column itself, before the codes that it explains. */
export function withoutCodes(comment: string): string {
  if (bareIn(comment).length > 0) return OPENING.exec(comment)?.[0] ?? '';
  const [first, ...more] = comment.matchAll(SIGNED);
  return first === undefined || more.length === 0 ? comment : comment.slice(0, first.index);
}

const namesOf = (phrase: string): string[] => {
  const parts = phrase.split(/\s+(?:and|or)\s+|\s*\/\s*/u);
  return [...new Set([phrase, ...parts])].map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
};

/** What a column that tells men from women may keep, whatever it says of it. */
const SEX = /sex|gender|^(?:sx|gndr)$/i;
const GENDERS: readonly Code[] = [
  { codes: 'f female woman', said: 'female woman lady girl' },
  { codes: 'm male man', said: 'male man gentleman boy' },
].flatMap(({ codes, said }) => codes.split(' ').flatMap((code) => said.split(' ').map((meaning) => ({ code, meaning }))));

const built = new WeakMap<ValueIndex, WeakMap<Schema, ValueIndex>>();

const meant = new WeakMap<ValueIndex, readonly string[]>();

/** What the codes among values that have them mean. */
export const codeMeanings = (values: ValueIndex): readonly string[] => meant.get(values) ?? [];

/** The values with what the comments of their columns call them. */
export function withCodes(values: ValueIndex, schema: Schema): ValueIndex {
  const known = built.get(values)?.get(schema);
  if (known !== undefined) return known;
  const meanings = meaningsIn(values, schema);
  const coded: ValueIndex =
    meanings.size === 0
      ? values
      : {
          entries: values.entries,
          find(value) {
            const own = values.find(value);
            const said = value.trim().toLowerCase();
            // "pubs", of P = pub.
            const meant = meanings.get(said) ?? meanings.get(stem(said)) ?? [];
            // "heather" of a harvest is no member who is called so.
            return own.length === 0 ? meant : [...own, ...meant.filter((hit) => !own.some((one) => isSame(one, hit)))];
          },
          of: (table, column) => values.of(table, column),
        };
  meant.set(coded, [...meanings.keys()]);
  const bySchema = built.get(values) ?? new WeakMap<Schema, ValueIndex>();
  bySchema.set(schema, coded);
  built.set(values, bySchema);
  return coded;
}

const isSame = (one: Hit, other: Hit): boolean => one.table === other.table && one.column === other.column && one.stored === other.stored;

/** What comments call the codes that are stored, and what everybody calls those of countries, languages and currencies. */
export function meaningsIn(values: ValueIndex, { tables }: Schema): ReadonlyMap<string, readonly Hit[]> {
  const meanings = new Map<string, Hit[]>();
  for (const table of tables)
    for (const column of table.columns) {
      const known = column.type === 'text' ? (values.of(table.name, column.name) ?? []) : [];
      const codes: readonly Code[] = [
        ...codesIn(column.comment ?? ''),
        ...(SEX.test(column.name) ? GENDERS : []),
        ...knownCodes(column.name.toLowerCase().split('_'), known),
      ];
      // "3 = worn, 5 = lost", of numbers that are not kept as values.
      const numbers = column.type === 'integer' ? codes.flatMap(({ code }) => (/^\d+$/.test(code) ? [code] : [])) : null;
      const stored = numbers ?? (column.type === 'text' ? values.of(table.name, column.name) : null);
      if (stored === null) continue;
      for (const { code, meaning } of codes) {
        const value = stored.find((one) => one.trim().toLowerCase() === code.toLowerCase());
        if (value === undefined) continue;
        meanings.set(meaning, [...(meanings.get(meaning) ?? []), { table: table.name, column: column.name, stored: value }]);
      }
    }
  return meanings;
}
