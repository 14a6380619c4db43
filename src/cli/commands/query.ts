import type { Run } from '../command-run.ts';
import { ask } from './ask.ts';

/** Asks the database that is named, whatever is active. */
export const query: Run = (context, [db, goal], flags) => ask(context, [goal], { ...flags, ...(db === undefined ? {} : { db }) });
