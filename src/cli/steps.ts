import type { AskEvent, AskEventType } from '../contract/events.ts';

/** What is going on after a step was reached; a step that is not known here is told by its name. */
export const stepText = ({ type }: AskEvent): string => STEPS[type] ?? String(type);

const STEPS: Readonly<Partial<Record<AskEventType, string>>> = {
  selected_db: 'Reading the schema',
  planning: 'Planning',
  plan: 'Checking the plan',
  validated: 'Compiling the SQL',
  executing: 'Running the SQL',
  rows: 'Wording the answer',
  answer: 'Answering',
  confirm_required: 'Showing what it would write',
  created: 'Creating the database',
};
