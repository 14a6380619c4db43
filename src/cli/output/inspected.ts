import type { Output as Replies } from '../../contract/operations.ts';
import type { Context } from '../context.ts';
import { safeText } from './safe-text.ts';

/** The tables of a connected database, and what is to know about its connection. */
export function showInspected(output: Context['output'], { schemaPreview, warnings }: Replies<'checkDatabase'>): void {
  for (const line of schemaPreview.split('\n')) output.line(safeText(line));
  for (const { message, sql } of warnings) {
    output.note(safeText(message));
    for (const line of sql?.split('\n') ?? []) output.note(`  ${safeText(line)}`);
  }
}
