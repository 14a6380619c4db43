import { LIMITS } from '../contract/limits.ts';
import { describeTable } from '../plan/llm/describe-schema.ts';
import type { Schema } from '../plan/schema.ts';

const MORE_LENGTH = 40;

/** A schema as a person reads it: a table a line, as many as fit, and how many there are beside them. */
export function schemaPreview({ tables }: Schema): string {
  const lines: string[] = [];
  let length = 0;
  for (const table of tables) {
    const line = describeTable(table);
    length += line.length + 1;
    if (length > LIMITS.schemaPreviewMaxLength - MORE_LENGTH) break;
    lines.push(line);
  }
  const more = tables.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more`);
  return lines.join('\n');
}
