import type { Column } from '../../../schema.ts';
import type { Row } from './row.ts';

/** "bottle cage" among "Brass bell", "Inner tube": a text in small letters with the capital that all the others have. */
export function withCapital({ reader, table }: Row, { name }: Column, text: string): string {
  const held = reader.question.values.of(table.name, name) ?? [];
  const isTitled = held.length > 2 && held.every((one) => /^\p{Lu}/u.test(one));
  return isTitled && /^\p{Ll}+(?=[\s-]|$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
