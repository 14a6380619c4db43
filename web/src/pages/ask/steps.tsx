import type { AskEvent } from '../../../../src/client/index.ts';
import { visible } from '../../parts/value-text.ts';

/** What an ask has done so far, as the service tells it. */
export function Steps({ steps }: { readonly steps: readonly AskEvent[] }) {
  return (
    <ol className="steps" aria-label="Steps">
      {steps.map((step, index) => {
        const text = sayStep(step);
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added
        return text === null ? null : <li key={index}>{visible(text)}</li>;
      })}
    </ol>
  );
}

/** Steps that the service may tell in the future are named as they are. */
function sayStep(step: AskEvent): string | null {
  switch (step.type) {
    case 'answer':
      return null;
    case 'selected_db':
      return typeof step.slug === 'string' ? `Asks ${step.slug}` : 'Chose where to ask';
    case 'planning':
      return 'Reads the words';
    case 'plan':
      return typeof step.summary === 'string' ? `Read as: ${step.summary}` : 'Read the words';
    case 'validated':
      return 'Wrote the SQL and checked it';
    case 'executing':
      return 'Runs the SQL';
    case 'rows':
      return typeof step.rowCount === 'number' ? `${step.rowCount} ${step.rowCount === 1 ? 'row' : 'rows'}` : 'The rows are there';
    case 'confirm_required':
      return 'Waits to be confirmed';
    default:
      return String(step.type).replaceAll('_', ' ');
  }
}
