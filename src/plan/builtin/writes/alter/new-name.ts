import { isNameLike } from '../../brief/names.ts';
import { snakeCase } from '../../english/inflect.ts';

/** The words of a new name as it is written in the database; null where they are no name. */
export function newName(words: string): string | null {
  const bare = words.replace(/^(?:an?|the|just) /i, '');
  if (/^(?:of|in|on|from|for|to|with|and|or|by|at)\b/i.test(bare)) return null;
  if (!/^[\p{L}][\p{L}\p{N}_$'’-]*(?: [\p{L}\p{N}_$'’-]+){0,3}$/u.test(bare)) return null;
  if (!isNameLike(bare.replace(/ (?:at|on|by|to|from|in)$/i, '')) && !/^\w+$/.test(bare)) return null;
  const name = snakeCase(bare);
  return name === '' ? null : name;
}
